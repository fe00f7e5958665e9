public import Foundation
public import OfferKit
public import OfferKitCore
public import OfferKitStoreKit

/// A session of the test environment that a `.storekit` file describes, for plain `swift test`.
///
/// ```swift
/// let session = try SKTestSession(configurationFileNamed: "Shop")
/// session.disableDialogs = true
/// try await session.buyProduct(identifier: "pro.monthly")
/// try session.expireSubscription(productIdentifier: "pro.monthly")
/// ```
///
/// From its first line on, StoreKit's calls buy in the session's store. The store starts at the real present and
/// follows the real clock; ``timeRate`` decides how long periods last. Payment sheets count as confirmed, whether or
/// not dialogs are disabled, as nobody could answer them. Every call is done when it returns.
///
/// Sessions on one configuration control the same environment, as Apple's do, while one of them lives; the first
/// session after that starts afresh, and nothing outlives the process (C-126). A session takes the slot of the task
/// that it is made in, or else that of the process (`DeviceSlot`), so tests with a slot of their own may run in
/// parallel.
open class SKTestSession: NSObject, @unchecked Sendable {
    // The class is really Sendable: its changing state is behind locks.
    private let ticket: EnvironmentShelf.Ticket

    var environment: TestEnvironment { ticket.environment }

    /// A session on the configuration in a file.
    ///
    /// The switches start as in the file.
    ///
    /// - Parameter fileURL: The file.
    /// - Throws: ``SKTestError/fileNotFound``, or ``SKTestError/invalidURL`` for a file that cannot be read as a
    ///   configuration; ``SKTestError/invalidAction`` while a test with the trait `.store(reach: .process)` has the
    ///   slot of the process to itself, and this call does not belong to it (C-217).
    public init(contentsOf fileURL: URL) throws {
        guard fileURL.isFileURL else {
            throw SKTestError(.invalidURL, "'\(fileURL)' is not the address of a file. Use URL(fileURLWithPath:).")
        }
        guard FileManager.default.fileExists(atPath: fileURL.path) else {
            throw SKTestError(.fileNotFound, "There is no file at '\(fileURL.path)'.")
        }
        let configuration: StoreKitConfiguration
        do {
            configuration = try StoreKitConfiguration(contentsOf: fileURL)
        } catch {
            throw SKTestError(
                .invalidURL, "'\(fileURL.path)' cannot be read as a StoreKit configuration: \(error)", because: error)
        }
        configuration.sayWhatIsLeftOut(of: fileURL.path)
        guard let ticket = EnvironmentShelf.ticket(for: configuration, fileURL.lastPathComponent) else {
            throw SKTestError(
                .invalidAction,
                """
                The process's App Store belongs to a test with the trait .store(reach: .process) just now. Give this test the \
                trait .store(), so that its session has an App Store of its own, or .store(reach: .process), so that it waits.
                """)
        }
        self.ticket = ticket
    }

    /// A session on the configuration in a file of that name.
    ///
    /// The file is searched for among the calling module's resources, then in the folder of the calling file and the
    /// folders above it up to the package's, each with everything below it, and last among the resources of other
    /// modules.
    ///
    /// - Parameters:
    ///   - filename: The file's name, with or without its extension.
    ///   - callerFile: The calling file.
    ///   - callerID: The calling module and file.
    /// - Throws: ``SKTestError/fileNotFound``, with a text that lists the places searched; ``SKTestError/invalidURL``
    ///   for a file that cannot be read as a configuration.
    public convenience init(
        configurationFileNamed filename: String, calledFrom callerFile: String = #filePath,
        in callerID: String = #fileID
    ) throws {
        try self.init(contentsOf: ConfigurationSearch(filename, calledFrom: callerFile, in: callerID).file())
    }

    /// Resets the switches, and simulated errors, to the file's values; transactions stay.
    open func resetToDefaultState() {
        environment.resetSwitches()
    }

    // MARK: - Switches

    /// Whether purchases wait for a parent's approval (B10-8); false unless the file says otherwise.
    ///
    /// `approveAskToBuyTransaction(identifier:)` and `declineAskToBuyTransaction(identifier:)` answer.
    open var askToBuyEnabled: Bool {
        get { environment.read(\.settings.askToBuyEnabled) }
        set { environment.change { $0.settings.askToBuyEnabled = newValue } }
    }

