import OfferKit
import OfferKitCore
import StoreKit
import StoreKitTest

// The test session, what it can let fail, and its transactions and errors.

// MARK: - SKTestSession

private final class Session: SKTestSession, @unchecked Sendable {
    override init(contentsOf fileURL: URL) throws { try super.init(contentsOf: fileURL) }
    override func resetToDefaultState() {}
}

private func surface(_ session: SKTestSession, _ number: UInt) async throws {
    let _: any (NSObject & Sendable).Type = SKTestSession.self
    let _: SKTestSession = try SKTestSession(configurationFileNamed: "Shop")  // init(configurationFileNamed:)
    let _: (URL) throws -> SKTestSession = SKTestSession.init(contentsOf:)
    let _: [ReferenceWritableKeyPath<SKTestSession, Bool>] = [
        \.askToBuyEnabled, \.disableDialogs, \.failTransactionsEnabled, \.interruptedPurchasesEnabled,
        \.shouldEnterBillingRetryOnRenewal, \.billingGracePeriodIsEnabled,
    ]
    let _: ReferenceWritableKeyPath<SKTestSession, SKError.Code> = \.failureError
    let _: ReferenceWritableKeyPath<SKTestSession, String> = \.storefront
    let _: ReferenceWritableKeyPath<SKTestSession, Locale> = \.locale
    let _: ReferenceWritableKeyPath<SKTestSession, SKTestSession.TimeRate> = \.timeRate
    let _: [SKTestTransaction] = session.allTransactions()
    session.clearTransactions()
    let _: [(String) throws -> Void] = [
        session.buyProduct(productIdentifier:), session.expireSubscription(productIdentifier:),
        session.forceRenewalOfSubscription(productIdentifier:),
    ]
    let _: (Product.ID, Set<Product.PurchaseOption>) async throws -> Transaction =
        session.buyProduct(identifier:options:)
    let _: [(UInt) throws -> Void] = [
        session.deleteTransaction(identifier:), session.refundTransaction(identifier:),
        session.resolveIssueForTransaction(identifier:), session.approveAskToBuyTransaction(identifier:),
        session.declineAskToBuyTransaction(identifier:), session.enableAutoRenewForTransaction(identifier:),
        session.disableAutoRenewForTransaction(identifier:),
        session.requestPriceIncreaseConsentForTransaction(identifier:),
        session.consentToPriceIncreaseForTransaction(identifier:),
        session.declinePriceIncreaseForTransaction(identifier:),
    ]
    // simulatedError(forAPI:), setSimulatedError(_:forAPI:)
    try await session.setSimulatedError(.generic(.networkError(URLError(.badURL))), forAPI: .loadProducts)
    try await session.setSimulatedError(nil, forAPI: .loadProducts)
    let _: SKTestFailures.LoadProducts? = await session.simulatedError(forAPI: .loadProducts)
    let _: (store: Store, device: Device) = (session.store, session.device)
    try session.advance(by: .days(1))  // advance(by:)
    try session.advance(to: .distantFuture)  // advance(to:)
}

// MARK: - SKTestSession.TimeRate

private func surface(_ rate: SKTestSession.TimeRate) {
    let _: any (RawRepresentable & Equatable & Hashable & Sendable).Type = SKTestSession.TimeRate.self
    let _: Int = rate.rawValue
    switch rate {
    case .realTime, .oneHourIsOneDay, .thirtyMinutesIsOneDay, .fiveMinutesIsOneDay, .oneMinuteIsOneDay,
        .thirtySecondsIsOneDay, .oneSecondIsOneDay, .monthlyRenewalEveryHour, .monthlyRenewalEveryThirtyMinutes,
        .monthlyRenewalEveryFifteenMinutes, .monthlyRenewalEveryFiveMinutes, .monthlyRenewalEveryThirtySeconds,
        .oneRenewalEveryFifteenMinutes, .oneRenewalEveryFiveMinutes, .oneRenewalEveryMinute,
        .oneRenewalEveryThirtySeconds, .oneRenewalEveryTenSeconds, .oneRenewalEveryTwoSeconds:
        break
    @unknown default: break
    }
}

// MARK: - Product.PurchaseOption in tests

private func surface(_ behavior: Product.PurchaseOption.SubscriptionRenewalBehavior) {
    let _: any (Codable & Hashable & Sendable).Type = Product.PurchaseOption.SubscriptionRenewalBehavior.self
    switch behavior {
    case .renewUntilNow, .cancelImmediately: break
    @unknown default: break
    }
    let _: (String) -> Product.PurchaseOption = Product.PurchaseOption.promotionalOffer(id:)
    let _: (String) -> Product.PurchaseOption = Product.PurchaseOption.codeOffer(referenceName:)
    let _: (Date, Product.PurchaseOption.SubscriptionRenewalBehavior) -> Product.PurchaseOption =
        Product.PurchaseOption.purchaseDate(_:renewalBehavior:)
    let _: Product.PurchaseOption = .purchaseDate(.distantPast)
}

// MARK: - SKTestFailures

