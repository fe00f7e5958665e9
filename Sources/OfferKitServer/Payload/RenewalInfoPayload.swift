public import OfferKitCore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What signed renewal info says: the claims of Apple's `JWSRenewalInfoDecodedPayload` (B14), as values of Swift.
///
/// The JSON has dates in whole milliseconds, and prices in thousandths of the currency's unit. What is nil is left out,
/// never written as null. It names no app: there is no bundle identifier in it.
public struct RenewalInfoPayload: Hashable, Sendable {
    /// The number of the subscription's first transaction (C-22).
    public var originalTransactionID: UInt64
    /// The product of the current or last period.
    public var productID: String
    /// The product that renews next, or would: there even where nothing will renew (C-41).
    public var autoRenewProductID: String
    /// Whether the subscription is to renew: 1 in the JSON, or 0.
    public var willAutoRenew: Bool
    /// Why the subscription ended, or its renewal failed; nil while a period runs that was paid for (C-112).
    public var expirationIntent: ExpirationIntent?
    /// Whether a renewal failed and the store goes on trying; nil before the first failure and after a recovery (C-42).
    public var isInBillingRetryPeriod: Bool?
    /// How a rise of the price stands; nil when none was announced.
    public var priceIncreaseStatus: PriceIncreaseStatus?
    /// The end of grace; nil outside it.
    public var gracePeriodExpiresDate: Date?
    /// The kind of offer that applies at the next renewal (B5-2); nil at the base price.
    public var offerType: OfferType?
    /// That offer's identifier.
    public var offerIdentifier: String?
    /// How that offer is paid for.
    public var offerDiscountType: TransactionPayload.OfferDiscountType?
    /// The length of that whole offer, as an ISO 8601 duration.
    public var offerPeriod: SubscriptionPeriod?
    /// When the store signed it.
    public var signedDate: Date
    /// Which of Apple's environments the store stands for.
    public var environment: StoreEnvironment
    /// The start of the latest series of periods without a gap of more than 60 days (B14-1, C-28).
    public var recentSubscriptionStartDate: Date
    /// The end of the current or last period.
    public var renewalDate: Date
    /// ISO 4217 code of the currency; nil when nothing will renew (C-41), and for a family member (C-128).
    public var currency: String?
    /// ``renewalPrice`` as the store counts it.
    package var renewalAmount: Amount?
    /// The win-back offers that the customer may have now, the best first (B15-11); empty and left out for none.
    public var eligibleWinBackOfferIDs: [String]
    /// The account token of the current or last period; nil when there was none.
    public var appAccountToken: UUID?
    /// The customer's app transaction.
    public var appTransactionID: String?
    /// The SHA-384 hash that ties the value to a device; only in what a device was handed.
    public var deviceVerification: [UInt8]?
    /// The nonce of ``deviceVerification``.
    public var deviceVerificationNonce: UUID?
    /// Members that this library gives no meaning to, by their names.
    ///
    /// The store writes none. Reading what others signed keeps theirs, and they are written after all others, in
    /// alphabetical order; one that has the name of a member above is not written.
    public var otherMembers: [String: JSONText] = [:]

    /// What the next renewal costs, in units of the currency; at most three decimal places are kept.
    ///
    /// Nil when nothing will renew (C-41), and for a family member (C-128).
    public var renewalPrice: Decimal? {
        get { renewalAmount.map { Decimal($0) } }
        set { renewalAmount = newValue.map { Amount(nearest: $0) } }
    }

    /// Why a subscription ended.
    ///
    /// An open set: a `switch` needs a `default`.
    public struct ExpirationIntent: RawRepresentable, Equatable, Hashable, Sendable {
        /// The number in signed data, 1 to 5 (B6-8).
        public let rawValue: Int

        /// The reason with that number, known or not.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// The customer turned auto-renew off.
        public static let autoRenewDisabled = ExpirationIntent(rawValue: 1)
        /// A charge failed.
        public static let billingError = ExpirationIntent(rawValue: 2)
        /// The customer did not agree to a higher price.
        public static let didNotConsentToPriceIncrease = ExpirationIntent(rawValue: 3)
        /// The product was not for sale.
        public static let productUnavailable = ExpirationIntent(rawValue: 4)
        /// Anything else.
        public static let unknown = ExpirationIntent(rawValue: 5)
    }

    /// How a rise of the price stands for a subscriber.
    ///
    /// An open set: a `switch` needs a `default`.
    public struct PriceIncreaseStatus: RawRepresentable, Equatable, Hashable, Sendable {
        /// The number in signed data.
        public let rawValue: Int

        /// The status with that number, known or not.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// The customer was asked and has not agreed.
        public static let pending = PriceIncreaseStatus(rawValue: 0)
        /// The customer agreed, or was told of one that needs no consent.
        public static let agreed = PriceIncreaseStatus(rawValue: 1)
    }
}
