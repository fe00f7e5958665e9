public import OfferKit

/// A call of StoreKit that a session can make fail (``SKTestSession/setSimulatedError(_:forAPI:)``).
public protocol FailableStoreKitAPI<Failure>: Sendable {
    /// The failures that it can show.
    associatedtype Failure: SKTestFailure & Error

    /// The corresponding call of a device.
    var call: FailableAPI<Failure> { get }

    /// Makes the call fail in a session's environment; not meant to be called by tests.
    func simulate(_ failure: Failure?, in session: SKTestSession)

    /// Returns the failure of the call in a session's environment; not meant to be called by tests.
    func simulatedFailure(in session: SKTestSession) -> Failure?
}

extension FailableStoreKitAPI {
    /// Makes the call fail on the session's device.
    public func simulate(_ failure: Failure?, in session: SKTestSession) {
        session.device.setSimulatedError(failure, forAPI: call)
    }

    /// Returns the failure of the call on the session's device.
    public func simulatedFailure(in session: SKTestSession) -> Failure? {
        session.device.simulatedError(forAPI: call)
    }
}

/// The loading of products.
public struct StoreKitLoadProductsAPI: FailableStoreKitAPI {
    /// The call.
    public init() {}

    /// The corresponding call of a device.
    public var call: FailableAPI<SKTestFailures.LoadProducts> { .loadProducts }
}

/// Purchases in the app.
public struct StoreKitPurchaseAPI: FailableStoreKitAPI {
    /// The call.
    public init() {}

    /// The corresponding call of a device.
    public var call: FailableAPI<SKTestFailures.Purchase> { .purchase }

    // Purchases can fail for two reasons; the environment decides which comes first.

    /// Makes the call fail, whatever ``SKTestSession/failTransactionsEnabled`` is.
    public func simulate(_ failure: SKTestFailures.Purchase?, in session: SKTestSession) {
        session.environment.setPurchaseFailure(failure)
    }

    /// Returns the failure that was set, not that of ``SKTestSession/failTransactionsEnabled``.
    public func simulatedFailure(in session: SKTestSession) -> SKTestFailures.Purchase? {
        session.environment.read(\.purchaseFailure)
    }
}

/// The check of signed values.
public struct StoreKitVerificationAPI: FailableStoreKitAPI {
    /// The call.
    public init() {}

    /// The corresponding call of a device.
    public var call: FailableAPI<SKTestFailures.Verification> { .verification }
}

/// `AppStore.sync()`.
public struct StoreKitAppStoreSyncAPI: FailableStoreKitAPI {
    /// The call.
    public init() {}

    /// The corresponding call of a device.
    public var call: FailableAPI<SKTestFailures.AppStoreSync> { .appStoreSync }
}

/// The reading of subscription statuses.
public struct StoreKitSubscriptionStatusAPI: FailableStoreKitAPI {
    /// The call.
    public init() {}

    /// The corresponding call of a device.
    public var call: FailableAPI<SKTestFailures.SubscriptionStatus> { .subscriptionStatus }
}

/// `AppTransaction.shared`.
public struct StoreKitAppTransactionAPI: FailableStoreKitAPI {
    /// The call.
    public init() {}

    /// The corresponding call of a device.
    public var call: FailableAPI<SKTestFailures.AppTransaction> { .appTransaction }
}

/// The page that manages subscriptions.
public struct StoreKitManageSubscriptionsAPI: FailableStoreKitAPI {
    /// The call.
    public init() {}

    /// The corresponding call of a device.
    public var call: FailableAPI<SKTestFailures.ManageSubscriptions> { .manageSubscriptions }
}

/// Requests for refunds in the app.
public struct StoreKitRefundRequestAPI: FailableStoreKitAPI {
    /// The call.
    public init() {}

    /// The corresponding call of a device.
    public var call: FailableAPI<SKTestFailures.RefundRequest> { .refundRequest }
}

/// The redemption of offer codes in the app.
public struct StoreKitOfferCodeRedeemAPI: FailableStoreKitAPI {
    /// The call.
    public init() {}

    /// The corresponding call of a device.
    public var call: FailableAPI<SKTestFailures.OfferCodeRedeem> { .offerCodeRedeem }
}
