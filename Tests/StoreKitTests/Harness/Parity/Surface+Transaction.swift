import StoreKit

// More of what Surface+Product.swift begins: transactions, renewal info, and what is signed.

// MARK: - Transaction

private func surface(_ transaction: StoreKit.Transaction) async throws {
    typealias Conformances = Identifiable & Equatable & Hashable & Sendable & CustomDebugStringConvertible
    let _: any (Conformances & CustomReflectable).Type = Transaction.self
    let _: UInt64.Type = Transaction.ID.self
    let _: Data = transaction.jsonRepresentation
    let _: UInt64 = transaction.id + transaction.originalID
    let _: [String?] = [transaction.webOrderLineItemID, transaction.subscriptionGroupID]
    let _: [String] = [transaction.productID, transaction.appBundleID, transaction.appTransactionID]
    let _: [Date] = [transaction.purchaseDate, transaction.originalPurchaseDate, transaction.signedDate]
    let _: [Date?] = [transaction.expirationDate, transaction.revocationDate]
    let _: Int = transaction.purchasedQuantity
    let _: Bool = transaction.isUpgraded
    let _: Transaction.Offer? = transaction.offer
    let _: Transaction.OfferType? = transaction.offerType
    let _: [String?] = [
        transaction.offerID, transaction.offerPaymentModeStringRepresentation,
        transaction.offerPeriodStringRepresentation, transaction.revocationTypeStringRepresentation,
        transaction.currencyCode,
    ]
    let _: Transaction.RevocationReason? = transaction.revocationReason
    let _: Transaction.RevocationType? = transaction.revocationType
    let _: Decimal? = transaction.revocationPercentage
    let _: Product.ProductType = transaction.productType
    let _: UUID? = transaction.appAccountToken
    let _: AppStore.Environment = transaction.environment
    let _: Transaction.Reason = transaction.reason
    let _: Storefront = transaction.storefront
    let _: Decimal? = transaction.price
    let _: Locale.Currency? = transaction.currency
    let _: [String] = [
        transaction.environmentStringRepresentation, transaction.reasonStringRepresentation,
        transaction.storefrontCountryCode,
    ]
    let _: Data = transaction.deviceVerification
    let _: UUID = transaction.deviceVerificationNonce
    let _: Transaction.OwnershipType = transaction.ownershipType
    let _: Transaction.AdvancedCommerceInfo? = transaction.advancedCommerceInfo
    let _: Product.SubscriptionInfo.BillingPlanType? = transaction.billingPlanType
    let _: Transaction.CommitmentInfo? = transaction.commitmentInfo
    await transaction.finish()
    let _: Product.SubscriptionInfo.Status? = await transaction.subscriptionStatus
}

private func sequences(_ transaction: Transaction) async throws {
    let _: [Transaction.Transactions] = [
        Transaction.all, Transaction.currentEntitlements, Transaction.unfinished, Transaction.updates,
    ]
    for await result in Transaction.all { let _: VerificationResult<Transaction> = result }
    let _: (String) async -> VerificationResult<Transaction>? = Transaction.latest(for:)
    let _: (String) async -> VerificationResult<Transaction>? = Transaction.currentEntitlement(for:)
    let _: (String) -> Transaction.Transactions = Transaction.all(for:)
    let _: (String) -> Transaction.Transactions = Transaction.currentEntitlements(for:)
    let _: Transaction.RefundRequestStatus = try await transaction.beginRefundRequest()
    let _: (UInt64) async throws -> Transaction.RefundRequestStatus = Transaction.beginRefundRequest(for:)
    let _: Transaction.RefundRequestError? = nil
}

// MARK: - Transaction.Reason

private func surface(_ reason: Transaction.Reason) {
    let _: any (RawRepresentable & Equatable & Hashable & Sendable).Type = Transaction.Reason.self
    let _: String = reason.rawValue
    let _: (String) -> Transaction.Reason = Transaction.Reason.init(rawValue:)
    let _: [Transaction.Reason] = [.purchase, .renewal]
}

