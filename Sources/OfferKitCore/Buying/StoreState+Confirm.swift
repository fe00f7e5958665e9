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
        guard let attempt = sheet(id) else { return Decision(refusal: .sheetAlreadyClosed) }
        return confirmation(of: attempt)
    }

    /// Somebody else's yes to a purchase that waits for it (B10-8): judged and carried out as at the sheet.
    package func decideApproval(of id: AttemptID) -> Decision<PurchaseOutcome, PurchaseRefusal> {
        guard let attempt = pending(id) else { return Decision(refusal: .sheetAlreadyClosed) }
        return confirmation(of: attempt)
    }

    /// The customer says no to an open sheet, or may not say yes; or the sheet is closed.
    ///
    /// The one event of it ends the attempt.
    package func decideEnd<Outcome: Sendable>(
        of id: AttemptID, refusal: PurchaseRefusal
    ) -> Decision<Outcome, PurchaseRefusal> {
        guard let attempt = sheet(id) else { return Decision(refusal: .sheetAlreadyClosed) }
        return end(of: attempt, refusal)
    }

    /// Somebody else's no to a purchase that waits for a yes (B10-8).
    package func decideRejection(of id: AttemptID) -> Decision<Void, PurchaseRefusal> {
        guard let attempt = pending(id) else { return Decision(refusal: .sheetAlreadyClosed) }
        return end(of: attempt, .declined)
    }

    /// The customer said yes, but the purchase waits: for a parent's approval, or for something to be settled (B10-8).
    ///
    /// It stays open for as long as nobody answers, without a sheet.
    package func decideDeferral(
        of id: AttemptID, _ wait: PurchaseAttempt.Wait
    ) -> Decision<Void, PurchaseRefusal> {
        guard sheet(id) != nil else { return Decision(refusal: .sheetAlreadyClosed) }
        return Decision([.purchaseDeferred(id, wait)], ())
    }

    /// The attempt whose sheet waits for the customer; nil for one that waits for somebody else.
    private func sheet(_ id: AttemptID) -> PurchaseAttempt? {
        openAttempts[id].flatMap { $0.wait == nil ? $0 : nil }
    }

    /// The attempt that waits for somebody else, and so has no sheet any more.
    private func pending(_ id: AttemptID) -> PurchaseAttempt? {
        openAttempts[id].flatMap { $0.wait == nil ? nil : $0 }
    }

    private func confirmation(of attempt: PurchaseAttempt) -> Decision<PurchaseOutcome, PurchaseRefusal> {
        do throws(PurchaseRefusal) {
            try judgeAgain(attempt)
            var plan = PurchasePlan(self)
            let outcome = try plan.carryOut(attempt)
            return Decision([.purchaseConfirmed(attempt.id)] + plan.events, outcome)
        } catch {
            return end(of: attempt, error)
        }
    }

    private func end<Outcome: Sendable>(
        of attempt: PurchaseAttempt, _ refusal: PurchaseRefusal
    ) -> Decision<Outcome, PurchaseRefusal> {
        let refused = RefusedPurchase(
            attempt: attempt.id, customer: attempt.customer, product: shop[attempt.product].product.id,
            refusal: refusal, spending: [])
        return Decision([.purchaseRefused(refused)], refusal: refusal)
    }

    private func judgeAgain(_ attempt: PurchaseAttempt) throws(PurchaseRefusal) {
        if let diagnosis = unavailability(of: attempt.product, in: attempt.territory) {
            throw .productUnavailable(diagnosis)
        }
        guard let terms = attempt.offer, let id = terms.offerID,
            let offer = shop[attempt.product].offerEver(Shop.OfferName(type: terms.type, id: id))
        else { return }
        try judgeEligibility(for: offer, named: id, on: attempt.product, of: attempt.customer)
    }
}
