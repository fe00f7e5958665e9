public import OfferKitCore
import OfferKitCrypto

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Verifies what a store signs, as a developer's server does with what the App Store sends it.
///
/// It asks what Apple's server libraries ask, in their order: the form of the text, the chain of certificates up to a root
/// that is trusted, the signature, and what the payload says of app and environment. Certificates are judged at the moment
/// when the data says it was signed, which is the store's time. What Apple's libraries skip for the environment Xcode
/// is checked there too.
public struct SignedDataVerifier: Sendable {
    /// The root that is trusted.
    public let root: SigningCertificate
    /// The app whose data is expected.
    public let bundleID: String
    /// The environment that the data is expected from.
    public let environment: StoreEnvironment
    /// The app's number in the App Store, which app transactions have in production; nil if it is not to be looked at.
    public let appAppleID: Int64?
    /// Leaves that are not believed any more; nil if none is.
    public let revocationList: SigningRevocationList?
    /// The device that the data must have been handed to; nil on a server, which is none.
    public var deviceVerificationID: UUID?

    private var expected: ExpectedChain?

    /// A verifier that trusts a root.
    public init(
        root: SigningCertificate, bundleID: String, environment: StoreEnvironment, appAppleID: Int64? = nil,
        revocationList: SigningRevocationList? = nil, deviceVerificationID: UUID? = nil
    ) {
        self.root = root
        self.bundleID = bundleID
        self.environment = environment
        self.appAppleID = appAppleID
        self.revocationList = revocationList
        self.deviceVerificationID = deviceVerificationID
    }

    /// A verifier that trusts a chain's root, and is fast with what the chain signs.
    ///
    /// What its revoked leaf signs is refused, where it has one.
    public init(
        chain: SigningChain, bundleID: String, environment: StoreEnvironment, appAppleID: Int64? = nil,
        deviceVerificationID: UUID? = nil
    ) {
        self.init(
            root: chain.root, bundleID: bundleID, environment: environment, appAppleID: appAppleID,
            revocationList: chain.revocationList, deviceVerificationID: deviceVerificationID)
        // A chain holds in itself, or it would not be one; whatever is wrong with it shows when data is verified.
        if let verifier = try? expectingMore(like: chain.jws(of: [])) { self = verifier }
    }

    /// The same verifier, faster with whatever has the same header as this text.
    ///
    /// A header holds nothing but the certificates, so all data of one store has the same. Its chain is verified here, once,
    /// and the leaf's key is prepared; data with another header is verified as before. What this text says is not believed,
    /// nor its signature looked at.
    ///
    /// - Throws: ``SignedDataRefusal/format(_:)``, ``SignedDataRefusal/chain(_:)``.
    public func expectingMore(like text: String) throws(SignedDataRefusal) -> SignedDataVerifier {
        let jws = try parsed(text)
        let certificates = try chain(of: jws)
        // All three are valid then, if they are anywhere.
        let starts = [certificates.leaf, certificates.intermediate, certificates.root].map(\.validity.notBefore)
        let chain = try verify(certificates, at: Instant(seconds: starts.max() ?? 0))
        var verifier = self
        verifier.expected = ExpectedChain(jws, chain)
        return verifier
    }
}

// MARK: - Signed data

extension SignedDataVerifier {
    /// What a signed transaction says.
    ///
    /// - Throws: ``SignedDataRefusal``, the first reason that there is.
    public func transaction(_ text: String) throws(SignedDataRefusal) -> TransactionPayload {
        let payload: TransactionPayload = try believed(text)
        try check(bundleID: payload.bundleID)
        try check(payload.environment)
        try checkDevice(of: payload)
        return payload
    }

    /// What signed renewal info says; it names no app, so none is compared.
    ///
    /// - Throws: ``SignedDataRefusal``, the first reason that there is.
    public func renewalInfo(_ text: String) throws(SignedDataRefusal) -> RenewalInfoPayload {
        let payload: RenewalInfoPayload = try believed(text)
        try check(payload.environment)
        try checkDevice(of: payload)
        return payload
    }