    /// Whether purchases proceed without a person; false unless the file says otherwise.
    ///
    /// There is never a person here: sheets count as confirmed either way. `session.device.holdsSheets` keeps them
    /// open.
    open var disableDialogs: Bool {
        get { environment.read(\.settings.disableDialogs) }
        set { environment.change { $0.settings.disableDialogs = newValue } }
    }

    /// Whether purchases fail with ``failureError``; false unless the file says otherwise.
    ///
    /// Apple deprecated it in favour of ``setSimulatedError(_:forAPI:)``, which has precedence.
    open var failTransactionsEnabled: Bool {
        get { environment.read(\.settings.failTransactionsEnabled) }
        set { environment.change { $0.settings.failTransactionsEnabled = newValue } }
    }

    /// The error of purchases while transactions fail.
    ///
    /// It is `unknown`, `invalidOfferIdentifier`, `invalidSignature`, `missingOfferParams`, `invalidOfferPrice` or
    /// `paymentCancelled`, which is a cancellation (C-222); any other counts as `unknown`.
    open var failureError: SKError.Code {
        get { environment.read(\.failureError) }
        set { environment.change { $0.failureError = newValue } }
    }

    /// Whether all purchases are interrupted by something that the customer has to settle first.
    ///
    /// It is false unless the file says otherwise.
    ///
    /// `resolveIssueForTransaction(identifier:)` completes an interrupted one.
    open var interruptedPurchasesEnabled: Bool {
        get { environment.read(\.settings.interruptedPurchasesEnabled) }
        set { environment.change { $0.settings.interruptedPurchasesEnabled = newValue } }
    }

    /// Whether all renewals fail and enter billing retry (B7); false unless the file says otherwise.
    ///
    /// Once it is switched off, subscriptions in billing retry are charged at once (C-126).
    open var shouldEnterBillingRetryOnRenewal: Bool {
        get { environment.read(\.settings.shouldEnterBillingRetryOnRenewal) }
        set { environment.change { $0.settings.shouldEnterBillingRetryOnRenewal = newValue } }
    }

    /// Whether billing retry begins with a grace period (B7-3); false unless the file says otherwise.
    open var billingGracePeriodIsEnabled: Bool {
        get { environment.read(\.settings.billingGracePeriodIsEnabled) }
        set { environment.change { $0.settings.billingGracePeriodIsEnabled = newValue } }
    }

    /// The speed at which subscriptions renew; `realTime` unless the file says otherwise.
    ///
    /// Running periods keep their ends.
    open var timeRate: TimeRate {
        get { environment.read(\.timeRate) }
        set { environment.change { $0.timeRate = newValue } }
    }

    /// The storefront, as an ISO 3166-1 alpha-3 code; `USA` unless the file says otherwise.
    ///
    /// A code of no storefront changes nothing, except for one line on the standard error stream.
    open var storefront: String {
        get { device.storefront.code }
        set {
            guard let territory = Territory(code: newValue), territory.storefrontID != nil else {
                let wrong = VisibleText.quoted(newValue)
                return StandardError.say(
                    "OfferKit: \(wrong) is no storefront of the App Store; it stays \"\(storefront)\". "
                        + "\(Territory(unchecked: newValue).advice)\n")
            }
            device.storefront = territory
        }
    }

    /// The language and region of product descriptions; `en_US` unless the file says otherwise.
    open var locale: Locale {
        get { device.locale }
        set { device.locale = newValue }
    }

    // MARK: - Purchases and subscriptions

    /// Buys a product outside the app, so that the transaction comes in `Transaction.updates`.
    ///
    /// Apple deprecated it in favour of ``buyProduct(identifier:options:)``. Failures set by
    /// ``setSimulatedError(_:forAPI:)`` apply only to purchases by the app. Under Ask to Buy, and where purchases are
    /// interrupted, it leaves a pending one in ``allTransactions()``.
    ///
    /// - Parameter productIdentifier: The product.
    /// - Throws: ``SKTestError``; `SKError` with ``failureError`` while transactions fail.
    open func buyProduct(productIdentifier: String) throws {
        if let failure = environment.failureOfTransactions { throw SKError(failure) }
        do {
            _ = try device.buyInTestSession(productIdentifier)
        } catch PurchaseRefusal.awaitingApproval, PurchaseRefusal.interrupted {
            return
        } catch {
            throw SKTestError(error, buying: productIdentifier)
        }
    }

