import Foundation
import OfferKit
import OfferKitSamples
import OfferKitTestHarness
import Testing

/// A store that follows a clock.
struct StoreFollowingTests {
    @Test("it shows its time at the call plus what has passed on the clock since, in whole milliseconds")
    func time() throws {
        let (shopping, clock) = (try Shopping(), HandClock())
        let store = shopping.store
        clock.move(by: .days(1_000))
        try store.advance(by: .days(1))
        store.follow(clock)
        expectEqual(store.now, date("2026-01-02T00:00:00Z"))
        clock.move(by: .milliseconds(61_234))
        expectEqual(store.now, date("2026-01-02T00:01:01Z").adding(.milliseconds(234)))
        clock.move(by: .microseconds(765_999))
        expectEqual(store.now, date("2026-01-02T00:01:01Z").adding(.milliseconds(999)))
        clock.move(by: .microseconds(1))
        expectEqual(store.now, date("2026-01-02T00:01:02Z"))
    }

    @Test("C-43: every call finds done what has fallen due by then, at its own instant")
    func catchesUp() throws {
        let calls: [(Shopping) throws -> Void] = [
            { #expect($0.device.currentEntitlements.isEmpty) },
            { shopping in
                let state = try shopping.renewal().state
                expectEqual(state, .expired)
            },
            { #expect($0.store.nextDue == nil) },
            { $0.store.addCustomer() },
            { shopping in
                #expect(throws: SubscriptionRefusal.notSubscribed(group: Shopping.premium)) {
                    try shopping.customer.setAutoRenew(false, inGroup: Shopping.premium)
                }
            },
            { shopping in
                let bought = try shopping.device.purchase(Shopping.weekly)
                expectEqual(bought.purchaseDate, date("2026-01-09T00:00:00Z"))
            },
        ]
        for call in calls {
            let (shopping, clock) = (try Shopping(), HandClock())
            try shopping.buyOnce(Shopping.weekly)
            let count = shopping.store.log.count
            shopping.store.follow(clock)
            clock.move(by: .days(8))
            try call(shopping)
            let entry = shopping.store.log[count]
            expectEqual(entry.date, date("2026-01-08T00:00:00Z"))
            expectEqual(
                entry.event, .subscriptionLapsed(shopping.customer.id, group: Shopping.premium, .autoRenewDisabled))
        }
    }

    @Test("a signature carries the time of the clock")
    func signs() throws {
        let (shopping, clock) = (try Shopping(), HandClock())
        shopping.store.follow(clock)
        clock.move(by: .days(2))
        try expectEqual(shopping.claim().timestamp, date("2026-01-03T00:00:00Z").millisecondsSince1970)
    }

    @Test("listeners hear of what falls due though nobody calls the store")
    func pushes() async throws {
        let (shopping, clock) = (try Shopping(), HandClock())
        try shopping.buyOnce(Shopping.weekly)
        var entries = shopping.store.events.makeAsyncIterator()
        shopping.store.follow(clock)
        clock.move(by: .days(7))
        let entry = await entries.next()
        expectEqual(entry?.date, date("2026-01-08T00:00:00Z"))
        expectEqual(
            entry?.event, .subscriptionLapsed(shopping.customer.id, group: Shopping.premium, .autoRenewDisabled))
    }

    @Test("it sleeps until what is due next, once, whoever looks; and not at all when nothing is")
    func sleeps() async throws {
        let (shopping, clock) = (try Shopping(), HandClock())
        let store = shopping.store
        store.follow(clock)
        clock.move(by: .days(1))
        await clock.sleepersWait()
        expectEqual(clock.sleeps, 0)
        try shopping.device.purchase(Shopping.yearly)
        // The introductory three months end on 2 April, 91 days after 1 January; ten days before that comes the notice
        // that the price will be another.
        await clock.sleepersWait(for: .days(81))
        for _ in 0..<100 {
            clock.move(by: .seconds(1))
            _ = store.now
            try shopping.device.purchase(Shopping.coins)
        }
        expectEqual(clock.sleeps, 1)
        // What is due earlier takes the place of what was due next.
        try shopping.buyOnce(Shopping.weekly, on: store.addCustomer().addDevice())
        await clock.sleepersWait(for: .days(8) + .seconds(100))
        clock.move(by: .days(7))
        await clock.sleepersWait(for: .days(81))
        // What is not due any more is not waited for.
        try shopping.customer.setAutoRenew(false, inGroup: Shopping.premium)
        await clock.sleepersWait(for: .days(91))
        clock.move(by: .days(90))
        await clock.sleepersWait()
        expectNil(store.nextDue)
        expectEqual(clock.sleeps, 4)
    }

    @Test("woken too early, it sleeps again until the same instant")
    func early() async throws {
        let (shopping, clock) = (try Shopping(), HandClock())
        try shopping.device.purchase(Shopping.weekly)
        shopping.store.follow(clock)
        for round in 1...3 {
            await clock.sleepersWait(for: .days(7))
            expectEqual(clock.sleeps, round)
            clock.wakeAll()
        }
        await clock.sleepersWait(for: .days(7))
        expectEqual(shopping.device.currentEntitlements.count, 1)
    }

    @Test("it cannot be moved by hand until it stops, where it stands; then the other clock has no say")
    func byHand() async throws {
        let (shopping, clock) = (try Shopping(), HandClock())
        let store = shopping.store
        try shopping.device.purchase(Shopping.weekly)
        store.follow(clock)
        await clock.sleepersWait(for: .days(7))
        clock.move(by: .days(3))
        #expect(throws: ClockRefusal.clockIsFollowing) { try store.advance(by: .days(1)) }
        #expect(throws: ClockRefusal.clockIsFollowing) { try store.advance(to: date("2026-02-01T00:00:00Z")) }
        #expect(throws: ClockRefusal.clockIsFollowing) { try store.advanceToNext() }
        expectContains("\(ClockRefusal.clockIsFollowing)", "stopFollowing()")
        clock.move(by: .days(1))
        store.stopFollowing()
        await clock.sleepersWait()
        clock.move(by: .days(100))
        expectEqual(store.now, date("2026-01-05T00:00:00Z"))
        try expectEqual(store.advanceToNext()?.date, date("2026-01-08T00:00:00Z"))
    }

    @Test("time that passes leaves an entry only when the store stops to follow it, and none that was made twice")
    func log() throws {
        let (shopping, clock) = (try Shopping(), HandClock())
        let store = shopping.store
        let count = store.log.count
        store.follow(clock)
        for _ in 0..<10 {
            clock.move(by: .days(1))
            _ = store.now
        }
        expectEqual(store.log.count, count)
        store.stopFollowing()
        store.stopFollowing()
        expectEqual(store.log.dropFirst(count).map(\.event), [.clockMoved])
        expectEqual(store.log.last?.date, date("2026-01-11T00:00:00Z"))
        store.follow(clock)
        clock.move(by: .days(1))
        store.addCustomer()
        store.stopFollowing()
        expectEqual(store.log.count, count + 2)
        expectEqual(store.log.last?.date, date("2026-01-12T00:00:00Z"))
    }

    @Test("a clock that goes back holds the store still, and one that jumps to its end takes it to its own")
    func odd() throws {
        let (store, clock) = (Store(try .sample()), HandClock())
        store.follow(clock)
        clock.move(by: .days(2))
        expectEqual(store.now, date("2026-01-03T00:00:00Z"))
        clock.move(by: .days(-1))
        expectEqual(store.now, date("2026-01-03T00:00:00Z"))
        clock.move(by: .days(2))
        expectEqual(store.now, date("2026-01-04T00:00:00Z"))
        clock.move(by: .seconds(Int64.max))
        try expectEqual(store.now, Date(utc: "9999-12-31 23:59:59.999"))
    }

    @Test("a second clock takes over from the first, where that one had brought the store")
    func another() async throws {
        let (shopping, first, second) = (try Shopping(), HandClock(), HandClock())
        try shopping.device.purchase(Shopping.weekly)
        shopping.store.follow(first)
        await first.sleepersWait(for: .days(7))
        first.move(by: .days(2))
        shopping.store.follow(second)
        await first.sleepersWait()
        await second.sleepersWait(for: .days(5))
        first.move(by: .days(100))
        expectEqual(shopping.store.now, date("2026-01-03T00:00:00Z"))
        second.move(by: .days(1))
        expectEqual(shopping.store.now, date("2026-01-04T00:00:00Z"))
    }

    @TaskLocal private static var ambient: Store?

    @Test("a store that nobody holds any more goes, and its sleep ends, though a task knew it when it began to follow")
    func dropped() async throws {
        let clock = HandClock()
        func live() async throws -> () -> Store? {
            let shopping = try Shopping()
            try StoreFollowingTests.$ambient.withValue(shopping.store) {
                shopping.store.follow(clock)
                try shopping.device.purchase(Shopping.weekly)
            }
            await clock.sleepersWait(for: .days(7))
            return { [weak store = shopping.store] in store }
        }
        let store = try await live()
        await clock.sleepersWait()
        expectNil(store())
    }

    @Test("it takes the clocks of the standard library")
    func standardClocks() throws {
        let shopping = try Shopping()
        let store = shopping.store
        try shopping.device.purchase(Shopping.yearly)
        store.follow(ContinuousClock())
        let first = store.now
        store.follow(SuspendingClock())
        let second = store.now
        store.stopFollowing()
        #expect(Store.defaultStart <= first && first <= second && second <= store.now)
        #expect(throws: Never.self) { try store.advance(by: .days(1)) }
    }

    @Test("moved, followed and left by eight threads while they buy, it loses nothing and never runs backwards")
    func threads() async throws {
        let (store, clock) = (Store(try .sample()), HandClock())
        let events = store.events.makeAsyncIterator()
        let listening = Task {
            var (events, numbers) = (events, [Int]())
            while let entry = await events.next() { numbers.append(entry.number) }
            return numbers
        }
        let first = store.log.count
        store.follow(clock)
        try await withThrowingTaskGroup(of: Customer.self) { group in
            for number in 0..<8 {
                group.addTask {
                    let customer = store.addCustomer()
                    let device = customer.addDevice()
                    for round in 0..<60 {
                        switch (number, round % 20) {
                        case (0, _): clock.move(by: .days(1))
                        case (1, 0): store.stopFollowing()
                        case (1, 10): store.follow(clock)
                        case (2, _): _ = try? store.advance(by: .hours(1)) { _ in }
                        default: try device.purchase(Shopping.weekly)
                        }
                    }
                    return customer
                }
            }
            // Those who bought would renew for ever.
            for try await customer in group { try? customer.setAutoRenew(false, inGroup: Shopping.premium) }
        }
        store.stopFollowing()
        try store.advance(by: .months(2))
        await clock.sleepersWait()
        await store.settled()
        listening.cancel()
        await expectEqual(listening.value, Array(first..<store.log.count))
        #expect(zip(store.log, store.log.dropFirst()).allSatisfy { $0.date <= $1.date })
        expectNil(store.nextDue)
    }
}
