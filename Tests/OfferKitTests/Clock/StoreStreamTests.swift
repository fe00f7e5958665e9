import Foundation
import OfferKit
import OfferKitSamples
import OfferKitTestHarness
import Testing

/// Entries that are handed over while the clock moves.
struct StoreStreamTests {
    private struct Enough: Error {}

    /// A store with so many subscribers for a week, who began one day after another, or at once, and do not renew
    /// unless told so.
    private func store(
        subscribers: Int, apart step: TimeStep = .days(1), renewing: Bool = false,
        keeping retention: HistoryRetention = .everything
    ) throws -> Store {
        let store = Store(try .sample(), keeping: retention)
        for _ in 0..<subscribers {
            let customer = store.addCustomer()
            try customer.addDevice().purchase(Shopping.weekly)
            if !renewing { try customer.setAutoRenew(false, inGroup: Shopping.premium) }
            try store.advance(by: step)
        }
        return store
    }

    @Test("what is handed over is what the log gets, and the same as of a move that hands over nothing")
    func same() throws {
        let (one, other) = (try store(subscribers: 5), try store(subscribers: 5))
        var entries: [LogEntry] = []
        let advance = try one.advance(by: .months(2)) { entries.append($0) }
        expectEqual(advance.date, date("2026-03-06T00:00:00Z"))
        expectEqual(one.now, advance.date)
        expectEqual(entries.map(\.number), Array(advance.entries))
        expectEqual(entries, Array(one.log[advance.entries]))
        expectEqual(entries.last?.event, .clockMoved)
        try expectEqual(other.advance(to: advance.date), advance)
        expectEqual(other.log, one.log)
    }

    @Test("whatever is kept, the same is handed over", arguments: [HistoryRetention.transactions, .liveOnly])
    func kept(retention: HistoryRetention) throws {
        func entries(keeping retention: HistoryRetention) throws -> [LogEntry] {
            let store = try store(subscribers: 3, renewing: true, keeping: retention)
            var entries: [LogEntry] = []
            try store.advance(by: .years(1)) { entries.append($0) }
            expectEqual(store.log.isEmpty, retention != .everything)
            return entries
        }
        let less = try entries(keeping: retention)
        // Three subscribers renew 52 times each, and the clock moves on.
        expectEqual(less.count, 157)
        try expectEqual(less, entries(keeping: .everything))
    }

    @Test("moving by nothing hands over nothing")
    func nothing() throws {
        let store = try store(subscribers: 1)
        let advance = try store.advance(by: .days(0)) { Issue.record("\($0)") }
        #expect(advance.entries.isEmpty)
        expectEqual(advance.lapsed, 0)
    }

