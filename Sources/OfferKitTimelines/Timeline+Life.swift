public import Foundation
public import OfferKit

extension Timeline {
    /// The reasons why a life cannot be drawn.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum DrawingError: Error, Hashable, Sendable, CustomStringConvertible {
        /// The step is zero or negative.
        case stepNotPositive
        /// The line would have more than ``Timeline/mostCells`` steps.
        case tooLong
        /// The store keeps no log, so the past is unknown; see ``OfferKit/HistoryRetention``.
        case logNotKept
        /// The store has no group of that identifier or name; with the groups that exist.
        case unknownGroup(UnknownName)
        /// A date is NaN.
        case noDate

        /// Says the error's name, what was wrong, and what to do.
        public var description: String {
            switch self {
            case .stepNotPositive: "stepNotPositive: a step has to go forwards. Use .days(1), for example."
            case .tooLong: "tooLong: the line would have more than \(Timeline.mostCells) steps. Use longer ones."
            case .logNotKept: "logNotKept: a timeline is read off the log. Make the store with keeping: .everything."
            case .unknownGroup(let group): "unknownGroup: the store has no group '\(group.name)'. \(group.advice)"
            case .noDate: "noDate: a date is no number, so no step begins there."
            }
        }
    }

    /// Draws the life of a customer's own subscription from the store's log.
    ///
    /// Each step is counted from `from`, so months that begin on the 31st keep to it (C-19). An event at the very
    /// beginning of a step belongs to that step. The last step is the one that contains `to`, and shows what happened
    /// until then. Subscriptions that the family shares are not drawn.
    ///
    /// - Parameters:
    ///   - customer: The customer.
    ///   - group: The subscription group, by its identifier or by the name that only it has (C-234).
    ///   - from: The beginning of the first step; the customer's first purchase in the group unless given.
    ///   - to: The end; the store's clock unless given, and never later.
    ///   - step: The length of one character: a day, a month, or a few seconds where the pace is quick.
    /// - Throws: ``DrawingError``.
    public init(
        of customer: Customer, inGroup group: String, from: Date? = nil, to: Date? = nil, each step: TimeStep
    ) throws(DrawingError) {
        let store = customer.store
        let (log, now) = (store.log, store.now)
        // The customer was added, so a log that is kept has an entry for it.
        guard !log.isEmpty else { throw .logNotKept }
        guard let groupID = store.groupID(named: group) else { throw .unknownGroup(store.unknownGroup(group)) }
        guard [from, to].allSatisfy({ $0?.timeIntervalSince1970.isNaN != true }) else { throw .noDate }
        let own = customer.addDevice().transactions.filter {
            $0.subscriptionGroupID == groupID && $0.ownershipType == .purchased
        }
        let start = Instant(from ?? own.first?.purchaseDate ?? now)
        let starts = try Timeline.starts(from: start, to: Instant(min(to ?? now, now)), each: step)
        var reader = LifeReader(customer: customer.id, group: groupID, transactions: own)
        self.init(cells: reader.cells(of: log, starts: starts), start: start, step: step)
    }

    /// Returns the beginnings of the steps, and one more instant after the last step.
    private static func starts(
        from start: Instant, to end: Instant, each step: TimeStep
    ) throws(DrawingError) -> [Instant] {
        guard start.adding(step) > start else { throw .stepNotPositive }
        var starts: [Instant] = []
        var next = start
        while next <= end {
            guard starts.count < mostCells else { throw .tooLong }
            starts.append(next)
            let after = start.adding(step, times: starts.count)
            // The range of time ends here.
            guard after > next else { break }
            next = after
        }
        return starts.isEmpty ? [] : starts + [end.adding(milliseconds: 1)]
    }
}
