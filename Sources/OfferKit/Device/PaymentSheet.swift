public import OfferKitCore

/// A payment sheet that is open on a device and waits for the customer's answer.
public struct PaymentSheet: Hashable, Sendable {
    /// The attempt's number in the store.
    public let id: AttemptID
    /// The product that is to be bought.
    public let productID: String
    /// The device it is open on.
    public let device: Device
    /// What is not wrong but should be changed: a user name that looks like an e-mail address (S0-29).
    public let warnings: [SignatureDiagnosis.Warning]

    /// The customer confirms: product and eligibility are judged again, the charge is made, the purchase takes effect.
    ///
    /// - Returns: The new transaction, or the one the customer has already (C-16).
    /// - Throws: ``PurchaseRefusal``; the sheet is closed then too.
    @discardableResult
    public func confirm() throws(PurchaseRefusal) -> Transaction {
        var wait: SheetWait?
        let outcome: PurchaseOutcome
        do throws(PurchaseRefusal) {
            outcome = try device.store.perform { state in
                let decision = state.decideConfirmation(of: id)
                wait = device.close(id, making: decision.newTransaction)
                return decision
            }
        } catch {
            device.note(error)
            wait?.fulfil(.failure(error))
            throw error
        }
        let transaction = Transaction(outcome.transaction, in: device.store.state, on: device)
        wait?.fulfil(.success(transaction))
        return transaction
    }

    /// The customer closes the sheet without buying.
    ///
    /// An answered sheet stays as it is.
    public func cancel() {
        _ = try? end(.cancelled)
    }

    /// Somebody who has to approve says no.
    ///
    /// An answered sheet stays as it is.
    public func decline() {
        _ = try? end(.declined)
    }

    /// The customer confirms, and the purchase waits for a parent: the app is told that it is pending (B10-8).
    ///
    /// The purchase is then one of `store.pendingPurchases`. An answered sheet stays as it is.
    public func askToBuy() {
        _ = try? postpone(.askToBuy)
    }

    /// The customer confirms, and has to settle something with the App Store before the purchase goes on.
    ///
    /// The purchase is then one of `store.pendingPurchases`. An answered sheet stays as it is.
    public func interrupt() {
        _ = try? postpone(.interrupted)
    }

    func answer(_ answer: Device.SheetAnswer) throws(PurchaseRefusal) -> Transaction {
        switch answer {
        case .confirm: try confirm()
        case .cancel: try end(.cancelled)
        case .decline: try end(.declined)
        case .askToBuy: try postpone(.askToBuy)
        case .interrupt: try postpone(.interrupted)
        }
    }

    /// Lets the attempt wait without a sheet; always throws, what the app is told unless the sheet was answered before.
    private func postpone(_ reason: PurchaseAttempt.Wait) throws(PurchaseRefusal) -> Transaction {
        var wait: SheetWait?
        try device.store.perform { state in
            wait = device.close(id, making: nil)
            return state.decideDeferral(of: id, reason)
        }
        let refusal: PurchaseRefusal = reason == .askToBuy ? .awaitingApproval(id) : .interrupted(id)
        device.note(refusal)
        wait?.fulfil(.failure(refusal))
        throw refusal
    }

    /// Ends the attempt; always throws, `refusal` itself unless the sheet was answered before.
    private func end(_ refusal: PurchaseRefusal) throws(PurchaseRefusal) -> Transaction {
        var wait: SheetWait?
        do throws(PurchaseRefusal) {
            return try device.store.perform { state in
                wait = device.close(id, making: nil)
                return state.decideEnd(of: id, refusal: refusal)
            }
        } catch {
            wait?.fulfil(.failure(error))
            // Closing a sheet that was answered before refuses nobody anything.
            if error != .sheetAlreadyClosed { device.note(error) }
            throw error
        }
    }
}

extension Decision<PurchaseOutcome, PurchaseRefusal> {
    /// The transaction that it makes; nil when it makes none.
    fileprivate var newTransaction: TransactionID? {
        guard case .success(let outcome) = result, outcome.isNew else { return nil }
        return outcome.transaction.id
    }
}
