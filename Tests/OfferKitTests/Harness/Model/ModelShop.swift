import Foundation
import OfferKit
import OfferKitCore

/// An offer as the model knows it, with the price of each of its periods.
struct ModelOffer: Hashable {
    enum Mode: Hashable {
        case free
        case payAsYouGo(periods: Int)
        case payUpFront
    }

    let type: OfferType
    /// The identifier, or a code's reference name; nil for an introductory offer.
    let id: String?
    let mode: Mode
    let price: Int64
    /// How long all of it lasts.
    let length: ModelLength
    var customers: Set<CustomerClass> = []
    var stacks = false
    var criteria: WinBackCriteria?
    var isHighPriority = false
}

struct ModelProduct {
    let id: String
    let group: String
    let level: Int
    let period: ModelLength
    let price: Int64
    let offers: [ModelOffer]

    var introductory: ModelOffer? { offers.first { $0.type == .intro } }

    func offer(_ id: String, _ type: OfferType) -> ModelOffer? {
        offers.first { $0.id == id && $0.type == type }
    }
}

/// What is sold, once as the model reads it and once as the store does.
enum ModelShop {
    static let groups = ["Plans", "Extra"]

    static let products: [ModelProduct] = [
        product(
            "gold.month", level: 1, .month, 9990,
            [
                free(.intro, nil, .week), go(.promo, "gold.half", 4990, 3),
                upFront(.promo, "gold.three", 19990, .months(3)),
                code(free(.code, "GoldTrial", .month), for: [.new, .expired]),
                code(go(.code, "GoldStack", 2990, 2), for: [.new, .existing, .expired], stacks: true),
                winBack(
                    go(.winBack, "gold.back", 3990, 2), WinBackCriteria(minimumPaidMonths: 2, monthsSinceLapse: 1...6)),
                winBack(
                    free(.winBack, "gold.again", .month),
                    WinBackCriteria(minimumPaidMonths: 1, monthsSinceLapse: 2...24, monthsBetweenOffers: 4),
                    isHigh: true),
            ]),
        product(
            "gold.year", level: 1, .year, 99990,
            [
                upFront(.intro, nil, 49990, .months(6)), free(.promo, "year.free", .days(14)),
                code(upFront(.code, "YearCode", 59990, .year), for: [.existing, .expired]),
            ]),
        product(
            "plus.month", level: 1, .month, 12990,
            [go(.intro, nil, 1990, 3), go(.promo, "plus.half", 5990, 2), free(.promo, "plus.free", .month)]),
        product(
            "silver.month", level: 2, .month, 4990,
            [
                go(.intro, nil, 990, 2), free(.promo, "silver.free", .months(2)),
                upFront(.promo, "silver.year", 29990, .year),
                code(upFront(.code, "Silver", 6990, .months(2)), for: [.existing, .expired]),
                code(free(.code, "SilverStack", .days(14)), for: [.new, .expired], stacks: true),
                winBack(
                    upFront(.winBack, "silver.back", 9990, .months(3)),
                    WinBackCriteria(minimumPaidMonths: 1, monthsSinceLapse: 1...24)),
            ]),
        product("silver.half", level: 2, .months(6), 24990, [free(.promo, "half.free", .days(3))]),
        product(
            "bronze.week", level: 3, .week, 1990,
            [
                free(.intro, nil, .days(3)), go(.promo, "bronze.four", 990, 4),
                upFront(.promo, "bronze.month", 2990, .month),
                code(free(.code, "BronzeStack", .week), for: [.new], stacks: true),
                winBack(free(.winBack, "bronze.back", .days(14)), nil),
            ]),
        product(
            "extra.two", group: "Extra", level: 1, .months(2), 7990,
            [upFront(.intro, nil, 1990, .month), go(.promo, "extra.go", 3990, 2)]),
        product(
            "extra.three", group: "Extra", level: 2, .months(3), 8990, [upFront(.promo, "extra.month", 990, .month)]),
    ]

    private static let index = Dictionary(uniqueKeysWithValues: products.map { ($0.id, $0) })

