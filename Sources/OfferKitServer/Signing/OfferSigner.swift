package import OfferKitCore
import OfferKitCrypto
public import OfferKitEssentials

/// Signs promotional offers for the customers who may have them, as a developer's server does (S0-24…S0-51).
///
/// It holds one key or several, and one of them is in use (S0-38). Keys and their identifiers come from App Store
/// Connect; keep them out of the app and out of the repository (S0-24, S0-37).
///
/// ```swift
/// let signer = try OfferSigner(keyIdentifier: "ABC1234567", pem: pem)
/// let answer = try signer.sign(request, nonce: nonce, timestamp: 1_560_000_000_000)
/// ```
public struct OfferSigner: Sendable {
    /// The identifier of the key in use.
    public private(set) var keyIdentifier: String
    /// The identifiers of all keys held, sorted.
    public var keyIdentifiers: [String] { keys.keys.map(\.text).sorted() }

    private let keys: [ByteText: P256PrivateKey]
    private let backend: SigningBackend

    /// A signer with one key.
    ///
    /// - Parameters:
    ///   - keyIdentifier: The key's identifier in App Store Connect (S0-15).
    ///   - pem: The private key as App Store Connect delivers it, a `.p8` file (S0-44); `EC PRIVATE KEY` is read too.
    ///     At most 4 MiB.
    ///   - backend: The library that signs. The default makes the same signature every time.
    /// - Throws: ``OfferSigningError/malformedKey(_:reason:)``.
    public init(keyIdentifier: String, pem: String, backend: SigningBackend = .pure) throws(OfferSigningError) {
        try self.init(pems: [keyIdentifier: pem], using: keyIdentifier, backend: backend)
    }

    /// A signer with several keys, one of them in use (S0-38).
    ///
    /// - Throws: ``OfferSigningError/malformedKey(_:reason:)``, ``OfferSigningError/unknownKey(_:held:)``.
    public init(
        pems: [String: String], using keyIdentifier: String, backend: SigningBackend = .pure
    ) throws(OfferSigningError) {
        var keys: [ByteText: P256PrivateKey] = [:]
        for (identifier, pem) in pems {
            keys[ByteText(identifier)] = try OfferSigningError.quoting(P256PrivateKey(pem: pem)) {
                .malformedKey(identifier, reason: $0)
            }
        }
        self.keys = keys
        self.keyIdentifier = keyIdentifier
        self.backend = backend
        try use(keyIdentifier)
    }

    /// Switches to another of the keys held, after one was revoked for instance (S0-39).
    ///
    /// - Throws: ``OfferSigningError/unknownKey(_:held:)`` (S0-43).
    public mutating func use(_ keyIdentifier: String) throws(OfferSigningError) {
        _ = try privateKey(keyIdentifier)
        self.keyIdentifier = keyIdentifier
    }

    /// Signs a request (S0-40…S0-51).
    ///
    /// - Parameters:
    ///   - request: The request, with the customer it is for.
    ///   - nonce: A UUID of version 4 that was never used before (S0-32). It is signed as given.
    ///   - timestamp: Milliseconds since 1970; the signature is valid for 24 hours from then (S0-33, S0-34).
    /// - Returns: The signature with the other parts that the app must send.
    /// - Throws: ``OfferSigningError/emptyPart(_:)``, ``OfferSigningError/separatorInPart(_:)``,
    ///   ``OfferSigningError/negativeTimestamp(_:)``.
    public func sign(
        _ request: OfferSignatureRequest, nonce: UUID, timestamp: Int64
    ) throws(OfferSigningError) -> OfferSignatureAnswer {
        let key = try privateKey(keyIdentifier)
        let payload = try OfferSigner.payload(request, keyIdentifier, nonce, timestamp)
        let signature = signature(for: payload.bytes, key)
        return OfferSignatureAnswer(
            keyIdentifier: keyIdentifier, nonce: nonce, signature: Base64.standard.encode(signature.derRepresentation),
            timestamp: timestamp)
    }

    /// Signs a request with a new nonce from the system's generator, and the time of the system's clock.
    ///
    /// It is for real servers. Tests pass both, so that they can be repeated.
    public func signNow(_ request: OfferSignatureRequest) throws(OfferSigningError) -> OfferSignatureAnswer {
        let (nonce, milliseconds) = OfferSigner.chanceAndTime()
        return try sign(request, nonce: nonce, timestamp: milliseconds)
    }

    /// Returns a new nonce, and milliseconds since 1970: the only place that asks the system for them.
    static func chanceAndTime() -> (nonce: UUID, milliseconds: Int64) {
        (UUID(), Int64((Date().timeIntervalSince1970 * 1_000).rounded(.down)))
    }

    /// Returns whether an answer is valid for a request, as the App Store would check it (S0-50).
    ///
    /// It uses the public key that belongs to the private one. The store checks the clock and earlier uses of the
    /// nonce.
    public func verifies(_ answer: OfferSignatureAnswer, for request: OfferSignatureRequest) -> Bool {
        guard let key = keys[ByteText(answer.keyIdentifier)] else { return false }
        let account = request.account == .notSet ? AppAccount.userName("") : request.account
        let claim = OfferClaim(
            bundleID: request.bundleID, productID: request.productID, account: account,
            discount: PaymentDiscount(offer: request.offerID, answer: answer))
        return OfferVerifier(backend: backend.backend)
            .verifies(claim, key: key.publicKey.x963Representation)
    }

