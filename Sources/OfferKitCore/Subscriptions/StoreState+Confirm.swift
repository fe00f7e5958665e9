/// What a confirmed purchase came to.
package struct PurchaseOutcome: Hashable, Sendable {
    /// The transaction that the purchase call returns: a new one, or the one the customer has already (C-16).
    package let transaction: TransactionRecord
    /// Whether this purchase made it.
    package let isNew: Bool
}

extension StoreState {
    /// The customer's yes to an open sheet: product and eligibility are judged again (C-47), the charge is made, and the
    /// purchase takes effect now or at the next renewal (B5.1).
    package func decideConfirmation(of id: AttemptID) -> Decision<PurchaseOutcome, PurchaseRefusal> {
        guard let attempt = openAttempts[id] else { return Decision(refusal: .sheetAlreadyClosed) }
        do throws(PurchaseRefusal) {
            try judgeAgain(attempt)
            var plan = PurchasePlan(self)
            let outcome = try plan.carryOut(attempt)
            return Decision([.purchaseConfirmed(id)] + plan.events, outcome)
        } catch {
            return decideEnd(of: id, refusal: error)
        }
    }

    /// The customer, or somebody else, says no; or the sheet is closed.
    ///
    /// The one event of it ends the attempt.
    package func decideEnd<Outcome: Sendable>(
        of id: AttemptID, refusal: PurchaseRefusal
    ) -> Decision<Outcome, PurchaseRefusal> {
        guard let attempt = openAttempts[id] else { return Decision(refusal: .sheetAlreadyClosed) }
        let refused = RefusedPurchase(
            attempt: id, customer: attempt.customer, product: shop[attempt.product].product.id, refusal: refusal,
            spending: nil)
        return Decision([.purchaseRefused(refused)], refusal: refusal)
    }

    /// The customer said yes, but the purchase waits: for a parent's approval, or for something to be settled (B10-8).
    ///
    /// It stays open for as long as nobody answers, without a sheet.
    package func decideDeferral(
        of id: AttemptID, _ wait: PurchaseAttempt.Wait
    ) -> Decision<Void, PurchaseRefusal> {
        guard openAttempts[id] != nil else { return Decision(refusal: .sheetAlreadyClosed) }
        return Decision([.purchaseDeferred(id, wait)], ())
    }

    private func judgeAgain(_ attempt: PurchaseAttempt) throws(PurchaseRefusal) {
        if let diagnosis = unavailability(of: attempt.product, in: attempt.territory) {
            throw .productUnavailable(diagnosis)
        }
        guard let terms = attempt.offer, let id = terms.offerID,
            let offer = shop[attempt.product].offer(Shop.OfferName(type: terms.type, id: id))
        else { return }
        try judgeEligibility(for: offer, named: id, on: attempt.product, of: attempt.customer)
    }
}
