import Foundation
import OfferKit

// The news of the store for the queue's observers. All of it is handled on the main queue.

extension PaymentDesk {
    func handle(_ news: SlotListener.News, on device: Device) {
        switch news {
        case .began: catchUp()
        case .storefrontChanged: tell { $1.paymentQueueDidChangeStorefront($0) }
        case .entry(let entry): handle(entry.event, on: device)
        case .intent(let intent): offer(intent, on: device)
        }
    }

    private func handle(_ event: LogEntry.Event, on device: Device) {
        // Erasures by a test decline waiting purchases, which the observers are not told.
        dropForgotten()
        switch event {
        case .transactionMade(_, device.customer.id, _, _, _), .subscriptionRenewed(_, device.customer.id, _, _, _),
            .accessShared(_, device.customer.id, _):
            catchUp()
        case .purchaseDeferred(let attempt): postpone(attempt)
        case .purchaseConfirmed(let attempt): approve(attempt, on: device)
        case .purchaseRefused(let attempt, _, _, let refusal): decline(attempt, refusal)
        case .transactionFinished(let id): forget(id)
        case .transactionRefunded(let id, _, _), .accessRevoked(let id): revoke(id, on: device)
        default: break
        }
    }

    /// Adds transactions to the queue that are not finished and not in it yet, oldest first (C-118).
    ///
    /// - Parameter quietly: Whether to leave the observers untold.
    func catchUp(quietly: Bool = false) {
        guard let device = followSlot() else { return }
        let runChanges = state.withLock { $0.runChanges }
        dropForgotten()
        let backlog = device.paymentBacklog
        let pending = Set(device.store.pendingPurchases.map(\.id))
        let new = state.withLock { state -> [SKPaymentTransaction]? in
            // The set of finished transactions lasts as long as the app's run.
            guard state.runChanges == runChanges else { return nil }
            let new = backlog.filter { !state.knows($0) && !state.expects($0, pending) }.map {
                SKPaymentTransaction($0)
            }
            state.transactions += new
            return new
        }
        guard let new else { return DispatchQueue.main.async { self.catchUp(quietly: quietly) } }
        // A test may have erased some transactions since the look into the store.
        if !new.isEmpty { dropForgotten() }
        if !quietly { tellUpdated(new.filter(isInQueue)) }
    }

    /// Records that a payment waits for somebody else than the customer at the sheet.
    ///
    /// The news of it and the end of the payment's own call both come here, and the first of them is told to the
    /// observers: so they hear that the payment waits before they hear of an answer (C-219).
    func postpone(_ attempt: AttemptID) {
        guard let waiting = state.withLock({ $0.waiting[attempt] }) else { return }
        let transaction = waiting.transaction
        guard transaction.transactionState == .purchasing, isInQueue(transaction) else { return }
        if case .awaitingApproval = waiting.refusal {
            transaction.wait()
        } else {
            transaction.fail(SKError.error(for: waiting.refusal))
        }
        tellUpdated([transaction])
    }

    /// Records that a purchase that waited for somebody has gone through.
    ///
    /// An interrupted purchase, which has failed, gets a new transaction, and so does one that the app has finished.
    private func approve(_ attempt: AttemptID, on device: Device) {
        guard let waiting = state.withLock({ $0.waiting.removeValue(forKey: attempt) })?.transaction else { return }
        let product = waiting.payment.productIdentifier
        let new = device.paymentBacklog.filter { recorded in
            recorded.productID == product && !state.withLock { $0.knows(recorded) }
        }
        // Several waiting purchases may have gone through since: they are told in the order in which they did, oldest
        // first.
        let own = new.first { $0.purchasedQuantity == waiting.payment.quantity } ?? new.first
        // Without a new transaction the offer waits for the next renewal of the customer's subscription (C-16).
        guard let recorded = own ?? device.latest(for: product) else { return }
        var transaction = waiting
        let isDeferred = waiting.transactionState == .deferred
        if isDeferred { transaction.pay(with: recorded) }
        if !isDeferred || !isInQueue(waiting) {
            transaction = SKPaymentTransaction(waiting.payment)
            transaction.pay(with: recorded)
            state.withLock { $0.transactions.append(transaction) }
        }
        tellUpdated([transaction])
        catchUp()
    }