// MARK: - Transaction.RevocationReason

private func surface(_ reason: Transaction.RevocationReason) {
    let _: any (RawRepresentable & Equatable & Hashable & Sendable).Type = Transaction.RevocationReason.self
    let _: Int = reason.rawValue
    let _: String = reason.localizedDescription
    let _: (Int) -> Transaction.RevocationReason = Transaction.RevocationReason.init(rawValue:)
    let _: [Transaction.RevocationReason] = [.developerIssue, .other]
}

// MARK: - Transaction.RevocationType

private func surface(_ type: Transaction.RevocationType) {
    let _: any (RawRepresentable & Equatable & Hashable & Sendable).Type = Transaction.RevocationType.self
    let _: String = type.rawValue
    let _: (String) -> Transaction.RevocationType = Transaction.RevocationType.init(rawValue:)
    let _: [Transaction.RevocationType] = [.fullRefund, .proratedRefund, .familyRevocation, .assignmentRevocation]
}

// MARK: - Transaction.OfferType

private func surface(_ type: Transaction.OfferType) {
    let _: any (RawRepresentable & Equatable & Hashable & Sendable).Type = Transaction.OfferType.self
    let _: any (Codable & CustomDebugStringConvertible).Type = Transaction.OfferType.self
    let _: Int = type.rawValue
    let _: String = type.localizedDescription
    let _: (Int) -> Transaction.OfferType = Transaction.OfferType.init(rawValue:)
    let _: [Transaction.OfferType] = [.introductory, .promotional, .code, .winBack]
}

// MARK: - Transaction.OwnershipType

private func surface(_ type: Transaction.OwnershipType) {
    let _: any (RawRepresentable & Equatable & Hashable & Sendable).Type = Transaction.OwnershipType.self
    let _: String = type.rawValue + type.localizedDescription
    let _: (String) -> Transaction.OwnershipType = Transaction.OwnershipType.init(rawValue:)
    let _: [Transaction.OwnershipType] = [.purchased, .familyShared, .assigned]
}

// MARK: - Transaction.Offer

private func surface(_ offer: Transaction.Offer) {
    let _: any (Equatable & Hashable & Sendable).Type = Transaction.Offer.self
    let _: String? = offer.id
    let _: Transaction.OfferType = offer.type
    let _: Transaction.Offer.PaymentMode? = offer.paymentMode
    let _: Product.SubscriptionPeriod? = offer.period
}

// MARK: - Transaction.Offer.PaymentMode

private func surface(_ mode: Transaction.Offer.PaymentMode) {
    let _: any (RawRepresentable & Equatable & Hashable & Sendable).Type = Transaction.Offer.PaymentMode.self
    let _: String = mode.rawValue
    let _: (String) -> Transaction.Offer.PaymentMode = Transaction.Offer.PaymentMode.init(rawValue:)
    let _: [Transaction.Offer.PaymentMode] = [.freeTrial, .payAsYouGo, .payUpFront, .oneTime]
}

// MARK: - Transaction.RefundRequestError

private func surface(_ error: Transaction.RefundRequestError) {
    let _: any (Error & Equatable & Hashable & Sendable & LocalizedError).Type = Transaction.RefundRequestError.self
    let _: any CustomNSError.Type = Transaction.RefundRequestError.self
    switch error {
    case .duplicateRequest, .failed: break
    @unknown default: break
    }
}

// MARK: - Transaction.RefundRequestStatus

private func surface(_ status: Transaction.RefundRequestStatus) {
    let _: any (Equatable & Hashable & Sendable).Type = Transaction.RefundRequestStatus.self
    switch status {
    case .success, .userCancelled: break
    @unknown default: break
    }
}

// MARK: - Product.SubscriptionInfo.Status

