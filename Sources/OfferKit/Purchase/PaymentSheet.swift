public import OfferKitCore

/// A payment sheet that is open on a device and waits for the customer's answer.
public struct PaymentSheet: Hashable, Sendable {
    /// The attempt's number in the store.
    public let id: AttemptID
    /// The product that is to be bought.
    public let productID: String
    /// The device it is open on.
    let device: Device
    /// What is not wrong but should be changed: a user name that looks like an e-mail address (S0-29).
    public let warnings: [SignatureDiagnosis.Warning]

    /// Confirms as the customer: product and eligibility are judged again, the charge is made, the purchase takes
    /// effect.
    ///
    /// The app's options may have a say first: one that wants a parent to be asked (C-115), and one that wants to be
    /// asked where the storefront has changed, whose no cancels the purchase (C-116). The delegate of the original
    /// API's queue answers on the main queue: until then the sheet stays open, and this throws
    /// ``PurchaseRefusal/awaitingApproval(_:)``.
    ///
    /// - Returns: The new transaction, or the one the customer has already (C-16).
    /// - Throws: ``PurchaseRefusal``; the sheet is closed then too, unless it is ``PurchaseRefusal/notRecorded``.
    ///   ``PurchaseRefusal/sheetAlreadyClosed`` for a sheet that was answered before, also by asking somebody else.
    @discardableResult
    public func confirm() throws(PurchaseRefusal) -> Transaction {
        let (storefront, sheet) = device.withSettings { ($0.storefront, $0.sheets[id]) }
        if let sheet {
            guard storefront == sheet.territory || sheet.conditions.goOn(in: storefront) else {
                return try end(.cancelled)
            }
            if storefront != sheet.territory, let ask = sheet.conditions.ask, ask(Storefront(storefront), goOn) {
                throw .awaitingApproval(id)
            }
        }
        return try confirmUnasked()
    }

    /// Goes on with the purchase, or cancels it, as the app answered after the customer confirmed.
    private func goOn(_ goesOn: Bool) {
        guard goesOn else { return cancel() }
        // What comes of it is told to whoever waits for the sheet.
        _ = try? confirmUnasked()
    }

    private func confirmUnasked() throws(PurchaseRefusal) -> Transaction {
        if device.withSettings({ $0.sheets[id]?.conditions.asksToBuy ?? false }) { return try postpone(.askToBuy) }
        var closed: OpenSheets.Sheet?
        let outcome: PurchaseOutcome
        do throws(PurchaseRefusal) {
            outcome = try device.store.perform {
                $0.decideConfirmation(of: id)
            } beforeDelivery: { result in
                closed = device.close(id, result.newTransaction.map { .made($0) })
            }
        } catch {
            device.note(error)
            closed?.wait?.end(with: .failure(error))
            throw error
        }
        let transaction = device.noted(outcome, warnings)
        closed?.wait?.end(with: .success(transaction))
        return transaction
    }

    /// Closes the sheet as the customer, without buying.
    ///
    /// An answered sheet stays as it is.
    public func cancel() {
        _ = try? end(.cancelled)
    }

    /// Declines the purchase, as somebody does who has to approve it.
    ///
    /// An answered sheet stays as it is.
    public func decline() {
        _ = try? end(.declined)
    }

    /// Confirms as the customer, and lets the purchase wait for a parent: the app is told that it is pending (B10-8).
    ///
    /// The purchase is then one of `store.pendingPurchases`. An answered sheet stays as it is.
    public func askToBuy() {
        _ = try? postpone(.askToBuy)
    }

    /// Confirms as the customer, who has to settle something with the App Store before the purchase goes on.
    ///
    /// The purchase is then one of `store.pendingPurchases`. An answered sheet stays as it is.
    public func interrupt() {
        _ = try? postpone(.interrupted)
    }

    /// Lets the attempt wait without a sheet.
    ///
    /// It always throws: what the app is told, unless the sheet was answered before.
    private func postpone(_ reason: PurchaseAttempt.Wait) throws(PurchaseRefusal) -> Transaction {
        let id = id
        return try close(saying: PurchaseRefusal(waiting: reason, id)) { $0.desk.decideDeferral(of: id, reason) }
    }

    /// Ends the attempt.
    ///
    /// It always throws: `refusal` itself, unless the sheet was answered before.
    private func end(_ refusal: PurchaseRefusal) throws(PurchaseRefusal) -> Transaction {
        let id = id
        return try close(saying: refusal) { $0.desk.decideEnd(of: id, refusal: refusal, in: $0.shop) }
    }

    /// Closes the sheet without a purchase.
    ///
    /// It always throws: `refusal`, unless the decision refuses something else.
    private func close(
        saying refusal: PurchaseRefusal, _ decide: (StoreState) -> Decision<Void, PurchaseRefusal>
    ) throws(PurchaseRefusal) -> Transaction {
        var closed: OpenSheets.Sheet?
        var answer = refusal
        do throws(PurchaseRefusal) {
            try device.store.perform(decide) { result in
                let isOver = if case .failure(.sheetAlreadyClosed) = result { true } else { false }
                closed = device.close(id, isOver ? nil : Device.PaymentStep(waiting: refusal))
            }
        } catch {
            answer = error
        }
        // Closing a sheet that was answered before refuses nobody anything.
        if answer != .sheetAlreadyClosed { device.note(answer) }
        closed?.wait?.end(with: .failure(answer))
        throw answer
    }
}

extension Result<PurchaseOutcome, PurchaseRefusal> {
    /// The transaction that the purchase makes; nil when it makes none.
    var newTransaction: TransactionID? {
        guard case .success(let outcome) = self, outcome.isNew else { return nil }
        return outcome.transaction.id
    }
}
