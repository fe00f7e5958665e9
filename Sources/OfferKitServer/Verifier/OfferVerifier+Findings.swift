package import OfferKitCore
import OfferKitCrypto

extension OfferVerifier {
    /// The most keys in an explanation.
    static let mostKeys = 64

    /// A signature and a key that may belong together, and the mistakes that are proved if they do.
    struct Target {
        let reading: SignatureReading
        let key: Knowledge.Key
        let publicKey: P256PublicKey
    }

    /// The facts about a claim on which the meaning of a search without a result depends.
    private struct Grounds {
        /// The signature's text is plain Base64 of strict DER.
        let isStrict: Bool
        /// The signature is known, in whatever form it is written.
        let isRead: Bool
        /// The search had a key, and a text for the signature is possible.
        let isPossible: Bool
        /// The key that was sent is one of those tried.
        let hasKeySent: Bool
    }

    /// Explains a signature that does not verify: the mistakes that are proved, or those ruled out (C-65).
    ///
    /// A claim that lacks a part is not explained: the store answers it with `missingOfferParams`. So a StoreKit 2
    /// purchase without a token, whose part is empty on purpose (B2-14), is passed with `.userName("")`.
    package func findings(for claim: OfferClaim, knowledge: Knowledge) -> SignatureFindings {
        guard claim.account != .notSet, let payload = OfferPayload(claim), let text = claim.discount.signature,
            !text.isEmpty
        else { return SignatureFindings() }
        let readings = OfferVerifier.readings(text)
        let written = readings.first { $0.isCertain }?.mistakes ?? [SignatureText.fault(text)]
        let shifted = payload.partsWithSeparator.map(SignatureMistake.separatorInPart)
        let targets = OfferVerifier.targets(readings, payload[.keyIdentifier], knowledge.keys)
        let digests = SignedDigestSearch(targets.map { ($0.reading.signature, $0.publicKey) })
        var search = SignatureSearch(
            payload, digests, budget: OfferVerifier.affordable(budget, for: payload),
            acceptsLowercasedUserName: acceptsLowercasedUserName)
        if !digests.isHopeless {
            if knowledge.keys.count > OfferVerifier.mostKeys {
                search.leaveOpen([.otherKeySigned, .otherKeyIdentifierSent])
            }
            let changes = SignatureChanges(
                claim, payload, knowledge, acceptsLowercasedUserName: acceptsLowercasedUserName)
            if let proof = OfferVerifier.search(&search, changes, claim, knowledge) {
                let mistakes = OfferVerifier.mistakes(proof, targets[proof.target], payload)
                return SignatureFindings(mistakes: OfferVerifier.ordered(mistakes + shifted))
            }
        }
        // Where a signature exists that no digest can match, nothing in the text is the cause.
        let isDamaged = digests.isHopeless && targets.contains { $0.reading.isCertain }
        let damage = isDamaged ? [SignatureMistake.impossibleSignature] : []
        let grounds = Grounds(
            isStrict: readings.contains { $0.isCertain && $0.mistakes.isEmpty },
            isRead: readings.contains { $0.isCertain }, isPossible: !digests.isHopeless,
            hasKeySent: targets.contains { $0.key.id.hasBytes(of: payload[.keyIdentifier]) })
        var findings = OfferVerifier.unexplained(OfferVerifier.ordered(written + damage + shifted), search, grounds)
        // With a separator inside a part the text is refused whatever the signature says, so no key is the cause.
        if !digests.isHopeless, shifted.isEmpty,
            let target = targets.first(where: {
                $0.reading.isCertain && $0.key.id.hasBytes(of: payload[.keyIdentifier])
            })
        {
            findings.mismatch = OfferVerifier.mismatch(target, SHA256.hash(payload.bytes))
        }
        return findings
    }

    /// Returns the keys to compare, for a signature that nothing explains.
    ///
    /// - Parameters:
    ///   - target: The signature, and the key that is registered under the identifier that was sent.
    ///   - digest: The SHA-256 of the expected text.
    /// - Returns: The SHA-256 hashes of the keys.
    static func mismatch(_ target: Target, _ digest: [UInt8]) -> SignatureFindings.KeyMismatch {
        func fingerprint(_ key: P256PublicKey) -> String { Hexadecimal.text(SHA256.hash(key.spkiRepresentation)) }
        return SignatureFindings.KeyMismatch(
            keyIdentifier: target.key.id, registered: fingerprint(target.publicKey),
            signers: target.reading.signature.possibleSigners(ofDigest: digest).map(fingerprint))
    }

    /// Returns the findings when no change made the signature fit.
    private static func unexplained(
        _ proved: [SignatureMistake], _ search: SignatureSearch, _ grounds: Grounds
    ) -> SignatureFindings {
        var findings = SignatureFindings(mistakes: proved)
        for kind in SignatureMistake.Kind.allCases
        where !kind.isOfJWSOnly && !proved.contains(where: { $0.kind == kind }) {
            if isRuledOut(kind, search, grounds) {
                findings.ruledOut.append(kind)
            } else if search.begun.contains(kind) {
                findings.partlyTried.append(kind)
            }
        }
        return findings
    }

