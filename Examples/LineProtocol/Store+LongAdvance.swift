package import Foundation
package import OfferKit

/// What a move of the clock came to that is ended after so many things have happened.
package struct LongAdvance: Hashable, Sendable {
    /// How many subscriptions renewed on the way, in time or after a failure.
    package private(set) var renewed = 0
    /// How many renewals failed.
    package private(set) var failed = 0
    /// How many failed renewals were made good.
    package private(set) var recovered = 0
    /// How many subscriptions ended.
    package private(set) var lapsed = 0
    /// How many entries of the log came of it.
    package private(set) var entries = 0
    /// Whether the clock has got to where it was to go.
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
    /// Moves the clock, but no further than so many things happen on the way: lives of thousands of years are told in several
    /// answers.
    ///
    /// - Parameters:
    ///   - target: Where the clock is to go.
    ///   - limit: How many entries of the log are enough.
    /// - Returns: What came of it.
    /// - Throws: What ``Store/advance(to:)`` throws.
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
