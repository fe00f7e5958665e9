public import Foundation
public import OfferKitCore

/// A purchase or renewal, as the app's device sees it.
public struct Transaction: Identifiable, Equatable, Hashable, Sendable {
    /// The type of ``id``.
    public typealias ID = UInt64
    /// StoreKit's name for the kind of offer.
    public typealias OfferType = OfferKitCore.OfferType

    /// The transaction's number, unique in the store.
    public let id: UInt64
    /// The number of the first transaction of the subscription (C-22); its own otherwise.
    public let originalID: UInt64
    /// The number of the purchase event, the same on all devices; nil for products that are no subscriptions (B0-11).
    public let webOrderLineItemID: String?
    /// The product bought.
    public let productID: String
    /// The subscription group; nil for products that are no subscriptions.
    public let subscriptionGroupID: String?
    /// The bundle identifier of the app.
    public let appBundleID: String
    /// When this period began, or the product was bought.
    public let purchaseDate: Date
    /// When the first transaction of the subscription was made.
    public let originalPurchaseDate: Date
    /// When this period ends; nil for products that do not expire.
    public let expirationDate: Date?
    /// How many were bought.
    public let purchasedQuantity: Int
    /// Whether an upgrade replaced it (B8-1).
    public let isUpgraded: Bool
    /// The offer that applies to this period; nil at the base price (B5-1).
    public let offer: Offer?
    /// The type of product.
    public let productType: Product.ProductType
    /// The token given at the purchase; nil when there was none.
    public let appAccountToken: UUID?
    /// When it was refunded, or access was taken back; nil while it counts (B10-1).
    public let revocationDate: Date?
    /// Why it was refunded; nil while it counts.
    public let revocationReason: RevocationReason?
    /// Whether the customer bought it, or a member of the family shares it (B10-6).
    public let ownershipType: OwnershipType
    /// The environment the store stands for.
    public let environment: StoreEnvironment
    /// Whether the customer bought or the store renewed (B5-11).
    public let reason: Reason
    /// What was charged, quantity and offer included, in units of the currency.
    public let price: Decimal?
    /// ISO 4217 code of the currency it was charged in.
    public let currencyCode: String?

    private let territory: Territory
    let reference: DeviceReference

    /// The App Store it was bought in.
    public var storefront: Storefront { Storefront(territory) }
    /// The currency it was charged in.
    public var currency: Locale.Currency? { currencyCode.map { Locale.Currency($0) } }
    /// The device that sees it.
    public var device: Device { reference.device }

    /// Whether the customer bought or the store renewed.
    ///
    /// An open set: a `switch` needs a `default`.
    public struct Reason: RawRepresentable, Equatable, Hashable, Sendable {
        /// The text in signed data.
        public let rawValue: String

        /// The reason with that text, known or not.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The customer bought.
        public static let purchase = Reason(rawValue: "PURCHASE")
        /// The store renewed.
        public static let renewal = Reason(rawValue: "RENEWAL")
    }

    init(_ record: TransactionRecord, in state: StoreState, on device: Device) {
        let entry = state.shop[record.product]
        id = record.id
        originalID = record.originalID
        webOrderLineItemID = record.subscription == nil ? nil : String(record.id)
        productID = entry.product.id
        subscriptionGroupID = entry.group.map { state.shop.groupID($0) }
        appBundleID = state.bundleID
        purchaseDate = Date(record.purchased)
        originalPurchaseDate = Date(
            record.isFamilyShared
                ? state.transactions[record.originalID]?.purchased ?? record.purchased
                : record.subscription.map { state[$0].originallyPurchased } ?? record.purchased)
        expirationDate = record.expires.map { Date($0) }
        purchasedQuantity = Int(record.quantity)
        isUpgraded = record.isUpgraded
        offer = record.offer.map { Offer(state.terms($0)) }
        productType = Product.ProductType(entry.product.kind)
        appAccountToken = record.token.map { state.token($0) }
        let revocation = record.isRevoked ? state.revocations[record.id] : nil
        revocationDate = revocation.map { Date($0.date) }
        revocationReason = revocation.map { RevocationReason(rawValue: $0.reason.rawValue) }
        ownershipType = record.isFamilyShared ? .familyShared : .purchased
        environment = state.environment
        switch record.reason {
        case .purchase: reason = .purchase
        case .renewal: reason = .renewal
        }
        price = Decimal(record.price)
        currencyCode = record.territory.currency
        territory = record.territory
        reference = DeviceReference(device: device)
    }
}
