import Foundation
import OfferKitCore
import OfferKitReports

/// Returns midnight in UTC on a day such as `2026-12-05`, read by Foundation; 1970 for any other text.
func midnight(_ text: String) -> Date {
    let date = (try? Date(text + "T00:00:00Z", strategy: .iso8601)) ?? Date(timeIntervalSince1970: 0)
    return Date(millisecondsSince1970: Int64(date.timeIntervalSince1970) * 1_000)
}

/// The users of the talk's table, and of its examples.
enum SegmentUsers {
    static let monthly = SubscriberFacts.Plan("monthly", level: 2, period: .monthly)
    static let yearly = SubscriberFacts.Plan("yearly", level: 1, period: .yearly)
    static let every: Set<OfferType> = [.promo, .winBack]

    /// A user who turned auto-renew off during the free trial, which ended on 8 December and did not renew.
    static let leftAfterTrial = SubscriberFacts(
        userID: "1", status: .expired, plan: monthly, eligibleOffers: every, periodEnd: midnight("2026-12-08"),
        lapseReason: .autoRenewDisabled, lapsedFromFreeTrial: true)

    /// A user who bought on 25 January and renewed each month; auto-renew off on 5 December, paid until the 25th.
    static let leaving = SubscriberFacts(
        userID: "2", status: .active, plan: monthly, renewalsInARow: 10, contentShare: 0.4, eligibleOffers: every,
        periodEnd: midnight("2026-12-25"), autoRenewOffSince: midnight("2026-12-05"))

    /// A user who renews by the month, so far three times.
    static let renewing = SubscriberFacts(
        userID: "3", status: .active, willAutoRenew: true, plan: monthly, renewalsInARow: 3, contentShare: 0.4,
        eligibleOffers: every, periodEnd: midnight("2026-12-25"))
}
