import Foundation
public import OfferKit

/// A failure that a call of StoreKit can simulate.
public protocol SKTestFailure: Equatable, Sendable {
    /// The error of the failing call.
    var _error: any Error { get }
}

extension SKTestFailure {
    /// Returns whether both errors are of one case, by their number among those of their type.
    public static func == (a: Self, b: Self) -> Bool {
        let (a, b) = (a._error as NSError, b._error as NSError)
        return a.domain == b.domain && a.code == b.code
    }
}

/// The failures that each call can simulate: those of a device.
///
/// Two failures are equal when their cases are; the details of a network or system error do not count.
public enum SKTestFailures {
    /// The failures of `Product.products(for:)`.
    public typealias LoadProducts = SimulatedFailures.LoadProducts
    /// The failures of `Product.purchase(options:)`.
    public typealias Purchase = SimulatedFailures.Purchase
    /// The failures of the check of signed values.
    public typealias Verification = SimulatedFailures.Verification
    /// The failures of `AppStore.sync()`.
    public typealias AppStoreSync = SimulatedFailures.AppStoreSync
    /// The failures of `Product.SubscriptionInfo.status`.
    public typealias SubscriptionStatus = SimulatedFailures.SubscriptionStatus
    /// The failures of `AppTransaction.shared`.
    public typealias AppTransaction = SimulatedFailures.AppTransaction
    /// The failures of `AppStore.showManageSubscriptions()`.
    public typealias ManageSubscriptions = SimulatedFailures.ManageSubscriptions
    /// The failures of `Transaction.beginRefundRequest()`.
    public typealias RefundRequest = SimulatedFailures.RefundRequest
    /// The failures of the redemption of an offer code in the app.
    public typealias OfferCodeRedeem = SimulatedFailures.OfferCodeRedeem
}

extension SKTestFailures.LoadProducts: SKTestFailure {
    /// The error of the failing call.
    public var _error: any Error {
        switch self {
        case .generic(let error): error
        }
    }
}

extension SKTestFailures.Purchase: SKTestFailure {
    /// The error of the failing call.
    public var _error: any Error {
        switch self {
        case .generic(let error): error
        case .purchase(let error): error
        }
    }
}

extension SKTestFailures.Verification: SKTestFailure {
    /// The error of the failing call.
    public var _error: any Error {
        switch self {
        case .verification(let error): error
        }
    }
}

extension SKTestFailures.AppStoreSync: SKTestFailure {
    /// The error of the failing call.
    public var _error: any Error {
        switch self {
        case .generic(let error): error
        }
    }
}

extension SKTestFailures.SubscriptionStatus: SKTestFailure {
    /// The error of the failing call.
    public var _error: any Error {
        switch self {
        case .generic(let error): error
        }
    }
}

extension SKTestFailures.AppTransaction: SKTestFailure {
    /// The error of the failing call.
    public var _error: any Error {
        switch self {
        case .generic(let error): error
        }
    }
}

extension SKTestFailures.ManageSubscriptions: SKTestFailure {
    /// The error of the failing call.
    public var _error: any Error {
        switch self {
        case .generic(let error): error
        }
    }
}

extension SKTestFailures.RefundRequest: SKTestFailure {
    /// The error of the failing call.
    public var _error: any Error {
        switch self {
        case .generic(let error): error
        case .refundRequest(let error): error
        }
    }
}

extension SKTestFailures.OfferCodeRedeem: SKTestFailure {
    /// The error of the failing call.
    public var _error: any Error {
        switch self {
        case .generic(let error): error
        }
    }
}
