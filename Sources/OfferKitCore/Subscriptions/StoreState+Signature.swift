#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension StoreState {
    /// B3 step 6: the key, the nonce, the time window and the signature, in the order of C-66.
    ///
    /// - Returns: All causes that apply, the first as the headline; nil when the signature is good.
    func signatureFault(
        of discount: PaymentDiscount, in request: PurchaseRequest, evidence: SignatureEvidence
    ) -> SignatureDiagnosis? {
        var causes = keyFaults(discount.keyIdentifier)
        if let nonce = discount.nonce { causes += nonceFaults(nonce, spent: spentNonces) }
        if let timestamp = discount.timestamp,
            let fault = SignatureWindow(allowedClockSkew: rules.allowedClockSkew)
                .judge(timestamp: timestamp, storeClock: now)
        {
            causes.append(fault)
        }
        var findings = SignatureFindings()
        switch evidence {
        case .verifies:
            guard !causes.isEmpty else { return nil }
        case .fails(let found):
            causes += found.mistakes.map(SignatureCause.signature)
            findings = found
        }
        let expected = claim(in: request).flatMap(OfferPayload.init)?.parts ?? []
        return SignatureDiagnosis(
            causes: causes, ruledOut: findings.ruledOut, partlyTried: findings.partlyTried, expected: expected,
            signature: discount.signature ?? "", warnings: request.account.warnings + bundleWarnings(for: findings))
    }

    /// A key must be registered, and not revoked (S0-71, C-39).
    func keyFaults(_ id: String?) -> [SignatureCause] {
        guard let id else { return [] }
        guard let record = key(id) else {
            return [.keyUnknown(id, registered: keys.filter { $0.value.revoked == nil }.keys.sorted())]
        }
        return record.revoked.map { [.keyRevoked(id, on: $0)] } ?? []
    }

    /// A nonce must have its form, and never have come before, with either kind of signature (S0-31, C-3, C-62).
    func nonceFaults(_ nonce: UUID, spent: Set<UUID>) -> [SignatureCause] {
        let form = NonceForm().judge(nonce).map { [$0] } ?? []
        return form + (spent.contains(nonce) ? [.nonceSpent(nonce)] : [])
    }

    /// A store that was not told the app's bundle identifier is the likeliest reason for a signature that nothing explains.
    func bundleWarnings(for findings: SignatureFindings) -> [SignatureDiagnosis.Warning] {
        let isUnexplained = findings.mistakes.isEmpty && !findings.partlyTried.isEmpty
        let isOtherBundle = findings.mistakes.contains { $0.kind == .otherBundle }
        guard bundleID == StoreState.defaultBundleID, isUnexplained || isOtherBundle else { return [] }
        return [.defaultBundleID(bundleID)]
    }
}
