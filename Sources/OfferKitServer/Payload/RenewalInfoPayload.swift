public import OfferKitCore
public import OfferKitEssentials

/// The payload of signed renewal info: the claims of Apple's `JWSRenewalInfoDecodedPayload` (B14), as Swift values.
///
/// The JSON has dates in whole milliseconds, and prices in thousandths of the currency's unit. A property that is nil
/// is left out, never written as null. The payload names no app: it has no bundle identifier.
public struct RenewalInfoPayload: Hashable, Sendable {
    /// The number of the subscription's first transaction (C-22).
    public var originalTransactionID: UInt64
    /// The product of the current or last period.
    public var productID: String
    /// The product that renews next, or would: present even where nothing will renew (C-41).
    public var autoRenewProductID: String
    /// Whether the subscription is to renew: 1 or 0 in the JSON.
    public var willAutoRenew: Bool
    /// The reason why the subscription ended, or its renewal failed; nil during a period that was paid for (C-112).
    public var expirationIntent: ExpirationIntent?
    /// Whether a renewal failed and the store still tries; nil before the first failure and after a recovery (C-42).
    public var isInBillingRetryPeriod: Bool?
    /// The status of a price increase; nil when none was announced.
    public var priceIncreaseStatus: PriceIncreaseStatus?
    /// The end of the grace period; nil outside it.
    public var gracePeriodExpiresDate: Date?
    /// The kind of offer that applies at the next renewal (B5-2); nil at the base price.
    public var offerType: OfferType?
    /// The identifier of that offer.
    public var offerIdentifier: String?
    /// The payment mode of that offer.
    public var offerDiscountType: TransactionPayload.OfferDiscountType?
    /// The length of the whole offer, as an ISO 8601 duration.
    public var offerPeriod: SubscriptionPeriod?
    /// The date when the store signed it.
    public var signedDate: Date
    /// The environment of Apple's that the store stands for.
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
    /// The SHA-384 hash that ties the value to a device; only in values made for a device.
    public var deviceVerification: [UInt8]?
    /// The nonce of ``deviceVerification``.
    public var deviceVerificationNonce: UUID?
    /// Members that this library gives no meaning to, by their names.
    ///
    /// The store writes none. Members in data that others signed are kept, and written after all others, in
    /// alphabetical order; one with the name of a property above is not written.
    public var otherMembers: [String: JSONText] = [:]

    /// The price of the next renewal, in units of the currency; at most three decimal places are kept.
    ///
    /// Nil when nothing will renew (C-41), and for a family member (C-128).
    public var renewalPrice: Decimal? {
        get { renewalAmount.map { Decimal($0) } }
        set { renewalAmount = newValue.map { Amount(nearest: $0) } }
    }

    /// A reason why a subscription ended.
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
        /// Any other reason.
        public static let unknown = ExpirationIntent(rawValue: 5)
    }

    /// The status of a price increase for a subscriber.
    ///
    /// An open set: a `switch` needs a `default`.
    public struct PriceIncreaseStatus: RawRepresentable, Equatable, Hashable, Sendable {
        /// The number in signed data.
        public let rawValue: Int

        /// The status with that number, known or not.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// The customer was asked and has not agreed.
        public static let pending = PriceIncreaseStatus(rawValue: 0)
        /// The customer agreed, or was told of an increase that needs no consent.
        public static let agreed = PriceIncreaseStatus(rawValue: 1)
    }
}
