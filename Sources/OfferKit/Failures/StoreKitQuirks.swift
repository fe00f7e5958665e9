public import OfferKitCore

/// The habits of StoreKit that contradict its documentation, each to be turned on by itself.
///
/// ```swift
/// device.quirks.listsPurchasesAfter = .seconds(1)
/// ```
///
/// A device has none unless told otherwise. They change what the app reads (``Device/app``), never what is so in the
/// store and on `Device`. All were measured by the authors of Kosikowski/swift-storekit, on macOS 26.6 with Xcode 26.6
/// and 27 and in the simulator of iOS 27, and written down in its `spike/README.md` and `docs`.
///
/// One habit needs no switch: that a downgrade, or a crossgrade to another duration, succeeds with the transaction
/// already held is what this store does by rule (C-16, B8-2, B8-4).
public struct StoreKitQuirks: Hashable, Sendable {
    /// The time after a purchase until the device that made it lists it; nil for none.
    ///
    /// Measured on macOS: up to a second. The time passes on the store's clock, by `store.advance(by:)`;
    /// `device.app.sync()` ends the wait. Other devices list it at once, and so does this one after a relaunch.
    public var listsPurchasesAfter: TimeStep?

    /// The time after each renewal in which the subscription is said to have expired; nil for none.
    ///
    /// Measured: 0.03 to 0.7 seconds. The time passes on the store's clock. A loop over ``Device/App/statusUpdates``
    /// gets *expired* before each renewal's own status.
    public var saysExpiredAfterRenewal: TimeStep?

    /// Whether the transactions not finished come newest first after launch, instead of oldest first.
    public var catchesUpNewestFirst = false

    /// Whether `isEligibleForIntroOffer` keeps its first answer for each group for as long as the app runs.
    public var keepsFirstIntroEligibility = false

    /// Whether products, statuses and lists of transactions read from a cancelled task are empty, without an error.
    public var emptiesReadsOfCancelledTasks = false

    /// Creates a device's quirks with none: it keeps to the documentation.
    public init() {}

    /// All quirks at once, with the longest times that were measured.
    public static let all: StoreKitQuirks = {
        var quirks = StoreKitQuirks()
        quirks.listsPurchasesAfter = .seconds(1)
        quirks.saysExpiredAfterRenewal = .milliseconds(700)
        quirks.catchesUpNewestFirst = true
        quirks.keepsFirstIntroEligibility = true
        quirks.emptiesReadsOfCancelledTasks = true
        return quirks
    }()
}

extension Device {
    /// The quirks of the real StoreKit that this device has; none unless changed.
    public var quirks: StoreKitQuirks {
        get { withSettings { $0.quirks } }
        set { withSettings { $0.quirks = newValue } }
    }

    /// Whether an app that reads now finds nothing, because its task was cancelled.
    var readsNothing: Bool { Task.isCancelled && quirks.emptiesReadsOfCancelledTasks }

    /// Returns whether a transaction's status is preceded by one that says *expired*.
    func saysExpiredBefore(_ record: TransactionRecord) -> Bool {
        record.reason == .renewal && quirks.saysExpiredAfterRenewal != nil
    }

    /// Returns whether a subscription renewed so recently that it is said to have expired.
    func isMomentarilyExpired(_ index: SubscriptionIndex, in state: StoreState) -> Bool {
        let latest = state[index].latest
        guard let gap = quirks.saysExpiredAfterRenewal, state[index].hasService, latest.reason == .renewal else {
            return false
        }
        return state.now < latest.purchased.adding(gap)
    }
}