    static func product(_ id: String) -> ModelProduct {
        index[id] ?? products[0]
    }

    /// The lives' catalogue, the same under both presets: they differ in limits on codes, in notifications and in what is off sale.
    static func catalog() throws -> Catalog {
        try Catalog(
            groups: groups.map { group in
                .group(group, products.filter { $0.group == group }.map(entry))
            })
    }

    private static func entry(_ product: ModelProduct) -> Catalog.Product {
        .subscription(
            product.id, level: product.level, period: period(product.period),
            price: .everywhere(Decimal(Amount(milliunits: product.price))),
            offers: product.offers.map { offer in
                let prices = Prices.everywhere(Decimal(Amount(milliunits: offer.price)))
                let terms: Catalog.Offer.Terms =
                    switch offer.mode {
                    case .free: .freeTrial(period(offer.length))
                    case .payAsYouGo(let periods): .payAsYouGo(prices, periods: periods)
                    case .payUpFront: .payUpFront(prices, period(offer.length))
                    }
                switch offer.type {
                case .promo: return .promotional(offer.id ?? "", terms)
                case .code:
                    return .code(
                        offer.id ?? "", terms, for: offer.customers,
                        stacking: offer.stacks ? .stacksWithIntroductoryOffer : .replacesIntroductoryOffer)
                case .winBack:
                    return .winBack(
                        offer.id ?? "", terms,
                        eligibility: offer.criteria.map { .criteria($0) } ?? .everyChurnedCustomer,
                        priority: offer.isHighPriority ? .high : .normal)
                default: return .introductory(terms)
                }
            })
    }

    private static func period(_ length: ModelLength) -> SubscriptionPeriod {
        switch length {
        case .days(let days):
            SubscriptionPeriod(value: days % 7 == 0 ? days / 7 : days, unit: days % 7 == 0 ? .week : .day) ?? .weekly
        case .months(let months):
            SubscriptionPeriod(value: months % 12 == 0 ? months / 12 : months, unit: months % 12 == 0 ? .year : .month)
                ?? .monthly
        }
    }

    private static func product(
        _ id: String, group: String = "Plans", level: Int, _ period: ModelLength, _ price: Int64, _ offers: [ModelOffer]
    ) -> ModelProduct {
        ModelProduct(
            id: id, group: group, level: level, period: period, price: price,
            offers: offers.map { offer in
                guard case .payAsYouGo(let periods) = offer.mode else { return offer }
                return ModelOffer(
                    type: offer.type, id: offer.id, mode: offer.mode, price: offer.price, length: period.times(periods),
                    customers: offer.customers, stacks: offer.stacks, criteria: offer.criteria,
                    isHighPriority: offer.isHighPriority)
            })
    }

    private static func free(_ type: OfferType, _ id: String?, _ length: ModelLength) -> ModelOffer {
        ModelOffer(type: type, id: id, mode: .free, price: 0, length: length)
    }

    /// Pay as you go: the length follows from the product's period.
    private static func go(_ type: OfferType, _ id: String?, _ price: Int64, _ periods: Int) -> ModelOffer {
        ModelOffer(type: type, id: id, mode: .payAsYouGo(periods: periods), price: price, length: .days(0))
    }

    private static func upFront(_ type: OfferType, _ id: String?, _ price: Int64, _ length: ModelLength) -> ModelOffer {
        ModelOffer(type: type, id: id, mode: .payUpFront, price: price, length: length)
    }

    private static func code(_ offer: ModelOffer, for customers: Set<CustomerClass>, stacks: Bool = false) -> ModelOffer
    {
        var offer = offer
        (offer.customers, offer.stacks) = (customers, stacks)
        return offer
    }

    /// Without criteria, for every customer who churned.
    private static func winBack(_ offer: ModelOffer, _ criteria: WinBackCriteria?, isHigh: Bool = false) -> ModelOffer {
        var offer = offer
        (offer.criteria, offer.isHighPriority) = (criteria, isHigh)
        return offer
    }
}
