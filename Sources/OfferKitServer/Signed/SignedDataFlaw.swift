import OfferKitCrypto

/// A deliberate flaw in signed data, with which an app can test its branch for data that is not verified.
///
/// The names are those of StoreKit's `VerificationResult.VerificationError`; the data really fails for that reason.
package enum SignedDataFlaw: String, Hashable, Sendable, CaseIterable {
    /// The data is signed by another leaf of the intermediate, which is on ``SigningChain/revocationList``.
    case revokedCertificate
    /// The data is signed in a chain with the same names under another root.
    case invalidCertificateChain
    /// The signature has the right form and belongs to other data.
    case invalidSignature
    /// The payload lacks its last byte, and is signed without it.
    case invalidEncoding
    /// The payload lacks a required member, and is signed without it.
    case missingRequiredProperties
    /// The payload was made for another device, which is the caller's part; nothing else is wrong.
    case invalidDeviceVerification
}

extension SigningChain {
    /// Returns the compact JWS of a payload with a flaw.
    ///
    /// A team's own chain that came without its intermediate's key has no leaf that could be revoked: its data is
    /// signed in a foreign chain with the same names instead, which a verifier refuses for its root.
    package func jws<Payload: SignedPayload>(of payload: Payload, failing flaw: SignedDataFlaw) -> String {
        switch flaw {
        case .revokedCertificate: return (withRevokedLeaf ?? foreign).jws(of: payload.json(without: nil))
        case .invalidCertificateChain: return foreign.jws(of: payload.json(without: nil))
        case .invalidSignature:
            let text = Base64.url.encodeToBytes(payload.json(without: nil))
            return jws(text, signing: Array(text.dropLast()))
        case .invalidEncoding: return jws(of: Array(payload.json(without: nil).dropLast()))
        case .missingRequiredProperties: return jws(of: payload.json(without: Payload.neededMember))
        case .invalidDeviceVerification: return jws(of: payload.json(without: nil))
        }
    }

    /// The revocation list of this chain; nil for a team's own chain that came without its intermediate's key.
    ///
    /// It holds one leaf, which signs only data that is to fail for it. The same chain always has the same list, valid
    /// while all of its certificates are.
    public var revocationList: SigningRevocationList? {
        guard let authority, let leaf = withRevokedLeaf?.leaf else { return nil }
        let list = try? authority.revocationList(
            number: 1, thisUpdate: commonValidity.notBefore, nextUpdate: commonValidity.notAfter,
            revoked: [
                CertificateRevocationList.RevokedCertificate(
                    serialNumber: leaf.certificate.serialNumber, date: commonValidity.notBefore)
            ])
        return list.map { SigningRevocationList($0) }
    }

    /// This chain with the revoked leaf.
    private var withRevokedLeaf: SigningChain? {
        guard let authority else { return nil }
        let draw = Draw(revokedLeafOf: authority, besides: leaf.certificate)
        guard let key = try? draw.key(of: "leaf"),
            let leaf = try? authority.issue(
                .leaf, subject: leaf.certificate.subject, serial: draw.serialNumber(of: "leaf"),
                validity: commonValidity, publicKey: key.publicKey)
        else { return nil }
        let chain = CertificateChain(leaf: leaf, intermediate: intermediate.certificate, root: root.certificate)
        return try? SigningChain(chain, key: key, authority: authority)
    }

    /// A chain with the same names under a root that nobody trusts.
    ///
    /// It follows from the leaf, so that a chain that was saved has the same one.
    private var foreign: SigningChain {
        let digest = SHA256.hash(leaf.der)
        let seed = digest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return SigningChain.made(from: seed, .foreign, names: Names(of: self))
    }
}
