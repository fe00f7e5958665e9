import OfferKitCore

extension Store {
    /// Judges a request to buy, after its signature was checked outside the lock.
    func request(_ request: PurchaseRequest) throws(PurchaseRefusal) -> PurchaseAttempt {
        let (evidence, eligibilityEvidence) = evidence(for: request)
        return try perform { $0.decide(request, evidence: evidence, eligibilityEvidence: eligibilityEvidence) }
    }

    /// Judges a request to buy with the customer's answer to the sheet, in one turn of the lock.
    func request(
        _ request: PurchaseRequest, answering reply: SheetReply,
        beforeDelivery prepare: (Result<PurchaseOutcome, PurchaseRefusal>) -> Void
    ) throws(PurchaseRefusal) -> PurchaseOutcome {
        let (evidence, eligibilityEvidence) = evidence(for: request)
        return try perform(
            { $0.decide(request, evidence: evidence, eligibilityEvidence: eligibilityEvidence, answering: reply) },
            beforeDelivery: prepare)
    }

    /// Returns the evidence of the cryptography on the signatures that come with a request; without one nothing is
    /// checked.
    private func evidence(for request: PurchaseRequest) -> (offer: SignatureEvidence, eligibility: SignatureEvidence) {
        guard request.isSigned else { return (.verifies, .verifies) }
        let state = state
        return (desk.evidence(for: request, in: state), desk.eligibilityEvidence(for: request, in: state))
    }
}
