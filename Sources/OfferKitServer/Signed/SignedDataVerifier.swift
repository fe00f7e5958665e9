public import OfferKitCore
import OfferKitCrypto
public import OfferKitEssentials

/// Verifies data that a store signs, and says why it refuses other data.
///
/// It judges in this order, and throws the first fault: the form of the text; that the payload is a JSON object with a
/// date; the chain of certificates up to the trusted root; the signature; the other members of the payload; their app,
/// environment and device. The date comes first because certificates are judged by it, at the store's time and not at
/// the clock's.
///
/// For chain, signature, app and environment it checks what Apple's server libraries check when their online checks are
/// off. It is stricter than any of them, since they differ in what they let pass. Names in the header that the App
/// Store never writes are refused; so are missing required members, null, values of another type, and numbers with a
/// fraction. The third certificate must be the trusted root itself, byte for byte. Nothing is skipped for the
/// environment Xcode. All three keys must be on P-256 and all signatures with SHA-256, as a store's and a team's own
/// are: data that the App Store itself signs, under a root on P-384, is not for this verifier.
public struct SignedDataVerifier: Sendable {
    /// The trusted root.
    let trusted: TrustedRoot
    /// The app whose data is expected.
    let bundleID: String
    /// The environment that the data is expected from.
    let environment: StoreEnvironment
    /// The app's number in the App Store, which app transactions have in production; nil to ignore it.
    let appAppleID: Int64?
    /// The list of revoked leaves; nil if none is revoked.
    let revocationList: SigningRevocationList?
    /// The device that the data must have been made for; nil on a server.
    public var deviceVerificationID: UUID?

    private(set) var expected: ExpectedChain?

    /// A verifier that trusts a root.
    public init(
        root: SigningCertificate, bundleID: String, environment: StoreEnvironment, appAppleID: Int64? = nil,
        revocationList: SigningRevocationList? = nil, deviceVerificationID: UUID? = nil
    ) {
        trusted = TrustedRoot(root.certificate)
        self.bundleID = bundleID
        self.environment = environment
        self.appAppleID = appAppleID
        self.revocationList = revocationList
        self.deviceVerificationID = deviceVerificationID
    }

    /// A verifier that trusts a chain's root, and is fast with data that the chain signs.
    ///
    /// It refuses data that the chain's revoked leaf signs, where it has one.
    public init(
        chain: SigningChain, bundleID: String, environment: StoreEnvironment, appAppleID: Int64? = nil,
        deviceVerificationID: UUID? = nil
    ) {
        self.init(
            root: chain.root, bundleID: bundleID, environment: environment, appAppleID: appAppleID,
            revocationList: chain.revocationList, deviceVerificationID: deviceVerificationID)
        // A chain is consistent, or it would not exist; any other fault shows when data is verified.
        if let verifier = try? expectingMore(like: chain.jws(of: [])) { self = verifier }
    }

    /// Returns the same verifier, faster with data that has the same header as this text.
    ///
    /// A header holds only the certificates, so all data of one store has the same. Its chain is verified here, once,
    /// and the leaf's key is prepared; data with another header is verified as before. This text itself is not
    /// believed, nor is its signature checked.
    ///
    /// - Throws: ``SignedDataRefusal/format(_:)``, ``SignedDataRefusal/chain(_:)``.
    public func expectingMore(like text: String) throws(SignedDataRefusal) -> SignedDataVerifier {
        let jws = try parsed(text)
        var verifier = self
        verifier.expected = ExpectedChain(jws, try verifiedChain(of: jws, at: nil))
        return verifier
    }

    // MARK: - Signed data

    /// Verifies a signed transaction and returns its payload.
    ///
    /// - Throws: ``SignedDataRefusal``, the first reason.
    public func transaction(_ text: String) throws(SignedDataRefusal) -> TransactionPayload {
        let payload: TransactionPayload = try believed(text)
        try check(bundleID: payload.bundleID)
        try check(payload.environment)
        try checkDevice(of: payload)
        return payload
    }

    /// Verifies signed renewal info and returns its payload; it names no app, so none is compared.
    ///
    /// - Throws: ``SignedDataRefusal``, the first reason.
    public func renewalInfo(_ text: String) throws(SignedDataRefusal) -> RenewalInfoPayload {
        let payload: RenewalInfoPayload = try believed(text)
        try check(payload.environment)
        try checkDevice(of: payload)
        return payload
    }

    /// Verifies a signed app transaction and returns its payload.
    ///
    /// - Throws: ``SignedDataRefusal``, the first reason.
    public func appTransaction(_ text: String) throws(SignedDataRefusal) -> AppTransactionPayload {
        let payload: AppTransactionPayload = try believed(text)
        try check(payload.bundleID, payload.appAppleID, payload.environment)
        try checkDevice(of: payload)
        return payload
    }

    /// Verifies a signed notification and returns its payload; its transaction and renewal info are not verified here.
    ///
    /// - Throws: ``SignedDataRefusal``, the first reason.
    public func notification(_ text: String) throws(SignedDataRefusal) -> NotificationPayload {
        let payload: NotificationPayload = try believed(text)
        // The payload has one of the two, or could not be read.
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

    /// Checks the app that the data is for.
    private func check(_ bundleID: String, _ foundID: Int64?, _ found: StoreEnvironment) throws(SignedDataRefusal) {
        try check(bundleID: bundleID)
        if environment == .production, let appAppleID, foundID != appAppleID {
            throw .otherApp(expected: appAppleID, found: foundID)
        }
        try check(found)
    }

    private func check(bundleID found: String) throws(SignedDataRefusal) {
        // Identifiers are compared byte by byte: texts that only look the same, or are equal in Unicode, differ.
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
