import Foundation

/// The failures that a device can be told to show, for each call by itself; the names are StoreKitTest's.
public enum SimulatedFailures {
    /// The failures of ``Device/App/products(_:)``.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum LoadProducts: Error {
        /// A failure with this error.
        case generic(StoreKitError)
    }

    /// The failures of `Product.purchase(options:)`.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Purchase: Error {
        /// A failure with this error; `userCancelled` is returned as the result `userCancelled`.
        ///
        /// The store hears nothing of the purchase.
        case generic(StoreKitError)
        /// A failure with this error.
        ///
        /// The store hears nothing of the purchase.
        case purchase(Product.PurchaseError)
    }

    /// The failures of the store's answer to a purchase, for which StoreKit has no error of its own.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum PurchaseAnswer: Error {
        /// The network is down between the request and the answer: the call throws `StoreKitError.networkError`.
        ///
        /// With `goesThrough` the sheet is answered as ever, and what was bought comes to the app in
        /// ``Device/App/updates``. Without it nothing is bought. In both cases the store has had the request, so an
        /// offer's nonce is spent (C-5).
        case lost(goesThrough: Bool)
    }

    /// The failures of the check of signed values.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Verification: Error {
        /// A failure for this reason.
        case verification(VerificationResult<Any>.VerificationError)
    }

    /// The failures of ``Device/App/sync()``.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum AppStoreSync: Error {
        /// A failure with this error.
        case generic(StoreKitError)
    }

    /// The failures of ``Device/App/appTransaction()``.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum AppTransaction: Error {
        /// A failure with this error.
        case generic(StoreKitError)
    }

    /// The failures of ``Device/App/subscriptionStatuses(inGroup:)``.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum SubscriptionStatus: Error {
        /// A failure with this error.
        case generic(StoreKitError)
    }

    /// The failures of an app that reads its entitlements; StoreKit has no error for them.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum CurrentEntitlements: Error {
        /// The list comes back empty, as though nothing had been bought.
        case empty
    }

    /// The failures of ``Device/App/showManageSubscriptions(inGroup:)``.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum ManageSubscriptions: Error {
        /// A failure with this error.
        case generic(StoreKitError)
    }

    /// The failures of ``Device/App/showRefundRequest(for:)``.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum RefundRequest: Error {
        /// A failure with this error; `userCancelled` is returned as the status `userCancelled`.
        case generic(StoreKitError)
        /// A failure with this error.
        case refundRequest(Transaction.RefundRequestError)
    }

    /// The failures of ``Device/App/refreshReceipt(_:)``, once the customer has signed in.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum ReceiptRefresh: Error {
        /// A failure with this error.
        case generic(StoreKitError)
    }

    /// The failures of ``Device/App/redeem(code:)``.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum OfferCodeRedeem: Error {
        /// A failure with this error.
        case generic(StoreKitError)
    }
}

/// A call that can be told to fail, and the failures it can show.
public struct FailableAPI<Failure: Error>: Sendable {
    let place: any WritableKeyPath<ArmedFailures, ArmedFailures.Armed<Failure>?> & Sendable
    /// The failure of the call without a network; nil for a call that needs none.
    var offline: Failure?
}

extension FailableAPI where Failure == SimulatedFailures.LoadProducts {
    /// The call ``Device/App/products(_:)``.
    public static var loadProducts: FailableAPI { FailableAPI(place: \.loadProducts, offline: .generic(.offline)) }
}

extension FailableAPI where Failure == SimulatedFailures.Purchase {
    /// The call `Product.purchase(options:)`.
    public static var purchase: FailableAPI { FailableAPI(place: \.purchase, offline: .generic(.offline)) }
}

extension FailableAPI where Failure == SimulatedFailures.PurchaseAnswer {
    /// The answer to `Product.purchase(options:)`, of a purchase that does not fail by itself.
    public static var purchaseAnswer: FailableAPI { FailableAPI(place: \.purchaseAnswer) }
}

extension FailableAPI where Failure == SimulatedFailures.Verification {
    /// The check of signed values: results of purchases, transactions, statuses.
    public static var verification: FailableAPI { FailableAPI(place: \.verification) }
}

