import OfferKitCore
import OfferKitEssentials

/// The shop of the rule tests: two groups of subscriptions and one product of each other type.
///
/// Each subscription has three promotional offers, one for each payment mode; tests add the other kinds of offer.
///
/// | Product | Group, level | Period | Price | half | prepaid | free |
/// |---|---|---|---|---|---|---|
/// | pro.monthly | Premium, 1 | 1 month | 9.99 (JPN 1,500) | 3 × 4.99 (JPN 700) | 3 months 20 (JPN 4,000) | 1 month |
/// | plus.monthly | Premium, 1 | 1 month | 12.99 | 3 × 5.99 | 3 months 25 | 1 month |
/// | pro.yearly | Premium, 1 | 1 year | 79.99 | 1 × 39.99 | 6 months 30 | 1 month |
/// | basic.monthly | Premium, 2 | 1 month | 4.99 | 3 × 2.49 | 3 months 10 | 1 month |
/// | basic.weekly | Premium, 2 | 1 week | 1.99 | 3 × 0.99 | 1 month 5 | 1 month |
/// | news.monthly | News, 1 | 1 month | 2.99 | 3 × 1.49 | 3 months 6 | 1 month |
enum Sample {
    static let premium = "Premium"
    static let pro = "pro.monthly"
    static let plus = "plus.monthly"
    static let yearly = "pro.yearly"
    static let basic = "basic.monthly"
    static let weekly = "basic.weekly"
    static let news = "news.monthly"
    static let coins = "coins"
    static let theme = "theme"
    static let pass = "pass"

    /// The identifier of a promotional offer: `half`, `prepaid` or `free`, on one of the subscriptions.
    static func offer(_ kind: String, _ product: String) -> String { "\(kind).\(product)" }

    /// The catalogue, with more offers on some of the subscriptions, and some of them shareable with the family.
    static func catalog(
        adding offers: [String: [Catalog.Offer]] = [:], sharing shareable: Set<String> = []
    ) throws -> Catalog {
        func subscription(
            _ id: String, _ level: Int, _ period: SubscriptionPeriod, _ price: Prices,
            half: Catalog.Offer.Terms, prepaid: Catalog.Offer.Terms
        ) -> Catalog.Product {
            let promotional: [Catalog.Offer] = [
                .promotional(offer("half", id), half), .promotional(offer("prepaid", id), prepaid),
                .promotional(offer("free", id), .freeTrial(.monthly)),
            ]
            return .subscription(
                id, level: level, period: period, price: price, isFamilyShareable: shareable.contains(id),
                offers: promotional + (offers[id] ?? []))
        }
        return try Catalog(
            groups: [
                .group(
                    premium,
                    [
                        subscription(
                            pro, 1, .monthly, .everywhere(9.99, except: ["JPN": 1500]),
                            half: .payAsYouGo(.everywhere(4.99, except: ["JPN": 700]), periods: 3),
                            prepaid: .payUpFront(.everywhere(20, except: ["JPN": 4000]), .everyThreeMonths)),
                        subscription(
                            plus, 1, .monthly, 12.99, half: .payAsYouGo(5.99, periods: 3),
                            prepaid: .payUpFront(25, .everyThreeMonths)),
                        subscription(
                            yearly, 1, .yearly, 79.99, half: .payAsYouGo(39.99, periods: 1),
                            prepaid: .payUpFront(30, .everySixMonths)),
                        subscription(
                            basic, 2, .monthly, 4.99, half: .payAsYouGo(2.49, periods: 3),
                            prepaid: .payUpFront(10, .everyThreeMonths)),
                        subscription(
                            weekly, 2, .weekly, 1.99, half: .payAsYouGo(0.99, periods: 3),
                            prepaid: .payUpFront(5, .monthly)),
                    ]),
                .group(
                    "News",
                    [
                        subscription(
                            news, 1, .monthly, 2.99, half: .payAsYouGo(1.49, periods: 3),
                            prepaid: .payUpFront(6, .everyThreeMonths))
                    ]),
            ],
            products: [
                .consumable(coins, price: 0.99), .nonConsumable(theme, price: 2.99), .nonRenewable(pass, price: 12.99),
            ])
    }
}
