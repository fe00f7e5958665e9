import Foundation
import OfferKit
import OfferKitCore
import OfferKitStoreKit

/// The simulated App Store that sessions of one configuration control together, with the device on which the app runs.
///
/// It stays in its slot as long as the process lives, so that products which an app has kept still buy in it. The
/// effects of a session do not: the first session after the last one is gone starts afresh (C-126).
final class TestEnvironment: Sendable {
    /// The switches of sessions.
    struct Switches: Sendable {
        /// The settings that a file has, as they are now.
        var settings: StoreKitConfiguration.Settings
        var purchaseFailure: SKTestFailures.Purchase?
        /// The number of times that the failure was set: equal failures may carry different errors.
        var timesFailureWasSet = 0

        /// The customer's answer to payment sheets.
        var answer: Device.SheetAnswer {
            settings.askToBuyEnabled ? .askToBuy : settings.interruptedPurchasesEnabled ? .interrupt : .confirm
        }

        /// The failure of the app's purchases; nil while they succeed.
        var failure: SimulatedFailures.Purchase? {
            purchaseFailure
                ?? (settings.failTransactionsEnabled ? .failing(withStoreKit1Code: failureError.rawValue) : nil)
        }

        var failureError: SKError.Code {
            get { settings.failureError.flatMap { SKError.Code(rawValue: $0) } ?? .unknown }
            set { settings.failureError = newValue.rawValue }
        }
        var timeRate: SKTestSession.TimeRate {
            get { SKTestSession.TimeRate(rawValue: settings.timeRate) ?? .realTime }
            set { settings.timeRate = newValue.rawValue }
        }
    }

    let configuration: StoreKitConfiguration
    let store: Store
    let device: Device
    /// The two instants of the real clock between which the store began to follow it.
    private let following: ClosedRange<ContinuousClock.Instant>
    /// The store's state when it opened.
    private let opening: StoreState
    private let switches: Locked<Switches>
    /// Held from the change of a switch until store and device follow it, so that simultaneous changes agree with them.
    private let turn = Turn()
    /// The deleted attempts without a transaction, which are still in the store's log.
    let deleted = Locked(DeletedAttempts())

    /// The attempts that sessions no longer list.
    struct DeletedAttempts: Sendable {
        /// The number of entries of the log about attempts that were cleared.
        var cleared = 0
        var attempts: Set<AttemptID> = []
        var failures: Set<Int> = []
    }

    init(_ configuration: StoreKitConfiguration) {
        self.configuration = configuration
        switches = Locked(Switches(settings: configuration.settings))
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
    /// On a machine of any speed, that time lies between the ones before and after the look.
    private var isInStep: Bool {
        let before = ContinuousClock.now
        let shown = Duration.seconds(store.now.timeIntervalSince(Date(opening.now)))
        let after = ContinuousClock.now
        let second = Duration.seconds(1)
        return shown > before - following.upperBound - second && shown < after - following.lowerBound + second
    }

    /// The real date, rounded down to whole milliseconds as the store counts.
    private static var realNow: Date {
        Date(timeIntervalSince1970: (Date().timeIntervalSince1970 * 1_000).rounded(.down) / 1_000)
    }

    /// Removes the effects of a session, as far as they can be removed (C-126).
    ///
    /// - Parameter old: Gets a test's own values, which the caller releases outside every lock (C-210).
    /// - Returns: Whether it now equals a new environment. It does not where a test changed prices, products or keys,
    ///   added customers, moved the clock, ended the app, or used up nonces or codes.
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

    /// - Returns: The former settings; an error of a test's own among them is released outside the lock (C-210).
    @discardableResult
    func change(_ body: (inout Switches) -> Void) -> [any Sendable] {
        turn.take {
            let (old, new) = switches.withLock { switches in
                let old = switches
                body(&switches)
                return (old, switches)
            }
            return [old, apply(new, after: old)]
        }
    }

    /// Resets the switches to the file's values; transactions stay.
    ///
    /// - Returns: A test's own values, which the caller releases outside every lock (C-210).
    @discardableResult
    func resetSwitches() -> [any Sendable] {
        let old = device.restoreSettings()
        let fromFile = configuration.settings.simulatedErrors.contains { $0.isEnabled && $0.name == "Purchase" }
        let failure = fromFile ? device.simulatedError(forAPI: .purchase) : nil
        return [old]
            + change { switches in
                (switches.settings, switches.purchaseFailure) = (configuration.settings, failure)
                switches.timesFailureWasSet += 1
            }
    }

    /// Applies changed switches to store and device; settings that a test made on the store itself stay.
    ///
    /// - Returns: The former failure of the device; nil where it keeps its failure.
    private func apply(_ new: Switches, after old: Switches) -> SimulatedFailures.Purchase? {
        let (now, before) = (new.settings, old.settings)
        if new.answer != old.answer { device.sheetAnswer = new.answer }
        let failsOtherwise =
            now.failTransactionsEnabled != before.failTransactionsEnabled || new.failureError != old.failureError
            || new.timesFailureWasSet != old.timesFailureWasSet
        let failure = failsOtherwise ? device.exchangeSimulatedError(new.failure, forAPI: .purchase) : nil
        if new.timeRate != old.timeRate { store.pace = new.timeRate.pace }
        if now.billingGracePeriodIsEnabled != before.billingGracePeriodIsEnabled {
            store.gracePeriod = now.billingGracePeriodIsEnabled ? BillingGracePeriod(.sixteenDays) : nil
        }
        guard now.shouldEnterBillingRetryOnRenewal != before.shouldEnterBillingRetryOnRenewal else { return failure }
        store.failureRate = now.shouldEnterBillingRetryOnRenewal ? FailureRate(share: 1, seed: 0) : nil
        // Renewals fail until the switch is off; then those in billing retry are charged (C-126).
        if !now.shouldEnterBillingRetryOnRenewal { device.customer.retryFailedRenewals() }
        return failure
    }

    /// The error of a session's own purchases: one of the codes that the deprecated switches allow, or `unknown`.
    var failureOfTransactions: SKError.Code? {
        guard read(\.settings.failTransactionsEnabled) else { return nil }
        let code = read(\.failureError)
        switch code {
        case .invalidOfferIdentifier, .invalidSignature, .missingOfferParams, .invalidOfferPrice, .paymentCancelled:
            return code
        default: return .unknown
        }
    }

    func setPurchaseFailure(_ failure: SKTestFailures.Purchase?) {
        change { switches in
            switches.purchaseFailure = failure
            switches.timesFailureWasSet += 1
        }
    }

    // MARK: - Transactions

    /// Removes every purchase, pending and failed ones included.
    func clear() {
        // Failed purchases go first, as no event tells of them: so the payment queue knows why waiting ones are
        // declined.
        device.forgetFailedPurchases()
        device.customer.eraseTransactions()
        device.renewReceiptIfThere()
        let entries = store.log.count
        deleted.withLock { $0 = DeletedAttempts(cleared: entries) }
    }
}
