public import OfferKitCore
import OfferKitCrypto

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Verifies what a store signs, and says why it does not believe the rest.
///
/// The order in which it judges, of which the first fault is thrown: the form of the text; that the payload is a JSON
/// object with a date; the chain of certificates up to the root that is trusted; the signature; the other members of
/// the payload; what they say of app, environment and device. The date comes first because certificates are judged by
/// it, at the store's time and not at the clock's.
///
/// Of chain, signature, app and environment it asks what Apple's server libraries ask when their online checks are off.
/// It is stricter than any of them, since they differ in what they let pass. Names in the header that the App Store
/// never writes are refused; so are members that should be there and are not, null, values of another type, and numbers
/// with a fraction. The third certificate must be the trusted root itself, byte for byte. Nothing is skipped for the
/// environment Xcode. All three keys must be on P-256 and all signatures with SHA-256, as a store's and a team's own
/// are: what the App Store itself signs, under a root on P-384, is not for this verifier.
public struct SignedDataVerifier: Sendable {
    /// The root that is trusted.
    package let root: SigningCertificate
    /// The app whose data is expected.
    package let bundleID: String
    /// The environment that the data is expected from.
    package let environment: StoreEnvironment
    /// The app's number in the App Store, which app transactions have in production; nil if it is not to be looked at.
    package let appAppleID: Int64?
    /// Leaves that are not believed any more; nil if none is.
    package let revocationList: SigningRevocationList?
    /// The device that the data must have been handed to; nil on a server, which is none.
    public var deviceVerificationID: UUID?

    private(set) var expected: ExpectedChain?

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
        var verifier = self
        verifier.expected = ExpectedChain(jws, try verifiedChain(of: jws, at: nil))
        return verifier
    }

    // MARK: - Signed data

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
        try check(payload.bundleID, payload.appAppleID, payload.environment)
        try checkDevice(of: payload)
        return payload
    }

    /// What a signed notification says; transaction and renewal info in it are signed themselves, and not looked at here.
    ///
    /// - Throws: ``SignedDataRefusal``, the first reason that there is.
    public func notification(_ text: String) throws(SignedDataRefusal) -> NotificationPayload {
        let payload: NotificationPayload = try believed(text)
        // It has one of them, or could not be read.
        if let data = payload.data { try check(data.bundleID, data.appAppleID, data.environment) }
        if let summary = payload.summary { try check(summary.bundleID, summary.appAppleID, summary.environment) }
        return payload
    }

    // MARK: - Steps

    private func parsed(_ text: String) throws(SignedDataRefusal) -> ParsedJWS {
        try SignedDataRefusal.wrapping(ParsedJWS(text, knownHeader: expected?.header)) { .format($0) }
    }

    private func believed<Payload: SignedPayload>(_ text: String) throws(SignedDataRefusal) -> Payload {
        let dated: DatedJWS<Payload> = try DatedJWS(parsed(text))
        return try verified(dated).payload
    }

    /// Checks the app that something is about.
    private func check(_ bundleID: String, _ foundID: Int64?, _ found: StoreEnvironment) throws(SignedDataRefusal) {
        try check(bundleID: bundleID)
        if environment == .production, let appAppleID, foundID != appAppleID {
            throw .otherApp(expected: appAppleID, found: foundID)
        }
        try check(found)
    }

    private func check(bundleID found: String) throws(SignedDataRefusal) {
        // Byte by byte: texts that only look the same, or are the same in Unicode's eyes, are not.
        guard found.utf8.elementsEqual(bundleID.utf8) else { throw .otherBundle(expected: bundleID, found: found) }
    }

    private func check(_ found: StoreEnvironment) throws(SignedDataRefusal) {
        guard found.rawValue.utf8.elementsEqual(environment.rawValue.utf8) else {
            throw .otherEnvironment(expected: environment, found: found)
        }
    }

    private func checkDevice(of payload: some DeviceBoundPayload) throws(SignedDataRefusal) {
        guard let deviceVerificationID else { return }
        guard let found = payload.deviceVerification else { throw .payload(.missing(member: "deviceVerification")) }
        guard let nonce = payload.deviceVerificationNonce else {
            throw .payload(.missing(member: "deviceVerificationNonce"))
        }
        let hash = DeviceVerification.hash(nonce: nonce, deviceID: deviceVerificationID)
        guard found == hash else { throw .otherDevice(expected: hash, found: found) }
    }
}
