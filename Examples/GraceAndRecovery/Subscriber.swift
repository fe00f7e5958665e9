package import Foundation
import OfferKit
package import OfferKitTimelines

/// One subscriber, whose card fails at the renewal on 1 May, watched from then until the end of July.
///
/// The subscription was bought on 1 April. The customer repairs the card after some days, or never.
package struct Subscriber {
    /// The developer's grace period.
    package let grace: Grace
    /// The days after 1 May until the card is repaired; nil for never.
    package let repairedAfter: Int?
    /// May, June and July, a character for each day.
    package let life: Timeline
    /// The number of the 92 days on which the customer has access.
    package let servedDays: Int
    /// The amount charged to the customer in that time.
    package let charged: Decimal
    /// The end of the paid period; nil where the subscription has ended.
    package let paidUntil: Date?

    /// The number of days that are watched: 31 + 30 + 31.
    package static let days = 92

    package init(_ grace: Grace, repairedAfter days: Int?) throws {
        let bought = try Date(utc: "2026-04-01")
        let renewal = bought.adding(.months(1))
        let store = Store(catalog: try Shop.catalog(), gracePeriod: grace.setting, startingAt: bought)
        let customer = store.addCustomer()
        let device = customer.addDevice()
        try device.purchase(Shop.product)
        customer.failCharges(
            from: bought.adding(.days(14)), until: days.map { renewal.adding(.days($0)) })

        var served = 0
        for day in 0..<Subscriber.days {
            try store.advance(to: renewal.adding(.days(day)))
            if !device.currentEntitlements.isEmpty { served += 1 }
        }
        self.grace = grace
        repairedAfter = days
        servedDays = served
        life = try Timeline(of: customer, inGroup: Shop.group, from: renewal, each: .days(1))
        let charges = device.transactions.filter { $0.reason == .renewal }
        charged = charges.reduce(0) { $0 + ($1.price ?? 0) }
        paidUntil = device.currentEntitlements.first?.expirationDate
    }
}
