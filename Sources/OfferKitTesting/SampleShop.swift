public import OfferKit

extension Catalog {
    /// A small shop to try things in: two levels of a subscription with every kind of offer, and three other products.
    ///
    /// The same shop as `Examples/Quickstart/SampleShop.storekit`.
    ///
    /// | Product | Price | Offers |
    /// |---|---|---|
    /// | `com.example.pro.monthly` | 9.99 | introductory: one week free; promotional: `half3`, `prepaid6`, `freemonth`; code: `Spring campaign`; win-back: `comeback` |
    /// | `com.example.pro.yearly` | 79.99 | introductory: three months for 14.99 |
    /// | `com.example.basic.weekly` | 1.99 | none |
    /// | `com.example.coins.100` | 0.99 | a consumable |
    /// | `com.example.theme.night` | 2.99 | a non-consumable |
    /// | `com.example.pass.summer` | 12.99 | a non-renewing subscription |
    public static let sample = Catalog(unchecked: [.samplePremium], sampleProducts)

    private static let sampleProducts: [Catalog.Product] = [
        .sample("com.example.coins.100", .consumable, "100 Coins", 0.99),
        .sample("com.example.theme.night", .nonConsumable, "Night Theme", 2.99),
        .sample("com.example.pass.summer", .nonRenewable, "Summer Pass", 12.99),
    ]
}
