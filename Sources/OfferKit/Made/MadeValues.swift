public import Foundation
public import OfferKitCore
public import OfferKitServer

// Values for unit tests of code that only reads them (C-248). Each has a store of its own with nothing else in it, so
// that whatever the code under test calls on it is answered and touches no other test.

extension StoreEnvironment {
    /// The environment of values that a unit test made and no store sold:
    /// ``Transaction/made(_:id:type:purchased:expires:_:)`` and its like.
    ///
    /// Its text, `Made`, stands in what is signed, so that no server takes such a value for Apple's.
    public static let made = StoreEnvironment(rawValue: "Made")
}

extension Device {
    /// Returns a device of a store that has nothing but the made value.
    fileprivate static func made(
        selling catalog: Catalog = Catalog(unchecked: [], []), in storefront: Territory = "USA",
        _ locale: Locale = Locale(identifier: "en_US")
    ) -> Device {
        Store(catalog: catalog, environment: .made).addCustomer().addDevice(storefront: storefront, locale: locale)
    }
}

extension Transaction {
    /// Makes a transaction that no store sold, for unit tests of code that reads one (C-248).
    ///
    /// ```swift
    /// let trial = Transaction.made("pro.monthly", expires: date) {
    ///     $0.offerType = .intro
    ///     $0.offerDiscountType = .freeTrial
    /// }
    /// #expect(Badge(for: trial) == .trial)
    /// ```
    ///
    /// It says that it is made: its environment is ``StoreEnvironment/made``. Its JWS carries what was set, signed by a
    /// chain of its own. No device lists it, and finishing or refunding it changes nothing.
    ///
    /// - Parameters:
    ///   - productID: The product bought.
    ///   - id: The transaction's number; the subscription's first has the same unless
    ///     ``TransactionPayload/originalTransactionID`` is changed.
    ///   - type: The type of product; unless given, an auto-renewable subscription where the transaction expires, and a
    ///     non-consumable where it does not.
    ///   - purchased: When this period began, or the product was bought.
    ///   - expires: When this period ends.
    ///   - change: Sets everything else that the test is about.
    /// - Returns: The transaction.
    public static func made(
        _ productID: String, id: UInt64 = 1, type: Product.ProductType? = nil, purchased: Date = Store.defaultStart,
        expires: Date? = nil, _ change: (inout TransactionPayload) -> Void = { _ in }
    ) -> Transaction {
        let device = Device.made()
        var payload = TransactionPayload(
            made: productID, id, type ?? (expires == nil ? .nonConsumable : .autoRenewable), purchased, expires,
            in: device.store.setup)
        change(&payload)
        payload.environment = device.store.environment
        return Transaction(handed: HandedOut(payload, to: device))
    }
}

extension RenewalInfo {
    /// Makes renewal info that no store gave, for unit tests of code that reads it (C-248).
    ///
    /// ```swift
    /// let cancelled = RenewalInfo.made("pro.monthly", renewing: false, on: date)
    /// ```
    ///
    /// It says that it is made, as ``Transaction/made(_:id:type:purchased:expires:_:)`` does.
    ///
    /// - Parameters:
    ///   - productID: The product of the current or last period, and of the next unless
    ///     ``RenewalInfoPayload/autoRenewProductID`` is changed.
    ///   - renews: Whether the subscription is to renew.
    ///   - date: The end of the current or last period.
    ///   - change: Sets everything else that the test is about.
    /// - Returns: The renewal info.
    public static func made(
        _ productID: String, renewing renews: Bool = true, on date: Date,
        _ change: (inout RenewalInfoPayload) -> Void = { _ in }
    ) -> RenewalInfo {
        let device = Device.made()
        var payload = RenewalInfoPayload(made: productID, renews, date, in: device.store.setup)
        change(&payload)
        payload.environment = .made
        return RenewalInfo(handed: HandedOut(payload, to: device))
    }
}

extension SubscriptionStatus {
    /// Makes a status of made values, or of others, for unit tests of code that reads one (C-248).
    public static func made(
        _ state: Product.SubscriptionInfo.RenewalState, _ transaction: Transaction, _ renewalInfo: RenewalInfo
    ) -> SubscriptionStatus {
        SubscriptionStatus(state: state, transaction: .verified(transaction), renewalInfo: .verified(renewalInfo))
    }
}

extension Product {
    /// Makes a product that no app has, for unit tests of code that reads one (C-248).
    ///
    /// ```swift
    /// let pro = try Product.made(.subscription("pro.monthly", level: 1, period: .monthly, price: 9.99))
    /// #expect(PriceTag(pro).text == "$9.99 a month")
    /// ```
    ///
    /// Its store sells nothing else. It can be bought there, and what is bought says that it is made, too:
    /// ``StoreEnvironment/made``.
    ///
    /// - Parameters:
    ///   - product: The product, as a ``Catalog`` has it; a subscription is the only one of its group, `Made`.
    ///   - locale: The language of its texts and prices. Its price is that of the United States, or of the first
    ///     territory in the order of codes that it is sold in.
    /// - Returns: The product, on a device of its own store.
    /// - Throws: ``CatalogError``, where App Store Connect would not take the product.
    public static func made(
        _ product: Catalog.Product, locale: Locale = Locale(identifier: "en_US")
    ) throws(CatalogError) -> Product {
        let isSubscription = product.subscription != nil
        let catalog = try Catalog(
            groups: isSubscription ? [.group("Made", [product])] : [], products: isSubscription ? [] : [product])
        for territory in ["USA"] + product.prices.byTerritory.keys.sorted() {
            if let made = Device.made(selling: catalog, in: territory, locale).product(product.id) { return made }
        }
        throw CatalogError(problems: [
            CatalogProblem(
                group: isSubscription ? "Made" : nil, product: product.id, offer: nil, field: .price, fault: .noPrice)
        ])
    }
}

extension ProductDiscount {
    /// Makes an offer that no product has, for unit tests of code that reads one (C-248).
    ///
    /// ```swift
    /// let half = ProductDiscount.made(.promotional, id: "half3", price: 4.99, paymentMode: .payAsYouGo, periodCount: 3)
    /// ```
    ///
    /// Nothing is checked. Where an offer has to be one that a product may have, take it from
    /// ``Product/made(_:locale:)``.
    ///
    /// - Parameters:
    ///   - type: The kind of offer.
    ///   - id: The offer's identifier; nil for an introductory one.
    ///   - price: What one charge costs, in dollars.
    ///   - paymentMode: How it is paid for.
    ///   - period: The length of one charge.
    ///   - periodCount: How many charges.
    /// - Returns: The offer.
    public static func made(
        _ type: OfferType, id: String? = nil, price: Decimal = 0, paymentMode: PaymentMode,
        period: SubscriptionPeriod = .monthly, periodCount: Int = 1
    ) -> ProductDiscount {
        ProductDiscount(
            id: id, type: type, price: price,
            displayPrice: price.formatted(.currency(code: "USD").locale(Locale(identifier: "en_US"))), period: period,
            periodCount: periodCount, paymentMode: paymentMode)
    }
}
