import OfferKitCore
import OfferKitCrypto

/// A text that may have been signed in place of header, full stop and claims.
struct JWSCandidate {
    /// The mistakes that are proved if the signature fits; empty for the right text.
    let mistakes: [SignatureMistake]
    /// The 32 bytes that ECDSA would sign.
    let digest: [UInt8]

    private init(_ text: JWSMistake.SignedText, _ bytes: [UInt8]) {
        mistakes = [.jws(.otherTextSigned(text))]
        digest = SHA256.hash(bytes)
    }

    private init(_ mistakes: [SignatureMistake], digest: [UInt8]) {
        self.mistakes = mistakes
        self.digest = digest
    }

    /// Returns the candidates: the right text first, then what other software is known to sign.
    static func all(_ jws: CompactJWS) -> [JWSCandidate] {
        let right = jws.signedBytes
        var candidates = [JWSCandidate([], digest: SHA256.hash(right))]
        let (header, claims) = (jws.parts[0], jws.parts[1])
        candidates.append(JWSCandidate(.claimsPart, claims))
        candidates.append(JWSCandidate(.noFullStop, header + claims))
        for tail in [".", "\n", "\r\n", " "] {
            candidates.append(JWSCandidate(.moreAtTheEnd, right + Array(tail.utf8)))
        }
        if let headerJSON = JWSPart(header, .header).bytes, let claimsJSON = JWSPart(claims, .claims).bytes {
            // Padding and foreign letters may have come in after signing; the text as sent shows them.
            let meant = joined(encoded(headerJSON), encoded(claimsJSON))
            if meant != right { candidates.append(JWSCandidate([], digest: SHA256.hash(meant))) }
            candidates.append(JWSCandidate(.claimsJSON, claimsJSON))
            candidates.append(JWSCandidate(.plainJSON, headerJSON + [CompactJWS.fullStop] + claimsJSON))
            candidates.append(JWSCandidate(.plainJSON, headerJSON + claimsJSON))
            candidates += otherBase64(headerJSON, claimsJSON).filter { $0 != meant && $0 != right }
                .map { JWSCandidate(.otherBase64, $0) }
            candidates += writtenAnew(claimsJSON).map { JWSCandidate(.claimsWrittenAnew, joined(header, encoded($0))) }
            candidates += writtenAnew(headerJSON).map { JWSCandidate(.headerWrittenAnew, joined(encoded($0), claims)) }
        }
        for hash in SignatureMistake.Hash.allCases {
            candidates.append(JWSCandidate([.otherHash(hash)], digest: SignedDraft.digest(of: right, hash)))
        }
        for form in SignatureMistake.DigestForm.allCases {
            candidates.append(JWSCandidate([.hashedTwice(form)], digest: SignedDraft.digest(of: right, form)))
        }
        return candidates
    }

    private static func otherBase64(_ header: [UInt8], _ claims: [UInt8]) -> [[UInt8]] {
        func padded(_ bytes: [UInt8]) -> [UInt8] {
            let text = encoded(bytes)
            return text + Array(repeating: UInt8(ascii: "="), count: (4 - text.count % 4) % 4)
        }
        let standard = { (bytes: [UInt8]) in Base64.standard.encodeToBytes(bytes) }
        let unpadded = { (bytes: [UInt8]) in standard(bytes).filter { $0 != UInt8(ascii: "=") } }
        return [padded, standard, unpadded].map { joined($0(header), $0(claims)) }
    }

    /// Returns the ways in which other writers of JSON put the same object, apart from the order in which names stood.
    private static func writtenAnew(_ json: [UInt8]) -> [[UInt8]] {
        var reader = JSONReader(json)
        guard let value = try? reader.read() else { return [] }
        var texts = [JSONForm.compact, .spaced].map { Array($0.text(of: value).utf8) }
        texts += texts.map(JSONForm.escapingSlashes)
        texts.append(JSONForm.withoutSpace(json))
        texts.append(JSONForm.escapingSlashes(json))
        return texts.filter { $0 != json }
    }

    private static func encoded(_ bytes: [UInt8]) -> [UInt8] {
        Base64.url.encodeToBytes(bytes)
    }

    private static func joined(_ header: [UInt8], _ claims: [UInt8]) -> [UInt8] {
        header + [CompactJWS.fullStop] + claims
    }
}
