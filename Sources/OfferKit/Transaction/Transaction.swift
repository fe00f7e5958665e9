public import Foundation
public import OfferKitCore
public import OfferKitServer

/// A purchase or renewal, as the app's device sees it.
///
/// Two are equal when they say the same of the purchase: when they were signed, and for which device, does not count.
public struct Transaction: Identifiable, Equatable, Hashable, Sendable {
    /// The type of ``id``.
    public typealias ID = UInt64
    /// StoreKit's name for the kind of offer.
    public typealias OfferType = OfferKitCore.OfferType
    /// StoreKit's name for who bought what a customer has.
    public typealias OwnershipType = TransactionPayload.OwnershipType
    /// StoreKit's name for why a transaction was refunded.
    public typealias RevocationReason = TransactionPayload.RevocationReason
    /// StoreKit's name for whether the customer bought or the store renewed.
    public typealias Reason = TransactionPayload.Reason

    let handed: HandedOut<TransactionPayload>

    init(handed: HandedOut<TransactionPayload>) {
        self.handed = handed
    }

    init(_ record: TransactionRecord, in state: StoreState, on device: Device) {
        handed = HandedOut(TransactionPayload(record, in: state), to: device)
    }
}

extension Transaction {
    /// What the signed transaction says, in the wire's own units.
    public var payload: TransactionPayload { handed.payload }

    /// The transaction's number, unique in the store.
    public var id: UInt64 { payload.transactionID }
    /// The number of the first transaction of the subscription (C-22); its own otherwise.
    public var originalID: UInt64 { payload.originalTransactionID }
    /// The number of the purchase event, the same on all devices; nil for products that are no subscriptions (B0-11).
    public var webOrderLineItemID: String? { payload.webOrderLineItemID }
    /// The product bought.
    public var productID: String { payload.productID }
    /// The subscription group; nil for products that are no subscriptions.
    public var subscriptionGroupID: String? { payload.subscriptionGroupID }
    /// The bundle identifier of the app.
    public var appBundleID: String { payload.bundleID }
    /// When this period began, or the product was bought.
    public var purchaseDate: Date { Date(payload.purchaseDate) }
    /// When the first transaction of the subscription was made.
    public var originalPurchaseDate: Date { Date(payload.originalPurchaseDate) }
    /// When this period ends; nil for products that do not expire.
    public var expirationDate: Date? { payload.expiresDate.map { Date($0) } }
    /// How many were bought.
    public var purchasedQuantity: Int { Int(payload.quantity) }
    /// Whether an upgrade replaced it (B8-1).
    public var isUpgraded: Bool { payload.isUpgraded }
    /// The offer that applies to this period; nil at the base price (B5-1).
    public var offer: Offer? {
        payload.offerType.map {
            Offer(
                id: payload.offerIdentifier, type: $0, paymentMode: payload.offerDiscountType,
                period: payload.offerPeriod)
        }
    }
    /// The type of product.
    public var productType: Product.ProductType { payload.type }
    /// The token given at the purchase; nil when there was none.
    public var appAccountToken: UUID? { payload.appAccountToken }
    /// When it was refunded, or access was taken back; nil while it counts (B10-1).
    public var revocationDate: Date? { payload.revocationDate.map { Date($0) } }
    /// Why it was refunded; nil while it counts.
    public var revocationReason: RevocationReason? { payload.revocationReason }
    /// Whether the customer bought it, or a member of the family shares it (B10-6).
    public var ownershipType: OwnershipType { payload.inAppOwnershipType }
    /// The environment the store stands for.
    public var environment: StoreEnvironment { payload.environment }
    /// Whether the customer bought or the store renewed (B5-11).
    public var reason: Reason { payload.transactionReason }
    /// What was charged, quantity and offer included, in units of the currency.
    public var price: Decimal? { payload.price.map { Decimal($0) } }
    /// ISO 4217 code of the currency it was charged in.
    public var currencyCode: String? { payload.currency }
    /// The currency it was charged in.
    public var currency: Locale.Currency? { currencyCode.map { Locale.Currency($0) } }
    /// The App Store it was bought in.
    public var storefront: Storefront {
        Storefront(countryCode: payload.storefront, id: payload.storefrontID, currencyCode: payload.currency)
    }
    /// The identifier of the customer's download of the app (C-94).
    public var appTransactionID: String { payload.appTransactionID ?? "" }
}

extension Transaction: SignedValue, HandedOutValue {
    /// The device that sees it.
    public var device: Device { handed.device }
    /// When the store signed it: as soon as it was handed out, and before anybody reads the JWS.
    public var signedDate: Date { Date(payload.signedDate) }
    /// What is signed, as the JSON that the JWS carries (B14).
    public var jsonRepresentation: Data { Data(handed.json) }
    /// The SHA-384 hash of the nonce and the device's identifier.
    public var deviceVerification: Data { Data(handed.deviceVerification) }
    /// The nonce of ``deviceVerification``.
    public var deviceVerificationNonce: UUID { handed.nonce }
    /// The JWS that the store makes of it, or one that fails its check for a reason.
    public func jwsRepresentation(failing error: VerificationResult<Any>.VerificationError?) -> String {
        handed.jws(failing: error)
    }
}
