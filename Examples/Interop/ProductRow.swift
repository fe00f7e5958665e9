import OfferKit

/// What is for sale, as `makeStore` tells it.
struct ProductRow: Encodable {
    /// An offer, by what a command asks for it with.
    struct Offer: Encodable {
        let kind: String
        /// The identifier, of an offer-code offer the reference name; an introductory offer has none.
        let id: String?
    }

    let id: String
    let type: String
    let group: String?
    /// Those of a subscription.
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
        offers = product.subscription?.offers.map { Offer(kind: $0.type.words, id: $0.id) }
    }
}

extension OfferType {
    /// This program's name for it.
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
