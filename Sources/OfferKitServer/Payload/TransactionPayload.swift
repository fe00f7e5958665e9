public import OfferKitCore
public import OfferKitEssentials

/// The payload of a signed transaction: the claims of Apple's `JWSTransactionDecodedPayload` (B14), as Swift values.
///
/// The JSON has dates in whole milliseconds, and prices in thousandths of the currency's unit. A property that is nil
/// is left out, never written as null. The numbers of transactions are text there, and numbers here, as they are to
/// StoreKit.
public struct TransactionPayload: Hashable, Sendable {
    /// The transaction's number.
    public var transactionID: UInt64
    /// The number of the first transaction of the subscription (C-22); its own otherwise.
    public var originalTransactionID: UInt64
    /// The number of the purchase event; nil for products that are no subscriptions (B0-11).
    public var webOrderLineItemID: String?
    /// The bundle identifier of the app.
    public var bundleID: String
    /// The product bought.
    public var productID: String
    /// The subscription group; nil for products that are no subscriptions.
    public var subscriptionGroupID: String?
    /// The date when this period began, or the product was bought.
    public var purchaseDate: Date
    /// The date of the subscription's first transaction.
    public var originalPurchaseDate: Date
    /// The date when this period ends; nil for products that do not expire.
    public var expiresDate: Date?
    /// The number of units bought.
    public var quantity: Int32
    /// The type of product.
    public var type: ProductType
    /// The account token of the purchase; nil when there was none.
    public var appAccountToken: UUID?
    /// Whether the customer bought it, or a member of the family shares it (B10-6).
    public var inAppOwnershipType: OwnershipType
    /// The date when the store signed it.
    public var signedDate: Date
    /// The reason for a refund; nil while the transaction counts (B10-1).
    public var revocationReason: RevocationReason?
    /// The date of a refund, or when access was taken back; nil while the transaction counts.
    public var revocationDate: Date?
    /// The extent of a refund (B10-10); nil while the transaction counts.
    public var revocationType: RevocationType?
    /// The share of the price that was refunded, in thousandths of a per cent: 50,000 is half (B10-10).
    ///
    /// It is nil while nothing was refunded.
    public var revocationPercentage: Int32?
    /// Whether an upgrade replaced it (B8-1).
    ///
    /// It is in the JSON only where it is true.
    public var isUpgraded: Bool
    /// The kind of offer; nil at the base price (B5-1).
    public var offerType: OfferType?
    /// The offer's identifier; nil for an introductory offer (S0-58).
    public var offerIdentifier: String?
    /// The payment mode of the offer.
    public var offerDiscountType: OfferDiscountType?
    /// The length of the whole offer, as an ISO 8601 duration.
    public var offerPeriod: SubscriptionPeriod?
    /// The environment of Apple's that the store stands for.
    public var environment: StoreEnvironment
    /// The ISO 3166-1 alpha-3 code of the App Store it was bought in.
    public var storefront: String
    /// Apple's number for that store.
    public var storefrontID: String
    /// The reason for the transaction: the customer bought, or the store renewed (B5-11).
    public var transactionReason: Reason
    /// The ISO 4217 code of the currency of the charge.
    public var currency: String?
    /// ``price`` as the store counts it.
    package var amount: Amount?
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

    /// The amount charged, quantity and offer included, in units of the currency; at most three decimals are kept.
    public var price: Decimal? {
        get { amount.map { Decimal($0) } }
        set { amount = newValue.map { Amount(nearest: $0) } }
    }

    /// The type of a product, as transactions state it.
    ///
    /// An open set: a `switch` needs a `default`.
    public struct ProductType: RawRepresentable, Equatable, Hashable, Sendable {
        /// The text in signed data, such as `Auto-Renewable Subscription`.
        public let rawValue: String

        /// The type with that text, known or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A product that is used up and bought again.
        public static let consumable = ProductType(rawValue: "Consumable")
        /// A product that is bought once and owned for ever.
        public static let nonConsumable = ProductType(rawValue: "Non-Consumable")
        /// A subscription that ends without renewing.
        public static let nonRenewable = ProductType(rawValue: "Non-Renewing Subscription")
        /// A subscription that renews until the customer stops it.
        public static let autoRenewable = ProductType(rawValue: "Auto-Renewable Subscription")
    }

    /// The way in which a customer came by a product: by buying it, or from the family.
    ///
    /// An open set: a `switch` needs a `default`.
    public struct OwnershipType: RawRepresentable, Equatable, Hashable, Sendable {
        /// The text in signed data.
        public let rawValue: String

        /// The type with that text, known or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The customer bought it.
        public static let purchased = OwnershipType(rawValue: "PURCHASED")
        /// A member of the family bought it.
        public static let familyShared = OwnershipType(rawValue: "FAMILY_SHARED")
    }

    /// A reason for a refund.
    ///
    /// An open set: a `switch` needs a `default`.
    public struct RevocationReason: RawRepresentable, Equatable, Hashable, Sendable {
        /// The number in signed data (B10-1).
        public let rawValue: Int

        /// The reason with that number, known or not.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// The customer had an issue with the app.
        public static let developerIssue = RevocationReason(rawValue: 1)
        /// Another reason.
        public static let other = RevocationReason(rawValue: 0)
    }

    /// The extent of a refund (B10-10, C-107).
    ///
    /// An open set: a `switch` needs a `default`.
    public struct RevocationType: RawRepresentable, Equatable, Hashable, Sendable {
        /// The text in signed data.
        public let rawValue: String

        /// The type with that text, known or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The whole price was refunded.
        public static let fullRefund = RevocationType(rawValue: "REFUND_FULL")
        /// A part of the price was refunded.
        public static let proratedRefund = RevocationType(rawValue: "REFUND_PRORATED")
        /// The family no longer shares the transaction.
        public static let familyRevoke = RevocationType(rawValue: "FAMILY_REVOKE")
    }

    /// The reason for a transaction: the customer bought, or the store renewed.
    ///
    /// An open set: a `switch` needs a `default`.
    public struct Reason: RawRepresentable, Equatable, Hashable, Sendable {
        /// The text in signed data.
        public let rawValue: String

        /// The reason with that text, known or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The customer bought.
        public static let purchase = Reason(rawValue: "PURCHASE")
        /// The store renewed.
        public static let renewal = Reason(rawValue: "RENEWAL")
    }

    /// The payment mode of an offer, by the names of signed data.
    ///
    /// An open set: a `switch` needs a `default`.
    public struct OfferDiscountType: RawRepresentable, Equatable, Hashable, Sendable {
        /// The text in signed data.
        public let rawValue: String

        /// The mode with that text, known or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Nothing is charged (S1-3).
        public static let freeTrial = OfferDiscountType(rawValue: "FREE_TRIAL")
        /// The reduced price is charged each period (S1-4).
        public static let payAsYouGo = OfferDiscountType(rawValue: "PAY_AS_YOU_GO")
        /// One charge covers the whole offer (S1-5).
        public static let payUpFront = OfferDiscountType(rawValue: "PAY_UP_FRONT")
    }
}
