import Foundation
public import OfferKit

/// A failure that a call of StoreKit can be told to show.
public protocol SKTestFailure: Equatable, Sendable {
    /// The error that the call shows.
    var _error: any Error { get }
}

extension SKTestFailure {
    /// Whether both errors are of one case, which is their number among those of their type.
    public static func == (a: Self, b: Self) -> Bool {
        let (a, b) = (a._error as NSError, b._error as NSError)
        return a.domain == b.domain && a.code == b.code
    }
}

/// The failures that each call can show.
///
/// Two are equal when their cases are; what comes with a network or system error does not count.
public enum SKTestFailures {
    /// How `Product.products(for:)` fails.
    public enum LoadProducts: SKTestFailure {
        /// With this error.
        case generic(StoreKitError)

        /// The error that the call shows.
        public var _error: any Error {
            switch self {
            case .generic(let error): error
            }
        }
    }

    /// How `Product.purchase(options:)` fails.
    public enum Purchase: SKTestFailure {
        /// With this error; `userCancelled` is returned as the result `userCancelled`.
        case generic(StoreKitError)
        /// With this error.
        case purchase(Product.PurchaseError)

        /// The error that the call shows.
        public var _error: any Error {
            switch self {
            case .generic(let error): error
            case .purchase(let error): error
            }
        }
    }

    /// How signed values fail their check.
    public enum Verification: SKTestFailure {
        /// With this reason.
        case verification(VerificationResult<Any>.VerificationError)

        /// The error that the call shows.
        public var _error: any Error {
            switch self {
            case .verification(let error): error
            }
        }
    }

    /// How `AppStore.sync()` fails.
    public enum AppStoreSync: SKTestFailure {
        /// With this error.
        case generic(StoreKitError)

        /// The error that the call shows.
        public var _error: any Error {
            switch self {
            case .generic(let error): error
            }
        }
    }

    /// How `Product.SubscriptionInfo.status` fails.
    public enum SubscriptionStatus: SKTestFailure {
        /// With this error.
        case generic(StoreKitError)

        /// The error that the call shows.
        public var _error: any Error {
            switch self {
            case .generic(let error): error
            }
        }
    }

    /// How `AppTransaction.shared` fails.
    public enum AppTransaction: SKTestFailure {
        /// With this error.
        case generic(StoreKitError)

        /// The error that the call shows.
        public var _error: any Error {
            switch self {
            case .generic(let error): error
            }
        }
    }

    /// How `AppStore.showManageSubscriptions()` fails.
    public enum ManageSubscriptions: SKTestFailure {
        /// With this error.
        case generic(StoreKitError)

        /// The error that the call shows.
        public var _error: any Error {
            switch self {
            case .generic(let error): error
            }
        }
    }

    /// How `Transaction.beginRefundRequest()` fails.
    public enum RefundRequest: SKTestFailure {
        /// With this error; `userCancelled` is returned as the status `userCancelled`.
        case generic(StoreKitError)
        /// With this error.
        case refundRequest(Transaction.RefundRequestError)

        /// The error that the call shows.
        public var _error: any Error {
            switch self {
            case .generic(let error): error
            case .refundRequest(let error): error
            }
        }
    }

    /// How the redemption of an offer code in the app fails.
    public enum OfferCodeRedeem: SKTestFailure {
        /// With this error.
        case generic(StoreKitError)

        /// The error that the call shows.
        public var _error: any Error {
            switch self {
            case .generic(let error): error
            }
        }
    }
}