extension FailableAPI where Failure == SimulatedFailures.AppStoreSync {
    /// The call ``Device/App/sync()``.
    public static var appStoreSync: FailableAPI { FailableAPI(place: \.appStoreSync, offline: .generic(.offline)) }
}

extension FailableAPI where Failure == SimulatedFailures.AppTransaction {
    /// The call ``Device/App/appTransaction()``.
    public static var appTransaction: FailableAPI { FailableAPI(place: \.appTransaction) }
}

extension FailableAPI where Failure == SimulatedFailures.SubscriptionStatus {
    /// The call ``Device/App/subscriptionStatuses(inGroup:)``, which `Product.SubscriptionInfo.status` makes too.
    public static var subscriptionStatus: FailableAPI { FailableAPI(place: \.subscriptionStatus) }
}

extension FailableAPI where Failure == SimulatedFailures.CurrentEntitlements {
    /// The call ``Device/App/transactions(_:for:)`` of the current entitlements.
    public static var currentEntitlements: FailableAPI { FailableAPI(place: \.currentEntitlements) }
}

extension FailableAPI where Failure == SimulatedFailures.ManageSubscriptions {
    /// The call ``Device/App/showManageSubscriptions(inGroup:)``, which is also `AppStore.showManageSubscriptions()`.
    public static var manageSubscriptions: FailableAPI {
        FailableAPI(place: \.manageSubscriptions, offline: .generic(.offline))
    }
}

extension FailableAPI where Failure == SimulatedFailures.RefundRequest {
    /// The call ``Device/App/showRefundRequest(for:)``, which is also `Transaction.beginRefundRequest()`.
    public static var refundRequest: FailableAPI { FailableAPI(place: \.refundRequest, offline: .generic(.offline)) }
}

extension FailableAPI where Failure == SimulatedFailures.OfferCodeRedeem {
    /// The call ``Device/App/redeem(code:)``.
    public static var offerCodeRedeem: FailableAPI {
        FailableAPI(place: \.offerCodeRedeem, offline: .generic(.offline))
    }
}

extension FailableAPI where Failure == SimulatedFailures.ReceiptRefresh {
    /// The call ``Device/App/refreshReceipt(_:)``, which `SKReceiptRefreshRequest` makes too.
    public static var receiptRefresh: FailableAPI { FailableAPI(place: \.receiptRefresh, offline: .generic(.offline)) }
}

extension StoreKitError {
    /// The error that StoreKit throws where there is no network.
    fileprivate static var offline: StoreKitError { .networkError(URLError(.notConnectedToInternet)) }
}

/// The failures that wait on a device for their calls.
struct ArmedFailures: Sendable {
    /// A failure, and the number of calls that are still to show it.
    struct Armed<Failure: Error>: Sendable {
        let failure: Failure
        /// The number of calls that are still to fail; nil for all.
        var callsLeft: Int?
    }

    var loadProducts: Armed<SimulatedFailures.LoadProducts>?
    var purchase: Armed<SimulatedFailures.Purchase>?
    var purchaseAnswer: Armed<SimulatedFailures.PurchaseAnswer>?
    var verification: Armed<SimulatedFailures.Verification>?
    var appStoreSync: Armed<SimulatedFailures.AppStoreSync>?
    var appTransaction: Armed<SimulatedFailures.AppTransaction>?
    var subscriptionStatus: Armed<SimulatedFailures.SubscriptionStatus>?
    var currentEntitlements: Armed<SimulatedFailures.CurrentEntitlements>?
    var manageSubscriptions: Armed<SimulatedFailures.ManageSubscriptions>?
    var refundRequest: Armed<SimulatedFailures.RefundRequest>?
    var offerCodeRedeem: Armed<SimulatedFailures.OfferCodeRedeem>?
    var receiptRefresh: Armed<SimulatedFailures.ReceiptRefresh>?
}

extension Optional {
    /// Returns the failure that the next call shows, and counts that call.
    mutating func takeArmed<Failure>() -> Failure? where Wrapped == ArmedFailures.Armed<Failure> {
        guard let armed = self else { return nil }
        if let left = armed.callsLeft {
            self = left > 1 ? ArmedFailures.Armed(failure: armed.failure, callsLeft: left - 1) : nil
        }
        return armed.failure
    }
}
