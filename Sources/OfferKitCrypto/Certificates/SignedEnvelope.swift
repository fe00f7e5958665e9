/// What a certificate and a revocation list have in common: a signed part, the algorithm, and the signature over it.
struct SignedEnvelope: Sendable, Hashable {
    /// All of it.
    let encoded: [UInt8]
    /// Where in it the signed part stands.
    fileprivate let body: Range<Int>
    fileprivate let signature: ECDSASignature

    /// Signs a part that somebody has written; the same part gives the same bytes every time (RFC 6979).
    static func sign(_ body: [UInt8], with key: P256PrivateKey) -> [UInt8] {
        var writer = DERWriter()
        writer.write(.sequence) { fields in
            fields.write(encoded: body)
            fields.writeSignatureAlgorithm()
            fields.writeBitString(key.signature(for: body).derRepresentation)
        }
        return writer.bytes
    }

    /// Whether the signature is one of this key.
    func isSigned(by key: P256PublicKey) -> Bool {
        var hash = SHA256()
        hash.update(encoded[body])
        return key.isValidSignature(signature, for: hash)
    }

    /// Opens an envelope of at most `limit` bytes.
    static func open(_ bytes: [UInt8], limit: Int) throws(CertificateError) -> OpenedEnvelope {
        guard bytes.count <= limit else { throw .tooLong(limit: limit, actual: bytes.count) }
        var outer = CertificateReader(bytes, limit: limit)
        var parts = try outer.constructed()
        try outer.finish()
        let body = try parts.element(.sequence)
        let fields = try parts.inside(body)
        try parts.signatureAlgorithm()
        let signature = try parts.signature()
        try parts.finish()
        return OpenedEnvelope(
            fields: fields, encoded: bytes, body: body.encoded.startIndex..<body.encoded.endIndex,
            signature: signature)
    }
}

/// An envelope whose signature has not been looked at: a key or a name that is no good says more about what is wrong
/// than a signature of another size.
struct OpenedEnvelope {
    /// Reads the signed part.
    var fields: CertificateReader
    fileprivate let encoded: [UInt8]
    fileprivate let body: Range<Int>
    fileprivate let signature: ArraySlice<UInt8>

    /// The envelope, once its signature is seen to be one.
    func envelope() throws(CertificateError) -> SignedEnvelope {
        do {
            let signature = try ECDSASignature(derRepresentation: Array(signature))
            return SignedEnvelope(encoded: encoded, body: body, signature: signature)
        } catch {
            throw .malformedSignature(error, offset: signature.startIndex)
        }
    }
}

/// What comes in such an envelope: a certificate or a revocation list.
///
/// Two are the same if their bytes are.
package protocol SignedDocument: Hashable, Sendable {
    /// What it is called in PEM.
    static var label: String { get }
    /// It as DER.
    var encoded: [UInt8] { get }

    /// Reads the DER.
    init(der: [UInt8]) throws(CertificateError)
}

extension SignedDocument {
    /// Reads the first document of its kind in a PEM text, of at most ``PEMDocument/longestText`` bytes.
    package init(pem text: String) throws(CertificateError) {
        try self.init(der: try PEMDocument.all(labelled: Self.label, in: text).first.bytes)
    }

    /// It as a document of PEM.
    package var pem: String { PEMDocument(label: Self.label, bytes: encoded).text }

    /// Whether the two are the same, byte for byte.
    package static func == (first: Self, second: Self) -> Bool { first.encoded == second.encoded }

    /// Hashes the bytes.
    package func hash(into hasher: inout Hasher) { hasher.combine(encoded) }
}

extension DERWriter {
    /// The AlgorithmIdentifier of ECDSA over SHA-256, which has no parameters (RFC 5758, section 3.2).
    mutating func writeSignatureAlgorithm() {
        write(.sequence) { $0.writeObjectIdentifier(.ecdsaWithSHA256) }
    }
}

extension CertificateReader {
    /// The algorithm outside of the signed part, which says with what the signature is to be checked.
    fileprivate mutating func signatureAlgorithm() throws(CertificateError) {
        field = .signatureAlgorithm
        let start = offset
        var algorithm = try constructed()
        let name = try algorithm.objectIdentifier()
        guard name == .ecdsaWithSHA256 else { throw .unsupportedAlgorithm(name, offset: start) }
        try algorithm.finish()
    }

    /// The algorithm inside the signed part, which must be the same, byte for byte.
    mutating func innerSignatureAlgorithm() throws(CertificateError) {
        field = .signatureAlgorithm
        let element = try element(.sequence)
        var expected = DERWriter()
        expected.writeSignatureAlgorithm()
        guard element.encoded.elementsEqual(expected.bytes) else {
            throw .differingAlgorithms(offset: element.offset)
        }
    }

    fileprivate mutating func signature() throws(CertificateError) -> ArraySlice<UInt8> {
        field = .signature
        return try read { reader throws(DERError) in try reader.readBitString() }
    }
}