    private func decline(_ attempt: AttemptID, _ refusal: PurchaseRefusal) {
        guard let waiting = state.withLock({ $0.waiting.removeValue(forKey: attempt) })?.transaction,
            waiting.transactionState == .deferred, isInQueue(waiting)
        else { return }
        waiting.fail(SKError(refusal))
        tellUpdated([waiting])
    }

    func isInQueue(_ transaction: SKPaymentTransaction) -> Bool {
        state.withLock { $0.transactions.contains { $0 === transaction } }
    }

    /// Removes a transaction that was finished by other means than the queue.
    private func forget(_ id: UInt64) {
        let gone = state.withLock { state -> [SKPaymentTransaction] in
            state.finished.remove(id)
            return state.remove { $0.recorded?.ownNumber == id && $0.transactionState == .purchased }
        }
        tellRemoved(gone)
    }

    private func revoke(_ id: UInt64, on device: Device) {
        guard let revoked = device.transactions.first(where: { $0.ownNumber == id }), revoked.revocationDate != nil
        else {
            return
        }
        tell { $1.paymentQueue($0, didRevokeEntitlementsForProductIdentifiers: [revoked.productID]) }
    }

    /// Asks the observers, one after another, whether a purchase that began in the App Store goes on (C-121).
    private func offer(_ intent: PurchaseIntent, on device: Device) {
        let product = SKProduct(intent.product)
        let payment = SKPayment(product: product)
        var (isTaken, goesOn) = (false, false)
        tell { queue, observer in
            if goesOn { return }
            let promotion = Promotion()
            goesOn = Promotion.$current.withValue(promotion) {
                observer.paymentQueue(queue, shouldAddStorePayment: payment, for: product)
            }
            isTaken = isTaken || !promotion.isLeft
        }
        if isTaken { device.takeIntent(for: product.productIdentifier) }
        if goesOn { pay(payment) }
    }

    func askAboutPriceConsent(_ answer: @escaping @Sendable (Bool) -> Void) -> Bool {
        askDelegate(answer) { queue, delegate in delegate.paymentQueueShouldShowPriceConsent(queue) }
    }

    /// Asks the delegate on the main queue, from any thread, and does not wait.
    ///
    /// - Parameters:
    ///   - answer: Gets the answer, on the main queue; true where the delegate is gone by then.
    ///   - question: Puts the question to the delegate, in this queue's slot.
    /// - Returns: Whether there is a delegate; without one the answer is never given.
    func askDelegate(
        _ answer: @escaping @Sendable (Bool) -> Void,
        _ question: @escaping @Sendable (SKPaymentQueue, any SKPaymentQueueDelegate) -> Bool
    ) -> Bool {
        guard delegate != nil else { return false }
        DispatchQueue.main.async {
            let (queue, delegate, slot) = self.state.withLock { ($0.queue, $0.delegate, $0.slot) }
            guard let queue, let delegate, let slot else { return answer(true) }
            answer(slot.provide { question(queue, delegate) })
        }
        return true
    }
}

/// A purchase that began in the App Store, while an observer is asked about it.
///
/// The observer may be asked through a test double of the queue, so the queue cannot hold this.
final class Promotion: Sendable {
    @TaskLocal static var current: Promotion?

    private let left = Locked(false)

    /// Whether the observer does not answer for purchases that begin in the App Store.
    var isLeft: Bool { left.withLock { $0 } }

    func leave() {
        left.withLock { $0 = true }
    }
}

extension PaymentDesk.State {
    /// Returns whether a transaction of the store is in the queue, or was until just now.
    fileprivate func knows(_ recorded: Transaction) -> Bool {
        if finished.contains(recorded.ownNumber) || claimed.contains(recorded.ownNumber) { return true }
        return transactions.contains {
            $0.recorded?.ownNumber == recorded.ownNumber && $0.transactionState != .restored
        }
    }

    /// Returns whether a payment that waited may have made this transaction, and the news of it is on its way.
    fileprivate func expects(_ recorded: Transaction, _ pending: Set<AttemptID>) -> Bool {
        waiting.contains {
            !pending.contains($0.key) && $0.value.transaction.payment.productIdentifier == recorded.productID
        }
    }
}
