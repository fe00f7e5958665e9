import StoreKit

// Every member of these tables in Documentation/StoreKitParity.md that is the same as Apple's, or differs in what it does:
// what is written here compiles with Apple's module too, but for the types of those that differ. Nothing calls it.

// MARK: - Module

private let shortNames: [Any.Type] = [
    SubscriptionPeriod.self, SubscriptionInfo.self, SubscriptionRenewalState.self, SubscriptionStatus.self,
    SubscriptionRenewalInfo.self,
]
private let topLevel: [Any.Type] = [
    AdvancedCommerceProduct.self, AppStore.self, AppTransaction.self, InvalidRequestError.self, Message.self,
    Product.self, PurchaseIntent.self, Storefront.self, StoreKitError.self, Transaction.self,
    VerificationResult<Transaction>.self,
]

// MARK: - Product

private func surface(_ product: Product) async throws {
    typealias Conformances = Identifiable & Equatable & Hashable & Sendable & CustomDebugStringConvertible
    let _: any (Conformances & CustomReflectable).Type = Product.self
    let _: String.Type = Product.ID.self
    let _: Product.ID = product.id
    let _: Product.ProductType = product.type
    let _: String = product.displayName + product.description + product.displayPrice
    let _: Decimal = product.price
    let _: Bool = product.isFamilyShareable
    let _: Product.SubscriptionInfo? = product.subscription
    let _: Data = product.jsonRepresentation
    let _: ([String]) async throws -> [Product] = Product.products(for:)
    let _: (Set<String>) async throws -> [Product] = Product.products(for:)
    let _: VerificationResult<Transaction>? = await product.latestTransaction
    let _: VerificationResult<Transaction>? = await product.currentEntitlement
    let _: Transaction.Transactions = product.currentEntitlements
    let _: Decimal.FormatStyle.Currency = product.priceFormatStyle
    let _: String? = product.subscription?.subscriptionPeriod.formatted(product.subscriptionPeriodFormatStyle)
    let _: Product.SubscriptionPeriod.Unit.FormatStyle = product.subscriptionPeriodUnitFormatStyle
    let _: (Product) -> (Set<Product.PurchaseOption>) async throws -> Product.PurchaseResult =
        Product.purchase(options:)
    let _: Product.PurchaseResult = try await product.purchase()
    let _: Product.SubscriptionPeriod? = nil
    let _: Product.SubscriptionOffer? = nil
    let _: Product.PurchaseError? = nil
    let _: Product.PromotionInfo? = nil
}

// MARK: - Product.ProductType

private func surface(_ type: Product.ProductType) {
    let _: any (RawRepresentable & Equatable & Hashable & Sendable).Type = Product.ProductType.self
    let _: String = type.rawValue + type.localizedDescription
    let _: (String) -> Product.ProductType = Product.ProductType.init(rawValue:)
    let _: [Product.ProductType] = [.consumable, .nonConsumable, .nonRenewable, .autoRenewable]
}

// MARK: - Product.SubscriptionPeriod

private func surface(_ period: Product.SubscriptionPeriod) {
    typealias Conformances = Equatable & Hashable & Sendable & CustomDebugStringConvertible
    let _: any (Conformances & Codable).Type = Product.SubscriptionPeriod.self
    let _: Product.SubscriptionPeriod.Unit = period.unit
    let _: Int = period.value
    let _: (Date) -> Range<Date> = period.dateRange(referenceDate:)
    let _: Range<Date> = period.dateRange()
    let _: (Date.IntervalFormatStyle, Date) -> String = period.formatted(_:referenceDate:)
    let _: String = period.formatted(Date.IntervalFormatStyle())
    let _: String = period.formatted(Duration.UnitsFormatStyle(allowedUnits: [.days], width: .wide))
    let _: [Product.SubscriptionPeriod] = [
        .weekly, .monthly, .yearly, .everyThreeDays, .everyTwoWeeks, .everyTwoMonths, .everyThreeMonths,
        .everySixMonths,
    ]
    let _: (Product.SubscriptionPeriod) -> DateComponents = { DateComponents(subscriptionPeriod: $0) }
    let _: (Product.SubscriptionPeriod) -> DateComponents = DateComponents.init(subscriptionPeriod:)
}

// MARK: - Product.SubscriptionPeriod.Unit

private func surface(_ unit: Product.SubscriptionPeriod.Unit, _ product: Product) {
    typealias Conformances = Equatable & Hashable & Sendable & Comparable & CustomDebugStringConvertible
    let _: any Conformances.Type = Product.SubscriptionPeriod.Unit.self
    switch unit {
    case .day, .week, .month, .year: break
    @unknown default: break
    }
    let _: String = unit.localizedDescription
    let style: Product.SubscriptionPeriod.Unit.FormatStyle = product.subscriptionPeriodUnitFormatStyle
    let _: any (FormatStyle & Codable & Hashable) = style.locale(Locale(identifier: "en_US"))
    let _: String = unit.formatted(style) + style.format(unit)
    let _: (Product.SubscriptionPeriod.Unit.FormatStyle) -> String = unit.formatted(_:)
}