    /// Makes a subscription expire at once, and turns auto-renew off.
    ///
    /// - Parameter productIdentifier: The product of the subscription.
    /// - Throws: ``SKTestError``: no such product, no subscription, or none that runs.
    open func expireSubscription(productIdentifier: String) throws {
        try device.customer.expireSubscription(inGroup: runningGroup(to: productIdentifier))
    }

    /// Ends the current period at once and starts the next.
    ///
    /// Auto-renew is turned on, and a request for consent to a price is dropped.
    ///
    /// While renewals fail, the subscription enters billing retry. One that is in billing retry stays there: resolve
    /// its issue.
    ///
    /// - Parameter productIdentifier: The product of the subscription.
    /// - Throws: ``SKTestError``: no such product, no subscription, or none that runs.
    open func forceRenewalOfSubscription(productIdentifier: String) throws {
        try device.customer.renewSubscription(inGroup: runningGroup(to: productIdentifier))
    }

    /// Turns auto-renew on.
    ///
    /// - Parameter identifier: A transaction of the subscription.
    /// - Throws: ``SKTestError``.
    open func enableAutoRenewForTransaction(identifier: UInt) throws {
        try setAutoRenew(true, of: identifier)
    }

    /// Turns auto-renew off: the subscription expires at the end of the period, in billing retry at once (B7-13).
    ///
    /// - Parameter identifier: A transaction of the subscription.
    /// - Throws: ``SKTestError``.
    open func disableAutoRenewForTransaction(identifier: UInt) throws {
        try setAutoRenew(false, of: identifier)
    }

    /// Refunds a transaction at once, with the reason `other` (B10-1).
    ///
    /// - Parameter identifier: The transaction.
    /// - Throws: ``SKTestError/noTransactionFound``, or ``SKTestError/invalidAction`` for one that was refunded before.
    open func refundTransaction(identifier: UInt) throws {
        let record = try transaction(identifier)
        do throws(RefundRefusal) {
            try store.refund(ownNumber: record.id)
        } catch {
            throw SKTestError(.invalidAction, "Transaction \(identifier) cannot be refunded: \(error)", because: error)
        }
    }

    // MARK: - Answers to waiting purchases and renewals

    /// Approves a purchase that waits for a parent (B10-8): its transaction comes in `Transaction.updates`.
    ///
    /// The transaction has the identifier that the pending purchase had (C-221).
    ///
    /// - Parameter identifier: The pending purchase, as ``allTransactions()`` lists it.
    /// - Throws: ``SKTestError/noTransactionFound``, or ``SKTestError/invalidAction`` for one that does not wait for
    ///   approval.
    open func approveAskToBuyTransaction(identifier: UInt) throws {
        try approve(try pendingApproval(identifier), identifier)
    }

    /// Declines a purchase that waits for a parent, which then counts as failed.
    ///
    /// - Parameter identifier: The pending purchase, as ``allTransactions()`` lists it.
    /// - Throws: ``SKTestError/noTransactionFound``, or ``SKTestError/invalidAction`` for one that does not wait for
    ///   approval.
    open func declineAskToBuyTransaction(identifier: UInt) throws {
        store.decline(try pendingApproval(identifier))
    }

    /// Settles the issue of a purchase or a renewal (B7-8, B7-9).
    ///
    /// An interrupted purchase is completed, and a failed renewal charged at once.
    ///
    /// A transaction without an issue stays as it is.
    ///
    /// - Parameter identifier: The interrupted purchase, or a transaction of the subscription in billing retry.
    /// - Throws: ``SKTestError/noTransactionFound``; ``SKTestError/invalidAction`` where the purchase is refused now.
    open func resolveIssueForTransaction(identifier: UInt) throws {
        if let pending = pendingPurchase(identifier) {
            guard !pending.needsApproval else {
                throw SKTestError(
                    .invalidAction,
                    "Purchase \(identifier) waits for a parent: approveAskToBuyTransaction(identifier:) approves it.")
            }
            return try approve(pending.id, identifier)
        }
        if isFailedAttempt(identifier) { return }
        let record = try transaction(identifier)
        if let subscription = record.subscription { device.customer.retryRenewal(of: subscription) }
    }

