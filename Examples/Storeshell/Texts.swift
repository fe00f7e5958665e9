import Foundation
import OfferKit

/// The day of a date.
enum DayText {
    static func of(_ date: Date) -> String { String(date.utcText.prefix(10)) }
}

/// A transaction on a line.
enum TransactionText {
    static func of(_ transaction: Transaction) -> String {
        var parts = ["#\(transaction.id) \(transaction.productID)"]
        if transaction.purchasedQuantity > 1 { parts[0] += " × \(transaction.purchasedQuantity)" }
        if let price = transaction.price {
            parts.append(MoneyText.of(price, transaction.currencyCode, on: transaction.device))
        }
        let until = transaction.expirationDate.map { " until \($0.utcText)" } ?? ""
        parts.append("from \(transaction.purchaseDate.utcText)\(until)")
        if let offer = transaction.offer { parts.append(OfferText.name(offer.type, offer.id)) }
        if transaction.ownershipType == .familyShared { parts.append("shared by the family") }
        if transaction.isUpgraded { parts.append("upgraded") }
        if let date = transaction.revocationDate { parts.append("refunded \(date.utcText)") }
        return parts.joined(separator: ", ")
    }
}

/// A sum in the language of a device.
enum MoneyText {
    static func of(_ sum: Decimal, _ currency: String?, on device: Device) -> String {
        sum.formatted(Decimal.FormatStyle.Currency(code: currency ?? "USD", locale: device.locale))
    }
}

/// Offers in words.
enum OfferText {
    static func kind(_ type: OfferType) -> String {
        switch type {
        case .intro: "introductory"
        case .promo: "promotional"
        case .code: "code"
        case .winBack: "win-back"
        default: "\(type)"
        }
    }

    static func name(_ type: OfferType, _ id: String?) -> String {
        "\(kind(type)) offer" + (id.map { " \(VisibleText.quoted($0))" } ?? "")
    }

    /// Returns an offer's price on a device, where it has one there.
    static func terms(_ terms: Catalog.Offer.Terms, on device: Device) -> String {
        func price(_ prices: Prices) -> String {
            guard let amount = prices.amount(in: device.storefront) else { return "no price" }
            return MoneyText.of(amount, device.storefront.currency, on: device)
        }
        func length(_ period: SubscriptionPeriod) -> String { period.localizedText(device.locale) }
        return switch terms {
        case .freeTrial(let period): "\(length(period)) free"
        case .payUpFront(let prices, let period): "\(price(prices)) for \(length(period))"
        case .payAsYouGo(let prices, let periods): "\(price(prices)) a period, \(periods) times"
        }
    }
}
