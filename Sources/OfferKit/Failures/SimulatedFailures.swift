import Foundation

/// The failures that a device can be told to show, for each call by itself; the names are StoreKitTest's.
public enum SimulatedFailures {
    /// How ``Device/App/products(_:)`` fails.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum LoadProducts: Error {
        /// With this error.
        case generic(StoreKitError)
    }

    /// How `Product.purchase(options:)` fails.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Purchase: Error {
        /// With this error; `userCancelled` is returned as the result `userCancelled`.
        ///
        /// The store hears nothing of the purchase.
        case generic(StoreKitError)
        /// With this error.
        ///
        /// The store hears nothing of the purchase.
        case purchase(Product.PurchaseError)
    }

    /// How the store's answer to a purchase fails to come; StoreKit has no error of its own for it.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum PurchaseAnswer: Error {
        /// The network is down between the request and the answer: the call throws `StoreKitError.networkError`.
        ///
        /// With `goesThrough` the sheet is answered as ever, and what was bought comes to the app in ``Device/App/updates``.
        /// Without it nothing is bought. In both cases the store has had the request, so an offer's nonce is spent (C-5).
        case lost(goesThrough: Bool)
    }

    /// How signed values fail their check.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Verification: Error {
        /// With this reason.
        case verification(VerificationResult<Any>.VerificationError)
    }

    /// How ``Device/App/sync()`` fails.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum AppStoreSync: Error {
        /// With this error.
        case generic(StoreKitError)
    }

    /// How ``Device/App/appTransaction()`` fails.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum AppTransaction: Error {
        /// With this error.
        case generic(StoreKitError)
    }

    /// How ``Device/App/subscriptionStatuses(inGroup:)`` fails.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum SubscriptionStatus: Error {
        /// With this error.
        case generic(StoreKitError)
    }

    /// How an app that reads its entitlements fails; StoreKit has no error for it.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum CurrentEntitlements: Error {
        /// The list comes back empty, as though nothing had been bought.
        case empty
    }

    /// How ``Device/App/showManageSubscriptions(inGroup:)`` fails.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum ManageSubscriptions: Error {
        /// With this error.
        case generic(StoreKitError)
    }

    /// How ``Device/App/showRefundRequest(for:)`` fails.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum RefundRequest: Error {
        /// With this error; `userCancelled` is returned as the status `userCancelled`.
        case generic(StoreKitError)
        /// With this error.
        case refundRequest(Transaction.RefundRequestError)
    }

    /// How ``Device/App/refreshReceipt(_:)`` fails, once the customer has signed in.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum ReceiptRefresh: Error {
        /// With this error.
        case generic(StoreKitError)
    }

    /// How ``Device/App/redeem(code:)`` fails.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum OfferCodeRedeem: Error {
        /// With this error.
        case generic(StoreKitError)
    }
}

/// A call that can be told to fail, and the failures it can show.
public struct FailableAPI<Failure: Error>: Sendable {
    let place: any WritableKeyPath<ArmedFailures, ArmedFailures.Armed<Failure>?> & Sendable
    /// How it fails without a network; nil for what needs none.
    var offline: Failure?
}

extension FailableAPI where Failure == SimulatedFailures.LoadProducts {
    /// ``Device/App/products(_:)``.
    public static var loadProducts: FailableAPI { FailableAPI(place: \.loadProducts, offline: .generic(.offline)) }
}

extension FailableAPI where Failure == SimulatedFailures.Purchase {
    /// `Product.purchase(options:)`.
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
    /// ``Device/App/sync()``.
    public static var appStoreSync: FailableAPI { FailableAPI(place: \.appStoreSync, offline: .generic(.offline)) }
}

extension FailableAPI where Failure == SimulatedFailures.AppTransaction {
    /// ``Device/App/appTransaction()``.
    public static var appTransaction: FailableAPI { FailableAPI(place: \.appTransaction) }
}

extension FailableAPI where Failure == SimulatedFailures.SubscriptionStatus {
    /// ``Device/App/subscriptionStatuses(inGroup:)``, which is also what `Product.SubscriptionInfo.status` asks.
    public static var subscriptionStatus: FailableAPI { FailableAPI(place: \.subscriptionStatus) }
}

extension FailableAPI where Failure == SimulatedFailures.CurrentEntitlements {
    /// ``Device/App/transactions(_:for:)`` of the current entitlements.
    public static var currentEntitlements: FailableAPI { FailableAPI(place: \.currentEntitlements) }
}

extension FailableAPI where Failure == SimulatedFailures.ManageSubscriptions {
    /// ``Device/App/showManageSubscriptions(inGroup:)``, which is also `AppStore.showManageSubscriptions()`.
    public static var manageSubscriptions: FailableAPI {
        FailableAPI(place: \.manageSubscriptions, offline: .generic(.offline))
    }
}

extension FailableAPI where Failure == SimulatedFailures.RefundRequest {
    /// ``Device/App/showRefundRequest(for:)``, which is also `Transaction.beginRefundRequest()`.
    public static var refundRequest: FailableAPI { FailableAPI(place: \.refundRequest, offline: .generic(.offline)) }
}

extension FailableAPI where Failure == SimulatedFailures.OfferCodeRedeem {
    /// ``Device/App/redeem(code:)``.
    public static var offerCodeRedeem: FailableAPI {
        FailableAPI(place: \.offerCodeRedeem, offline: .generic(.offline))
    }
}

extension FailableAPI where Failure == SimulatedFailures.ReceiptRefresh {
    /// ``Device/App/refreshReceipt(_:)``, which is also what `SKReceiptRefreshRequest` asks.
    public static var receiptRefresh: FailableAPI { FailableAPI(place: \.receiptRefresh, offline: .generic(.offline)) }
}

extension StoreKitError {
    /// What StoreKit throws where there is no network.
    fileprivate static var offline: StoreKitError { .networkError(URLError(.notConnectedToInternet)) }
}

/// The failures that wait on a device for their calls.
struct ArmedFailures: Sendable {
    /// A failure, and how often it is still to show.
    struct Armed<Failure: Error>: Sendable {
        let failure: Failure
        /// Nil for always.
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

    /// The failure that the next call shows, used up by one call.
    mutating func take<Failure>(_ api: FailableAPI<Failure>) -> Failure? {
        guard let armed = self[keyPath: api.place] else { return nil }
        if let left = armed.callsLeft {
            self[keyPath: api.place] = left > 1 ? Armed(failure: armed.failure, callsLeft: left - 1) : nil
        }
        return armed.failure
    }
}
