import Foundation
import OfferKit

extension PaymentDesk {
    /// Makes a payment: asks the store at once, and tells the observers later; only its end settles it (C-219).
    func pay(_ payment: SKPayment) {
        let device = followSlot()
        dropForgotten()
        listen()
        let transaction = SKPaymentTransaction(SKPayment(saying: payment))
        state.withLock { $0.transactions.append(transaction) }
        DispatchQueue.main.async { self.tellNew([transaction]) }
        guard let device else {
            let slot = state.withLock { $0.slot } ?? .process
            return conclude(
                transaction, .failure(NoCurrentDeviceError(for: "SKPaymentQueue.add(_:)", in: slot)), on: nil)
        }
        // The App Store accepts only Apple's own data.
        guard payment.requestData == nil else {
            return conclude(transaction, .failure(SKError(.unauthorizedRequestData)), on: device)
        }
        let before = device.latest(for: payment.productIdentifier)?.ownNumber
        let times = device.timesForgotten
        device.pay(
            for: payment.productIdentifier, quantity: payment.quantity, discount: payment.paymentDiscount?.claim,
            userName: payment.applicationUsername,
            options: [.simulatesAskToBuyInSandbox(payment.simulatesAskToBuyInSandbox)],
            asking: { [weak self] storefront, answer in
                self?.ask(about: transaction, in: storefront, answer) ?? false
            },
            claiming: { [weak self] step in
                // The claim comes when the store knows the transaction and before its listeners hear of it, so it is
                // settled once.
                self?.state.withLock { state in
                    switch step {
                    case .made(let id): state.claimed.insert(id)
                    case .waits(let id, let refusal):
                        state.waiting[id] = Waiting(transaction: transaction, refusal: refusal)
                    }
                }
            },
            tell: { [weak self, weak device] outcome in
                // A sheet that is never answered keeps this closure as long as the device lives.
                guard let self, let device else { return }
                conclude(transaction, outcome, on: device, before: before, times)
            })
    }

    /// Asks the delegate, if the storefront changed while the sheet was open (C-116).
    ///
    /// - Returns: Whether there is a delegate, so that an answer comes.
    private func ask(
        about transaction: SKPaymentTransaction, in storefront: Storefront,
        _ answer: @escaping @Sendable (Bool) -> Void
    ) -> Bool {
        askDelegate(answer) { queue, delegate in
            // The app may have been terminated since, and is not asked then.
            guard self.isInQueue(transaction) else { return true }
            return delegate.paymentQueue(queue, shouldContinue: transaction, in: SKStorefront(storefront))
        }
    }

    /// Tells the observers the outcome of a payment.
    ///
    /// - Parameters:
    ///   - transaction: The payment's transaction.
    ///   - outcome: The outcome.
    ///   - device: The device; nil where there is none.
    ///   - before: The latest transaction of the product before the payment.
    ///   - times: The number of times that a test had made the device forget failed attempts, before the payment.
    private func conclude(
        _ transaction: SKPaymentTransaction, _ outcome: Device.PaymentOutcome, on device: Device?,
        before: UInt64? = nil, _ times: Int = 0
    ) {
        DispatchQueue.main.async {
            guard self.followSlot() === device, self.isInQueue(transaction) else { return }
            // The news that the payment waits, or of the answer, may have been faster.
            guard transaction.transactionState == .purchasing else { return self.catchUp() }
            // A payment that a test erased while it was on its way is not told to anybody (C-126).
            if let device, device.timesForgotten > times, !device.knows(outcome) {
                _ = self.state.withLock { state in state.remove { $0 === transaction } }
                return
            }
            switch outcome {
            case .success(let recorded):
                let isOld = recorded.ownNumber == before && recorded.productType == .nonConsumable
                transaction.pay(with: recorded, isOld: isOld)
                self.state.withLock { _ = $0.claimed.remove(recorded.ownNumber) }
            case .failure(PurchaseRefusal.awaitingApproval(let attempt)),
                .failure(PurchaseRefusal.interrupted(let attempt)):
                self.postpone(attempt)
                return self.catchUp()
            case .failure(let error):
                transaction.fail((error as? SKError) ?? SKError.error(for: error))
            }
            self.tellUpdated([transaction])
            self.catchUp()
        }
    }

