package import Foundation
import OfferKit

/// Many subscribers for some months, some of whose renewals fail by chance.
///
/// The chance comes from a seed, so the same renewals are first to fail whatever the grace period is. Of every twenty
/// customers eight repair the card after 2 days, seven after 10, three after 22 and two never: 40 %, 75 % and 90 % have
/// recovered after 3, 16 and 28 days, as Apple's talk on retention has it.
package struct Population {
    /// How many renewals failed.
    package private(set) var failed = 0
    /// How many of these were made good, without a day lost or after some.
    package private(set) var recovered = (inGrace: 0, later: 0)
    /// How many subscriptions ended because billing retry did.
    package private(set) var ended = 0
    /// On how many days somebody who had subscribed had no service, each such day of each customer counted.
    package private(set) var lostDays = 0
    /// What was charged, purchases included, in dollars.
    package private(set) var revenue: Decimal = 0

    /// Since when those have no service who have none.
    private var withoutService: [CustomerID: Date] = [:]

    /// Lets time pass for so many subscribers.
    ///
    /// - Parameters:
    ///   - count: How many; they subscribe one after another on the 28 days of February 2026.
    ///   - months: How many months are watched, from 1 March on.
    ///   - grace: What the developer set up.
    ///   - failureRate: The share of renewals that fail.
    ///   - repairs: How many days after a failed renewal a customer repairs the card, by number; nil for never.
    /// - Throws: What the store throws, which is nothing here.
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
            // The first to join renew at the very end of February.
            try store.advance(by: .days(1)) { note($0) }
        }
        try store.advance(by: .months(months)) { note($0) }
        for since in withoutService.values { lostDays += Population.days(from: since, to: store.now) }
        withoutService = [:]
    }

    /// How many days after a failed renewal a customer repairs the card; nil for never.
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
