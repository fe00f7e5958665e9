/// Figures of similar apps for comparison, as App Analytics shows them (S3-11).
///
/// The caller supplies them; they have no effect (C-46).
public struct RetentionBenchmark: Hashable, Sendable {
    /// The place of a figure among those of similar apps.
    public enum Standing: Hashable, Sendable, CaseIterable {
        /// Below the 25th percentile.
        case lowestQuarter
        /// From the 25th percentile up to below the 50th.
        case belowMedian
        /// From the 50th percentile up to below the 75th.
        case aboveMedian
        /// The 75th percentile or more.
        case highestQuarter
    }

    /// The value below which a quarter of similar apps stays.
    public var percentile25: Double
    /// The value below which half of them stays.
    public var percentile50: Double
    /// The value below which three quarters of them stay.
    public var percentile75: Double

    /// Figures of similar apps; nil unless they are numbers in ascending order.
    public init?(percentile25: Double, percentile50: Double, percentile75: Double) {
        guard percentile25.isFinite, percentile75.isFinite, percentile25 <= percentile50, percentile50 <= percentile75
        else { return nil }
        self.percentile25 = percentile25
        self.percentile50 = percentile50
        self.percentile75 = percentile75
    }

    /// Returns the place of an app's own figure among them; nil for a NaN.
    ///
    /// High is good for retention, and bad for churn.
    public func standing(of own: Double) -> Standing? {
        if own.isNaN { return nil }
        if own < percentile25 { return .lowestQuarter }
        if own < percentile50 { return .belowMedian }
        return own < percentile75 ? .aboveMedian : .highestQuarter
    }
}

/// The number of subscribers left when the same share stays every month (B17-4, S3-10, C-31).
package enum RetentionArithmetic {
    /// Returns the number left of `subscribers` after so many months, rounded to the nearest, halves away from 0.
    ///
    /// Of 10,000 at 85 % there are 1,673 after 11 months, at 95 % 5,688 after 11, at 90 % 3,487 after 10. The talk
    /// gives these three for one year; the number of months is an argument, and the numbers are not corrected.
    ///
    /// - Parameters:
    ///   - subscribers: The number of subscribers at first, not negative.
    ///   - rate: The share that stays every month, 0 to 1.
    ///   - months: The number of months, not negative.
    /// - Returns: The number left; nil where an argument is out of its range.
    package static func remaining(of subscribers: Int, monthlyRetention rate: Double, afterMonths months: Int) -> Int? {
        guard subscribers >= 0, months >= 0, 0...1 ~= rate else { return nil }
        // The power is computed by squaring, in as many steps as the number of months has bits.
        var (power, factor, rest) = (1.0, rate, months)
        while rest > 0 {
            if rest & 1 == 1 { power *= factor }
            factor *= factor
            rest >>= 1
        }
        return Int(exactly: (Double(subscribers) * power).rounded()) ?? subscribers
    }
}
