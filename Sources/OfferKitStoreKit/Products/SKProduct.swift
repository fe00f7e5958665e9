public import Foundation
import OfferKit
public import OfferKitStoreKitEnums

/// A product as the original API shows it.
///
/// It has the values of a ``Product`` at the time of the answer. A test double overrides properties of an empty one.
open class SKProduct: NSObject, @unchecked Sendable {
    /// The unit of a length of time.
    public typealias PeriodUnit = SKProductPeriodUnit

    // The values never change after the initialiser, or are behind a lock: so the class is Sendable, as Apple's is.
    private let values = SetValues(
        of: "SKProduct",
        [
            "discounts", "introductoryPrice", "isFamilyShareable", "localizedDescription", "localizedTitle", "price",
            "priceLocale", "productIdentifier", "subscriptionGroupIdentifier", "subscriptionPeriod",
        ])
    private let product: Product?
    private let period: SKProductSubscriptionPeriod?
    private let introductory: SKProductDiscount?
    private let promotional: [SKProductDiscount]

    /// A product without content, for test doubles.
    public override init() {
        (product, period, introductory, promotional) = (nil, nil, nil, [])
    }

    /// A product as a device sees it.
    init(_ product: Product) {
        self.product = product
        let locale = Locale(pricing: product)
        period = product.subscription.map { SKProductSubscriptionPeriod($0.subscriptionPeriod) }
        introductory = product.subscription?.introductoryOffer.map { SKProductDiscount($0, locale) }
        promotional = product.subscription?.promotionalOffers.map { SKProductDiscount($0, locale) } ?? []
    }

    #if canImport(ObjectiveC)
    /// Sets a property by its name, for test doubles.
    open override func setValue(_ value: Any?, forKey key: String) { values.set(value, key) }
    /// Returns the value set by that name; nil where none was.
    open override func value(forKey key: String) -> Any? { values.value(key) }
    #else
    /// Sets a property by its name, for test doubles.
    open func setValue(_ value: Any?, forKey key: String) { values.set(value, key) }
    /// Returns the value set by that name; nil where none was.
    open func value(forKey key: String) -> Any? { values.value(key) }
    #endif

    /// The description, in the device's language.
    open var localizedDescription: String { values.or("localizedDescription", product?.description ?? "") }
    /// The name, in the device's language.
    open var localizedTitle: String { values.or("localizedTitle", product?.displayName ?? "") }
    /// The base price, in units of the storefront's currency.
    open var price: NSDecimalNumber { values.or("price", NSDecimalNumber(decimal: product?.price ?? 0)) }
    /// The locale for writing prices: the device's with the storefront's currency (S1-12).
    open var priceLocale: Locale { values.or("priceLocale", product.map { Locale(pricing: $0) } ?? Locale.current) }
    /// The product identifier.
    open var productIdentifier: String { values.or("productIdentifier", product?.id ?? "") }
    /// Whether the App Store hosts content for the product; always false.
    open var isDownloadable: Bool { false }
    /// Whether a purchase can be shared with the customer's family.
    open var isFamilyShareable: Bool { values.or("isFamilyShareable", product?.isFamilyShareable ?? false) }
    /// The sizes of hosted content; always empty.
    open var downloadContentLengths: [NSNumber] { [] }
    /// The version of hosted content; always empty.
    open var contentVersion: String { "" }
    /// The version of hosted content; always empty.
    open var downloadContentVersion: String { "" }
    /// The length of one period; nil for products that are no auto-renewable subscriptions.
    open var subscriptionPeriod: SKProductSubscriptionPeriod? { values.orNil("subscriptionPeriod", period) }
    /// The offer for new subscribers; nil when there is none.
    open var introductoryPrice: SKProductDiscount? { values.orNil("introductoryPrice", introductory) }
    /// The subscription group; nil for products that are no auto-renewable subscriptions.
    open var subscriptionGroupIdentifier: String? {
        values.orNil("subscriptionGroupIdentifier", product?.subscription?.subscriptionGroupID)
    }
    /// The promotional offers, never an introductory one (S0-60).
    open var discounts: [SKProductDiscount] { values.or("discounts", promotional) }
}

extension Locale {
    /// Makes the locale for writing a product's prices.
    fileprivate init(pricing product: Product) {
        let style = product.priceFormatStyle
        let identifier = style.locale.identifier
        self.init(identifier: "\(identifier)\(identifier.contains("@") ? ";" : "@")currency=\(style.currencyCode)")
    }
}