    /// Asks the subscriber for consent to the price (B9-3), even if it did not rise, and sends the message about it.
    ///
    /// - Parameter identifier: A transaction of the subscription.
    /// - Throws: ``SKTestError``.
    open func requestPriceIncreaseConsentForTransaction(identifier: UInt) throws {
        try device.customer.requestPriceConsent(inGroup: runningGroup(of: identifier))
        device.enterForeground()
    }

    /// Consents for the subscriber: the subscription renews at the end of the period.
    ///
    /// - Parameter identifier: A transaction of the subscription.
    /// - Throws: ``SKTestError``; ``SKTestError/invalidAction`` where consent was not requested.
    open func consentToPriceIncreaseForTransaction(identifier: UInt) throws {
        try answerPriceIncrease(true, identifier)
    }

    /// Declines for the subscriber: auto-renew is off, and the subscription expires at the end of the period.
    ///
    /// - Parameter identifier: A transaction of the subscription.
    /// - Throws: ``SKTestError``; ``SKTestError/invalidAction`` where consent was not requested.
    open func declinePriceIncreaseForTransaction(identifier: UInt) throws {
        try answerPriceIncrease(false, identifier)
    }

    // MARK: - Transactions

    /// Returns every transaction, the oldest first.
    ///
    /// Consumables and renewals are among them, purchases that wait for approval, and failed ones.
    open func allTransactions() -> [SKTestTransaction] {
        let state = store.state
        let made = device.everyTransaction.map { contents(of: $0, in: state) }
        let all = made + attempts() + simulatedFailures()
        return all.sorted { ($0.purchaseDate, $0.identifier) < ($1.purchaseDate, $1.identifier) }.map {
            SKTestTransaction($0)
        }
    }

    /// Deletes all transactions, as if the customer had never bought anything (C-124).
    ///
    /// Owned products can be bought again, and introductory offers are available again.
    ///
    /// The next transaction has the number 0 (C-221).
    open func clearTransactions() {
        environment.clear()
    }

    /// Deletes a transaction; with the first one of a subscription, all that followed it (C-124).
    ///
    /// - Parameter identifier: The transaction.
    /// - Throws: ``SKTestError/noTransactionFound``.
    open func deleteTransaction(identifier: UInt) throws {
        if let pending = pendingPurchase(identifier) { pending.decline() }
        if let attempt = failedAttempt(identifier) {
            environment.deleted.withLock { _ = $0.attempts.insert(attempt) }
        } else if let failure = simulatedFailure(identifier) {
            environment.deleted.withLock { _ = $0.failures.insert(failure) }
        } else {
            store.eraseTransaction(ownNumber: try transaction(identifier).id)
        }
    }

    // MARK: - Additions to Apple's session

    /// The simulated App Store, with the features of OfferKit beyond StoreKitTest.
    public var store: Store { environment.store }

    /// The device on which the app runs; its customer is the one whose purchases the session controls.
    public var device: Device { environment.device }

    /// Moves the clock forwards by hand, with everything due on the way; then it follows the real one again.
    ///
    /// - Parameter step: The time to move.
    /// - Throws: `ClockRefusal` for a negative step, or one beyond the year 9999.
    public func advance(by step: TimeStep) throws {
        store.stopFollowing()
        defer { store.follow(ContinuousClock()) }
        try store.advance(by: step)
    }

    /// Moves the clock to a later date by hand, with everything due on the way; then it follows the real one again.
    ///
    /// - Parameter date: The date.
    /// - Throws: `ClockRefusal` for a date in the past, one after the year 9999, and a NaN.
    public func advance(to date: Date) throws {
        store.stopFollowing()
        defer { store.follow(ContinuousClock()) }
        try store.advance(to: date)
    }
}