// MARK: - Product.SubscriptionInfo

private func surface(_ info: Product.SubscriptionInfo) async throws {
    let _: any (Equatable & Hashable & Sendable).Type = Product.SubscriptionInfo.self
    let _: Product.SubscriptionOffer? = info.introductoryOffer
    let _: [Product.SubscriptionOffer] = info.promotionalOffers + info.winBackOffers
    let _: String = info.subscriptionGroupID + info.groupDisplayName
    let _: Product.SubscriptionPeriod = info.subscriptionPeriod
    let _: Int = info.groupLevel
    let _: Bool = await info.isEligibleForIntroOffer
    let _: (String) async -> Bool = Product.SubscriptionInfo.isEligibleForIntroOffer(for:)
    let _: [Product.SubscriptionInfo.Status] = try await info.status
    let _: (String) async throws -> [Product.SubscriptionInfo.Status] = Product.SubscriptionInfo.status(for:)
    let _: (UInt64) async throws -> SubscriptionStatus? = Product.SubscriptionInfo.status(transactionID:)
    let _: Product.SubscriptionInfo.RenewalState? = nil
    let _: Product.SubscriptionInfo.RenewalInfo? = nil
    let _: [Product.SubscriptionInfo.PricingTerms] = info.pricingTerms
    let _: Product.SubscriptionInfo.BillingPlanType? = nil
    let _: Product.SubscriptionInfo.BillingPeriod? = nil
    let _: Product.SubscriptionInfo.CommitmentInfo? = nil
}

// MARK: - SubscriptionInfo.PricingTerms

private func surface(_ terms: Product.SubscriptionInfo.PricingTerms) {
    typealias Terms = Product.SubscriptionInfo.PricingTerms
    let _: any (Equatable & Hashable & Sendable).Type = Terms.self
    let _: Product.SubscriptionInfo.BillingPlanType = terms.billingPlanType
    let _: Product.SubscriptionInfo.BillingPeriod = terms.billingPeriod
    let _: Decimal = terms.billingPrice
    let _: String = terms.billingDisplayPrice
    let _: Product.SubscriptionInfo.CommitmentInfo = terms.commitmentInfo
    let _: [Product.SubscriptionOffer] = terms.subscriptionOffers + terms[offers: .introductory]
    // subscript(offers:)
    let _: KeyPath<Terms, [Product.SubscriptionOffer]> = \.[offers: .winBack]
}

// MARK: - SubscriptionInfo.BillingPlanType

private func surface(_ type: Product.SubscriptionInfo.BillingPlanType) {
    typealias BillingPlanType = Product.SubscriptionInfo.BillingPlanType
    let _: any (RawRepresentable & Equatable & Hashable & Sendable).Type = BillingPlanType.self
    let _: String = type.rawValue
    let _: (String) -> BillingPlanType = BillingPlanType.init(rawValue:)
    let _: [BillingPlanType] = [.monthly, .upFront]
}

// MARK: - SubscriptionInfo.CommitmentInfo

private func surface(_ info: Product.SubscriptionInfo.CommitmentInfo) {
    let _: any (Equatable & Hashable & Sendable).Type = Product.SubscriptionInfo.CommitmentInfo.self
    let _: Decimal = info.price
    let _: String = info.displayPrice
    let _: Product.SubscriptionPeriod = info.period
}

// MARK: - Product.SubscriptionOffer

private func surface(_ offer: Product.SubscriptionOffer) {
    let _: any (Equatable & Hashable & Sendable).Type = Product.SubscriptionOffer.self
    let _: String? = offer.id
    let _: Product.SubscriptionOffer.OfferType = offer.type
    let _: Decimal = offer.price
    let _: String = offer.displayPrice
    let _: Product.SubscriptionPeriod = offer.period
    let _: Int = offer.periodCount
    let _: Product.SubscriptionOffer.PaymentMode = offer.paymentMode
    let _: Product.SubscriptionOffer.Signature? = nil
}

// MARK: - SubscriptionOffer.OfferType

private func surface(_ type: Product.SubscriptionOffer.OfferType) {
    let _: any (RawRepresentable & Equatable & Hashable & Sendable).Type = Product.SubscriptionOffer.OfferType.self
    let _: String = type.rawValue + type.localizedDescription
    let _: (String) -> Product.SubscriptionOffer.OfferType = Product.SubscriptionOffer.OfferType.init(rawValue:)
    let _: [Product.SubscriptionOffer.OfferType] = [.introductory, .promotional, .winBack]
}