    /// Returns whether a kind cannot be the only mistake: the claim shows it, or all its changes were tried (C-65).
    private static func isRuledOut(
        _ kind: SignatureMistake.Kind, _ search: SignatureSearch, _ grounds: Grounds
    ) -> Bool {
        switch kind {
        case .separatorInPart: return true
        case .impossibleSignature: return grounds.isStrict && grounds.isPossible
        default: break
        }
        guard kind.canBeRuledOut else { return false }
        // A search proves nothing about a text while the signature, or the key that it should be by, is unknown.
        return switch kind.stage {
        case .encoding: grounds.isStrict
        case .key: grounds.isRead && search.tried.contains(kind)
        case .message: grounds.isRead && grounds.hasKeySent && search.tried.contains(kind)
        }
    }

    /// Returns a smaller budget for a long text, so that a user name of a million letters costs no more.
    private static func affordable(_ budget: Int, for payload: OfferPayload) -> Int {
        let (ordinary, length) = (1_024, payload.bytes.count)
        return length <= ordinary ? budget : Int(Double(budget) * Double(ordinary) / Double(length))
    }

    private static func readings(_ text: String) -> [SignatureReading] {
        guard let signature = SignatureText.strict(text) else { return SignatureText.lenient(text) }
        return [SignatureReading(signature: signature, mistakes: [], isCertain: true)]
    }

    /// Returns every reading with every key, each public key once: the key sent first, the revoked ones last.
    static func targets(_ readings: [SignatureReading], _ sent: String, _ keys: [Knowledge.Key]) -> [Target] {
        let others = keys.filter { !$0.id.hasBytes(of: sent) }
        let ordered =
            keys.filter { $0.id.hasBytes(of: sent) } + others.filter { !$0.isRevoked } + others.filter(\.isRevoked)
        var seen: Set<[UInt8]> = []
        var targets: [Target] = []
        for key in ordered.prefix(mostKeys) where seen.insert(key.publicKey).inserted {
            guard let publicKey = try? P256PublicKey(x963Representation: key.publicKey) else { continue }
            targets += readings.map { Target(reading: $0, key: key, publicKey: publicKey) }
        }
        return targets
    }

    /// Searches for the mistakes, the likeliest first.
    ///
    /// The order is: nothing changed, one change, two common ones, three of the commonest, moments nearby, a rare
    /// change with one of the commonest, all orders of the parts, and a rare change with a common one.
    private static func search(
        _ search: inout SignatureSearch, _ changes: SignatureChanges, _ claim: OfferClaim, _ knowledge: Knowledge
    ) -> SignatureSearch.Proof? {
        search.leaveOpen(changes.cutShort)
        let hasOtherKeys = knowledge.keys.contains { !$0.id.hasBytes(of: claim.discount.keyIdentifier ?? "") }
        let commonest = changes.commonest
        func nearby() -> [SignatureChange] {
            claim.discount.timestamp.map { SignatureChanges.momentsNearby($0, knowledge) } ?? []
        }
        let proof =
            search.tryUnchanged(hasOtherKeys: hasOtherKeys) ?? search.trySingles(changes.common)
            ?? search.trySingles(changes.rare) ?? search.tryPairs(changes.common) ?? search.tryTriples(commonest)
            ?? search.trySingles(nearby()) ?? search.tryPairs(changes.rare, with: commonest)
        if let proof { return proof }
        guard search.budget > 0 else {
            search.leaveOpen([.otherOrder])
            return nil
        }
        return search.trySingles(SignatureChanges.allOrders()) ?? search.tryPairs(changes.rare, with: changes.common)
    }

    private static func mistakes(
        _ proof: SignatureSearch.Proof, _ target: Target, _ payload: OfferPayload
    ) -> [SignatureMistake] {
        let sent = payload[.keyIdentifier]
        var message = proof.mistakes
        var key: [SignatureMistake] = []
        if !target.key.id.hasBytes(of: sent) {
            let own = SignatureMistake.otherKeyIdentifierInText(signed: target.key.id, sent: sent)
            if message.contains(own) {
                message.removeAll { $0 == own }
                key = [.otherKeyIdentifierSent(signed: target.key.id, sent: sent)]
            } else {
                key = [.otherKeySigned(signedWith: target.key.id, sent: sent)]
            }
        }
        return target.reading.mistakes + key + message
    }

    private static func ordered(_ mistakes: [SignatureMistake]) -> [SignatureMistake] {
        mistakes.sorted { $0.kind.rank < $1.kind.rank }
    }
}

extension SignatureMistake.Kind {
    private static let ranks = Dictionary(
        uniqueKeysWithValues: SignatureMistake.Kind.allCases.enumerated().map { ($0.element, $0.offset) })

    /// The kind's place among all kinds; mistakes are named in this order.
    var rank: Int { SignatureMistake.Kind.ranks[self] ?? 0 }
}
