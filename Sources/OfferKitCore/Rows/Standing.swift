/// The state of a subscription, with only what is true in that state.
package enum Standing: Hashable, Sendable, Codable {
    /// Service runs until then.
    case active(until: Instant)
    /// The renewal failed, service goes on until then, and billing retry goes on to its own end (B7-3, B7-4).
    case inGrace(until: Instant, retryUntil: Instant)
    /// The renewal failed, there is no service, and the store goes on trying until then (B7-2).
    case inRetry(until: Instant, because: RenewalFailure)
    /// It ended, for that reason.
    case lapsed(on: Instant, reason: LapseReason)
    /// The current period was refunded; it would have ended on that date (C-24).
    case revoked(on: Instant, until: Instant)
}

/// Why a renewal could not be carried out.
public enum RenewalFailure: UInt8, Hashable, Sendable, Codable {
    /// The charge was declined.
    case paymentDeclined
    /// The store's risk check refused the charge (S3-34).
    case riskCheckRefused
    /// The product is not for sale, or has no price in the chain's storefront (C-17).
    case productUnavailable
}

/// Why a subscription ended, by the numbers of signed data (B6-8).
public enum LapseReason: UInt8, Hashable, Sendable, Codable {
    /// The customer turned auto-renew off.
    case autoRenewDisabled = 1
    /// The renewal could not be charged within the time of billing retry.
    case billingError = 2
    /// The customer did not agree to a higher price.
    case didNotConsentToPriceIncrease = 3
    /// The product was not for sale.
    case productUnavailable = 4
    /// Anything else.
    case unknown = 5
}
