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
    /// StoreKit's name for the way in which a customer owns what was bought.
    public typealias OwnershipType = TransactionPayload.OwnershipType
    /// StoreKit's name for the reason why a transaction was refunded.
    public typealias RevocationReason = TransactionPayload.RevocationReason
    /// StoreKit's name for the reason for a transaction: the customer bought, or the store renewed.
    public typealias Reason = TransactionPayload.Reason

    let handed: HandedOut<TransactionPayload>

    init(handed: HandedOut<TransactionPayload>) { self.handed = handed }

    init(_ record: TransactionRecord, in state: __shared StoreState, on device: Device) {
        handed = HandedOut(TransactionPayload(record, in: state), to: device, OwnNumbers(record))
    }

    /// The signed payload, in the wire's own units; ``jsonRepresentation`` is its JSON.
    public var payload: TransactionPayload { handed.signedPayload }

    /// The payload without the values that tie it to the device, which take a hash to work out.
    var content: TransactionPayload { handed.payload }

    /// The store's own number of it, which no other transaction ever has, whatever apps see (C-221).
    package var ownNumber: UInt64 { handed.own.number }
    /// The store's own number of the subscription's first transaction; its own otherwise.
    package var ownOriginalNumber: UInt64 { handed.own.original }

    /// The transaction's number, unique in the store; where ``StoreRules/numbersFromZero`` holds, until everything is
    /// erased.
    public var id: UInt64 { content.transactionID }
    /// The number of the first transaction of the subscription (C-22); its own otherwise.
    public var originalID: UInt64 { content.originalTransactionID }
    /// The number of the purchase event, the same on all devices; nil for products that are no subscriptions (B0-11).
    public var webOrderLineItemID: String? { content.webOrderLineItemID }
    /// The product bought.
    public var productID: String { content.productID }
    /// The subscription group; nil for products that are no subscriptions.
    public var subscriptionGroupID: String? { content.subscriptionGroupID }
    /// The bundle identifier of the app.
    public var appBundleID: String { content.bundleID }
    /// The date on which this period began, or the product was bought.
    public var purchaseDate: Date { content.purchaseDate }
    /// The date on which the first transaction of the subscription was made.
    public var originalPurchaseDate: Date { content.originalPurchaseDate }
    /// The end of this period; nil for products that do not expire.
    public var expirationDate: Date? { content.expiresDate }
    /// The quantity that was bought.
    public var purchasedQuantity: Int { Int(content.quantity) }
    /// Whether an upgrade replaced it (B8-1).
    public var isUpgraded: Bool { content.isUpgraded }
    /// The offer that applies to this period; nil at the base price (B5-1).
    public var offer: Offer? {
        content.offerType.map {
            Offer(
                id: content.offerIdentifier, type: $0, paymentMode: content.offerDiscountType,
                period: content.offerPeriod)
        }
    }
    /// The type of product.
    public var productType: Product.ProductType { content.type }
    /// The token given at the purchase; nil when there was none.
    public var appAccountToken: UUID? { content.appAccountToken }
    /// The date on which it was refunded, or access was taken back; nil while it counts (B10-1).
    public var revocationDate: Date? { content.revocationDate }
    /// The reason for the refund; nil while it counts.
    public var revocationReason: RevocationReason? { content.revocationReason }
    /// The way in which the customer owns it: bought, or shared by a member of the family (B10-6).
    public var ownershipType: OwnershipType { content.inAppOwnershipType }
    /// The environment the store stands for.
    public var environment: StoreEnvironment { content.environment }
    /// The reason for the transaction: the customer bought, or the store renewed (B5-11).
    public var reason: Reason { content.transactionReason }
    /// The price that was charged, quantity and offer included, in units of the currency.
    public var price: Decimal? { content.price }
    /// ISO 4217 code of the currency it was charged in.
    public var currencyCode: String? { content.currency }
    /// The currency it was charged in.
    public var currency: Locale.Currency? { currencyCode.map { Locale.Currency($0) } }
    /// The App Store it was bought in.
    public var storefront: Storefront {
        Storefront(countryCode: content.storefront, id: content.storefrontID, currencyCode: content.currency)
    }
    /// The identifier of the customer's download of the app (C-110).
    public var appTransactionID: String { content.appTransactionID ?? "" }
}

extension Transaction: SignedValue, HandedOutValue {
    /// The device that sees it.
    public var device: Device { handed.device }
    /// The date on which the store signed it: as soon as it was handed out, and before anybody reads the JWS.
    public var signedDate: Date { content.signedDate }
    /// The signed payload, as the JSON that the JWS carries (B14).
    public var jsonRepresentation: Data { Data(handed.json) }
    /// The SHA-384 hash of the nonce and the device's identifier.
    public var deviceVerification: Data { Data(handed.deviceVerification) }
    /// The nonce of ``deviceVerification``.
    public var deviceVerificationNonce: UUID { handed.nonce }
    /// Returns the JWS that the store makes of it, or one that fails its check for a reason.
    public func jwsRepresentation(failing error: VerificationResult<Any>.VerificationError?) -> String {
        handed.jws(failing: error)
    }
}
