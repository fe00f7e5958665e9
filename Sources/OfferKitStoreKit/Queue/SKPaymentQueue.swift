public import Foundation
import OfferKit

/// The queue of payments of the original API.
///
/// ``default()`` is one object for each slot, and works for whatever device is in it. Observers hear everything on the main
/// queue, in order, and are not kept alive. A transaction stays in the queue until it is finished; those that are in it are
/// told to the first observer that is added (C-118).
open class SKPaymentQueue: NSObject, @unchecked Sendable {
    // What changes stands behind the desk's lock: that is what makes the class Sendable, as Apple's is.
    let desk: PaymentDesk

    /// A queue of its own for the slot of this task, or else of the process: for test doubles.
    public override init() {
        desk = PaymentDesk(DeviceSlot.nearest)
        super.init()
        desk.serve(self)
    }

    private init(_ slot: DeviceSlot) {
        desk = PaymentDesk(slot)
        super.init()
        desk.serve(self)
    }

    /// The queue of the slot of this task, or else of the process.
    open class func `default`() -> SKPaymentQueue {
        let slot = DeviceSlot.current
        return slot.companion { SKPaymentQueue(slot) }
    }

    /// Whether the customer may make payments on the device; true where there is none (C-120).
    open class func canMakePayments() -> Bool {
        DeviceSlot.current.deviceIfAny(for: "SKPaymentQueue.canMakePayments()")?.canMakePayments ?? true
    }

    /// Who decides whether purchases go on, asked on the main queue; not kept alive.
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
    /// Observers hear that it is being made, then what became of it. The store decides before this returns; only a payment
    /// sheet that is held makes it take longer.
    open func add(_ payment: SKPayment) {
        desk.pay(payment)
    }

    /// Tells an observer of what happens from now on; the first one also what is in the queue.
    open func add(_ observer: any SKPaymentTransactionObserver) {
        desk.add(observer)
    }

    /// Tells an observer nothing more.
    open func remove(_ observer: any SKPaymentTransactionObserver) {
        desk.remove(observer)
    }

    /// Tells the observers everything that the customer bought for good or subscribed to, as restored.
    open func restoreCompletedTransactions() {
        desk.restore()
    }

    /// The same; the user name does not choose among the transactions.
    open func restoreCompletedTransactions(withApplicationUsername username: String?) {
        desk.restore()
    }

    /// Takes a transaction out of the queue: the app has given the customer what it bought.
    ///
    /// It is finished in StoreKit 2, too. One that is being paid for stays.
    open func finishTransaction(_ transaction: SKPaymentTransaction) {
        desk.finish(transaction)
    }

    /// Shows that a price rises, where the delegate wanted that to wait; the customer answers as the device's
    /// `messageAnswers` say.
    open func showPriceConsentIfNeeded() {
        desk.showPriceConsent()
    }

    /// Shows the sheet for offer codes, where the customer does what the device's `appStoreAnswers` say (S1-46).
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

/// A download of content that the App Store hosted; it hosts none any more, so there never is one.
open class SKDownload: NSObject {
    /// A download of nothing, for test doubles.
    public override init() { super.init() }
}
