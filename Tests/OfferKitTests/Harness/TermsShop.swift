import Foundation
import OfferKit
import OfferKitCore
import Testing

/// The price of a subscription on a device of one language, for tables of the sentences.
struct TermsShop {
    let locale: String
    let territory: Territory
    /// The base price, the price of each period under an offer, and the price of one payment for a whole span.
    let standard, reduced, prepaid: Amount

    /// The error for unknown terms: known are none, `free P1M`, `each 2` (periods at the reduced price), `once P6M`.
    struct UnknownNotation: Error {
        let text: String
    }

    func device(_ period: String, _ notation: String) throws -> Device {
        let length = try #require(Product.SubscriptionPeriod(iso8601: period))
        let offers = try terms(notation).map { [Catalog.Offer.promotional("offer", $0)] } ?? []
        // A file may have any length of offer, whatever App Store Connect allows.
        let catalog = Catalog(
            unchecked: [
                .group(
                    "Group",
                    [
                        .subscription(
                            "pro", level: 1, period: length, price: [territory: Decimal(standard)], offers: offers)
                    ])
            ], [])
        let store = Store(catalog: catalog)
        return store.addCustomer().addDevice(storefront: territory, locale: Locale(identifier: locale))
    }

    private func terms(_ notation: String) throws -> Catalog.Offer.Terms? {
        let words = notation.split(separator: " ")
        guard words.count == 2 else { return nil }
        switch words[0] {
        case "free": return .freeTrial(try #require(Product.SubscriptionPeriod(iso8601: words[1])))
        case "each": return .payAsYouGo([territory: Decimal(reduced)], periods: try #require(Int(words[1])))
        case "once":
            return .payUpFront(
                [territory: Decimal(prepaid)], try #require(Product.SubscriptionPeriod(iso8601: words[1])))
        default: throw UnknownNotation(text: notation)
        }
    }

    func displayTerms(_ period: String, _ notation: String) throws -> DisplayTerms {
        let product = try #require(try device(period, notation).product("pro"))
        return try #require(product.terms(of: product.subscription?.promotionalOffers.first))
    }
}

extension String {
    /// The text with an ordinary space for each no-break one, and a narrow sign for a wide one.
    ///
    /// The platform decides which of them a price has.
    var withPlainSpaces: String {
        replacing("\u{00A0}", with: " ").replacing("\u{202F}", with: " ").replacing("\u{FFE5}", with: "\u{00A5}")
    }
}
