import Foundation
import OfferKit
import OfferKitCore
import OfferKitStoreKit

/// The simulated App Store that sessions of one configuration control together, and the device on which the app runs.
///
/// It stays in its slot for as long as the process lives, so that products which an app has kept go on buying in it. What a
/// session left behind does not: with the first session after the last one is gone, it begins afresh (C-126).
final class TestEnvironment: Sendable {
    /// What sessions can switch.
    struct Switches: Sendable {
        var askToBuyEnabled: Bool
        var disableDialogs: Bool
        var failTransactionsEnabled: Bool
        var failureError: SKError.Code
        var interruptedPurchasesEnabled: Bool
        var shouldEnterBillingRetryOnRenewal: Bool
        var billingGracePeriodIsEnabled: Bool
        var timeRate: SKTestSession.TimeRate
        var purchaseFailure: SKTestFailures.Purchase?
        /// How often the failure was set: failures that are equal may carry different errors.
        var timesFailureWasSet = 0

        /// How the customer answers payment sheets.
        var answer: Device.SheetAnswer {
            askToBuyEnabled ? .askToBuy : interruptedPurchasesEnabled ? .interrupt : .confirm
        }

        /// How the app's purchases fail; nil where they do not.
        var failure: SimulatedFailures.Purchase? {
            purchaseFailure
                ?? (failTransactionsEnabled ? .failing(withStoreKit1Code: failureError.rawValue) : nil)
        }

        init(_ settings: StoreKitConfiguration.Settings) {
            askToBuyEnabled = settings.askToBuyEnabled
            disableDialogs = settings.disableDialogs
            failTransactionsEnabled = settings.failTransactionsEnabled
            failureError = SKError.Code(rawValue: settings.failureError ?? SKError.unknown.rawValue) ?? .unknown
            interruptedPurchasesEnabled = settings.interruptedPurchasesEnabled
            shouldEnterBillingRetryOnRenewal = settings.shouldEnterBillingRetryOnRenewal
            billingGracePeriodIsEnabled = settings.billingGracePeriodIsEnabled
            timeRate = SKTestSession.TimeRate(rawValue: settings.timeRate) ?? .realTime
        }
    }

    let configuration: StoreKitConfiguration
    let store: Store
    let device: Device
    /// When the store began to follow the real clock, on that clock; between these two.
    private let following: ClosedRange<ContinuousClock.Instant>
    /// What the store was like when it opened.
    private let opening: StoreState
    private let switches: Locked<Switches>
    /// Held from the change of a switch until store and device do as it says, so that two that change at once agree with them.
    // A number that says nothing: the thread sanitizer takes a value without a size for the object that holds it.
    private let turn = Locked(0)
    /// What was deleted of attempts that came to no transaction, which the store's log still tells of.
    let deleted = Locked(DeletedAttempts())

    /// The attempts that sessions do not list any more.
    struct DeletedAttempts: Sendable {
        /// Entries of the log before this one tell of what was cleared.
        var cleared = 0
        var attempts: Set<AttemptID> = []
        var failures: Set<Int> = []
    }

    init(_ configuration: StoreKitConfiguration) {
        self.configuration = configuration
        switches = Locked(Switches(configuration.settings))
        store = Store(
            configuration, bundleID: Bundle.main.bundleIdentifier ?? Store.defaultBundleID, rules: .testEnvironment,
            startingAt: TestEnvironment.realNow)
        device = store.addCustomer().addDevice()
        opening = store.state
        let before = ContinuousClock.now
        store.follow(ContinuousClock())
        following = before...ContinuousClock.now
    }

    /// Whether the store shows the time that it would show if nobody had moved its clock.
    ///
    /// However slow the machine is between one look and the next: it lies between what it was before and will be after.
    private var isInStep: Bool {
        let before = ContinuousClock.now
        let shown = Duration.seconds(store.now.timeIntervalSince(Date(opening.now)))
        let after = ContinuousClock.now
        let second = Duration.seconds(1)
        return shown > before - following.upperBound - second && shown < after - following.lowerBound + second
    }

    /// The real date, in whole milliseconds as the store counts, and never later than it is.
    private static var realNow: Date {
        Date(timeIntervalSince1970: (Date().timeIntervalSince1970 * 1_000).rounded(.down) / 1_000)
    }

