public import OfferKit

/// A failure that a call of StoreKit can be told to show.
public protocol SKTestFailure: Equatable, Sendable {}

/// The failures that each call can show.
///
/// Two are equal when their cases are; what comes with a network or system error does not count.
public enum SKTestFailures {
    /// How `Product.products(for:)` fails.
    public enum LoadProducts: SKTestFailure {
        /// With this error.
        case generic(StoreKitError)
    }

    /// How `Product.purchase(options:)` fails.
    public enum Purchase: SKTestFailure {
        /// With this error; `userCancelled` is returned as the result `userCancelled`.
        case generic(StoreKitError)
        /// With this error.
        case purchase(Product.PurchaseError)
    }

    /// How signed values fail their check.
    public enum Verification: SKTestFailure {
        /// With this reason.
        case verification(VerificationResult<Any>.VerificationError)
    }

    /// How `AppStore.sync()` fails.
    public enum AppStoreSync: SKTestFailure {
        /// With this error.
        case generic(StoreKitError)
    }

    /// How `Product.SubscriptionInfo.status` fails.
    public enum SubscriptionStatus: SKTestFailure {
        /// With this error.
        case generic(StoreKitError)
    }

    /// How `AppTransaction.shared` fails.
    public enum AppTransaction: SKTestFailure {
        /// With this error.
        case generic(StoreKitError)
    }

    /// How `AppStore.showManageSubscriptions()` fails.
    public enum ManageSubscriptions: SKTestFailure {
        /// With this error.
        case generic(StoreKitError)
    }

    /// How `Transaction.beginRefundRequest()` fails.
    public enum RefundRequest: SKTestFailure {
        /// With this error; `userCancelled` is returned as the status `userCancelled`.
        case generic(StoreKitError)
        /// With this error.
        case refundRequest(Transaction.RefundRequestError)
    }

    /// How the redemption of an offer code in the app fails.
    public enum OfferCodeRedeem: SKTestFailure {
        /// With this error.
        case generic(StoreKitError)
    }
}

extension SKTestFailures.LoadProducts {
    /// Whether both errors are of one case.
    public static func == (a: Self, b: Self) -> Bool {
        switch (a, b) {
        case (.generic(let a), .generic(let b)): a.number == b.number
        }
    }
}

extension SKTestFailures.Purchase {
    /// Whether both errors are of one case.
    public static func == (a: Self, b: Self) -> Bool {
        switch (a, b) {
        case (.generic(let a), .generic(let b)): a.number == b.number
        case (.purchase(let a), .purchase(let b)): a == b
        case (.generic, .purchase), (.purchase, .generic): false
        }
    }
}

extension SKTestFailures.AppStoreSync {
    /// Whether both errors are of one case.
    public static func == (a: Self, b: Self) -> Bool {
        switch (a, b) {
        case (.generic(let a), .generic(let b)): a.number == b.number
        }
    }
}

extension SKTestFailures.SubscriptionStatus {
    /// Whether both errors are of one case.
    public static func == (a: Self, b: Self) -> Bool {
        switch (a, b) {
        case (.generic(let a), .generic(let b)): a.number == b.number
        }
    }
}

extension SKTestFailures.AppTransaction {
    /// Whether both errors are of one case.
    public static func == (a: Self, b: Self) -> Bool {
        switch (a, b) {
        case (.generic(let a), .generic(let b)): a.number == b.number
        }
    }
}

extension SKTestFailures.ManageSubscriptions {
    /// Whether both errors are of one case.
    public static func == (a: Self, b: Self) -> Bool {
        switch (a, b) {
        case (.generic(let a), .generic(let b)): a.number == b.number
        }
    }
}

extension SKTestFailures.RefundRequest {
    /// Whether both errors are of one case.
    public static func == (a: Self, b: Self) -> Bool {
        switch (a, b) {
        case (.generic(let a), .generic(let b)): a.number == b.number
        case (.refundRequest(let a), .refundRequest(let b)): a == b
        case (.generic, .refundRequest), (.refundRequest, .generic): false
        }
    }
}

extension SKTestFailures.OfferCodeRedeem {
    /// Whether both errors are of one case.
    public static func == (a: Self, b: Self) -> Bool {
        switch (a, b) {
        case (.generic(let a), .generic(let b)): a.number == b.number
        }
    }
}

extension StoreKitError {
    /// The place of the case among StoreKit's.
    var number: Int {
        switch self {
        case .unknown: 0
        case .userCancelled: 1
        case .networkError: 2
        case .systemError: 3
        case .notAvailableInStorefront: 4
        case .notEntitled: 5
        case .unsupported: 6
        }
    }
}
