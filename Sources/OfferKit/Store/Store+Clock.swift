public import Foundation
public import OfferKitCore

extension Store {
    /// What moving the clock brought about.
    public struct Advance: Hashable, Sendable {
        /// The date the clock was moved to.
        public let date: Date
        /// The numbers of the log entries that came of it.
        public let entries: Range<Int>
        /// How many subscriptions ended on the way.
        public let lapsed: Int
    }

    /// The date on the store's clock.
    public var now: Date {
        Date(state.now)
    }

    /// When the next thing falls due by itself; nil when nothing will.
    public var nextDue: Date? {
        state.nextDue.map { Date($0) }
    }

    /// Moves the clock forwards.
    ///
    /// Everything that falls due on the way happens in order, each at its own instant, before the call returns.
    ///
    /// - Parameter step: How far.
    /// - Returns: What it brought about.
    /// - Throws: ``ConfigurationRefusal/clockCannotGoBack(now:asked:)`` for a negative step.
    @discardableResult
    public func advance(by step: TimeStep) throws(ConfigurationRefusal) -> Advance {
        try advance { $0.adding(step) }
    }

    /// Moves the clock to a date that is not before ``now``.
    ///
    /// - Parameter date: The date to move to.
    /// - Returns: What it brought about.
    /// - Throws: ``ConfigurationRefusal/clockCannotGoBack(now:asked:)`` for a date in the past,
    ///   ``ConfigurationRefusal/noDate`` for one that is no number.
    @discardableResult
    public func advance(to date: Date) throws(ConfigurationRefusal) -> Advance {
        guard !date.timeIntervalSince1970.isNaN else { throw .noDate }
        return try advance { _ in Instant(date) }
    }

    private func advance(_ target: (Instant) -> Instant) throws(ConfigurationRefusal) -> Advance {
        try transact { contents, record -> Result<Advance, ConfigurationRefusal> in
            let target = target(contents.state.now)
            guard target >= contents.state.now else {
                return .failure(.clockCannotGoBack(now: contents.state.now, asked: target))
            }
            let first = contents.eventCount
            var lapsed = 0
            var events: [StoreEvent.Kind] = []
            while let due = contents.state.decideNextDue(until: target, into: &events) {
                record(&contents, due, events)
                lapsed += events.count { if case .subscriptionLapsed = $0 { true } else { false } }
            }
            if contents.state.now < target { record(&contents, target, [.clockMoved]) }
            return .success(Advance(date: Date(target), entries: first..<contents.eventCount, lapsed: lapsed))
        }.get()
    }
}
