public import Foundation
public import OfferKitCore

extension Store {
    /// Moves the clock to a date that is not before ``now``, and hands over each entry as the move produces it.
    ///
    /// For more than memory should hold: nothing is kept of what was handed over, beyond what ``HistoryRetention``
    /// says.
    ///
    /// ```swift
    /// var lapses = 0
    /// try store.advance(to: end) { entry in if case .subscriptionLapsed = entry.event { lapses += 1 } }
    /// ```
    ///
    /// The move pauses after each instant at which something happens, more often at a busy one, and runs `body` in
    /// between. So `body` may use the store, and commands of other threads may come between; they find everything done
    /// that is due by then (C-43). Only entries caused by time are handed over, not those of such commands; a command
    /// that takes the clock further cuts no entries short.
    ///
    /// - Parameters:
    ///   - date: The date to move to.
    ///   - body: Gets the entries in the order of the log, each once. When it throws, the move ends: the clock stays at
    ///     the instant of that entry, everything due at that instant has happened, and nothing later has.
    /// - Returns: What the move brought about. The numbers count entries that others made on the way, too.
    /// - Throws: ``ClockRefusal/clockCannotGoBack(now:asked:)`` for a date in the past,
    ///   ``ClockRefusal/afterTheEnd(asked:)``, ``ClockRefusal/noDate`` for one that is no number,
    ///   ``ClockRefusal/clockIsFollowing`` while the store follows another clock, or begins to on the way; and what
    ///   `body` throws.
    @discardableResult
    public func advance(to date: Date, forEach body: (LogEntry) throws -> Void) throws -> Advance {
        guard !date.timeIntervalSince1970.isNaN else { throw ClockRefusal.noDate }
        return try stream({ _ in Instant(date) }, body)
    }

    /// Moves the clock forwards, and hands over each entry of the move, as ``advance(to:forEach:)`` does.
    ///
    /// - Parameters:
    ///   - step: How far, from where the clock stands at the call.
    ///   - body: Gets the entries in the order of the log, each once. When it throws, the move ends.
    /// - Returns: What the move brought about. The numbers count entries that others made on the way, too.
    /// - Throws: ``ClockRefusal/clockCannotGoBack(now:asked:)`` for a negative step,
    ///   ``ClockRefusal/clockIsFollowing`` while the store follows another clock, or begins to on the way; and
    ///   what `body` throws.
    @discardableResult
    public func advance(by step: TimeStep, forEach body: (LogEntry) throws -> Void) throws -> Advance {
        try stream({ $0.adding(step) }, body)
    }

    private func stream(_ target: (Instant) -> Instant, _ body: (LogEntry) throws -> Void) throws -> Advance {
        let (id, target, first) = try transact { contents -> Result<(UInt64, Instant, Int), ClockRefusal> in
            let target = target(contents.machine.now)
            if let refusal = contents.refusalToAdvance(to: target) { return .failure(refusal) }
            return .success((contents.streams.open(until: target), target, contents.eventCount))
        }.get()
        // Where the move ended in the middle of an instant, this turn does the rest of that instant, too.
        defer { transact { $0.streams.close(id) } }
        var tally = Tally()
        while true {
            let ((entries, end), isRecorded) = turn { $0.nextPart(of: id, until: target) }
            guard isRecorded else { throw ClockRefusal.notRecorded }
            for entry in entries {
                tally.note(entry.event)
                try body(entry)
            }
            switch end {
            case nil: continue
            case .reached(let count): return Advance(date: Date(target), entries: first..<count, tally: tally)
            case .refused(let refusal): throw refusal
            }
        }
    }
}

/// The reason why a move that hands over its entries has ended.
private enum StreamEnd {
    /// The move is at its target, with that many events in the store.
    case reached(eventCount: Int)
    case refused(ClockRefusal)
}

extension Store.Contents {
    /// The most items between two pauses of a move, so that memory does not grow with a busy instant.
    private static let mostItemsPerPart = 256

    /// Continues a move until there are entries to hand over; the end is nil where more is to come.
    ///
    /// A part does not go beyond one instant, so that a caller who stops the move at an entry finds the clock there.
    fileprivate mutating func nextPart(of id: UInt64, until target: Instant) -> ([LogEntry], StreamEnd?) {
        guard following == nil else { return (streams.take(id), .refused(.clockIsFollowing)) }
        if let due = machine.nextDue, due <= target {
            var left = Store.Contents.mostItemsPerPart
            // The caller counts what it was handed over.
            var uncounted = Store.Tally()
            while left > 0, doNextDue(until: due, into: &uncounted) { left -= 1 }
        }
        var entries = streams.take(id)
        guard entries.isEmpty else { return (entries, nil) }
        if machine.now < target {
            let event = StoreEvent(at: target, .clockMoved)
            entries.append(LogEntry(number: eventCount, event, in: state))
            record(event)
        }
        return (entries, .reached(eventCount: eventCount))
    }
}

/// The moves of the clock that hand over entries, each with the entries that wait.
///
/// An entry goes to every move whose way it lies on, whoever brought the clock there.
struct Streams: Sendable {
    private struct Stream: Sendable {
        let id: UInt64
        let target: Instant
        var entries: [LogEntry] = []
    }

    private var streams: [Stream] = []
    private var lastNumber: UInt64 = 0

    mutating func open(until target: Instant) -> UInt64 {
        lastNumber += 1
        streams.append(Stream(id: lastNumber, target: target))
        return lastNumber
    }

    mutating func close(_ id: UInt64) {
        streams.removeAll { $0.id == id }
    }

    /// Returns whether an event caused by time at an instant lies on the way of any move.
    func want(_ instant: Instant) -> Bool {
        !streams.isEmpty && streams.contains { instant <= $0.target }
    }

    mutating func send(_ entry: LogEntry, at instant: Instant) {
        for place in streams.indices where instant <= streams[place].target { streams[place].entries.append(entry) }
    }

    mutating func take(_ id: UInt64) -> [LogEntry] {
        guard let place = streams.firstIndex(where: { $0.id == id }) else { return [] }
        return exchange(&streams[place].entries, with: [])
    }
}
