extension StoreState {
    /// B3 step 6: the key, the nonce, the time window and the signature, in the order of C-66.
    ///
    /// - Returns: All causes that apply, the first as the headline; nil when the signature is good.
    func signatureFault(
        of discount: PaymentDiscount, in request: PurchaseRequest, evidence: SignatureEvidence
    ) -> SignatureDiagnosis? {
        var causes: [SignatureCause] = []
        if let key = discount.keyIdentifier {
            if let record = keys[key] {
                if let revoked = record.revoked { causes.append(.keyRevoked(key, on: revoked)) }
            } else {
                let registered = keys.filter { $0.value.revoked == nil }.keys.sorted()
                causes.append(.keyUnknown(key, registered: registered))
            }
        }
        if let nonce = discount.nonce {
            if let fault = NonceForm().judge(nonce) { causes.append(fault) }
            if spentNonces.contains(nonce) { causes.append(.nonceSpent(nonce)) }
        }
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

    /// A store that was not told the app's bundle identifier is the likeliest reason for a signature that nothing explains.
    private func bundleWarnings(for findings: SignatureFindings) -> [SignatureDiagnosis.Warning] {
        let isUnexplained = findings.mistakes.isEmpty && !findings.partlyTried.isEmpty
        let isOtherBundle = findings.mistakes.contains { $0.kind == .otherBundle }
        guard bundleID == StoreState.defaultBundleID, isUnexplained || isOtherBundle else { return [] }
        return [.defaultBundleID(bundleID)]
    }
}
