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

/// The failures that each call can show: those of a device.
///
/// Two are equal when their cases are; what comes with a network or system error does not count.
public enum SKTestFailures {
    /// How `Product.products(for:)` fails.
    public typealias LoadProducts = SimulatedFailures.LoadProducts
    /// How `Product.purchase(options:)` fails.
    public typealias Purchase = SimulatedFailures.Purchase
    /// How signed values fail their check.
    public typealias Verification = SimulatedFailures.Verification
    /// How `AppStore.sync()` fails.
    public typealias AppStoreSync = SimulatedFailures.AppStoreSync
    /// How `Product.SubscriptionInfo.status` fails.
    public typealias SubscriptionStatus = SimulatedFailures.SubscriptionStatus
    /// How `AppTransaction.shared` fails.
    public typealias AppTransaction = SimulatedFailures.AppTransaction
    /// How `AppStore.showManageSubscriptions()` fails.
    public typealias ManageSubscriptions = SimulatedFailures.ManageSubscriptions
    /// How `Transaction.beginRefundRequest()` fails.
    public typealias RefundRequest = SimulatedFailures.RefundRequest
    /// How the redemption of an offer code in the app fails.
    public typealias OfferCodeRedeem = SimulatedFailures.OfferCodeRedeem
}

extension SKTestFailures.LoadProducts: SKTestFailure {
    /// The error that the call shows.
    public var _error: any Error {
        switch self {
        case .generic(let error): error
        }
    }
}

extension SKTestFailures.Purchase: SKTestFailure {
    /// The error that the call shows.
    public var _error: any Error {
        switch self {
        case .generic(let error): error
        case .purchase(let error): error
        }
    }
}

extension SKTestFailures.Verification: SKTestFailure {
    /// The error that the call shows.
    public var _error: any Error {
        switch self {
        case .verification(let error): error
        }
    }
}

extension SKTestFailures.AppStoreSync: SKTestFailure {
    /// The error that the call shows.
    public var _error: any Error {
        switch self {
        case .generic(let error): error
        }
    }
}

extension SKTestFailures.SubscriptionStatus: SKTestFailure {
    /// The error that the call shows.
    public var _error: any Error {
        switch self {
        case .generic(let error): error
        }
    }
}

extension SKTestFailures.AppTransaction: SKTestFailure {
    /// The error that the call shows.
    public var _error: any Error {
        switch self {
        case .generic(let error): error
        }
    }
}

extension SKTestFailures.ManageSubscriptions: SKTestFailure {
    /// The error that the call shows.
    public var _error: any Error {
        switch self {
        case .generic(let error): error
        }
    }
}

extension SKTestFailures.RefundRequest: SKTestFailure {
    /// The error that the call shows.
    public var _error: any Error {
        switch self {
        case .generic(let error): error
        case .refundRequest(let error): error
        }
    }
}

extension SKTestFailures.OfferCodeRedeem: SKTestFailure {
    /// The error that the call shows.
    public var _error: any Error {
        switch self {
        case .generic(let error): error
        }
    }
}
