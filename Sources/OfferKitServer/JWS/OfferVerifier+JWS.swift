package import OfferKitCore
import OfferKitCrypto

extension OfferVerifier {
    /// Returns whether the signature fits: strict Base64URL, 64 bytes, and ECDSA over the first two parts.
    ///
    /// It checks only the signature over these two parts (B2-17): the store judges header and claims.
    package func verifies(_ jws: OfferRequestJWS, key: [UInt8]) -> Bool {
        guard let parts = CompactJWS(jws.text), let signature = parts.signature else { return false }
        return isValid(signature, parts.signedBytes, key)
    }

    /// Explains a signature that does not verify: the mistakes that are proved, or those ruled out (C-65).
    package func findings(for jws: OfferRequestJWS, knowledge: Knowledge) -> SignatureFindings {
        // A text too long to be read is hashed once for the verdict, but not dozens of times for an explanation.
        guard jws.text.utf8.count <= OfferRequestJWS.longest else { return SignatureFindings() }
        // With another algorithm the signature may be valid under that; the header is the mistake.
        guard let parts = CompactJWS(jws.text), !jws.mistakes.contains(where: { $0.kind == .jwsOtherAlgorithm }) else {
            return SignatureFindings()
        }
        guard let bytes = JWSPart(parts.parts[2], .signature).bytes else { return SignatureFindings() }
        let readings = OfferVerifier.readings(ofJWSSignature: bytes)
        guard !readings.isEmpty else { return SignatureFindings(mistakes: [.jws(.signatureLength(bytes.count))]) }
        let targets = OfferVerifier.targets(readings, jws.keyIdentifier ?? "", knowledge.keys)
        let search = SignedDigestSearch(targets.map { ($0.reading.signature, $0.publicKey) })
        let candidates = JWSCandidate.all(parts)
        if let match = search.firstMatch(among: candidates.map(\.digest)) {
            let target = targets[match.pair]
            var mistakes = target.reading.mistakes
            if let sent = jws.keyIdentifier, !sent.hasBytes(of: target.key.id) {
                mistakes.append(.otherKeySigned(signedWith: target.key.id, sent: sent))
            }
            return SignatureFindings(mistakes: mistakes + candidates[match.digest].mistakes)
        }
        guard bytes.count == 64 else { return SignatureFindings(mistakes: [.jws(.signatureLength(bytes.count))]) }
        guard !search.isHopeless || targets.isEmpty else { return SignatureFindings(mistakes: [.impossibleSignature]) }
        var tried: Set<SignatureMistake.Kind> = []
        if !targets.isEmpty { tried = [.otherHash, .hashedTwice, .jwsOtherTextSigned] }
        if targets.contains(where: { !$0.key.id.hasBytes(of: jws.keyIdentifier ?? "") }) {
            tried.insert(.otherKeySigned)
        }
        let own = targets.first { $0.key.id.hasBytes(of: jws.keyIdentifier ?? "") }
        return SignatureFindings(
            ruledOut: (targets.isEmpty ? [] : [.impossibleSignature]) + OfferVerifier.formsRuledOut(jws),
            partlyTried: SignatureMistake.Kind.allCases.filter(tried.contains),
            mismatch: own.map { OfferVerifier.mismatch($0, SHA256.hash(parts.signedBytes)) })
    }

    /// Returns the mistakes in the form of a request that reading it has ruled out.
    ///
    /// Of a header or claims that cannot be read, only their presence is known.
    private static func formsRuledOut(_ jws: OfferRequestJWS) -> [SignatureMistake.Kind] {
        let seen = jws.mistakes.map(\.kind)
        let isRead = jws.decoded.count == 2 && jws.decoded.allSatisfy { !$0.isEmpty }
        let ofAnyText: [SignatureMistake.Kind] = [
            .jwsOriginalSignature, .jwsPartCount, .jwsDERSignature, .jwsSignatureLength,
        ]
        return SignatureMistake.Kind.allCases.filter {
            $0.isOfJWSOnly && $0.stage == .encoding && !seen.contains($0) && (isRead || ofAnyText.contains($0))
        }
    }

    private static func readings(ofJWSSignature bytes: [UInt8]) -> [SignatureReading] {
        if let signature = try? ECDSASignature(rawRepresentation: bytes) {
            return [SignatureReading(signature: signature, mistakes: [], isCertain: true)]
        }
        let signature = (try? ECDSASignature(derRepresentation: bytes)) ?? LooseDER.read(bytes)
        return signature.map {
            [SignatureReading(signature: $0, mistakes: [.jws(.derSignature)], isCertain: false)]
        } ?? []
    }
}
