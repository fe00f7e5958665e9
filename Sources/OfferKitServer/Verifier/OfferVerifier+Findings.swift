package import OfferKitCore
import OfferKitCrypto

extension OfferVerifier {
    /// Keys beyond this many are left out of an explanation.
    private static let mostKeys = 64

    /// A signature and a key that may belong together, and what is proved if they do.
    private struct Target {
        let reading: SignatureReading
        let key: Knowledge.Key
        let publicKey: P256PublicKey
    }

    /// Explains a signature that does not verify: the mistakes that are proved, or what it is not (C-65).
    package func findings(for claim: OfferClaim, knowledge: Knowledge) -> SignatureFindings {
        guard claim.account != .notSet, let payload = OfferPayload(claim), let text = claim.discount.signature,
            !text.isEmpty
        else { return SignatureFindings() }
        let readings = OfferVerifier.readings(text)
        let written = readings.first { $0.isCertain }?.mistakes ?? [SignatureText.fault(text)]
        let shifted = payload.partsWithSeparator.map(SignatureMistake.separatorInPart)
        let targets = OfferVerifier.targets(readings, payload[.keyIdentifier], knowledge.keys)
        let digests = SignedDigestSearch(targets.map { ($0.reading.signature, $0.publicKey) })
        var search = SignatureSearch(payload, digests, budget: OfferVerifier.affordable(budget, for: payload))
        if !digests.isHopeless {
            if knowledge.keys.count > OfferVerifier.mostKeys {
                search.leaveOpen([.otherKeySigned, .otherKeyIdentifierSent])
            }
            let changes = SignatureChanges(claim, payload, knowledge)
            if let proof = OfferVerifier.search(&search, changes, claim, knowledge) {
                let mistakes = OfferVerifier.mistakes(proof, targets[proof.target], payload)
                return SignatureFindings(mistakes: OfferVerifier.ordered(mistakes + shifted))
            }
        }
        // Where there is a signature and yet no digest can be the one, nothing in the text is the reason.
        let isDamaged = digests.isHopeless && targets.contains { $0.reading.isCertain }
        let damage = isDamaged ? [SignatureMistake.impossibleSignature] : []
        let proved = OfferVerifier.ordered(written + damage + shifted)
        return SignatureFindings(
            mistakes: proved,
            ruledOut: SignatureMistake.Kind.allCases.filter { kind in
                guard !proved.map(\.kind).contains(kind) else { return false }
                return kind.stage == .encoding || kind == .separatorInPart || isDamaged || search.tried.contains(kind)
            }, partlyTried: SignatureMistake.Kind.allCases.filter(search.untried.contains))
    }

    /// Fewer digests of a long text, so that a user name of a million letters costs no more than an ordinary one.
    private static func affordable(_ budget: Int, for payload: OfferPayload) -> Int {
        let (ordinary, length) = (1_024, payload.bytes.count)
        return length <= ordinary ? budget : Int(Double(budget) * Double(ordinary) / Double(length))
    }

    private static func readings(_ text: String) -> [SignatureReading] {
        guard let signature = SignatureText.strict(text) else { return SignatureText.lenient(text) }
        return [SignatureReading(signature: signature, mistakes: [], isCertain: true)]
    }

    /// Every reading with every key, the key that was sent first, each public key once.
    private static func targets(
        _ readings: [SignatureReading], _ sent: String, _ keys: [Knowledge.Key]
    ) -> [Target] {
        let ordered = keys.filter { $0.id == sent } + keys.filter { $0.id != sent }
        var seen: Set<[UInt8]> = []
        var targets: [Target] = []
        for key in ordered.prefix(mostKeys) where seen.insert(key.publicKey).inserted {
            guard let publicKey = try? P256PublicKey(x963Representation: key.publicKey) else { continue }
            targets += readings.map { Target(reading: $0, key: key, publicKey: publicKey) }
        }
        return targets
    }

    /// The search, the likeliest first: nothing changed, one change, two common ones, three of the commonest, moments
    /// nearby, a rare change with one of the commonest, all orders of the parts, and a rare change with a common one.
    private static func search(
        _ search: inout SignatureSearch, _ changes: SignatureChanges, _ claim: OfferClaim, _ knowledge: Knowledge
    ) -> SignatureSearch.Proof? {
        search.leaveOpen(changes.cutShort)
        let hasOtherKeys = knowledge.keys.contains { $0.id != claim.discount.keyIdentifier }
        if let proof = search.tryUnchanged(hasOtherKeys: hasOtherKeys) { return proof }
        if let proof = search.trySingles(changes.common) { return proof }
        if let proof = search.trySingles(changes.rare) { return proof }
        if let proof = search.tryPairs(changes.common) { return proof }
        let commonest = changes.commonest
        if let proof = search.tryTriples(commonest) { return proof }
        let nearby = claim.discount.timestamp.map { SignatureChanges.momentsNearby($0, knowledge) } ?? []
        if let proof = search.trySingles(nearby) { return proof }
        if let proof = search.tryPairs(changes.rare, with: commonest) { return proof }
        if let proof = search.trySingles(SignatureChanges.allOrders()) { return proof }
        return search.tryPairs(changes.rare, with: changes.common)
    }

    private static func mistakes(
        _ proof: SignatureSearch.Proof, _ target: Target, _ payload: OfferPayload
    ) -> [SignatureMistake] {
        let sent = payload[.keyIdentifier]
        var message = proof.mistakes
        var key: [SignatureMistake] = []
        if target.key.id != sent {
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
        let ranks = Dictionary(
            uniqueKeysWithValues: SignatureMistake.Kind.allCases.enumerated().map { ($0.element, $0.offset) })
        return mistakes.sorted { (ranks[$0.kind] ?? 0) < (ranks[$1.kind] ?? 0) }
    }
}
