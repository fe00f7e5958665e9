import StoreKit

// The original API's payments, queue, transactions and errors.

// MARK: - SKPayment

private final class PaymentDouble: SKPayment {
    override init() { super.init() }  // init()
    override var productIdentifier: String { "pro" }
    override var requestData: Data? { nil }
    override var quantity: Int { 1 }
    override var applicationUsername: String? { nil }
    override var simulatesAskToBuyInSandbox: Bool { false }
    override var paymentDiscount: SKPaymentDiscount? { nil }
    override func copy(with zone: NSZone? = nil) -> Any { self }
    override func mutableCopy(with zone: NSZone? = nil) -> Any { self }
    override func isEqual(_ object: Any?) -> Bool { false }  // isEqual(_:)
    override var hash: Int { 0 }
}

private func surface(_ payment: SKPayment) {
    let _: any (NSCopying & NSMutableCopying).Type = SKPayment.self
    let _: (SKProduct) -> SKPayment = SKPayment.init(product:)
    let _: (NSZone?) -> Any = payment.copy(with:)
    let _: (NSZone?) -> Any = payment.mutableCopy(with:)
}

// MARK: - SKMutablePayment

private func surface(_: SKMutablePayment.Type) {
    let _: (SKProduct) -> SKMutablePayment = SKMutablePayment.init(product:)
    let _: ReferenceWritableKeyPath<SKMutablePayment, String> = \.productIdentifier
    let _: ReferenceWritableKeyPath<SKMutablePayment, Data?> = \.requestData
    let _: ReferenceWritableKeyPath<SKMutablePayment, Int> = \.quantity
    let _: ReferenceWritableKeyPath<SKMutablePayment, String?> = \.applicationUsername
    let _: ReferenceWritableKeyPath<SKMutablePayment, Bool> = \.simulatesAskToBuyInSandbox
    let _: ReferenceWritableKeyPath<SKMutablePayment, SKPaymentDiscount?> = \.paymentDiscount
}

// MARK: - SKPaymentDiscount

private final class PaymentDiscountDouble: SKPaymentDiscount, @unchecked Sendable {
    override init(identifier: String, keyIdentifier: String, nonce: UUID, signature: String, timestamp: NSNumber) {
        super.init(
            identifier: identifier, keyIdentifier: keyIdentifier, nonce: nonce, signature: signature,
            timestamp: timestamp)
    }
    override var identifier: String { "" }
    override var keyIdentifier: String { "" }
    override var nonce: UUID { super.nonce }
    override var signature: String { "" }
    override var timestamp: NSNumber { 0 }
    override func isEqual(_ object: Any?) -> Bool { false }  // isEqual(_:)
    override var hash: Int { 0 }
}

private func surface(_: SKPaymentDiscount.Type) {
    let _: (String, String, UUID, String, NSNumber) -> SKPaymentDiscount =
        SKPaymentDiscount.init(identifier:keyIdentifier:nonce:signature:timestamp:)
}

// MARK: - SKPaymentQueue

private final class QueueDouble: SKPaymentQueue, @unchecked Sendable {
    override init() { super.init() }  // init()
    override class func `default`() -> SKPaymentQueue { QueueDouble() }  // default()
    override class func canMakePayments() -> Bool { true }
    override weak var delegate: (any SKPaymentQueueDelegate)? {
        get { nil }
        set {}
    }
    override var storefront: SKStorefront? { nil }
    override var transactions: [SKPaymentTransaction] { [] }
    override var transactionObservers: [any SKPaymentTransactionObserver] { [] }
    override func add(_ payment: SKPayment) {}
    override func add(_ observer: any SKPaymentTransactionObserver) {}
    override func remove(_ observer: any SKPaymentTransactionObserver) {}
    override func restoreCompletedTransactions() {}
    override func restoreCompletedTransactions(withApplicationUsername username: String?) {}
    override func finishTransaction(_ transaction: SKPaymentTransaction) {}
    override func showPriceConsentIfNeeded() {}
    override func presentCodeRedemptionSheet() {}
    override func start(_ downloads: [SKDownload]) {}
    override func pause(_ downloads: [SKDownload]) {}
    override func resume(_ downloads: [SKDownload]) {}
    override func cancel(_ downloads: [SKDownload]) {}
}

private func surface(_ queue: SKPaymentQueue) {
    let _: any (NSObject & Sendable).Type = SKPaymentQueue.self
    let _: (SKPayment) -> Void = queue.add(_:)
    let _: (any SKPaymentTransactionObserver) -> Void = queue.add(_:)
    let _: (any SKPaymentTransactionObserver) -> Void = queue.remove(_:)
    let _: (SKPaymentTransaction) -> Void = queue.finishTransaction(_:)
    let _: (String?) -> Void = queue.restoreCompletedTransactions(withApplicationUsername:)
}

// MARK: - SKPaymentQueueDelegate

private func surface(_ listener: any SKPaymentQueueDelegate) {
    let _: (SKPaymentQueue, SKPaymentTransaction, SKStorefront) -> Bool = listener.paymentQueue(_:shouldContinue:in:)
    let _: (SKPaymentQueue) -> Bool = listener.paymentQueueShouldShowPriceConsent(_:)
}

