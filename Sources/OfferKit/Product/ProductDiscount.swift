public import Foundation
public import OfferKitCore

/// An offer on a product as a device sees it: introductory, promotional or win-back, with one price.
///
/// It describes what is configured (S0-64). The proof that a customer may have it is ``PaymentDiscount``.
public struct ProductDiscount: Equatable, Hashable, Sendable {
    /// The kind of a configured offer.
    ///
    /// An open set: a `switch` needs a `default`. StoreKit has two types for this, text here and a number on
    /// transactions; both have the same names in this library, and ``ProductDiscount/offerType`` is the other one.
    public struct OfferType: RawRepresentable, Equatable, Hashable, Sendable {
        /// The kind's name.
        public let rawValue: String

        /// Creates the kind of that name, known or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// An offer that is applied by itself to customers who are eligible.
        public static let introductory = OfferType(rawValue: "Introductory")
        /// An offer that the developer's server signs.
        public static let promotional = OfferType(rawValue: "Promotional")
        /// An offer for customers who churned.
        public static let winBack = OfferType(rawValue: "WinBack")

        /// The kind ``introductory``, under the name that transactions have for it.
        public static let intro = introductory
        /// The kind ``promotional``, under the name that transactions have for it.
        public static let promo = promotional
    }

    /// A way in which an offer is paid for.
    ///
    /// An open set: a `switch` needs a `default`.
    public struct PaymentMode: RawRepresentable, Equatable, Hashable, Sendable {
        /// The mode's name.
        public let rawValue: String

        /// Creates the mode of that name, known or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The reduced price is charged each period (S1-4).
        public static let payAsYouGo = PaymentMode(rawValue: "PayAsYouGo")
        /// One charge covers the whole offer (S1-5).
        public static let payUpFront = PaymentMode(rawValue: "PayUpFront")
        /// Nothing is charged (S1-3).
        public static let freeTrial = PaymentMode(rawValue: "FreeTrial")
    }

    /// The offer's identifier; nil exactly for introductory offers (S0-58).
    public let id: String?
    /// The kind of offer.
    public let type: OfferType
    /// The kind of offer, as transactions and renewal info state it.
    public var offerType: OfferKitCore.OfferType {
        switch type {
        case .introductory: .intro
        case .winBack: .winBack
        default: .promo
        }
    }
    /// The price of one charge, in units of the storefront's currency: a period when paying as you go, the whole offer
    /// when paying up front, 0 in a free trial.
    public let price: Decimal
    /// The price as text in the device's language.
    public let displayPrice: String
    /// The length of one charge: the subscription's period when paying as you go, else the whole offer.
    public let period: SubscriptionPeriod
    /// The number of charges; 1 unless paying as you go.
    public let periodCount: Int
    /// The way in which the offer is paid for.
    public let paymentMode: PaymentMode

}

extension ProductDiscount {
    init(_ terms: CapturedTerms, _ seller: Seller) {
        let type: OfferType =
            switch terms.type {
            case .intro: .introductory
            case .winBack: .winBack
            default: .promotional
            }
        let paymentMode: PaymentMode =
            switch terms.mode {
            case .freeTrial: .freeTrial
            case .payAsYouGo: .payAsYouGo
            case .payUpFront: .payUpFront
            }
        self.init(
            id: terms.offerID, type: type, price: Decimal(terms.price), displayPrice: seller.text(terms.price),
            period: terms.period, periodCount: terms.periodCount, paymentMode: paymentMode)
    }
}
