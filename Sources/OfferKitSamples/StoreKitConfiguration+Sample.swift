import Foundation
public import OfferKit

extension StoreKitConfiguration {
    /// A small shop to try things in, shared by the guides, the examples and the tests.
    ///
    /// | Product | Price | Offers |
    /// |---|---|---|
    /// | `com.example.pro.monthly` | 9.99 | introductory: one week free; promotional: `half3`, `prepaid6`, `freemonth`; code: `Spring campaign`; win-back: `comeback` |
    /// | `com.example.pro.yearly` | 79.99 | introductory: three months for 14.99 |
    /// | `com.example.basic.weekly` | 1.99 | none |
    /// | `com.example.coins.100` | 0.99 | a consumable |
    /// | `com.example.theme.night` | 2.99 | a non-consumable |
    /// | `com.example.pass.summer` | 12.99 | a non-renewing subscription |
    ///
    /// - Returns: The contents of `SampleShop.storekit`, its offers key included.
    /// - Throws: Nothing, while the file is unchanged; a test reads it.
    public static func sample() throws(StoreKitConfigurationError) -> StoreKitConfiguration {
        try readOnce.get()
    }

    /// The file as it was read the first time: its contents never change, and tests ask for them again and again.
    private static let readOnce = Result { () throws(StoreKitConfigurationError) in
        try StoreKitConfiguration(data: Data(PackageResources.SampleShop_storekit))
    }
}

extension Store {
    /// A store that sells the sample shop, ``StoreKitConfiguration/sample()``.
    ///
    /// - Parameters:
    ///   - gracePeriod: The app's billing grace period; none unless given.
    ///   - pace: The lengths of periods, grace and billing retry.
    /// - Returns: The store, at the start of 2026, without customers.
    /// - Throws: Nothing, while the shop's file is unchanged; a test reads it.
    public static func sample(
        gracePeriod: BillingGracePeriod? = nil, pace: Pace = .realTime
    ) throws(StoreKitConfigurationError) -> Store {
        Store(try .sample(), pace: pace, gracePeriod: gracePeriod)
    }
}
