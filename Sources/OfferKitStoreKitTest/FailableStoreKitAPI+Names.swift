// The calls by their short names, as in `setSimulatedError(nil, forAPI: .loadProducts)`.

extension FailableStoreKitAPI where Self == StoreKitLoadProductsAPI {
    /// The loading of products.
    public static var loadProducts: StoreKitLoadProductsAPI { StoreKitLoadProductsAPI() }
}

extension FailableStoreKitAPI where Self == StoreKitPurchaseAPI {
    /// Purchases in the app.
    public static var purchase: StoreKitPurchaseAPI { StoreKitPurchaseAPI() }
}

extension FailableStoreKitAPI where Self == StoreKitVerificationAPI {
    /// The check of signed values.
    public static var verification: StoreKitVerificationAPI { StoreKitVerificationAPI() }
}

extension FailableStoreKitAPI where Self == StoreKitAppStoreSyncAPI {
    /// `AppStore.sync()`.
    public static var appStoreSync: StoreKitAppStoreSyncAPI { StoreKitAppStoreSyncAPI() }
}

extension FailableStoreKitAPI where Self == StoreKitSubscriptionStatusAPI {
    /// The reading of subscription statuses.
    public static var subscriptionStatus: StoreKitSubscriptionStatusAPI { StoreKitSubscriptionStatusAPI() }
}

extension FailableStoreKitAPI where Self == StoreKitAppTransactionAPI {
    /// `AppTransaction.shared`.
    public static var appTransaction: StoreKitAppTransactionAPI { StoreKitAppTransactionAPI() }
}

extension FailableStoreKitAPI where Self == StoreKitOfferCodeRedeemAPI {
    /// The redemption of offer codes in the app.
    public static var offerCodeRedeem: StoreKitOfferCodeRedeemAPI { StoreKitOfferCodeRedeemAPI() }
}

extension FailableStoreKitAPI where Self == StoreKitManageSubscriptionsAPI {
    /// The page that manages subscriptions.
    public static var manageSubscriptions: StoreKitManageSubscriptionsAPI { StoreKitManageSubscriptionsAPI() }
}

extension FailableStoreKitAPI where Self == StoreKitRefundRequestAPI {
    /// Requests for refunds in the app.
    public static var refundRequest: StoreKitRefundRequestAPI { StoreKitRefundRequestAPI() }
}
