package import Foundation
package import OfferKitCore

/// The terms of a subscription in words that a paywall can show, with an offer or without one (S1-11).
///
/// ```swift
/// let terms = product.terms(of: product.subscription?.introductoryOffer)
/// label.text = terms?.text             // 1 month free, then $9.99 a month
/// badge.text = terms?.offer?.mode      // Free trial
/// footnote.text = terms?.standard      // $9.99 a month
/// ```
///
/// | Payment mode | In English | In Russian |
/// |---|---|---|
/// | none | `$9.99 a month`, `$24.99 every 3 months` | `9,99 $ в месяц`, `24,99 $ раз в 3 месяца` |
/// | free trial | `1 month free, then $9.99 a month` | `1 месяц бесплатно, затем 9,99 $ в месяц` |
/// | pay as you go | `$2.99 a month for 2 months, then …` | `2,99 $ в месяц в течение 2 месяцев, затем …` |
/// | pay up front | `$19.99 for 6 months, then …` | `19,99 $ за 6 месяцев, затем …` |
///
/// Prices are in the currency of the storefront and in the platform's own format for the device's language, without
/// needless zeros: `$10`, `$9.99` (S1-12). So a price may hold no-break spaces. The words are there in English, German,
/// French, Spanish, Italian, Portuguese, Russian, Japanese, Korean and both kinds of Chinese; any other language is
/// told in English.
public struct DisplayTerms: Hashable, Sendable {
    /// The whole sentence, without a full stop: `$2.99 a month for 2 months, then $4.99 a month`.
    public let text: String
    /// The price of the subscription without an offer: `$4.99 a month`.
    public let standard: String
    /// The offer's part, in pieces; nil without an offer.
    public let offer: Offer?

    /// The terms of an offer in words.
    public struct Offer: Hashable, Sendable {
        /// The offer alone: `$2.99 a month for 2 months`.
        public let text: String
        /// The name of the payment mode: `Pay as you go`.
        public let mode: String
        /// The price of one charge; of a free trial, zero in the currency: `$2.99`.
        public let price: String
        /// The length of the whole offer: `2 months`.
        public let length: String
    }
}

extension DisplayTerms: CustomStringConvertible {
    /// The whole sentence, which is ``text``.
    public var description: String { text }
}

extension Product {
    /// Returns the terms of this subscription in words, in the language of the device when it showed the product.
    ///
    /// ```swift
    /// product.terms()?.text               // $9.99 a month
    /// product.terms(of: prepaid)?.text    // $19.99 for 6 months, then $9.99 a month
    /// ```
    ///
    /// Whether the customer may have the offer is another question: ``Device/eligibility(forOffer:_:of:)``. The dates
    /// and sums of all that would be charged are ``Device/quote(for:offer:quantity:renewals:)``.
    ///
    /// - Parameter offer: One of the product's offers; nil for none.
    /// - Returns: The words; nil exactly for products that are no auto-renewable subscriptions.
    public func terms(of offer: ProductDiscount? = nil) -> DisplayTerms? {
        guard let subscription else { return nil }
        let words = TermText(priceFormatStyle.locale)
        let standard = words.rate(priceFormatStyle.shortText(of: price), each: subscription.subscriptionPeriod)
        guard let offer else { return DisplayTerms(text: standard, standard: standard, offer: nil) }
        let mode = CapturedTerms.Mode(offer.paymentMode)
        let price = priceFormatStyle.shortText(of: offer.price)
        let told = words.offer(mode, price, each: offer.period, count: offer.periodCount)
        return DisplayTerms(
            text: words.sequence(told, then: standard), standard: standard,
            offer: DisplayTerms.Offer(
                text: told, mode: words.name(of: mode), price: price,
                length: offer.wholePeriod.localizedText(priceFormatStyle.locale)))
    }
}

extension ProductDiscount {
    /// The length of the whole offer: one month three times is three months (B0-8), and one week stays one however it is
    /// counted (S1-13).
    package var wholePeriod: SubscriptionPeriod { period.asShown.multiplied(by: periodCount).asShown }
}

extension ProductDiscount.PaymentMode {
    /// Returns the name of the mode in a language: `Free trial`, `Pay as you go`, `Pay up front`.
    ///
    /// English stands in for languages without words of their own; a mode that is not known is named as it came.
    ///
    /// - Parameter locale: The language.
    /// - Returns: The name.
    package func localizedText(_ locale: Locale) -> String {
        switch self {
        case .freeTrial, .payAsYouGo, .payUpFront: TermText(locale).name(of: CapturedTerms.Mode(self))
        default: rawValue
        }
    }
}

extension CapturedTerms.Mode {
    init(_ mode: ProductDiscount.PaymentMode) {
        switch mode {
        case .freeTrial: self = .freeTrial
        case .payAsYouGo: self = .payAsYouGo
        default: self = .payUpFront
        }
    }
}

extension Decimal.FormatStyle.Currency {
    /// Returns an amount in this style, a whole number without decimal places: `$10`, but `$9.90` (S1-12).
    func shortText(of amount: Decimal) -> String {
        var whole = Decimal()
        var amount = amount
        NSDecimalRound(&whole, &amount, 0, .plain)
        return (whole == amount ? precision(.fractionLength(0)) : self).format(amount)
    }
}