// MARK: - SubscriptionOffer.PaymentMode

private func surface(_ mode: Product.SubscriptionOffer.PaymentMode) {
    let _: any (RawRepresentable & Equatable & Hashable & Sendable).Type = Product.SubscriptionOffer.PaymentMode.self
    let _: String = mode.rawValue + mode.localizedDescription
    let _: (String) -> Product.SubscriptionOffer.PaymentMode = Product.SubscriptionOffer.PaymentMode.init(rawValue:)
    let _: [Product.SubscriptionOffer.PaymentMode] = [.payAsYouGo, .payUpFront, .freeTrial]
}

// MARK: - SubscriptionOffer.Signature

private func surface(_ proof: Product.SubscriptionOffer.Signature) {
    let _: any (Equatable & Hashable & Sendable).Type = Product.SubscriptionOffer.Signature.self
    let _: WritableKeyPath<Product.SubscriptionOffer.Signature, String> = \.keyID
    let _: WritableKeyPath<Product.SubscriptionOffer.Signature, UUID> = \.nonce
    let _: WritableKeyPath<Product.SubscriptionOffer.Signature, Int> = \.timestamp
    let _: WritableKeyPath<Product.SubscriptionOffer.Signature, Data> = \.signature
    let _: (String, UUID, Int, Data) -> Product.SubscriptionOffer.Signature =
        Product.SubscriptionOffer.Signature.init(keyID:nonce:timestamp:signature:)
}

// MARK: - Product.PurchaseOption

private func surface(_ option: Product.PurchaseOption) {
    typealias Option = Product.PurchaseOption
    let _: any (Equatable & Hashable & Sendable & CustomDebugStringConvertible).Type = Option.self
    let _: (UUID) -> Option = Option.appAccountToken(_:)
    let _: (Int) -> Option = Option.quantity(_:)
    let _: (Product.SubscriptionOffer) -> Option = Option.winBackOffer(_:)
    let _: (String, String, UUID, Data, Int) -> Option =
        Option.promotionalOffer(offerID:keyID:nonce:signature:timestamp:)
    let _: (String, Product.SubscriptionOffer.Signature) -> Option = Option.promotionalOffer(offerID:signature:)
    let _: (String, String) -> [Option] = Option.promotionalOffer(_:compactJWS:)
    let _: (String) -> Option = Option.introductoryOfferEligibility(compactJWS:)
    let _: (Bool) -> Option = Option.simulatesAskToBuyInSandbox(_:)
    let _: (@escaping @Sendable (Storefront) -> Bool) -> Option = Option.onStorefrontChange(shouldContinuePurchase:)
    let _: (String, String) -> Option = Option.custom(key:value:)
    let _: (String, Double) -> Option = Option.custom(key:value:)
    let _: (String, Bool) -> Option = Option.custom(key:value:)
    let _: (String, Data) -> Option = Option.custom(key:value:)
    let _: (Product.SubscriptionInfo.BillingPlanType) -> Option = Option.billingPlanType(_:)
}

// MARK: - Product.PurchaseResult

private func surface(_ result: Product.PurchaseResult) {
    let _: any Sendable.Type = Product.PurchaseResult.self
    switch result {
    case .success(let transaction): let _: VerificationResult<Transaction> = transaction
    case .userCancelled, .pending: break
    @unknown default: break
    }
}

// MARK: - Product.PurchaseError

private func surface(_ error: Product.PurchaseError) {
    let _: any (Error & Equatable & Hashable & LocalizedError & CustomNSError).Type = Product.PurchaseError.self
    switch error {
    case .invalidQuantity, .productUnavailable, .purchaseNotAllowed, .ineligibleForOffer, .invalidOfferIdentifier,
        .invalidOfferPrice, .invalidOfferSignature, .missingOfferParameters:
        break
    @unknown default: break
    }
    let _: [String?] = [error.errorDescription, error.failureReason, error.recoverySuggestion]
}

// MARK: - Product.PromotionInfo

private func surface(_ promotion: Product.PromotionInfo) async throws {
    typealias Info = Product.PromotionInfo
    let _: any Equatable.Type = Info.self
    let _: Product.ID = promotion.productID
    let _: WritableKeyPath<Info, Info.Visibility> = \.visibility
    try await promotion.update()
    let _: [Info] = try await Info.currentOrder
    let _: ([String]) async throws -> Void = Info.updateProductOrder(byID:)
    let _: (Info.Visibility, Product.ID) async throws -> Void = Info.updateProductVisibility(_:for:)
    let _: ([Info]) async throws -> Void = Info.updateAll(_:)
    let _: [Int] = [Info.Visibility.appStoreConnectDefault, .visible, .hidden].map(\.rawValue)
}
