public import Foundation
public import OfferKitCore
public import OfferKitServer

/// A product as a device sees it: one price, in the currency of the storefront, described in the device's language.
///
/// It comes from a device (`device.products`) and knows it, so that ``purchase(options:)`` needs nothing more.
public struct Product: Identifiable, Equatable, Hashable, Sendable {
    /// The type of ``id``.
    public typealias ID = String

    /// The product identifier.
    public let id: String
    /// The type of product.
    public let type: ProductType
    /// The name, in the device's language where the catalogue has it.
    public let displayName: String
    /// The description, in the device's language where the catalogue has it.
    public let description: String
    /// The base price, in units of the storefront's currency.
    public let price: Decimal
    /// The base price as text in the device's language, such as `$9.99`.
    public let displayPrice: String
    /// The style in which prices are written for this product: the storefront's currency, in the device's language.
    public let priceFormatStyle: Decimal.FormatStyle.Currency
    /// Whether a purchase can be shared with the customer's family.
    public let isFamilyShareable: Bool
    /// The subscription part; nil exactly for products that are no auto-renewable subscriptions.
    public let subscription: SubscriptionInfo?

    /// The territory it is sold in.
    let territory: Territory
    let reference: DeviceReference

    /// The device that sees it.
    var device: Device { reference.device }

    /// The type of a product, as transactions state it.
    public typealias ProductType = TransactionPayload.ProductType
    /// StoreKit's name for a length of time.
    public typealias SubscriptionPeriod = OfferKitCore.SubscriptionPeriod
    /// StoreKit's name for an offer on a product.
    public typealias SubscriptionOffer = ProductDiscount

    /// The details that only an auto-renewable subscription has.
    public struct SubscriptionInfo: Equatable, Hashable, Sendable {
        /// The offer for new subscribers that runs in this storefront; nil when there is none (C-36).
        public let introductoryOffer: ProductDiscount?
        /// The promotional offers that can be asked for in this storefront; never an introductory one (S0-60).
        public let promotionalOffers: [ProductDiscount]
        /// The win-back offers that run in this storefront, whether or not this customer may have them (B15-12).
        public let winBackOffers: [ProductDiscount]
        /// The identifier of the subscription group.
        public let subscriptionGroupID: String
        /// The length of one period.
        public let subscriptionPeriod: SubscriptionPeriod
        /// The level of service in the group; 1 is the highest (B0-4).
        public let groupLevel: Int
        /// The group's name in the device's language; its reference name when the catalogue has none.
        public let groupDisplayName: String

        /// The base price of a period, in units of the storefront's currency.
        let price: Decimal
        let displayPrice: String
        let reference: DeviceReference

        /// Whether this customer may get an introductory offer in this group (S1-16…21).
        ///
        /// It may be true although there is no introductory offer (B4-3).
        public var isEligibleForIntroOffer: Bool {
            get async { reference.device.isEligibleForIntroductoryOffer(inGroup: subscriptionGroupID) }
        }

        /// The statuses of this customer's subscriptions in the group; empty when there never was one.
        public var status: [SubscriptionStatus] {
            get async throws { try await reference.device.app.subscriptionStatuses(inGroup: subscriptionGroupID) }
        }

        /// StoreKit's name for the status of a subscription.
        public typealias Status = SubscriptionStatus
        /// StoreKit's name for the renewal info of a subscription.
        public typealias RenewalInfo = OfferKit.RenewalInfo
    }
}

extension Product {
    /// Creates the product of that place in the shop; nil when it is not sold in the territory.
    init?(_ place: ProductIndex, in state: __shared StoreState, territory: Territory, locale: Locale, on device: Device)
    {
        let entry = state.shop[place]
        guard entry.isForSale, let basePrice = entry.product.prices.price(in: territory) else { return nil }
        let text = entry.product.localizations.best(for: locale)
        let seller = Seller(territory: territory, locale: locale, now: state.now, system: device.system)
        id = entry.product.id
        type = ProductType(entry.product.kind)
        displayName = text?.displayName ?? entry.product.referenceName
        description = text?.description ?? ""
        price = Decimal(basePrice)
        displayPrice = seller.text(basePrice)
        priceFormatStyle = seller.priceFormatStyle
        isFamilyShareable = entry.product.isFamilyShareable
        self.territory = territory
        reference = DeviceReference(device: device)
        subscription = entry.group.flatMap {
            SubscriptionInfo(
                entry, group: state.shop.groups[$0.index], at: basePrice, seller, DeviceReference(device: device))
        }
    }
}

extension Product.SubscriptionInfo {
    fileprivate init?(
        _ entry: Shop.Entry, group: Shop.GroupEntry, at basePrice: Amount, _ seller: Seller,
        _ reference: DeviceReference
    ) {
        guard let subscription = entry.product.subscription else { return nil }
        func discounts(_ type: OfferType, _ feature: SystemFeature? = nil) -> [ProductDiscount] {
            // An older system does not have the field (B3-9).
            if let feature, !seller.system.has(feature) { return [] }
            return entry.available(type, in: seller.territory, at: seller.now).compactMap {
                CapturedTerms($0, of: subscription, in: seller.territory)
            }.map { ProductDiscount($0, seller) }
        }
        introductoryOffer = discounts(.intro).first
        promotionalOffers = discounts(.promo, .promotionalOffers)
        winBackOffers = discounts(.winBack, .winBackOffers)
        subscriptionGroupID = group.id
        subscriptionPeriod = subscription.period
        groupLevel = subscription.level
        groupDisplayName =
            group.group.localizations.best(for: seller.locale)?.displayName ?? group.group.referenceName
        price = Decimal(basePrice)
        displayPrice = seller.text(basePrice)
        self.reference = reference
    }
}
