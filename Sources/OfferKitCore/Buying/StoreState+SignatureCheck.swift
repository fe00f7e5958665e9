import OfferKitEssentials

extension StoreState {
    private var signatureWindow: SignatureWindow {
        SignatureWindow(allowedClockSkew: setup.rules.allowedClockSkew.length)
    }

    /// Carries out B3 step 6: judges the key, the nonce, the time window and the signature, in the order of C-66.
    ///
    /// - Returns: All causes that apply, the first as the headline; nil when the signature is good.
    func diagnosis(
        of discount: PaymentDiscount, in request: PurchaseRequest, evidence: SignatureEvidence
    ) -> SignatureDiagnosis? {
        var causes = keyring.causes(against: discount.keyIdentifier)
        if let nonce = discount.nonce { causes += desk.causes(against: nonce) }
        if let timestamp = discount.timestamp,
            let cause = signatureWindow.judge(timestamp: timestamp, storeClock: request.signatureClock ?? now)
        {
            causes.append(cause)
        }
        let findings = evidence.findings
        causes += findings.mistakes.map(SignatureCause.signature)
        if let mismatch = findings.mismatch { causes.append(mismatch.cause) }
        guard !causes.isEmpty || evidence != .verifies else { return nil }
        let expected = request.claim(forBundleID: setup.bundleID).flatMap(OfferPayload.init)?.parts ?? []
        return SignatureDiagnosis(
            causes: causes, ruledOut: findings.ruledOut, partlyTried: findings.partlyTried, expected: expected,
            signature: discount.signature ?? "",
            warnings: request.account.warnings + setup.bundleWarnings(for: findings, causes))
    }

    /// Carries out B3 step 6 for a signed request in the compact form.
    ///
    /// It judges the key, the nonce, the 24 hours from `iat`, the signature and the claims, in the order of C-66.
    ///
    /// - Parameters:
    ///   - jws: The request as it was read.
    ///   - request: The purchase it came with.
    ///   - offer: The promotional offer it must name; nil for another kind of request.
    ///   - alsoUsed: A nonce that another signature of the same request uses up.
    ///   - evidence: The result of the cryptographic check of the signature.
    /// - Returns: All causes that apply, the first as the headline; nil when the request is good.
    func diagnosis(
        of jws: OfferRequestJWS, in request: PurchaseRequest, offer: String?, alsoUsed: UUID? = nil,
        evidence: SignatureEvidence
    ) -> SignatureDiagnosis? {
        var causes = keyring.causes(against: jws.keyIdentifier)
        if let nonce = jws.nonce {
            causes += desk.causes(against: nonce, alsoUsed: alsoUsed)
        } else if let text = jws.nonceText {
            causes.append(.nonceNotUUID(text.beginning))
        }
        if let issued = jws.issuedAt,
            let cause = signatureWindow.judge(issuedAt: issued, storeClock: request.signatureClock ?? now)
        {
            causes.append(cause)
        }
        let claims = JWSClaims(bundleID: setup.bundleID, productID: request.productID, offerID: offer)
        var findings = evidence.findings
        var mistakes = jws.mistakes.map(SignatureMistake.jws) + findings.mistakes + claims.mistakes(of: jws)
        if let id = jws.transactionID, let mistake = transactionMistake(id, of: request.customer) {
            mistakes.append(.jws(mistake))
        }
        causes += mistakes.map(SignatureCause.signature)
        if let mismatch = findings.mismatch { causes.append(mismatch.cause) }
        guard !causes.isEmpty || evidence != .verifies else { return nil }
        findings.mistakes = mistakes
        return SignatureDiagnosis(
            causes: causes, ruledOut: findings.ruledOut, partlyTried: findings.partlyTried, form: .compactJWS,
            expected: claims.expected(of: jws.purpose), received: jws.decoded, signature: jws.text,
            warnings: request.account.warnings + setup.bundleWarnings(for: findings, causes))
    }
}

// MARK: - One part each

extension Keyring {
    /// The causes that lie in a key: it must be registered, and not revoked (S0-71, C-39).
    func causes(against id: String?) -> [SignatureCause] {
        guard let id else { return [] }
        guard let record = self[id] else {
            return [.keyUnknown(id.beginning, registered: all.filter { $0.key.revoked == nil }.map(\.id))]
        }
        return record.revoked.map { [.keyRevoked(id, on: Date($0))] } ?? []
    }
}

extension PurchaseDesk {
    /// The causes that lie in a nonce: it must have its form, and never have come before, with either kind of signature
    /// (S0-31, C-3, C-62).
    func causes(against nonce: UUID, alsoUsed: UUID? = nil) -> [SignatureCause] {
        let form = NonceForm.judge(nonce).map { [$0] } ?? []
        return form + (hasSpent(nonce) || nonce == alsoUsed ? [.nonceSpent(nonce)] : [])
    }
}

extension StoreSetup {
    /// The warning that the store was not told the app's bundle identifier, which is the likeliest reason for a
    /// signature that nothing explains.
    func bundleWarnings(
        for findings: SignatureFindings, _ causes: [SignatureCause]
    ) -> [SignatureDiagnosis.Warning] {
        let isUnexplained =
            findings.mistakes.isEmpty && !findings.partlyTried.isEmpty && !causes.sayKeyIsUnknown
        let isOtherBundle = findings.mistakes.contains { $0.kind == .otherBundle }
        guard bundleID == StoreSetup.defaultBundleID, isUnexplained || isOtherBundle else { return [] }
        return [.defaultBundleID(bundleID)]
    }
}

extension StoreState {
    /// The mistake in a request that does not name a transaction of the customer who buys, or their app transaction
    /// (B2-20, B2-21, C-94).
    func transactionMistake(_ text: String, of customer: CustomerID) -> JWSMistake? {
        if let owner = setup.customer(appTransactionID: text), customers.contains(owner) {
            return owner == customer ? nil : .otherCustomersTransaction(text)
        }
        guard let number = UInt64(text), String(number) == text, let id = transaction(shownAs: number),
            ledger.isNumber(id)
        else {
            return .unknownTransaction(text)
        }
        // A store that keeps only what is alive no longer knows who made the other transactions, and accepts the
        // request.
        guard let record = ledger[id], record.customer != customer else { return nil }
        return .otherCustomersTransaction(text)
    }
}
