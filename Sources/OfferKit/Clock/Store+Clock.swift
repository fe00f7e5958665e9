public import Foundation
public import OfferKitCore

extension Store {
    /// The result of moving the clock.
    public struct Advance: Hashable, Sendable {
        /// The date the clock was moved to.
        public let date: Date
        /// The numbers of the log entries that the move caused.
        public let entries: Range<Int>
        /// The number of subscriptions that renewed on the way, in time or after a failure.
        public var renewed: Int { tally.renewed }
        /// The number of renewals that failed, so that grace or billing retry began.
        public var failed: Int { tally.failed }
        /// The number of failed renewals that recovered; they count as ``renewed`` too.
        public var recovered: Int { tally.recovered }
        /// The number of subscriptions that ended.
        public var lapsed: Int { tally.lapsed }

        let tally: Tally
    }

    /// The counts that ``Advance`` reports.
    struct Tally: Hashable, Sendable {
        var renewed = 0
        var failed = 0
        var recovered = 0
        var lapsed = 0

        mutating func note(_ event: StoreEvent.Kind) {
            switch event {
            case .transactionMade(let record, _, _) where record.isRenewal: renewed += 1
            case .renewalFailed: failed += 1
            case .subscriptionRecovered: recovered += 1
            case .subscriptionLapsed: lapsed += 1
            default: break
            }
        }

        mutating func note(_ event: LogEntry.Event) {
            switch event {
            case .subscriptionRenewed: renewed += 1
            case .renewalFailed: failed += 1
            case .subscriptionRecovered: recovered += 1
            case .subscriptionLapsed: lapsed += 1
            default: break
            }
        }
    }

    /// The date on the store's clock.
    public var now: Date {
        Date(transact { $0.machine.now })
    }

    /// The date at which something falls due next by itself; nil when nothing will.
    public var nextDue: Date? {
        transact { $0.machine.nextDue }.map { Date($0) }
    }

    /// Moves the clock forwards.
    ///
    /// Everything that falls due on the way happens in order, each at its own instant, before the call returns.
    ///
    /// - Parameter step: The time to move by.
    /// - Returns: The result of the move.
    /// - Throws: ``ClockRefusal/clockCannotGoBack(now:asked:)`` for a negative step,
    ///   ``ClockRefusal/afterTheEnd(asked:)`` beyond the year 9999, ``ClockRefusal/clockIsFollowing`` while the store
    ///   follows another clock.
    @discardableResult
    public func advance(by step: TimeStep) throws(ClockRefusal) -> Advance {
        try transact { $0.advance(to: $0.machine.now.adding(step)) }.get()
    }

    /// Moves the clock to a date that is not before ``now``.
    ///
    /// - Parameter date: The date to move to.
    /// - Returns: The result of the move.
    /// - Throws: ``ClockRefusal/clockCannotGoBack(now:asked:)`` for a date in the past,
    ///   ``ClockRefusal/afterTheEnd(asked:)`` for one after the year 9999, ``ClockRefusal/noDate`` for one that is no
    ///   number, ``ClockRefusal/clockIsFollowing`` while the store follows another clock.
    @discardableResult
    public func advance(to date: Date) throws(ClockRefusal) -> Advance {
        guard !date.timeIntervalSince1970.isNaN else { throw .noDate }
        return try transact { $0.advance(to: Instant(date)) }.get()
    }

    /// Moves the clock to ``nextDue``, and does everything that is due at that instant (C-43).
    ///
    /// ```swift
    /// while let due = store.nextDue, due <= end { try store.advanceToNext() }
    /// ```
    ///
    /// - Returns: The result of the move; nil, and the clock stands still, where nothing will fall due by itself.
    /// - Throws: ``ClockRefusal/clockIsFollowing`` while the store follows another clock.
    @discardableResult
    public func advanceToNext() throws(ClockRefusal) -> Advance? {
        // Without anything due there is still a move to refuse.
        let advance = try transact { $0.advance(to: $0.machine.nextDue ?? $0.machine.now) }.get()
        return advance.entries.isEmpty ? nil : advance
    }
}

extension Store.Advance: CustomStringConvertible {
    /// The date, the entries of the log and what became of subscriptions, on one line:
    /// `to 2026-02-01T00:00:00Z, 4 entries from 9: 2 renewed, 1 failed`.
    public var description: String {
        let counts = [(renewed, "renewed"), (failed, "failed"), (recovered, "recovered"), (lapsed, "lapsed")]
            .filter { $0.0 > 0 }.map { "\($0) \($1)" }
        let number = entries.count == 1 ? "1 entry" : "\(entries.count) entries"
        let told = entries.isEmpty ? "no entries" : "\(number) from \(entries.lowerBound)"
        return "to \(date.utcText), \(told)\(counts.isEmpty ? "" : ": ")\(counts.joined(separator: ", "))"
    }
}

extension Store.Contents {
    /// Returns the refusal to move the clock to an instant by hand; nil where it can be moved.
    func refusalToAdvance(to target: Instant) -> ClockRefusal? {
        guard following == nil else { return .clockIsFollowing }
        guard !isDelivering else { return .advancing }
        guard target >= machine.now else {
            return .clockCannotGoBack(now: Date(machine.now), asked: Date(target))
        }
        return target <= .endOfClock ? nil : .afterTheEnd(asked: Date(target))
    }

    /// Moves the clock by hand, with all that falls due on the way, in one turn of the lock.
    fileprivate mutating func advance(to target: Instant) -> Result<Store.Advance, ClockRefusal> {
        if let refusal = refusalToAdvance(to: target) { return .failure(refusal) }
        let first = eventCount
        var tally = Store.Tally()
        while doNextDue(until: target, into: &tally) {}
        if machine.now < target { record(StoreEvent(at: target, .clockMoved)) }
        return .success(Store.Advance(date: Date(target), entries: first..<eventCount, tally: tally))
    }

    /// Carries out everything that falls due until an instant, or until now, without moving the clock there.
    mutating func catchUp(to instant: Instant? = nil) {
        var tally = Store.Tally()
        while doNextDue(until: instant ?? machine.now, into: &tally) {}
    }

    /// Carries out the next item that falls due, unless that is after an instant.
    ///
    /// - Parameters:
    ///   - instant: The instant.
    ///   - tally: Counts what happens.
    /// - Returns: Whether anything was due.
    mutating func doNextDue(until instant: Instant, into tally: inout Store.Tally) -> Bool {
        // Asked first, because every command asks twice, and mostly nothing is due.
        guard let next = machine.nextDue, next <= instant else { return false }
        if journal != nil {
            guard canRecord() else { return false }
            // Deciding moves the clock.
            takeCheckpoint()
        }
        // One buffer serves every item that falls due; it is taken out of `self` so that its events are held once.
        var events: [StoreEvent.Kind] = []
        swap(&events, &dueEvents)
        defer { swap(&events, &dueEvents) }
        guard let due = machine.takeNextDue(until: instant, into: &events) else { return false }
        // Only an event takes an item off the agenda: without one this loop would never end, under the lock.
        assert(!events.isEmpty, "What is due at \(due) came to nothing.")
        guard !events.isEmpty else { return false }
        let notifies = notifies
        if notifies { noticing.startOver() }
        // Moved out one by one, because a copy of an event costs about as much as deciding it.
        if events.count > 1 { events.reverse() }
        while let kind = events.popLast() {
            tally.note(kind)
            if notifies { noticing.note(kind, number: happened, before: state) }
            record(StoreEvent(at: due, consume kind), comesOfTime: true)
        }
        if notifies, !noticing.isEmpty { tellOfDecision(comesOfTime: true) }
        return true
    }
}