    // MARK: - Public keys

    /// Returns the public key that belongs to a key held, as a PEM text, to register it with a store.
    ///
    /// - Throws: ``OfferSigningError/unknownKey(_:held:)``.
    public func publicKeyPEM(for keyIdentifier: String) throws(OfferSigningError) -> String {
        try privateKey(keyIdentifier).publicKey.pemRepresentation
    }

    /// Returns the public key that belongs to a key held, as the 65 bytes of the uncompressed point (ANSI X9.63).
    ///
    /// - Throws: ``OfferSigningError/unknownKey(_:held:)``.
    package func publicKeyBytes(for keyIdentifier: String) throws(OfferSigningError) -> [UInt8] {
        try privateKey(keyIdentifier).publicKey.x963Representation
    }

    func signature(for message: [UInt8], _ key: P256PrivateKey) -> ECDSASignature {
        backend.backend.signature(for: message, privateKey: key)
    }

    /// Returns a key that is held; no other is ever used (S0-43).
    func privateKey(_ identifier: String) throws(OfferSigningError) -> P256PrivateKey {
        guard let key = keys[ByteText(identifier)] else { throw .unknownKey(identifier, held: keyIdentifiers) }
        return key
    }

    /// Returns the parts that are signed for a request, once they have been judged.
    package static func payload(
        _ request: OfferSignatureRequest, _ keyIdentifier: String, _ nonce: UUID, _ timestamp: Int64
    ) throws(OfferSigningError) -> OfferPayload {
        let payload = OfferPayload(
            bundleID: request.bundleID, keyIdentifier: keyIdentifier, productID: request.productID,
            offerID: request.offerID, account: request.account, nonce: nonce, timestamp: timestamp)
        for part in OfferPart.allCases where part != .account && payload[part].isEmpty { throw .emptyPart(part) }
        if let part = payload.partsWithSeparator.first { throw .separatorInPart(part) }
        guard timestamp >= 0 else { throw .negativeTimestamp(timestamp) }
        return payload
    }

    /// Signs a request in the compact form, with the key in use (B2-17…21).
    ///
    /// The same request, nonce and time give the same text, unless the system's library signs.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - nonce: A UUID of version 4 that was never used before, for either form of offers (C-3).
    ///   - date: The date of the signature, whose whole seconds are signed; it is valid for 24 hours from then (C-3).
    /// - Returns: Header, claims and signature in Base64URL, with full stops between them.
    /// - Throws: ``OfferSigningError/emptyClaim(_:)``, ``OfferSigningError/negativeTimestamp(_:)``.
    public func compactJWS(
        _ request: OfferJWSRequest, nonce: UUID, issuedAt date: Date
    ) throws(OfferSigningError) -> String {
        let milliseconds = Instant(date).millisecondsSince1970
        guard milliseconds >= 0 else { throw .negativeTimestamp(milliseconds) }
        return try compactJWS(request, nonce: nonce, iat: milliseconds / Instant.millisecondsPerSecond)
    }

    /// Signs a request in the compact form, with any number of seconds as its date.
    package func compactJWS(
        _ request: OfferJWSRequest, nonce: UUID, iat seconds: Int64
    ) throws(OfferSigningError) -> String {
        let key = try privateKey(keyIdentifier)
        guard seconds >= 0 else { throw .negativeTimestamp(seconds) }
        let claims = try OfferSigner.claims(request, nonce, seconds)
        return CompactJWS.text(keyID: keyIdentifier, claims.bytes) { signature(for: $0, key) }
    }

    /// Signs a request with a new nonce from the system's generator, and the time of the system's clock.
    ///
    /// It is for real servers. Tests pass both, so that they can be repeated.
    public func compactJWSNow(_ request: OfferJWSRequest) throws(OfferSigningError) -> String {
        let (nonce, milliseconds) = OfferSigner.chanceAndTime()
        return try compactJWS(request, nonce: nonce, iat: milliseconds / Instant.millisecondsPerSecond)
    }

    private static func claims(
        _ request: OfferJWSRequest, _ nonce: UUID, _ seconds: Int64
    ) throws(OfferSigningError) -> JSONWriter {
        var claims = JSONWriter()
        func add(_ name: String, _ text: String) throws(OfferSigningError) {
            guard !text.isEmpty else { throw .emptyClaim(name) }
            claims.add(name, text)
        }
        try add("iss", request.issuerID)
        claims.add("iat", seconds)
        claims.add("aud", request.purpose.rawValue)
        try add("bid", request.bundleID)
        claims.add("nonce", OfferPayload.text(nonce))
        try add("productId", request.productID)
        switch request.subject {
        case .promotionalOffer(let offer):
            try add("offerIdentifier", offer)
            if let transaction = request.transactionID { try add("transactionId", transaction) }
        case .introductoryOffer(let isAllowed):
            claims.add("allowIntroductoryOffer", isAllowed)
            try add("transactionId", request.transactionID ?? "")
        }
        return claims
    }
}

extension OfferJWSRequest {
    /// The audience of the request (B2-19).
    fileprivate var purpose: OfferRequestJWS.Purpose {
        switch subject {
        case .promotionalOffer: .promotionalOffer
        case .introductoryOffer: .introductoryEligibility
        }
    }
}
