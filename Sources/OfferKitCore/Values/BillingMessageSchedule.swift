/// The days of billing retry on which the message about a billing problem comes (B7-15).
///
/// Days are counted from 1, the day of the failure: every day on days 1 to 3, every third on days 4 to 16, every fourth on
/// days 17 to 30, every fifth on days 31 to 60.
package enum BillingMessageSchedule {
    /// Whole days after the failure.
    package static let days: [Int] =
        [0, 1, 2] + stride(from: 3, through: 15, by: 3) + stride(from: 16, through: 29, by: 4)
        + stride(from: 30, through: 59, by: 5)
}