    @Test("a closure that throws stops the clock at the instant of its entry, and the rest comes with the next move")
    func stop() throws {
        let (store, other) = (try store(subscribers: 5), try store(subscribers: 5))
        var entries: [LogEntry] = []
        #expect(throws: Enough.self) {
            try store.advance(by: .years(1)) { entry in
                entries.append(entry)
                if entries.count == 2 { throw Enough() }
            }
        }
        expectEqual(entries.map(\.date), [date("2026-01-08T00:00:00Z"), date("2026-01-09T00:00:00Z")])
        expectEqual(store.now, entries.last?.date)
        expectEqual(store.log.last, entries.last)
        try store.advance(to: date("2027-01-06T00:00:00Z")) { entries.append($0) }
        try other.advance(to: date("2027-01-06T00:00:00Z"))
        expectEqual(store.log, other.log)
        expectEqual(entries, store.log.suffix(entries.count))
    }

    @Test("C-43: stopped in the middle of an instant, the store has done all that was due then, and nothing later")
    func stopInTheMiddle() throws {
        let store = try store(subscribers: 400, apart: .days(0))
        let last = store.addCustomer().addDevice()
        try store.advance(by: .milliseconds(1))
        try last.purchase(Shopping.weekly)
        #expect(throws: Enough.self) { try store.advance(by: .years(1)) { _ in throw Enough() } }
        expectEqual(store.now, date("2026-01-08T00:00:00Z"))
        expectEqual(store.nextDue, store.now.adding(.milliseconds(1)))
        expectEqual(lapses(in: store.log), 400)
        expectEqual(last.currentEntitlements.count, 1)
    }

    @Test("C-43: whoever uses the store in the middle of a busy instant finds all of it done, and no entry is lost")
    func middle() throws {
        let store = try store(subscribers: 1_000, apart: .days(0))
        var numbers: [Int] = []
        let advance = try store.advance(to: date("2026-01-08T00:00:00Z")) { entry in
            numbers.append(entry.number)
            if numbers.count == 1 { expectEqual(lapses(in: store.log), 1_000) }
        }
        expectEqual(advance.lapsed, 1_000)
        expectEqual(numbers, Array(advance.entries))
    }

    @Test("the closure may buy: its purchase is not handed over, and what comes of it in time is")
    func buying() throws {
        let shopping = try Shopping()
        let store = shopping.store
        try shopping.buyOnce(Shopping.weekly)
        var seen: [LogEntry] = []
        let advance = try store.advance(to: date("2026-01-23T00:00:00Z")) { entry in
            seen.append(entry)
            if case .subscriptionLapsed = entry.event { try shopping.buyOnce(Shopping.weekly) }
        }
        expectEqual(seen.map(\.date), ["08", "15", "22", "23"].map { date("2026-01-\($0)T00:00:00Z") })
        expectEqual(advance.lapsed, 3)
        expectEqual(advance.entries.upperBound, store.log.count)
        expectEqual(shopping.device.transactions.count, 4)
    }

    @Test("a move in the closure takes the clock further, and each move hands over its own way once")
    func nested() throws {
        let store = try store(subscribers: 5)
        var (outer, inner): ([LogEntry], [LogEntry]) = ([], [])
        try store.advance(to: date("2026-01-10T12:00:00Z")) { entry in
            outer.append(entry)
            if outer.count == 1 { try store.advance(to: date("2026-01-20T00:00:00Z")) { inner.append($0) } }
        }
        expectEqual(store.now, date("2026-01-20T00:00:00Z"))
        expectEqual(outer.map(\.date), ["08", "09", "10"].map { date("2026-01-\($0)T00:00:00Z") })
        expectEqual(inner.map(\.date), ["09", "10", "11", "12", "20"].map { date("2026-01-\($0)T00:00:00Z") })
    }

    @Test("a move back, to no date, or of a clock that follows another is refused and hands over nothing")
    func refusals() throws {
        let store = try store(subscribers: 1)
        let (now, log) = (store.now, store.log)
        let never: (LogEntry) -> Void = { Issue.record("\($0)") }
        #expect(throws: ClockRefusal.noDate) {
            try store.advance(to: Date(timeIntervalSince1970: .nan), forEach: never)
        }
        let asked = now.adding(.milliseconds(-1))
        #expect(throws: ClockRefusal.clockCannotGoBack(now: now, asked: asked)) {
            try store.advance(by: .milliseconds(-1), forEach: never)
        }
        store.follow(HandClock())
        #expect(throws: ClockRefusal.clockIsFollowing) { try store.advance(by: .years(1), forEach: never) }
        expectEqual(store.now, now)
        expectEqual(store.log, log)
    }

    @Test("a store that begins to follow a clock on the way ends the move where it is")
    func followsOnTheWay() throws {
        let store = try store(subscribers: 5)
        var count = 0
        #expect(throws: ClockRefusal.clockIsFollowing) {
            try store.advance(by: .years(1)) { _ in
                count += 1
                store.follow(HandClock())
            }
        }
        expectEqual(count, 1)
        expectEqual(store.now, date("2026-01-08T00:00:00Z"))
    }

    private func lapses(in log: [LogEntry]) -> Int {
        log.count { if case .subscriptionLapsed = $0.event { true } else { false } }
    }
}
