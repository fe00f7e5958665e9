public import Foundation
import OfferKit

/// The queue of payments of the original API.
///
/// ``default()`` is one object for each slot, and works for the device in it. Observers hear everything on the main
/// queue, in order, and are not kept alive. A transaction stays in the queue until it is finished; the first observer
/// that is added is told of those in the queue (C-118).
open class SKPaymentQueue: NSObject, @unchecked Sendable {
    // The changing state is behind the desk's lock: so the class is Sendable, as Apple's is.
    let desk: PaymentDesk

    /// A separate queue for the slot of this task, or else of the process, for test doubles.
    public override init() {
        desk = PaymentDesk(DeviceSlot.nearest)
        super.init()
        desk.state.withLock { $0.queue = self }
    }

    private init(_ slot: DeviceSlot) {
        desk = PaymentDesk(slot)
        super.init()
        desk.state.withLock { $0.queue = self }
    }

    /// The queue of the slot of this task, or else of the process.
    open class func `default`() -> SKPaymentQueue {
        let slot = DeviceSlot.current
        return slot.companion { SKPaymentQueue(slot) }
    }

    /// Returns whether the customer may make payments on the device; true where there is none (C-120).
    open class func canMakePayments() -> Bool {
        DeviceSlot.current.deviceIfAny(for: "SKPaymentQueue.canMakePayments()")?.canMakePayments ?? true
    }

    /// The delegate, which decides whether purchases go on; asked on the main queue, and not kept alive.
    open weak var delegate: (any SKPaymentQueueDelegate)? {
        get { desk.delegate }
        set { desk.delegate = newValue }
    }

    /// The customer's storefront; nil where there is no device.
    open var storefront: SKStorefront? { desk.storefront }

    /// The transactions that are not finished, oldest first.
    open var transactions: [SKPaymentTransaction] { desk.transactions }

    /// The observers that were added and still exist.
    open var transactionObservers: [any SKPaymentTransactionObserver] { desk.observers }

    /// Makes a payment.
    ///
    /// Observers hear that it is being made, then of its outcome. The store decides before this call returns, unless a
    /// payment sheet is held.
    open func add(_ payment: SKPayment) {
        desk.pay(payment)
    }

    /// Adds an observer, which hears all later news; the first one also hears of the transactions in the queue.
    open func add(_ observer: any SKPaymentTransactionObserver) {
        desk.add(observer)
    }

    /// Removes an observer.
    open func remove(_ observer: any SKPaymentTransactionObserver) {
        desk.remove(observer)
    }

    /// Tells the observers everything that the customer bought for good or subscribed to, as restored.
    open func restoreCompletedTransactions() {
        desk.restore()
    }

    /// Restores completed transactions; the user name does not select among them.
    open func restoreCompletedTransactions(withApplicationUsername username: String?) {
        desk.restore()
    }

    /// Removes a transaction from the queue: the app has given the customer what was bought.
    ///
    /// The transaction is finished in StoreKit 2, too. One that is being paid for stays.
    open func finishTransaction(_ transaction: SKPaymentTransaction) {
        desk.finish(transaction)
    }

    /// Shows a price increase that the delegate deferred.
    ///
    /// The customer answers as the device's `messageAnswers` say.
    open func showPriceConsentIfNeeded() {
        desk.followSlot()?.showPriceConsent()
    }

    /// Shows the sheet for offer codes; the customer acts as the device's `appStoreAnswers` say (S1-46).
    open func presentCodeRedemptionSheet() {
        desk.presentCodeSheet()
    }

    /// Does nothing: there are no downloads.
    open func start(_ downloads: [SKDownload]) {}
    /// Does nothing: there are no downloads.
    open func pause(_ downloads: [SKDownload]) {}
    /// Does nothing: there are no downloads.
    open func resume(_ downloads: [SKDownload]) {}
    /// Does nothing: there are no downloads.
    open func cancel(_ downloads: [SKDownload]) {}
}

/// A download of content hosted by the App Store; it no longer hosts any, so none is ever made.
open class SKDownload: NSObject {
    /// An empty download, for test doubles.
    public override init() { super.init() }
}
