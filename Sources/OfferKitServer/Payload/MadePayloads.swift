package import OfferKitCore
package import OfferKitEssentials

// The payloads that made values start from (C-248): the least that each must hold.

extension TransactionPayload {
    /// A purchase by the customer at no price, in a store that sells nothing.
    ///
    /// - Parameters:
    ///   - productID: The product bought.
    ///   - id: The number of the purchase, also that of the subscription's first transaction.
    ///   - type: The type of the product.
    ///   - purchased: The date of purchase and of the signature.
    ///   - expires: The end of its period.
    ///   - setup: The settings that the store was opened with.
    package init(
        made productID: String, _ id: UInt64, _ type: ProductType, _ purchased: Date, _ expires: Date?,
        in setup: StoreSetup
    ) {
        self.init(
            transactionID: id, originalTransactionID: id,
            webOrderLineItemID: type == .autoRenewable ? String(id) : nil, bundleID: setup.bundleID,
            productID: productID, subscriptionGroupID: type == .autoRenewable ? "Made" : nil, purchaseDate: purchased,
            originalPurchaseDate: purchased, expiresDate: expires, quantity: 1, type: type,
            inAppOwnershipType: .purchased, signedDate: purchased, isUpgraded: false, environment: setup.environment,
            storefront: "USA", storefrontID: "143441", transactionReason: .purchase, currency: "USD", amount: .zero)
    }
}

extension RenewalInfoPayload {
    /// A subscription without an offer, a failure or a price increase, in a store that sells nothing.
    ///
    /// - Parameters:
    ///   - productID: The product of this period and the next.
    ///   - renews: Whether it is to renew.
    ///   - date: The end of the period; it began, and was signed, a month before.
    ///   - setup: The settings that the store was opened with.
    package init(made productID: String, _ renews: Bool, _ date: Date, in setup: StoreSetup) {
        let start = date.adding(.months(-1))
        self.init(
            originalTransactionID: 1, productID: productID, autoRenewProductID: productID, willAutoRenew: renews,
            signedDate: start, environment: setup.environment, recentSubscriptionStartDate: start, renewalDate: date,
            currency: renews ? "USD" : nil, renewalAmount: renews ? .zero : nil, eligibleWinBackOfferIDs: [])
    }
}
