public import Foundation
import OfferKit
public import OfferKitStoreKitEnums

/// An offer on a product: introductory or promotional (S0-64).
open class SKProductDiscount: NSObject, @unchecked Sendable {
    /// How an offer is paid for.
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
    /// What was set by that name; nil where nothing was.
    open override func value(forKey key: String) -> Any? { values.value(key) }
    #else
    /// Sets a property by its name, for test doubles.
    open func setValue(_ value: Any?, forKey key: String) { values.set(value, key) }
    /// What was set by that name; nil where nothing was.
    open func value(forKey key: String) -> Any? { values.value(key) }
    #endif

    /// What one charge costs, in units of the storefront's currency.
    open var price: NSDecimalNumber { values.or("price", NSDecimalNumber(decimal: offer?.price ?? 0)) }
    /// What the price is written with.
    open var priceLocale: Locale { values.or("priceLocale", locale) }
    /// The offer's identifier; nil for introductory offers (S0-58).
    open var identifier: String? { values.orNil("identifier", offer?.id) }
    /// The length of one charge.
    open var subscriptionPeriod: SKProductSubscriptionPeriod { values.or("subscriptionPeriod", period) }
    /// How many charges; 1 unless paying as you go.
    open var numberOfPeriods: Int { values.or("numberOfPeriods", offer?.periodCount ?? 0) }
    /// How the offer is paid for.
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

    /// No time at all, for test doubles.
    public override init() {
        period = nil
    }

    init(_ period: Product.SubscriptionPeriod) {
        self.period = period
    }

    #if canImport(ObjectiveC)
    /// Sets a property by its name, for test doubles.
    open override func setValue(_ value: Any?, forKey key: String) { values.set(value, key) }
    /// What was set by that name; nil where nothing was.
    open override func value(forKey key: String) -> Any? { values.value(key) }
    #else
    /// Sets a property by its name, for test doubles.
    open func setValue(_ value: Any?, forKey key: String) { values.set(value, key) }
    /// What was set by that name; nil where nothing was.
    open func value(forKey key: String) -> Any? { values.value(key) }
    #endif

    /// How many units.
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
