import OfferKitCore
import OfferKitCrypto

/// Signed data whose payload has been read as far as the date, and which is not verified yet.
///
/// The date comes before chain and signature because the certificates are judged by it; a change of the date changes
/// the signed bytes. The other members stay private until a verifier has accepted them.
struct DatedJWS<Payload: SignedPayload> {
    /// The parsed text.
    let jws: ParsedJWS
    /// The date of the signature, as the data says.
    let signedDate: Instant
    fileprivate let fields: PayloadFields<Payload.Member>

    init(_ jws: ParsedJWS) throws(SignedDataRefusal) {
        self.jws = jws
        let fields = try SignedDataRefusal.wrapping(PayloadFields<Payload.Member>(json: jws.payload)) { .payload($0) }
        signedDate = try SignedDataRefusal.wrapping(fields.require(Payload.dateMember, .milliseconds)) { .payload($0) }
        self.fields = fields
    }
}

/// Signed data that a verifier has accepted: the owner of the leaf's key signed this payload.
///
/// Only `SignedDataVerifier.verified` makes one, and it is the only source of a verifier's payloads.
struct VerifiedJWS<Payload: SignedPayload> {
    private let fields: PayloadFields<Payload.Member>

    fileprivate init(_ dated: DatedJWS<Payload>) {
        fields = dated.fields
    }

    /// The payload of the data.
    var payload: Payload {
        get throws(SignedDataRefusal) { try SignedDataRefusal.wrapping(Payload(fields)) { .payload($0) } }
    }
}

extension SignedDataVerifier {
    /// Accepts data whose chain and signature are valid.
    ///
    /// - Throws: ``SignedDataRefusal/chain(_:)``, ``SignedDataRefusal/signature``.
    func verified<Payload: SignedPayload>(
        _ dated: DatedJWS<Payload>
    ) throws(SignedDataRefusal) -> VerifiedJWS<Payload> {
        let jws = dated.jws
        if let expected, expected.isChain(of: jws, at: dated.signedDate) {
            guard expected.isSigner(of: jws) else { throw .signature }
            return VerifiedJWS(dated)
        }
        let chain = try verifiedChain(of: jws, at: dated.signedDate)
        guard let signature = try? ECDSASignature(rawRepresentation: jws.signature),
            chain.publicKey.isValidSignature(signature, for: jws.signedText)
        else { throw .signature }
        return VerifiedJWS(dated)
    }

    /// Returns the verified chain of a JWS at an instant, or at the first one at which the whole chain is valid.
    func verifiedChain(
        of jws: ParsedJWS, at instant: Instant?
    ) throws(SignedDataRefusal) -> VerifiedCertificateChain {
        let root = trusted.certificate
        guard jws.certificates.first != root.encoded || jws.certificates.last == root.encoded else {
            throw .chain(.reversed)
        }
        do throws(CertificateChainError) {
            let chain = try CertificateChain(der: jws.certificates, knowing: root)
            let date: Instant
            if let instant { date = instant } else { date = Instant(seconds: try chain.validity.notBefore) }
            return try chain.verified(by: trusted, at: date.millisecondsSince1970, revoked: revocationList?.list)
        } catch {
            throw .chain(SigningChainFault(error))
        }
    }
}