// MARK: - SKPaymentTransactionObserver

private func surface(_ observer: any SKPaymentTransactionObserver) {
    let _: (SKPaymentQueue, [SKPaymentTransaction]) -> Void = observer.paymentQueue(_:updatedTransactions:)
    let _: (SKPaymentQueue, [SKPaymentTransaction]) -> Void = observer.paymentQueue(_:removedTransactions:)
    let _: (SKPaymentQueue, any Error) -> Void =
        observer.paymentQueue(_:restoreCompletedTransactionsFailedWithError:)
    let _: (SKPaymentQueue) -> Void = observer.paymentQueueRestoreCompletedTransactionsFinished(_:)
    let _: (SKPaymentQueue, SKPayment, SKProduct) -> Bool = observer.paymentQueue(_:shouldAddStorePayment:for:)
    let _: (SKPaymentQueue) -> Void = observer.paymentQueueDidChangeStorefront(_:)
    let _: (SKPaymentQueue, [String]) -> Void =
        observer.paymentQueue(_:didRevokeEntitlementsForProductIdentifiers:)
    let _: (SKPaymentQueue, [SKDownload]) -> Void = observer.paymentQueue(_:updatedDownloads:)
}

// MARK: - SKPaymentTransaction

private final class TransactionDouble: SKPaymentTransaction, @unchecked Sendable {
    override init() { super.init() }  // init()
    override var error: (any Error)? { nil }
    override var original: SKPaymentTransaction? { nil }
    override var payment: SKPayment { PaymentDouble() }
    override var transactionDate: Date? { nil }
    override var transactionIdentifier: String? { nil }
    override var transactionState: SKPaymentTransactionState { .purchased }
    override var downloads: [SKDownload] { [] }
}

private func surface(_ transaction: SKPaymentTransaction) {
    let _: any (NSObject & Sendable).Type = SKPaymentTransaction.self
    transaction.setValue("1", forKey: "transactionIdentifier")  // setValue(_:forKey:)
    let _: Any? = transaction.value(forKey: "transactionIdentifier")  // value(forKey:)
}

// MARK: - SKPaymentTransactionState

private func surface(_ state: SKPaymentTransactionState) {
    let _: any (RawRepresentable & Equatable & Hashable & Sendable).Type = SKPaymentTransactionState.self
    let _: Int = state.rawValue
    switch state {
    case .purchasing, .purchased, .failed, .restored, .deferred: break
    @unknown default: break
    }
}

// MARK: - SKDownload

private final class DownloadDouble: SKDownload {
    override init() { super.init() }  // init()
}

// MARK: - SKError

private func surface(_ error: SKError) {
    let _: any (Error & Equatable & Hashable & CustomNSError).Type = SKError.self
    let _: String = SKErrorDomain + SKError.errorDomain + error.localizedDescription
    let _: SKError.Code = error.code
    let _: Int = error.errorCode
    let _: [String: Any] = error.errorUserInfo.merging(error.userInfo) { first, _ in first }
    let _: (any Error)? = error.underlyingError
    let _: (SKError.Code, [String: Any]) -> SKError = SKError.init(_:userInfo:)
    let _: SKError = SKError(.paymentCancelled)
    let _: (NSError) -> SKError = SKError.init(_nsError:)
    let _: NSError = error._nsError
    let _: [SKError.Code] = [
        SKError.unknown, SKError.clientInvalid, SKError.paymentCancelled, SKError.paymentInvalid,
        SKError.paymentNotAllowed, SKError.storeProductNotAvailable, SKError.cloudServicePermissionDenied,
        SKError.cloudServiceNetworkConnectionFailed, SKError.cloudServiceRevoked,
        SKError.privacyAcknowledgementRequired, SKError.unauthorizedRequestData, SKError.invalidOfferIdentifier,
        SKError.invalidSignature, SKError.missingOfferParams, SKError.invalidOfferPrice, SKError.overlayCancelled,
        SKError.overlayInvalidConfiguration, SKError.overlayTimeout, SKError.ineligibleForOffer,
        SKError.unsupportedPlatform, SKError.overlayPresentedInBackgroundScene,
    ]
}

// MARK: - SKError.Code

private func surface(_ code: SKError.Code) {
    let _: any (RawRepresentable & Equatable & Hashable & Sendable).Type = SKError.Code.self
    let _: Int = code.rawValue
    let _: Bool = SKError.paymentCancelled ~= (SKError(code) as any Error)  // ~=(_:_:)
    switch code {
    case .unknown, .clientInvalid, .paymentCancelled, .paymentInvalid, .paymentNotAllowed, .storeProductNotAvailable,
        .cloudServicePermissionDenied, .cloudServiceNetworkConnectionFailed, .cloudServiceRevoked,
        .privacyAcknowledgementRequired, .unauthorizedRequestData, .invalidOfferIdentifier, .invalidSignature,
        .missingOfferParams, .invalidOfferPrice, .overlayCancelled, .overlayInvalidConfiguration, .overlayTimeout,
        .ineligibleForOffer, .unsupportedPlatform, .overlayPresentedInBackgroundScene:
        break
    @unknown default: break
    }
}