    /// Forgets what a session left behind, as far as that can be forgotten (C-126).
    ///
    /// - Parameter old: Gets what was a test's own, which the caller lets go of outside every lock (C-210).
    /// - Returns: Whether nothing tells it from a new one now. Not where a test changed prices, products or keys, added
    ///   customers, moved the clock, ended the app, or used up nonces or codes.
    func beginAfresh(_ old: inout [any Sendable]) -> Bool {
        store.follow(ContinuousClock())
        guard isInStep, device.isRunning else { return false }
        old.append(device.beginAfresh())
        clear()
        old += resetSwitches()
        device.customer.paymentMethod = .working
        device.customer.clearChargeFailures()
        return store.state.differsOnlyInPurchases(from: opening)
    }

    // MARK: - Switches

    func read<Value>(_ path: KeyPath<Switches, Value>) -> Value {
        switches.withLock { $0[keyPath: path] }
    }

    /// - Returns: What store and device had instead: an error of a test's own may be in it, and goes outside the lock (C-210).
    @discardableResult
    func change(_ body: (inout Switches) -> Void) -> [any Sendable] {
        turn.withLock { _ in
            let (old, new) = switches.withLock { switches in
                let old = switches
                body(&switches)
                return (old, switches)
            }
            return [old, apply(new, after: old)]
        }
    }

    /// Goes back to what the file says; transactions stay.
    ///
    /// - Returns: What was a test's own, which the caller lets go of outside every lock (C-210).
    @discardableResult
    func resetSwitches() -> [any Sendable] {
        let old = device.restoreSettings()
        let fromFile = configuration.settings.simulatedErrors.contains { $0.isEnabled && $0.name == "Purchase" }
        let failure = fromFile ? device.simulatedError(forAPI: .purchase) : nil
        return [old]
            + change { switches in
                let times = switches.timesFailureWasSet
                switches = Switches(configuration.settings)
                switches.purchaseFailure = failure
                switches.timesFailureWasSet = times + 1
            }
    }

    /// Lets store and device do as the switches say, where they say something else than before: what a test set on the store
    /// itself stays.
    ///
    /// - Returns: The failure that the device had instead; nil where it keeps the one it has.
    private func apply(_ new: Switches, after old: Switches) -> SimulatedFailures.Purchase? {
        if new.answer != old.answer { device.sheetAnswer = new.answer }
        let failsOtherwise =
            new.failTransactionsEnabled != old.failTransactionsEnabled || new.failureError != old.failureError
            || new.timesFailureWasSet != old.timesFailureWasSet
        let failure = failsOtherwise ? device.exchangeSimulatedError(new.failure, forAPI: .purchase) : nil
        if new.timeRate != old.timeRate { store.pace = new.timeRate.pace }
        if new.billingGracePeriodIsEnabled != old.billingGracePeriodIsEnabled {
            store.gracePeriod = new.billingGracePeriodIsEnabled ? BillingGracePeriod(.sixteenDays) : nil
        }
        guard new.shouldEnterBillingRetryOnRenewal != old.shouldEnterBillingRetryOnRenewal else { return failure }
        store.failureRate = new.shouldEnterBillingRetryOnRenewal ? FailureRate(share: 1, seed: 0) : nil
        // Renewals fail until it is switched off: then what waits is charged (C-126).
        if !new.shouldEnterBillingRetryOnRenewal { device.customer.retryFailedRenewals() }
        return failure
    }

    /// What a session's own purchases fail with: one of the codes that the deprecated switches know, or `unknown`.
    var failureOfTransactions: SKError.Code? {
        guard read(\.failTransactionsEnabled) else { return nil }
        let code = read(\.failureError)
        switch code {
        case .invalidOfferIdentifier, .invalidSignature, .missingOfferParams, .invalidOfferPrice, .paymentCancelled:
            return code
        default: return .unknown
        }
    }

    var purchaseFailure: SKTestFailures.Purchase? { read(\.purchaseFailure) }

    func setPurchaseFailure(_ failure: SKTestFailures.Purchase?) {
        change { switches in
            switches.purchaseFailure = failure
            switches.timesFailureWasSet += 1
        }
    }

    // MARK: - Transactions

    /// Takes everything away that was bought, is pending or has failed.
    func clear() {
        // First what no event tells: so the payment queue knows, when it hears of the erasure, why what waited is declined.
        device.forgetFailedPurchases()
        device.customer.eraseTransactions()
        device.renewReceiptIfThere()
        let entries = store.log.count
        deleted.withLock { $0 = DeletedAttempts(cleared: entries) }
    }
}
