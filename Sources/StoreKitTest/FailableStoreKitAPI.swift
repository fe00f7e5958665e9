import OfferKit

/// A call of StoreKit that a session can let fail (``SKTestSession/setSimulatedError(_:forAPI:)``).
public protocol FailableStoreKitAPI<Failure>: Sendable {
    /// The failures that it can show.
    associatedtype Failure: SKTestFailure

    /// Lets the call fail in a session's environment; not meant to be called by tests.
    func simulate(_ failure: Failure?, in session: SKTestSession)

    /// The failure that the call shows in a session's environment; not meant to be called by tests.
    func simulatedFailure(in session: SKTestSession) -> Failure?
}

/// The loading of products.
public struct StoreKitLoadProductsAPI: FailableStoreKitAPI {
    /// The call.
    public init() {}

    /// Lets the call fail.
    public func simulate(_ failure: SKTestFailures.LoadProducts?, in session: SKTestSession) {
        session.device.setSimulatedError(
            failure.map {
                switch $0 {
                case .generic(let error): .generic(error)
                }
            }, forAPI: .loadProducts)
    }

    /// The failure that the call shows.
    public func simulatedFailure(in session: SKTestSession) -> SKTestFailures.LoadProducts? {
        session.device.simulatedError(forAPI: .loadProducts).map {
            switch $0 {
            case .generic(let error): .generic(error)
            }
        }
    }
}

/// Purchases in the app.
public struct StoreKitPurchaseAPI: FailableStoreKitAPI {
    /// The call.
    public init() {}

    /// Lets the call fail.
    public func simulate(_ failure: SKTestFailures.Purchase?, in session: SKTestSession) {
        session.environment.setPurchaseFailure(failure)
    }

    /// The failure that the call shows.
    public func simulatedFailure(in session: SKTestSession) -> SKTestFailures.Purchase? {
        session.environment.purchaseFailure
    }
}

/// The check of signed values.
public struct StoreKitVerificationAPI: FailableStoreKitAPI {
    /// The call.
    public init() {}

    /// Lets the check fail.
    public func simulate(_ failure: SKTestFailures.Verification?, in session: SKTestSession) {
        session.device.setSimulatedError(
            failure.map {
                switch $0 {
                case .verification(let error): .verification(error)
                }
            }, forAPI: .verification)
    }

    /// The failure that the check shows.
    public func simulatedFailure(in session: SKTestSession) -> SKTestFailures.Verification? {
        session.device.simulatedError(forAPI: .verification).map {
            switch $0 {
            case .verification(let error): .verification(error)
            }
        }
    }
}

/// `AppStore.sync()`.
public struct StoreKitAppStoreSyncAPI: FailableStoreKitAPI {
    /// The call.
    public init() {}

    /// Lets the call fail.
    public func simulate(_ failure: SKTestFailures.AppStoreSync?, in session: SKTestSession) {
        session.device.setSimulatedError(
            failure.map {
                switch $0 {
                case .generic(let error): .generic(error)
                }
            }, forAPI: .appStoreSync)
    }

    /// The failure that the call shows.
    public func simulatedFailure(in session: SKTestSession) -> SKTestFailures.AppStoreSync? {
        session.device.simulatedError(forAPI: .appStoreSync).map {
            switch $0 {
            case .generic(let error): .generic(error)
            }
        }
    }
}

/// Where subscriptions stand.
public struct StoreKitSubscriptionStatusAPI: FailableStoreKitAPI {
    /// The call.
    public init() {}

    /// Lets the call fail.
    public func simulate(_ failure: SKTestFailures.SubscriptionStatus?, in session: SKTestSession) {
        session.device.setSimulatedError(
            failure.map {
                switch $0 {
                case .generic(let error): .generic(error)
                }
            }, forAPI: .subscriptionStatus)
    }

    /// The failure that the call shows.
    public func simulatedFailure(in session: SKTestSession) -> SKTestFailures.SubscriptionStatus? {
        session.device.simulatedError(forAPI: .subscriptionStatus).map {
            switch $0 {
            case .generic(let error): .generic(error)
            }
        }
    }
}

/// `AppTransaction.shared`.
public struct StoreKitAppTransactionAPI: FailableStoreKitAPI {
    /// The call.
    public init() {}

    /// Lets the call fail.
    public func simulate(_ failure: SKTestFailures.AppTransaction?, in session: SKTestSession) {
        session.device.setSimulatedError(
            failure.map {
                switch $0 {
                case .generic(let error): .generic(error)
                }
            }, forAPI: .appTransaction)
    }

    /// The failure that the call shows.
    public func simulatedFailure(in session: SKTestSession) -> SKTestFailures.AppTransaction? {
        session.device.simulatedError(forAPI: .appTransaction).map {
            switch $0 {
            case .generic(let error): .generic(error)
            }
        }
    }
}

/// The page that manages subscriptions.
public struct StoreKitManageSubscriptionsAPI: FailableStoreKitAPI {
    /// The call.
    public init() {}

    /// Lets the call fail.
    public func simulate(_ failure: SKTestFailures.ManageSubscriptions?, in session: SKTestSession) {
        session.device.setSimulatedError(
            failure.map {
                switch $0 {
                case .generic(let error): .generic(error)
                }
            }, forAPI: .manageSubscriptions)
    }

    /// The failure that the call shows.
    public func simulatedFailure(in session: SKTestSession) -> SKTestFailures.ManageSubscriptions? {
        session.device.simulatedError(forAPI: .manageSubscriptions).map {
            switch $0 {
            case .generic(let error): .generic(error)
            }
        }
    }
}

/// Requests for refunds in the app.
public struct StoreKitRefundRequestAPI: FailableStoreKitAPI {
    /// The call.
    public init() {}

    /// Lets the call fail.
    public func simulate(_ failure: SKTestFailures.RefundRequest?, in session: SKTestSession) {
        let failure: SimulatedFailures.RefundRequest? = failure.map {
            switch $0 {
            case .generic(let error): .generic(error)
            case .refundRequest(let error): .refundRequest(error)
            }
        }
        session.device.setSimulatedError(failure, forAPI: .refundRequest)
    }

    /// The failure that the call shows.
    public func simulatedFailure(in session: SKTestSession) -> SKTestFailures.RefundRequest? {
        session.device.simulatedError(forAPI: .refundRequest).map {
            switch $0 {
            case .generic(let error): .generic(error)
            case .refundRequest(let error): .refundRequest(error)
            }
        }
    }
}

/// The redemption of offer codes in the app.
public struct StoreKitOfferCodeRedeemAPI: FailableStoreKitAPI {
    /// The call.
    public init() {}

    /// Lets the call fail.
    public func simulate(_ failure: SKTestFailures.OfferCodeRedeem?, in session: SKTestSession) {
        session.device.setSimulatedError(
            failure.map {
                switch $0 {
                case .generic(let error): .generic(error)
                }
            }, forAPI: .offerCodeRedeem)
    }

    /// The failure that the call shows.
    public func simulatedFailure(in session: SKTestSession) -> SKTestFailures.OfferCodeRedeem? {
        session.device.simulatedError(forAPI: .offerCodeRedeem).map {
            switch $0 {
            case .generic(let error): .generic(error)
            }
        }
    }
}
