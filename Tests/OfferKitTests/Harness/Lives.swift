import Foundation
import OfferKit
import Testing

/// A store with a small shop, one customer who has just subscribed, and their device.
///
/// | Product | Level | Price | Offers |
/// |---|---|---|---|
/// | pro | 1 | 9.99 a month | win-back `back`: 2 × 2.99; promotional `half`: 3 × 4.99 |
/// | basic | 2 | 4.99 a month | introductory: 2 × 0.99 |
struct Lives {
    static let group = "Premium"
    let store: Store
    let customer: Customer
    let device: Device
    let bought: Transaction

    init(
        _ product: String = "pro", environment: StoreEnvironment = .xcode, pace: Pace = .realTime,
        grace: BillingGracePeriod? = nil, rules: StoreRules = .documents
    ) throws {
        let catalog = try Catalog(groups: [
            .group(
                Lives.group,
                [
                    .subscription(
                        "pro", level: 1, period: .monthly, price: 9.99, isFamilyShareable: true,
                        offers: [
                            .winBack(
                                "back", .payAsYouGo(2.99, periods: 2), eligibility: .everyChurnedCustomer),
                            .promotional("half", .payAsYouGo(4.99, periods: 3)),
                        ]),
                    .subscription(
                        "basic", level: 2, period: .monthly, price: 4.99,
                        offers: [.introductory(.payAsYouGo(0.99, periods: 2))]),
                ])
        ])
        var rules = rules
        rules.outreach = .none
        store = Store(
            catalog: catalog, rules: rules, environment: environment, pace: pace, gracePeriod: grace,
            startingAt: date("2026-01-10T09:00:00Z"))
        customer = store.addCustomer()
        device = customer.addDevice()
        bought = try device.purchase(product)
    }

    /// Moves the clock to 09:00 of a day.
    @discardableResult
    func go(_ day: String) throws -> Store.Advance {
        try store.advance(to: date(day + "T09:00:00Z"))
    }

    func status() throws -> (state: Product.SubscriptionInfo.RenewalState, info: RenewalInfo, transaction: Transaction)
    {
        let status = try #require(device.subscriptionStatus(inGroup: Lives.group))
        return (status.state, try status.renewalInfo.payloadValue, try status.transaction.payloadValue)
    }

    /// Returns the state's row in the table of subscription states.
    ///
    /// It has the state, auto-renew, retry, reason, end of grace, entitlement, and the next renewal.
    func row() throws -> String {
        let (state, info, _) = try status()
        let states: [Product.SubscriptionInfo.RenewalState: String] = [
            .subscribed: "subscribed", .expired: "expired", .inBillingRetryPeriod: "retry", .inGracePeriod: "grace",
            .revoked: "revoked",
        ]
        let reasons: [RenewalInfo.ExpirationReason: String] = [
            .autoRenewDisabled: "autoRenewDisabled", .billingError: "billingError",
            .didNotConsentToPriceIncrease: "noConsent", .productUnavailable: "productUnavailable",
        ]
        let grace = info.gracePeriodExpirationDate.map { $0.formatted(.iso8601.year().month().day()) } ?? "-"
        let next = info.autoRenewPreference.map { "\($0) \(info.renewalPrice.map { "\($0)" } ?? "-")" } ?? "-"
        return [
            states[state] ?? "?", info.willAutoRenew ? "renews" : "ends", info.isInBillingRetry ? "trying" : "-",
            info.expirationReason.map { reasons[$0] ?? "?" } ?? "-", grace,
            device.currentEntitlements.isEmpty ? "none" : "entitled", next,
        ].joined(separator: " | ")
    }
}
