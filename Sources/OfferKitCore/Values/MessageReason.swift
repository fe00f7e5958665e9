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
