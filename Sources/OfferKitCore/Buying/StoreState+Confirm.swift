/// The outcome of a confirmed purchase.
package struct PurchaseOutcome: Hashable, Sendable {
    /// The transaction that the purchase call returns: a new one, or the one the customer has already (C-16).
    package let transaction: TransactionRecord
    /// Whether this purchase made the transaction.
    package let isNew: Bool
}

/// A customer's answer to a payment sheet, as soon as it opens.
package enum SheetReply: Hashable, Sendable {
    /// Yes.
    case confirm
    /// No; with the refusal of the purchase.
    case refuse(PurchaseRefusal)
    /// Yes, but the purchase waits for somebody else, or for something to be settled (B10-8).
    case wait(PurchaseAttempt.Wait)
}

extension StoreState {
    /// Decides a request to buy and the answer to its sheet as one: both are recorded together, or neither is.
    ///
    /// - Parameters:
    ///   - request: The request that the device sent.
    ///   - evidence: The result of the cryptographic check of the promotional offer's signature.
    ///   - eligibilityEvidence: That of the developer's decision on the introductory offer.
    ///   - reply: The customer's answer.
    /// - Returns: The events, and the outcome of the purchase or the refusal.
    package func decide(
        _ request: PurchaseRequest, evidence: SignatureEvidence, eligibilityEvidence: SignatureEvidence,
        answering reply: SheetReply
    ) -> Decision<PurchaseOutcome, PurchaseRefusal> {
        let asked = decide(request, evidence: evidence, eligibilityEvidence: eligibilityEvidence)
        let attempt: PurchaseAttempt
        switch asked.result {
        case .success(let opened): attempt = opened
        case .failure(let refusal): return Decision(asked.events, refusal: refusal)
        }
        // An open sheet changes nothing that an answer is judged by, so the answer is judged by the state as it is.
        var answered: Decision<PurchaseOutcome, PurchaseRefusal> =
            switch reply {
            case .confirm: confirmation(of: attempt)
            case .refuse(let refusal): attempt.end(refusal, in: shop)
            case .wait(let reason):
                Decision(
                    [.purchaseDeferred(attempt.id, wait: reason)], refusal: PurchaseRefusal(waiting: reason, attempt.id)
                )
            }
        answered.events.insert(contentsOf: asked.events, at: 0)
        return answered
    }

    /// Decides the customer's yes to an open sheet.
    ///
    /// Product and eligibility are judged again (C-47), the charge is made, and the purchase takes effect now or at the
    /// next renewal (B5.1).
    package func decideConfirmation(of id: AttemptID) -> Decision<PurchaseOutcome, PurchaseRefusal> {
        guard let attempt = desk.sheet(id) else { return Decision(refusal: .sheetAlreadyClosed) }
        return confirmation(of: attempt)
    }

    /// Decides somebody else's yes to a purchase that waits for it (B10-8): judged and carried out as at the sheet.
    package func decideApproval(of id: AttemptID) -> Decision<PurchaseOutcome, PurchaseRefusal> {
        guard let attempt = desk.pending(id) else { return Decision(refusal: .sheetAlreadyClosed) }
        return confirmation(of: attempt)
    }

    private func confirmation(of attempt: PurchaseAttempt) -> Decision<PurchaseOutcome, PurchaseRefusal> {
        do throws(PurchaseRefusal) {
            try judgeAgain(attempt)
            var plan = PurchasePlan()
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
        guard let terms = attempt.terms, let id = terms.offerID,
            let offer = shop[attempt.product].offerEver(Shop.OfferName(type: terms.type, id: id))
        else { return }
        try judgeEligibility(for: offer, named: id, on: attempt.product, of: attempt.customer)
    }
}

extension PurchaseRefusal {
    /// The refusal that tells the app of a purchase that waits.
    package init(waiting reason: PurchaseAttempt.Wait, _ attempt: AttemptID) {
        self =
            switch reason {
            case .askToBuy: .awaitingApproval(attempt)
            case .interrupted: .interrupted(attempt)
            }
    }
}
