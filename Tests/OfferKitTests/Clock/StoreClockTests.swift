import Foundation
import OfferKit
import OfferKitCore
import OfferKitSamples
import OfferKitTestHarness
import Testing

/// The store's clock.
struct StoreClockTests {
    @Test(
        "C-19: days and weeks are multiples of 86,400 seconds; months and years keep the day or end with the month",
        arguments: [
            (TimeStep.days(1), "2028-01-31T10:00:00Z", "2028-02-01T10:00:00Z"),
            (.weeks(2), "2028-02-20T10:00:00Z", "2028-03-05T10:00:00Z"),
            (.months(1), "2028-01-31T10:00:00Z", "2028-02-29T10:00:00Z"),
            (.months(1), "2027-01-31T10:00:00Z", "2027-02-28T10:00:00Z"),
            (.months(2), "2027-12-31T10:00:00Z", "2028-02-29T10:00:00Z"),
            (.months(3), "2026-11-30T10:00:00Z", "2027-02-28T10:00:00Z"),
            (.years(1), "2028-02-29T10:00:00Z", "2029-02-28T10:00:00Z"),
            (.years(4), "2028-02-29T10:00:00Z", "2032-02-29T10:00:00Z"),
            (.hours(25), "2026-12-31T23:00:00Z", "2027-01-02T00:00:00Z"),
            (.minutes(1), "2026-06-30T23:59:30Z", "2026-07-01T00:00:30Z"),
            (.seconds(86_400), "2026-03-29T00:00:00Z", "2026-03-30T00:00:00Z"),
            (.milliseconds(1_000), "2026-01-01T00:00:00Z", "2026-01-01T00:00:01Z"),
        ])
    func steps(step: TimeStep, from: String, to: String) throws {
        let shopping = try Shopping(at: from)
        let advance = try shopping.store.advance(by: step)
        expectEqual(shopping.store.now, date(to))
        expectEqual(advance.date, date(to))
        expectEqual(advance.lapsed, 0)
    }

    @Test("it starts where it was told to, or on 1 January 2026, and stands still")
    func start() throws {
        let shopping = try Shopping(at: "2019-06-08T13:20:00Z")
        expectEqual(shopping.store.now, date("2019-06-08T13:20:00Z"))
        try shopping.device.purchase(Shopping.coins)
        expectEqual(shopping.store.now, date("2019-06-08T13:20:00Z"))
        expectEqual(Store(try .sample()).now, date("2026-01-01T00:00:00Z"))
    }

    @Test("C-249: it cannot be moved to a date that is no number, nor beyond the year 9999")
    func noDate() throws {
        let store = Store(try .sample())
        #expect(throws: ClockRefusal.noDate) { try store.advance(to: Date(timeIntervalSince1970: .nan)) }
        expectEqual(store.now, Store.defaultStart)
        // Something that renews for ever makes no endless call.
        try store.addCustomer().addDevice().purchase(Shopping.pro)
        for date in [.infinity, 1e300, 253_402_300_800].map({ Date(timeIntervalSince1970: $0) }) {
            #expect(throws: ClockRefusal.afterTheEnd(asked: Date(Instant(date)))) { try store.advance(to: date) }
            #expect(throws: ClockRefusal.self) { try store.advance(to: date) { _ in } }
        }
        for step in [TimeStep.years(.max), .months(.max), .days(.max), .milliseconds(.max), .years(8_000)] {
            #expect(throws: ClockRefusal.self) { try store.advance(by: step) }
        }
        expectEqual(store.now, Store.defaultStart)
        let refusal = #expect(throws: ClockRefusal.self) { try store.advance(by: .years(8_000)) }
        expectContains(refusal?.description, "ends with the year 9999")
    }

