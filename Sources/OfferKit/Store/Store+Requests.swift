import OfferKitCore
import OfferKitServer

extension Store {
    /// Judges a request to buy, after its signature was looked at outside the lock.
    func request(_ request: PurchaseRequest) throws(PurchaseRefusal) -> PurchaseAttempt {
        let (evidence, eligibilityEvidence) = evidence(for: request)
        return try perform { $0.decide(request, evidence: evidence, eligibilityEvidence: eligibilityEvidence) }
    }

    /// The same with the customer's answer to the sheet, in one turn of the lock.
    func request(
        _ request: PurchaseRequest, answering reply: SheetReply,
        beforeDelivery prepare: (Result<PurchaseOutcome, PurchaseRefusal>) -> Void
    ) throws(PurchaseRefusal) -> PurchaseOutcome {
        let (evidence, eligibilityEvidence) = evidence(for: request)
        return try perform(
            { $0.decide(request, evidence: evidence, eligibilityEvidence: eligibilityEvidence, answering: reply) },
            beforeDelivery: prepare)
    }

    /// What the cryptography says of the signatures that come with a request; without one nobody looks at it.
    private func evidence(for request: PurchaseRequest) -> (offer: SignatureEvidence, eligibility: SignatureEvidence) {
        guard request.isSigned else { return (.verifies, .verifies) }
        let state = state
        return (desk.evidence(for: request, in: state), desk.eligibilityEvidence(for: request, in: state))
    }
}
