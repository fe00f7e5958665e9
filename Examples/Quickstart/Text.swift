import Foundation
import OfferKit

/// The texts of the quickstart.
enum Text {
    static func day(_ date: Date) -> String {
        String(date.utcText.prefix(10))
    }

    static func price(_ price: Decimal, _ currency: String?, _ device: Device) -> String {
        price.formatted(Decimal.FormatStyle.Currency(code: currency ?? "USD", locale: device.locale))
    }

    static func terms(of terms: Catalog.Offer.Terms, on device: Device) -> String {
        func text(_ prices: Prices) -> String {
            let amount = prices.amount(in: device.storefront)
            return amount.map { price($0, device.storefront.currency, device) } ?? "not sold here"
        }
        return switch terms {
        case .freeTrial(let length): "\(length.localizedText(device.locale)) free"
        case .payUpFront(let prices, let length): "\(text(prices)) once for \(length.localizedText(device.locale))"
        case .payAsYouGo(let prices, let periods): "\(text(prices)) for each of \(periods) periods"
        }
    }

    static func terms(of offer: ProductDiscount, on device: Device) -> String {
        let period = offer.period.localizedText(device.locale)
        return switch offer.paymentMode {
        case .freeTrial: "\(period) free"
        case .payUpFront: "\(offer.displayPrice) once for \(period)"
        default:
            offer.periodCount == 1
                ? "\(offer.displayPrice) for \(period)"
                : "\(offer.displayPrice) for each of \(offer.periodCount) × \(period)"
        }
    }

    static func list(_ classes: Set<CustomerClass>) -> String {
        CustomerClass.allCases.filter(classes.contains).map { "\($0)" }.joined(separator: " and ")
    }

    static func name(of offer: Transaction.Offer) -> String {
        let kind =
            switch offer.type {
            case .intro: "introductory offer"
            case .promo: "promotional offer"
            case .code: "offer code"
            case .winBack: "win-back offer"
            default: "offer"
            }
        return offer.id.map { "\(kind) '\($0)'" } ?? kind
    }

    static func line(_ transaction: Transaction) -> String {
        let price = transaction.price.map { Text.price($0, transaction.currencyCode, transaction.device) } ?? ""
        let until = transaction.expirationDate.map { " until \(day($0))" } ?? ""
        let offer = transaction.offer.map { ", \(name(of: $0))" } ?? ""
        let start = day(transaction.purchaseDate)
        return "#\(transaction.id) \(transaction.productID), \(price), from \(start)\(until)\(offer)"
    }
}
