/// Why the App Store has something to say to the app's customer (B15-20).
package enum MessageReason: UInt8, Hashable, Sendable, Codable, CaseIterable {
    /// Anything else.
    case generic
    /// A rise of the price needs the customer's consent (B9-3).
    case priceIncreaseConsent
    /// A renewal could not be charged (S3-18).
    case billingIssue
    /// There is a win-back offer for the customer (S4-21).
    case winBackOffer
}

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
