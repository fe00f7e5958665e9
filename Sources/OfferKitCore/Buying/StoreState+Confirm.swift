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
        guard let attempt = desk.sheet(id) else { return Decision(refusal: .sheetAlreadyClosed) }
        return confirmation(of: attempt)
    }

    /// Somebody else's yes to a purchase that waits for it (B10-8): judged and carried out as at the sheet.
    package func decideApproval(of id: AttemptID) -> Decision<PurchaseOutcome, PurchaseRefusal> {
        guard let attempt = desk.pending(id) else { return Decision(refusal: .sheetAlreadyClosed) }
        return confirmation(of: attempt)
    }

    private func confirmation(of attempt: PurchaseAttempt) -> Decision<PurchaseOutcome, PurchaseRefusal> {
        do throws(PurchaseRefusal) {
            try judgeAgain(attempt)
            var plan = PurchasePlan([.purchaseConfirmed(attempt.id)])
            let outcome = try plan.carryOut(attempt, in: self)
            return Decision(plan.events, outcome)
        } catch {
            return attempt.end(error, in: shop)
        }
    }

    private func judgeAgain(_ attempt: PurchaseAttempt) throws(PurchaseRefusal) {
        if let diagnosis = shop.unavailability(of: attempt.product, in: attempt.territory) {
            throw .productUnavailable(diagnosis)
        }
        guard let terms = attempt.offer, let id = terms.offerID,
            let offer = shop[attempt.product].offerEver(Shop.OfferName(type: terms.type, id: id))
        else { return }
        try judgeEligibility(for: offer, named: id, on: attempt.product, of: attempt.customer)
    }
}
