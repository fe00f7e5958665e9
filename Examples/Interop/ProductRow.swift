import Foundation
import LineProtocol
import OfferKit

/// A product for sale, as `makeStore` and `products` list it.
struct ProductRow: Encodable {
    /// An offer: the values by which a command asks for it, and its terms.
    struct Offer: Encodable {
        let kind: String
        /// The identifier, or the reference name of an offer-code offer; absent for an introductory offer.
        let id: String?
        let paymentMode: String
        /// The length of the offer; for pay as you go, the length of each of its `periods`.
        let period: String
        let periods: Int?
        let price: String?
        let prices: [String: String]?
        let start: DateText?
        let end: DateText?

        init(_ offer: Catalog.Offer, of subscription: Catalog.Subscription) {
            kind = offer.type.words
            id = offer.id
            start = offer.startDate.map { DateText($0) }
            end = offer.endDate.map { DateText($0) }
            switch offer.terms {
            case .freeTrial(let length):
                (paymentMode, period, periods, price, prices) = ("FREE_TRIAL", length.iso8601, nil, nil, nil)
            case .payAsYouGo(let sums, let count):
                (paymentMode, period, periods) = ("PAY_AS_YOU_GO", subscription.period.iso8601, count)
                (price, prices) = ProductRow.texts(sums)
            case .payUpFront(let sums, let length):
                (paymentMode, period, periods) = ("PAY_UP_FRONT", length.iso8601, nil)
                (price, prices) = ProductRow.texts(sums)
            }
        }
    }

    let id: String
    let type: String
    /// The price in units of every storefront's currency; other prices are listed by storefront.
    let price: String?
    let prices: [String: String]?
    let isFamilyShareable: Bool
    /// The following members are for subscriptions.
    let group: String?
    let level: Int?
    let period: String?
    let offers: [Offer]?

    init(_ product: Catalog.Product, in group: String?) {
        id = product.id
        self.group = group
        let type: Product.ProductType =
            switch product.kind {
            case .consumable: .consumable
            case .nonConsumable: .nonConsumable
            case .nonRenewable: .nonRenewable
            case .autoRenewable: .autoRenewable
            }
        self.type = type.rawValue
        (price, prices) = ProductRow.texts(product.prices)
        isFamilyShareable = product.isFamilyShareable
        level = product.subscription?.level
        period = product.subscription?.period.iso8601
        offers = product.subscription.map { subscription in subscription.offers.map { Offer($0, of: subscription) } }
    }

    private static func texts(_ prices: Prices) -> (String?, [String: String]?) {
        let others = prices.byTerritory.map { ("\($0.key)", "\($0.value)") }
        return (
            prices.everywhere.map { "\($0)" },
            others.isEmpty ? nil : Dictionary(others, uniquingKeysWith: { first, _ in first })
        )
    }
}

extension OfferType {
    /// This program's name for the value.
    var words: String {
        switch self {
        case .introductory: "introductory"
        case .promotional: "promotional"
        case .code: "code"
        case .winBack: "winBack"
        default: "\(rawValue)"
        }
    }
}
