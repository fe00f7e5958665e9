/// The common structure of certificates and revocation lists: a signed part, the algorithm, and the signature.
struct SignedEnvelope: Sendable, Hashable {
    /// The bytes of the whole.
    let encoded: [UInt8]
    /// The place of the signed part in the whole.
    fileprivate let body: Range<Int>
    fileprivate let signature: ECDSASignature

    /// Signs a part; the same part gives the same bytes every time (RFC 6979).
    static func sign(_ body: [UInt8], with key: P256PrivateKey) -> [UInt8] {
        var writer = DERWriter()
        writer.write(.sequence) { fields in
            fields.write(encoded: body)
            fields.writeSignatureAlgorithm()
            fields.writeBitString(key.signature(for: body).derRepresentation)
        }
        return writer.bytes
    }

    /// Returns whether the signature is by this key.
    func isSigned(by key: some ECDSAVerifying) -> Bool {
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

/// An envelope whose signature has not been read.
///
/// An invalid key or name says more about the fault than a signature of another size, so those are read first.
struct OpenedEnvelope {
    /// Reads the signed part.
    var fields: CertificateReader
    fileprivate let encoded: [UInt8]
    fileprivate let body: Range<Int>
    fileprivate let signature: ArraySlice<UInt8>

    /// Returns the envelope, once its signature has been read.
    func envelope() throws(CertificateError) -> SignedEnvelope {
        do {
            let signature = try ECDSASignature(derRepresentation: Array(signature))
            return SignedEnvelope(encoded: encoded, body: body, signature: signature)
        } catch {
            throw .malformedSignature(error, offset: signature.startIndex)
        }
    }
}

/// A document in such an envelope: a certificate or a revocation list.
///
/// Documents are equal if their bytes are.
package protocol SignedDocument: Hashable, Sendable {
    /// The document's label in PEM.
    static var label: String { get }
    /// The document as DER.
    var encoded: [UInt8] { get }

    /// Reads the DER.
    init(der: [UInt8]) throws(CertificateError)
}

extension SignedDocument {
    /// Reads the first document of its kind in a PEM text, of at most ``PEMDocument/longestText`` bytes.
    package init(pem text: String) throws(CertificateError) {
        try self.init(der: try PEMDocument.all(labelled: Self.label, in: text).first.bytes)
    }

    /// The document as PEM.
    package var pem: String { PEMDocument(label: Self.label, bytes: encoded).text }

    /// Returns whether the two are equal, byte for byte.
    package static func == (first: Self, second: Self) -> Bool { first.encoded == second.encoded }

    /// Hashes the bytes.
    package func hash(into hasher: inout Hasher) { hasher.combine(encoded) }
}

extension DERWriter {
    /// Writes the AlgorithmIdentifier of ECDSA over SHA-256, which has no parameters (RFC 5758, section 3.2).
    mutating func writeSignatureAlgorithm() {
        write(.sequence) { $0.writeObjectIdentifier(.ecdsaWithSHA256) }
    }
}

extension CertificateReader {
    /// Reads the algorithm outside of the signed part, by which the signature is checked.
    fileprivate mutating func signatureAlgorithm() throws(CertificateError) {
        field = .signatureAlgorithm
        let start = offset
        var algorithm = try constructed()
        let name = try algorithm.objectIdentifier()
        guard name == .ecdsaWithSHA256 else { throw .unsupportedAlgorithm(name, offset: start) }
        try algorithm.finish()
    }

    /// Reads the algorithm inside the signed part, which must be the same, byte for byte.
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