    /// Removes a transaction from the queue and finishes it; a restored one alone, not its original (C-119).
    func finish(_ transaction: SKPaymentTransaction) {
        let device = followSlot()
        guard transaction.transactionState != .purchasing else { return }
        // The record is read before the transaction leaves the queue: one paid for only afterwards gets a new
        // transaction.
        let recorded = transaction.transactionState == .restored ? nil : transaction.recorded
        let isThere = state.withLock { state -> Bool in
            guard !state.remove(where: { $0 === transaction }).isEmpty else { return false }
            if let recorded { state.finished.insert(recorded.ownNumber) }
            return true
        }
        if let recorded { device?.finish(recorded) }
        if isThere { tellRemoved([transaction]) }
    }

    func tellRemoved(_ transactions: [SKPaymentTransaction]) {
        if transactions.isEmpty { return }
        DispatchQueue.main.async {
            self.tell { $1.paymentQueue($0, removedTransactions: transactions) }
        }
    }

    func presentCodeSheet() {
        let slot = state.withLock { $0.slot }
        guard let device = slot?.deviceIfAny(for: "SKPaymentQueue.presentCodeRedemptionSheet()") else { return }
        listen()
        // The sheet tells the customer of an error, and the app is not told.
        Task { try? await device.app.showOfferCodeRedeemSheet() }
    }

    /// Restores what the customer bought for good or subscribed to (C-119).
    func restore() {
        let device = followSlot()
        let runChanges = state.withLock { $0.runChanges }
        listen()
        let slot = state.withLock { $0.slot } ?? .process
        slot.answer {
            guard let device else {
                throw NoCurrentDeviceError(for: "SKPaymentQueue.restoreCompletedTransactions()", in: slot)
            }
            try await device.app.sync()
            return device.transactions
        } then: { answer in
            self.tell(answer, since: runChanges)
        }
    }

    /// Tells the observers the result of a restore; nobody if the app was ended or the device exchanged since.
    private func tell(_ answer: Result<[Transaction], any Error>, since runChanges: Int) {
        followSlot()
        let restored = ((try? answer.get()) ?? []).filter(\.canBeRestored).map { SKPaymentTransaction($0, .restored) }
        let isSameRun = state.withLock { state in
            guard state.runChanges == runChanges else { return false }
            state.transactions += restored
            return true
        }
        guard isSameRun else { return }
        // A test may have erased some of them since.
        if !restored.isEmpty { dropForgotten() }
        switch answer {
        case .failure(let error):
            tell { $1.paymentQueue($0, restoreCompletedTransactionsFailedWithError: error) }
        case .success:
            tellUpdated(restored.filter(isInQueue))
            tell { $1.paymentQueueRestoreCompletedTransactionsFinished($0) }
        }
    }
}

extension Device {
    /// Returns whether the store still has a payment's result: a transaction, or an attempt that waits for somebody.
    fileprivate func knows(_ outcome: PaymentOutcome) -> Bool {
        switch outcome {
        case .success(let recorded): forgotten([recorded.ownNumber]).isEmpty
        case .failure(PurchaseRefusal.awaitingApproval(let attempt)),
            .failure(PurchaseRefusal.interrupted(let attempt)):
            store.pendingPurchases.contains { $0.id == attempt }
        case .failure: false
        }
    }
}

extension Transaction {
    /// Whether the transaction can be restored.
    ///
    /// The app itself must remember consumables and non-renewing subscriptions, and refunded purchases are gone.
    fileprivate var canBeRestored: Bool {
        revocationDate == nil && (productType == .nonConsumable || productType == .autoRenewable)
    }
}
