package import Foundation
import OfferKit

/// Many subscribers for some months, some of whose renewals fail by chance.
///
/// The chance comes from a seed, so the same renewals are the first to fail with any grace period. Of every twenty
/// customers eight repair the card after 2 days, seven after 10, three after 22 and two never: 40 %, 75 % and 90 % have
/// recovered after 3, 16 and 28 days, as in Apple's talk on retention.
package struct Population {
    /// The number of failed renewals.
    package private(set) var failed = 0
    /// The number of recoveries, in the grace period without a day lost, or later.
    package private(set) var recovered = (inGrace: 0, later: 0)
    /// The number of subscriptions that ended with billing retry.
    package private(set) var ended = 0
    /// The number of days without access after a subscription, summed over customers.
    package private(set) var lostDays = 0
    /// The amount charged, purchases included, in dollars.
    package private(set) var revenue: Decimal = 0

    /// The date since which each customer without access has been without it.
    private var withoutService: [CustomerID: Date] = [:]

    /// Plays some months with so many subscribers.
    ///
    /// - Parameters:
    ///   - count: The number of customers; they subscribe one after another on the 28 days of February 2026.
    ///   - months: The number of months that are watched, from 1 March on.
    ///   - grace: The developer's grace period.
    ///   - failureRate: The share of renewals that fail.
    ///   - repairs: Returns the days after a failed renewal until a customer repairs the card, by number; nil for
    ///     never.
    /// - Throws: The store's errors, of which none occurs here.
    package init(
        _ count: Int, months: Int, _ grace: Grace, failureRate: Double = 0.05,
        repairs: (Int) -> Int? = Population.repairs(ofCustomer:)
    ) throws {
        let start = try Date(utc: "2026-02-01")
        let store = Store(
            catalog: try Shop.catalog(), gracePeriod: grace.setting, startingAt: start, keeping: .liveOnly)
        for day in 0..<28 {
            for number in (count * day / 28)..<(count * (day + 1) / 28) {
                let customer = store.addCustomer()
                let habit = FailureRate(share: failureRate, seed: 28, recoversAfterDays: repairs(number))
                customer.failureRate = habit
                try customer.addDevice().purchase(Shop.product)
                revenue += Shop.price
            }
            // The first customers renew at the very end of February.
            try store.advance(by: .days(1)) { note($0) }
        }
        try store.advance(by: .months(months)) { note($0) }
        for since in withoutService.values { lostDays += Population.days(from: since, to: store.now) }
        withoutService = [:]
    }

    /// Returns the days after a failed renewal until a customer repairs the card; nil for never.
    package static func repairs(ofCustomer number: Int) -> Int? {
        switch number % 20 {
        case 0..<8: 2
        case 8..<15: 10
        case 15..<18: 22
        default: nil
        }
    }

    private mutating func note(_ entry: LogEntry) {
        switch entry.event {
        case .subscriptionRenewed(_, _, _, let price, _): revenue += price
        case .renewalFailed(let customer, _, _, let grace, _):
            failed += 1
            if grace == nil { withoutService[customer] = entry.date }
        case .graceEnded(let customer, _): withoutService[customer] = entry.date
        case .subscriptionRecovered(let customer, _):
            if let since = withoutService.removeValue(forKey: customer) {
                recovered.later += 1
                lostDays += Population.days(from: since, to: entry.date)
            } else {
                recovered.inGrace += 1
            }
        case .subscriptionLapsed: ended += 1
        default: break
        }
    }

    private static func days(from start: Date, to end: Date) -> Int {
        Int(end.timeIntervalSince(start) / 86_400)
    }
}