    @Test("it cannot go back, and a refused move changes nothing")
    func back() throws {
        let shopping = try Shopping()
        let (store, count) = (shopping.store, shopping.store.log.count)
        let now = store.now
        #expect(throws: ClockRefusal.clockCannotGoBack(now: now, asked: now.adding(.milliseconds(-1)))) {
            try store.advance(by: .milliseconds(-1))
        }
        #expect(throws: ClockRefusal.self) { try store.advance(by: .months(-1)) }
        #expect(throws: ClockRefusal.self) { try store.advance(to: date("2025-12-31T23:59:59Z")) }
        expectEqual(store.log.count, count)
        expectEqual(store.now, date("2026-01-01T00:00:00Z"))
    }

    @Test("moving by nothing leaves no entry")
    func nothing() throws {
        let shopping = try Shopping()
        let count = shopping.store.log.count
        let advance = try shopping.store.advance(by: .days(0))
        expectEqual(advance.entries, count..<count)
        expectEqual(shopping.store.log.count, count)
    }

    @Test("C-43: an expiry stands in the log at its own instant, and its subscription is over from then on")
    func expiry() throws {
        let shopping = try Shopping(at: "2026-01-31T12:00:00Z")
        let (store, device) = (shopping.store, shopping.device)
        try shopping.buyOnce(Shopping.weekly)
        expectEqual(store.nextDue, date("2026-02-07T12:00:00Z"))
        let before = store.log.count
        let advance = try store.advance(by: .years(1))
        expectEqual(advance.lapsed, 1)
        expectEqual(advance.entries, before..<before + 2)
        let entries = store.log[advance.entries]
        expectEqual(entries.map(\.date), [date("2026-02-07T12:00:00Z"), date("2027-01-31T12:00:00Z")])
        expectEqual(
            entries.map(\.event),
            [.subscriptionLapsed(shopping.customer.id, group: Shopping.premium, .autoRenewDisabled), .clockMoved])
        expectNil(store.nextDue)
        expectEqual(device.currentEntitlements, [])
        try expectEqual(shopping.renewal().state, .expired)
    }

    @Test("C-43: a purchase at the very instant of the expiry finds the subscription over")
    func purchaseAtExpiry() throws {
        for (time, isNew) in [("2026-01-07T23:59:59Z", false), ("2026-01-08T00:00:00Z", true)] {
            let shopping = try Shopping()
            let first = try shopping.buyOnce(Shopping.weekly)
            try shopping.store.advance(to: date(time))
            let second = try shopping.device.purchase(Shopping.weekly)
            expectEqual(second.id != first.id, isNew, "\(time)")
            expectEqual(second.originalID, first.id)
        }
    }

    @Test("C-43: one move that reaches the instant of an expiry includes it")
    func moveToExpiry() throws {
        let shopping = try Shopping()
        try shopping.buyOnce(Shopping.weekly)
        try expectEqual(shopping.store.advance(to: date("2026-01-07T23:59:59Z")).lapsed, 0)
        try expectEqual(shopping.renewal().state, .subscribed)
        try expectEqual(shopping.store.advance(by: .seconds(1)).lapsed, 1)
        try expectEqual(shopping.renewal().state, .expired)
    }

    @Test("C-43: what falls due at one instant happens in the order of the subscriptions")
    func ties() throws {
        let shopping = try Shopping(at: "2026-01-01T00:00:00Z")
        let store = shopping.store
        let others = (0..<3).map { _ in store.addCustomer() }
        // Bought in the order 2, 0, 1; the earlier expiry of the last one comes first all the same.
        for customer in [others[2], others[0]] {
            try shopping.buyOnce(Shopping.yearly, on: customer.addDevice())
        }
        try store.advance(to: date("2026-03-25T00:00:00Z"))
        try shopping.buyOnce(Shopping.weekly, on: others[1].addDevice())
        // The introductory three months of the yearly product end on 1 April as the week does.
        let advance = try store.advance(to: date("2026-04-01T00:00:00Z"))
        let lapsed = store.log[advance.entries].compactMap { entry in
            if case .subscriptionLapsed(let customer, _, _) = entry.event { customer } else { nil }
        }
        expectEqual(lapsed, [others[2].id, others[0].id, others[1].id])
        expectEqual(store.log.last?.date, date("2026-04-01T00:00:00Z"))
    }

    @Test(
        "moving by a and then by b is moving by both, but for where the clock stopped",
        arguments: [(1, 1), (6, 1), (7, 0), (3, 400), (400, 3)])
    func sums(a: Int, b: Int) throws {
        func life(_ steps: [Int]) throws -> (events: [String], now: Date, transactions: [Transaction]) {
            let shopping = try Shopping()
            try shopping.device.purchase(Shopping.weekly)
            try shopping.device.purchase(Shopping.coins)
            let other = shopping.store.addCustomer().addDevice()
            try other.purchase(Shopping.pro)
            for step in steps { try shopping.store.advance(by: .days(step)) }
            let events = shopping.store.log.filter { $0.event != .clockMoved }.map { "\($0.date) \($0.event)" }
            return (events, shopping.store.now, shopping.device.transactions + other.transactions)
        }
        let (one, two) = (try life([a + b]), try life([a, b]))
        expectEqual(one.events, two.events)
        expectEqual(one.now, two.now)
        expectEqual(one.transactions, two.transactions)
    }

    @Test("S1-3: a trial that is cancelled gives service to its end and is never charged; the reason is the customer's")
    func turnedOff() throws {
        let shopping = try Shopping()
        let trial = try shopping.device.purchase(Shopping.pro)
        expectEqual(trial.offer?.paymentMode, .freeTrial)
        try shopping.store.advance(by: .days(3))
        try shopping.customer.setAutoRenew(false, inGroup: Shopping.premium)
        try shopping.store.advance(to: date("2026-01-07T23:59:59Z"))
        expectEqual(shopping.device.currentEntitlements.count, 1)
        try shopping.store.advance(by: .days(7))
        #expect(shopping.device.currentEntitlements.isEmpty)
        expectEqual(shopping.device.transactions.map(\.price), [0])
        try expectEqual(shopping.renewal().info.expirationReason, .autoRenewDisabled)
        #expect(throws: SubscriptionRefusal.notSubscribed(group: Shopping.premium)) {
            try shopping.customer.setAutoRenew(true, inGroup: Shopping.premium)
        }
    }

    @Test("C-249: at the end of the clock a period is over at once")
    func endOfTime() throws {
        // Auto-renew is off, or the subscription would renew until then.
        let shopping = try Shopping()
        try shopping.buyOnce(Shopping.weekly)
        try expectEqual(shopping.store.advance(to: Date(utc: "9999-12-31 23:59:59.999")).lapsed, 1)
        // There is no time left for a period: nobody is charged for none.
        let refusal = #expect(throws: PurchaseRefusal.self) { try shopping.device.purchase(Shopping.weekly) }
        expectContains(refusal?.description, "clock stands at its end")
        #expect(throws: ClockRefusal.self) { try shopping.store.advance(by: .seconds(1)) }
        expectEqual(shopping.device.transactions.count, 1)
        // What does not last can be bought.
        try shopping.device.purchase(Shopping.coins)
    }
}