private func surface(_: SKTestFailures.Type, _ failure: any SKTestFailure) {
    let _: any Error = failure._error
    let _: [any (SKTestFailure & Equatable & Sendable).Type] = [
        SKTestFailures.LoadProducts.self, SKTestFailures.Purchase.self, SKTestFailures.Verification.self,
        SKTestFailures.AppStoreSync.self, SKTestFailures.SubscriptionStatus.self, SKTestFailures.AppTransaction.self,
        SKTestFailures.ManageSubscriptions.self, SKTestFailures.RefundRequest.self,
        SKTestFailures.OfferCodeRedeem.self,
    ]
    let _: [(StoreKitError) -> Any] = [
        SKTestFailures.LoadProducts.generic, SKTestFailures.Purchase.generic, SKTestFailures.AppStoreSync.generic,
        SKTestFailures.SubscriptionStatus.generic, SKTestFailures.AppTransaction.generic,
        SKTestFailures.ManageSubscriptions.generic, SKTestFailures.RefundRequest.generic,
        SKTestFailures.OfferCodeRedeem.generic,
    ]
    let _: (Product.PurchaseError) -> SKTestFailures.Purchase = SKTestFailures.Purchase.purchase
    let _: (VerificationResult<Any>.VerificationError) -> SKTestFailures.Verification =
        SKTestFailures.Verification.verification
    let _: (Transaction.RefundRequestError) -> SKTestFailures.RefundRequest =
        SKTestFailures.RefundRequest.refundRequest
}

// MARK: - FailableStoreKitAPI

private func surface<API: FailableStoreKitAPI<SKTestFailures.Purchase>>(_ api: API, _ session: SKTestSession) {
    let _: any Sendable.Type = API.self
    let _: FailableAPI<SKTestFailures.Purchase> = api.call
    let _: (API.Failure?, SKTestSession) -> Void = api.simulate(_:in:)
    let _: API.Failure? = api.simulatedFailure(in: session)
}

private func failure<API: FailableStoreKitAPI>(of _: API, is _: API.Failure.Type) {}

private func surface(_: any FailableStoreKitAPI.Type) {
    failure(of: .loadProducts, is: SKTestFailures.LoadProducts.self)
    failure(of: .purchase, is: SKTestFailures.Purchase.self)
    failure(of: .verification, is: SKTestFailures.Verification.self)
    failure(of: .appStoreSync, is: SKTestFailures.AppStoreSync.self)
    failure(of: .subscriptionStatus, is: SKTestFailures.SubscriptionStatus.self)
    failure(of: .appTransaction, is: SKTestFailures.AppTransaction.self)
    failure(of: .manageSubscriptions, is: SKTestFailures.ManageSubscriptions.self)
    failure(of: .refundRequest, is: SKTestFailures.RefundRequest.self)
    failure(of: .offerCodeRedeem, is: SKTestFailures.OfferCodeRedeem.self)
    let _: () -> StoreKitPurchaseAPI = StoreKitPurchaseAPI.init
    let _: [any FailableStoreKitAPI] = [
        StoreKitLoadProductsAPI(), StoreKitPurchaseAPI(), StoreKitVerificationAPI(), StoreKitAppStoreSyncAPI(),
        StoreKitSubscriptionStatusAPI(), StoreKitAppTransactionAPI(), StoreKitManageSubscriptionsAPI(),
        StoreKitRefundRequestAPI(), StoreKitOfferCodeRedeemAPI(),
    ]
}

// MARK: - SKTestTransaction

private final class TransactionDouble: SKTestTransaction, @unchecked Sendable {
    override init() { super.init() }  // init()
    override var identifier: UInt { 7 }
    override var productIdentifier: String { "double" }
    override var state: SKPaymentTransactionState { .purchased }
}

private func surface(_ transaction: SKTestTransaction) {
    let _: any (NSObject & Sendable).Type = SKTestTransaction.self
    let _: [UInt] = [transaction.identifier, transaction.originalTransactionIdentifier]
    let _: String = transaction.productIdentifier
    let _: Date = transaction.purchaseDate
    let _: [Date?] = [transaction.expirationDate, transaction.cancelDate]
    let _: [Bool] = [
        transaction.autoRenewingEnabled, transaction.hasPurchaseIssue, transaction.pendingAskToBuyConfirmation,
        transaction.isPendingPriceIncreaseConsent,
    ]
    let _: SKPaymentTransactionState = transaction.state
    let _: String = transaction.description
    let _: SKTestTransaction = TransactionDouble()
}

// MARK: - SKTestError

private func surface(_ error: SKTestError) {
    let _: any (Error & Equatable & Hashable & CustomNSError).Type = SKTestError.self
    let _: String = SKTestErrorDomain + SKTestError.errorDomain + error.localizedDescription + error.description
    let _: SKTestError.Code = error.code
    let _: Bool = SKTestError.invalidAction ~= (error as any Error)  // ~=(_:_:)
    let _: Int = error.errorCode
    let _: [String: Any] = error.errorUserInfo.merging(error.userInfo) { first, _ in first }
    let _: (any Error)? = error.underlyingError
    let _: String? = error.errorDescription
    let _: (SKTestError.Code, [String: Any]) -> SKTestError = SKTestError.init(_:userInfo:)
    let _: [SKTestError.Code] = [
        SKTestError.serviceUnavailable, SKTestError.invalidProductIdentifier, SKTestError.invalidProductType,
        SKTestError.invalidURL, SKTestError.fileNotFound, SKTestError.noSubscriptionFound,
        SKTestError.noTransactionFound, SKTestError.invalidAction,
    ]
    switch error.code {
    case .serviceUnavailable, .invalidProductIdentifier, .invalidProductType, .invalidURL, .fileNotFound,
        .noSubscriptionFound, .noTransactionFound, .invalidAction:
        break
    @unknown default: break
    }
}
