import StoreKit

// More of what Surface+Product.swift begins: verification, the App Store, and what comes from outside the app.

// MARK: - VerificationResult

private func surface(_ result: VerificationResult<Transaction>) throws {
    typealias Conformances = Equatable & Hashable & Sendable & CustomDebugStringConvertible
    let _: any Conformances.Type = VerificationResult<Transaction>.self
    let _: any Conformances.Type = VerificationResult<Product.SubscriptionInfo.RenewalInfo>.self
    let _: any Conformances.Type = VerificationResult<AppTransaction>.self
    switch result {
    case .unverified(let transaction, let error):
        let _: Transaction = transaction
        let _: VerificationResult<Transaction>.VerificationError = error
    case .verified(let transaction): let _: Transaction = transaction
    }
    let _: Transaction = try result.payloadValue
    let _: Transaction = result.unsafePayloadValue
    let _: String = result.jwsRepresentation
    let _: [Data] = [
        result.headerData, result.payloadData, result.signatureData, result.signedData, result.deviceVerification,
        result.signature.rawRepresentation, result.signature.derRepresentation,
    ]
    let _: Date = result.signedDate
    let _: UUID = result.deviceVerificationNonce
}

// MARK: - VerificationResult.VerificationError

private func surface(_ error: VerificationResult<Transaction>.VerificationError) {
    let _: any (Error & Equatable & Hashable & LocalizedError).Type = VerificationResult<Any>.VerificationError.self
    let _: String? = error.errorDescription
    switch error {
    case .revokedCertificate, .invalidCertificateChain, .invalidDeviceVerification, .invalidEncoding,
        .invalidSignature, .missingRequiredProperties:
        break
    @unknown default: break
    }
}

// MARK: - AppTransaction

private func surface(_ app: AppTransaction) async throws {
    let _: any (Equatable & Hashable & Sendable & CustomDebugStringConvertible).Type = AppTransaction.self
    let _: any CustomReflectable.Type = AppTransaction.self
    let _: [Data] = [app.jsonRepresentation, app.deviceVerification]
    let _: [UInt64?] = [app.appID, app.appVersionID]
    let _: [String] = [
        app.appTransactionID, app.appVersion, app.bundleID, app.originalAppVersion,
        app.originalPlatformStringRepresentation,
    ]
    let _: AppStore.Environment = app.environment
    let _: AppStore.Platform = app.originalPlatform
    let _: [Date?] = [app.originalPurchaseDate, app.preorderDate, app.signedDate]
    let _: UUID = app.deviceVerificationNonce
    let _: VerificationResult<AppTransaction> = try await AppTransaction.shared
    let _: VerificationResult<AppTransaction> = try await AppTransaction.refresh()
}

// MARK: - AppStore

private func surface(_: AppStore.Type) async throws {
    let _: any Sendable.Type = AppStore.self
    let _: Bool = AppStore.canMakePayments
    let _: UUID? = AppStore.deviceVerificationID
    try await AppStore.sync()
    try await AppStore.showManageSubscriptions()
    try await AppStore.showManageSubscriptions(subscriptionGroupID: "group")
    try await AppStore.presentOfferCodeRedeemSheet()
    AppStore.requestReview()
    let _: AppStore.Environment? = nil
    let _: AppStore.Platform? = nil
}

// MARK: - AppStore.Environment

private func surface(_ environment: AppStore.Environment) {
    let _: any (RawRepresentable & Equatable & Hashable & Sendable & Codable).Type = AppStore.Environment.self
    let _: String = environment.rawValue
    let _: (String) -> AppStore.Environment = AppStore.Environment.init(rawValue:)
    let _: [AppStore.Environment] = [.production, .sandbox, .xcode]
}

// MARK: - AppStore.Platform

private func surface(_ platform: AppStore.Platform) {
    let _: any (RawRepresentable & Equatable & Hashable & Sendable).Type = AppStore.Platform.self
    let _: String = platform.rawValue
    let _: (String) -> AppStore.Platform = AppStore.Platform.init(rawValue:)
    let _: [AppStore.Platform] = [.iOS, .macOS, .tvOS, .visionOS]
}

// MARK: - Storefront

private func surface(_ storefront: Storefront) async {
    let _: any (Identifiable & Sendable).Type = Storefront.self
    let _: String.Type = Storefront.ID.self
    let _: [String] = [storefront.id, storefront.countryCode]
    let _: Locale.Currency? = storefront.currency
    let _: Storefront? = await Storefront.current
    let updates: Storefront.Storefronts = Storefront.updates
    for await storefront in updates { let _: Storefront = storefront }
}

// MARK: - PurchaseIntent

private func surface(_ intent: PurchaseIntent) async {
    let _: any (Equatable & Identifiable & Sendable).Type = PurchaseIntent.self
    let _: PurchaseIntent.ID = intent.id
    let _: Product = intent.product
    let _: Product.SubscriptionOffer? = intent.offer
    let intents: PurchaseIntent.PurchaseIntents = PurchaseIntent.intents
    let _: any Sendable = intents
    for await intent in intents { let _: PurchaseIntent = intent }
}

// MARK: - Message

private func surface(_ message: Message) async throws {
    let _: any (Equatable & Hashable & Sendable).Type = Message.self
    let _: Message.Reason = message.reason
    try message.display()
    let messages: Message.Messages = Message.messages
    for await message in messages { let _: Message = message }
}

// MARK: - Message.Reason

private func surface(_ reason: Message.Reason) {
    let _: any (RawRepresentable & Equatable & Hashable & Sendable).Type = Message.Reason.self
    let _: any CustomStringConvertible.Type = Message.Reason.self
    let _: Int = reason.rawValue
    let _: String = reason.localizedDescription
    let _: (Int) -> Message.Reason = Message.Reason.init(rawValue:)
    let _: [Message.Reason] = [.generic, .priceIncreaseConsent, .billingIssue, .winBackOffer]
}

// MARK: - StoreKitError

private func surface(_ error: StoreKitError) {
    let _: any (Error & Sendable & LocalizedError & CustomNSError).Type = StoreKitError.self
    switch error {
    case .networkError(let error): let _: URLError = error
    case .systemError(let error): let _: any Error = error
    case .unknown, .userCancelled, .notAvailableInStorefront, .notEntitled, .unsupported: break
    @unknown default: break
    }
    let _: String? = error.errorDescription
}

// MARK: - InvalidRequestError

private func surface(_ error: InvalidRequestError) {
    let _: any Error.Type = InvalidRequestError.self
    let _: Int64 = error.code
    let _: String = error.message
}

// MARK: - AdvancedCommerceProduct

private func surface(_ product: AdvancedCommerceProduct) async throws {
    typealias Conformances = Identifiable & Equatable & Hashable & Sendable & CustomDebugStringConvertible
    let _: any Conformances.Type = AdvancedCommerceProduct.self
    let _: AdvancedCommerceProduct.ID = product.id
    let _: AdvancedCommerceProduct.ProductType = product.type
    let _: AdvancedCommerceProduct = try await .init(id: "sku")
    let _: AdvancedCommerceProduct.PurchaseResult = try await product.purchase(compactJWS: "jws")
    let _: VerificationResult<Transaction>? = await product.latestTransaction
    let _: [Transaction.Transactions] = [product.allTransactions, product.currentEntitlements]
    let _: (@escaping @Sendable (Storefront) -> Bool) -> AdvancedCommerceProduct.PurchaseOption =
        AdvancedCommerceProduct.PurchaseOption.onStorefrontChange(shouldContinuePurchase:)
}