    /// What a signed app transaction says.
    ///
    /// - Throws: ``SignedDataRefusal``, the first reason that there is.
    public func appTransaction(_ text: String) throws(SignedDataRefusal) -> AppTransactionPayload {
        let payload: AppTransactionPayload = try believed(text)
        try check(bundleID: payload.bundleID)
        if environment == .production, let appAppleID, payload.appAppleID != appAppleID {
            throw .otherApp(expected: appAppleID, found: payload.appAppleID)
        }
        try check(payload.environment)
        try checkDevice(of: payload)
        return payload
    }

    /// The JWS, believed at an instant: chain and signature are in order, and nothing in the payload has been looked at.
    ///
    /// - Throws: ``SignedDataRefusal/chain(_:)``, ``SignedDataRefusal/signature``.
    package func verified(_ jws: ParsedJWS, at instant: Instant) throws(SignedDataRefusal) -> VerifiedJWS {
        if let expected, expected.isChain(of: jws, at: instant) {
            guard expected.isSigner(of: jws) else { throw .signature }
            return VerifiedJWS(jws, at: instant)
        }
        let chain = try verify(chain(of: jws), at: instant)
        let message = jws.headerText + [CompactJWS.fullStop] + jws.payloadText
        guard let signature = try? ECDSASignature(rawRepresentation: jws.signature),
            chain.publicKey.isValidSignature(signature, for: message)
        else { throw .signature }
        return VerifiedJWS(jws, at: instant)
    }
}

/// A JWS that a verifier has believed: whoever has the leaf's key signed this payload.
package struct VerifiedJWS: Hashable, Sendable {
    /// The JWS.
    package let jws: ParsedJWS
    /// When the certificates were judged.
    package let effectiveDate: Instant

    fileprivate init(_ jws: ParsedJWS, at instant: Instant) {
        self.jws = jws
        effectiveDate = instant
    }
}

// MARK: - Steps

extension SignedDataVerifier {
    private func parsed(_ text: String) throws(SignedDataRefusal) -> ParsedJWS {
        do {
            return try ParsedJWS(text, knownHeader: expected?.header)
        } catch {
            throw .format(error)
        }
    }

    /// The payload of data that is believed.
    ///
    /// Only the date is read before, for the certificates are judged by it; whoever changes it changes what is signed.
    private func believed<Payload: SignedPayload>(_ text: String) throws(SignedDataRefusal) -> Payload {
        let jws = try parsed(text)
        let fields = try read { () throws(PayloadError) in try PayloadFields<Payload.Member>(json: jws.payload) }
        let date = try read { () throws(PayloadError) in try fields.require(Payload.dateMember, .milliseconds) }
        _ = try verified(jws, at: date)
        return try read { () throws(PayloadError) in try Payload(fields) }
    }

    private func read<Value>(_ body: () throws(PayloadError) -> Value) throws(SignedDataRefusal) -> Value {
        do {
            return try body()
        } catch {
            throw .payload(error)
        }
    }

    private func chain(of jws: ParsedJWS) throws(SignedDataRefusal) -> CertificateChain {
        do {
            return try CertificateChain(der: jws.certificates)
        } catch {
            throw .chain(SigningChainFault(error))
        }
    }

    private func verify(
        _ chain: CertificateChain, at instant: Instant
    ) throws(SignedDataRefusal) -> VerifiedCertificateChain {
        do {
            return try chain.verified(
                by: root.certificate, at: instant.millisecondsSince1970, revoked: revocationList?.list)
        } catch {
            throw .chain(SigningChainFault(error))
        }
    }

    private func check(bundleID found: String) throws(SignedDataRefusal) {
        guard found == bundleID else { throw .otherBundle(expected: bundleID, found: found) }
    }

    private func check(_ found: StoreEnvironment) throws(SignedDataRefusal) {
        guard found == environment else { throw .otherEnvironment(expected: environment, found: found) }
    }

    private func checkDevice(of payload: some SignedPayload) throws(SignedDataRefusal) {
        guard let deviceVerificationID else { return }
        guard let found = payload.deviceVerification else { throw .payload(.missing(member: "deviceVerification")) }
        guard let nonce = payload.deviceVerificationNonce else {
            throw .payload(.missing(member: "deviceVerificationNonce"))
        }
        let hash = DeviceVerification.hash(nonce: nonce, deviceID: deviceVerificationID)
        guard found == hash else { throw .otherDevice(expected: hash, found: found) }
    }
}
