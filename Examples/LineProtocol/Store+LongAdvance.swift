package import Foundation
package import OfferKit

/// The result of moving the clock until a limit of events is reached.
package struct LongAdvance: Hashable, Sendable {
    /// The number of subscriptions that renewed on the way, in time or after a failure.
    package private(set) var renewed = 0
    /// The number of failed renewals.
    package private(set) var failed = 0
    /// The number of failed renewals that were recovered.
    package private(set) var recovered = 0
    /// The number of subscriptions that ended.
    package private(set) var lapsed = 0
    /// The number of entries in the log.
    package private(set) var entries = 0
    /// Whether the clock has reached its target.
    package fileprivate(set) var isComplete = false

    fileprivate mutating func add(_ advance: Store.Advance) {
        renewed += advance.renewed
        failed += advance.failed
        recovered += advance.recovered
        lapsed += advance.lapsed
        entries += advance.entries.count
    }
}

extension Store {
    /// Moves the clock until its target or a limit of events is reached.
    ///
    /// So lives of thousands of years are told in several answers.
    ///
    /// - Parameters:
    ///   - target: The target of the clock.
    ///   - limit: The most entries of the log.
    /// - Returns: The result.
    /// - Throws: The error of ``Store/advance(to:)``.
    package func advance(to target: Date, atMost limit: Int) throws(ClockRefusal) -> LongAdvance {
        var sum = LongAdvance()
        while let due = nextDue, due <= target {
            guard sum.entries < limit else { return sum }
            guard let advance = try advanceToNext() else { break }
            sum.add(advance)
        }
        sum.add(try advance(to: target))
        sum.isComplete = true
        return sum
    }
}