private func surface(_ status: Product.SubscriptionInfo.Status) async {
    let _: any (Equatable & Hashable & Sendable).Type = Product.SubscriptionInfo.Status.self
    let _: Product.SubscriptionInfo.RenewalState = status.state
    let _: VerificationResult<Transaction> = status.transaction
    let _: VerificationResult<Product.SubscriptionInfo.RenewalInfo> = status.renewalInfo
    let updates: Product.SubscriptionInfo.Status.Statuses = Product.SubscriptionInfo.Status.updates
    for await status in updates { let _: Product.SubscriptionInfo.Status = status }
    let all: AsyncStream<(groupID: String, statuses: [Product.SubscriptionInfo.Status])> =
        Product.SubscriptionInfo.Status.all
    for await (groupID, statuses) in all { let _: (String, Int) = (groupID, statuses.count) }
}

// MARK: - Product.SubscriptionInfo.RenewalState

private func surface(_ state: Product.SubscriptionInfo.RenewalState) {
    typealias State = Product.SubscriptionInfo.RenewalState
    let _: any (RawRepresentable & Equatable & Hashable & Sendable).Type = State.self
    let _: Int = state.rawValue
    let _: String = state.localizedDescription
    let _: (Int) -> State = State.init(rawValue:)
    let _: [State] = [.subscribed, .expired, .inBillingRetryPeriod, .inGracePeriod, .revoked]
}

// MARK: - Product.SubscriptionInfo.RenewalInfo

private func surface(_ info: Product.SubscriptionInfo.RenewalInfo) {
    typealias Info = Product.SubscriptionInfo.RenewalInfo
    let _: any (Equatable & Hashable & Sendable & CustomDebugStringConvertible & CustomReflectable).Type = Info.self
    let _: Data = info.jsonRepresentation
    let _: UInt64 = info.originalTransactionID
    let _: [String] = [info.currentProductID, info.appTransactionID, info.environmentStringRepresentation]
    let _: [Bool] = [info.willAutoRenew, info.isInBillingRetry]
    let _: Info.ExpirationReason? = info.expirationReason
    let _: Info.PriceIncreaseStatus = info.priceIncreaseStatus
    let _: Transaction.Offer? = info.offer
    let _: Transaction.OfferType? = info.offerType
    let _: [String?] = [
        info.autoRenewPreference, info.offerID, info.offerPaymentModeStringRepresentation,
        info.offerPeriodStringRepresentation, info.currencyCode,
    ]
    let _: AppStore.Environment = info.environment
    let _: [Date?] = [info.gracePeriodExpirationDate, info.renewalDate]
    let _: [Date] = [info.recentSubscriptionStartDate, info.signedDate]
    let _: Decimal? = info.renewalPrice
    let _: Locale.Currency? = info.currency
    let _: [String] = info.eligibleWinBackOfferIDs
    let _: Data = info.deviceVerification
    let _: [UUID?] = [info.deviceVerificationNonce, info.appAccountToken]
    let _: Info.AdvancedCommerceInfo? = info.advancedCommerceInfo
    let _: Info.CommitmentInfo? = info.commitmentInfo
    let _: Product.SubscriptionInfo.BillingPlanType? = info.renewalBillingPlanType
}

// MARK: - RenewalInfo.ExpirationReason

private func surface(_ reason: Product.SubscriptionInfo.RenewalInfo.ExpirationReason) {
    typealias Reason = Product.SubscriptionInfo.RenewalInfo.ExpirationReason
    let _: any (RawRepresentable & Equatable & Hashable & Sendable).Type = Reason.self
    let _: Int = reason.rawValue
    let _: String = reason.localizedDescription
    let _: (Int) -> Reason = Reason.init(rawValue:)
    let _: [Reason] = [.autoRenewDisabled, .billingError, .didNotConsentToPriceIncrease, .productUnavailable, .unknown]
}

// MARK: - RenewalInfo.PriceIncreaseStatus

private func surface(_ status: Product.SubscriptionInfo.RenewalInfo.PriceIncreaseStatus) {
    typealias Status = Product.SubscriptionInfo.RenewalInfo.PriceIncreaseStatus
    let _: any (Equatable & Hashable & Sendable).Type = Status.self
    switch status {
    case .noIncreasePending, .pending, .agreed: break
    }
    let _: String = status.localizedDescription
}
