import OfferKitCrypto

/// What may be wrong with signed data on purpose, so that an app can test the branch for data that is not verified.
///
/// The names are those of StoreKit's `VerificationResult.VerificationError`; what is made really fails for the reason.
package enum SignedDataFlaw: String, Hashable, Sendable, CaseIterable {
    /// Signed by another leaf of the intermediate, which stands on ``SigningChain/revocationList``.
    case revokedCertificate
    /// Signed in a chain with the same names under another root.
    case invalidCertificateChain
    /// The signature has the right shape and is over something else.
    case invalidSignature
    /// The payload is cut off by its last byte, and so it is signed.
    case invalidEncoding
    /// A member that must be there is left out of the payload, and so it is signed.
    case missingRequiredProperties
    /// The payload was made for another device, which is for the caller to see to; nothing else is wrong.
    case invalidDeviceVerification
}

extension SigningChain {
    /// The compact JWS of a payload that fails for a reason.
    ///
    /// A team's own chain that came without its intermediate's key has no leaf that could be revoked: there the
    /// signature is one in a foreign chain with the same names, which a verifier refuses for its root.
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

    /// The leaves of this chain that are revoked; nil for a team's own chain that came without its intermediate's key.
    ///
    /// There is one, which signs nothing but what is to fail for it. The same chain has the same list whenever it is
    /// asked, from when all of its certificates are valid until they are not.
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

    /// This chain with the leaf that is revoked.
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

    /// A chain with the same names that nobody trusts.
    ///
    /// It follows from the leaf, so that a chain that was saved has the same one.
    private var foreign: SigningChain {
        let digest = SHA256.hash(leaf.der)
        let seed = digest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return SigningChain.made(from: seed, .foreign, names: Names(of: self))
    }
}
