public import Foundation
import OfferKit
public import OfferKitStoreKitEnums

/// An offer on a product: introductory or promotional (S0-64).
open class SKProductDiscount: NSObject, @unchecked Sendable {
    /// The payment mode of an offer.
    public typealias PaymentMode = SKProductDiscountPaymentMode

    /// The kind of offer.
    public typealias `Type` = SKProductDiscountType

    private let values = SetValues(
        of: "SKProductDiscount",
        ["identifier", "numberOfPeriods", "paymentMode", "price", "priceLocale", "subscriptionPeriod", "type"])
    private let offer: Product.SubscriptionOffer?
    private let locale: Locale
    private let period: SKProductSubscriptionPeriod

    /// An offer without content, for test doubles.
    public override init() {
        (offer, locale, period) = (nil, .current, SKProductSubscriptionPeriod())
    }

    init(_ offer: Product.SubscriptionOffer, _ locale: Locale) {
        (self.offer, self.locale) = (offer, locale)
        period = SKProductSubscriptionPeriod(offer.period)
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

    /// The price of one charge, in units of the storefront's currency.
    open var price: NSDecimalNumber { values.or("price", NSDecimalNumber(decimal: offer?.price ?? 0)) }
    /// The locale for writing the price.
    open var priceLocale: Locale { values.or("priceLocale", locale) }
    /// The offer's identifier; nil for introductory offers (S0-58).
    open var identifier: String? { values.orNil("identifier", offer?.id) }
    /// The length of the period for one charge.
    open var subscriptionPeriod: SKProductSubscriptionPeriod { values.or("subscriptionPeriod", period) }
    /// The number of charges; 1 except for pay as you go.
    open var numberOfPeriods: Int { values.or("numberOfPeriods", offer?.periodCount ?? 0) }
    /// The payment mode of the offer.
    open var paymentMode: SKProductDiscount.PaymentMode {
        let mode: PaymentMode =
            switch offer?.paymentMode {
            case .payUpFront: .payUpFront
            case .freeTrial: .freeTrial
            default: .payAsYouGo
            }
        return values.or("paymentMode", mode)
    }
    /// The kind of offer.
    open var type: SKProductDiscount.`Type` {
        values.or("type", offer?.type == .promotional ? .subscription : .introductory)
    }
}

/// A length of time in the original API.
open class SKProductSubscriptionPeriod: NSObject, @unchecked Sendable {
    private let values = SetValues(of: "SKProductSubscriptionPeriod", ["numberOfUnits", "unit"])
    private let period: Product.SubscriptionPeriod?

    /// An empty period, for test doubles.
    public override init() {
        period = nil
    }

    init(_ period: Product.SubscriptionPeriod) {
        self.period = period
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

    /// The number of units.
    open var numberOfUnits: Int { values.or("numberOfUnits", period?.value ?? 0) }
    /// The unit.
    open var unit: SKProduct.PeriodUnit {
        let unit: SKProduct.PeriodUnit =
            switch period?.unit {
            case .week: .week
            case .month: .month
            case .year: .year
            case .day, nil: .day
            }
        return values.or("unit", unit)
    }
}
