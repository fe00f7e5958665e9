/// An X.509 certificate of version 3 (RFC 5280), read but not verified.
///
/// Only DER is read, signed by ECDSA over SHA-256, for a key on P-256. `CertificateChain` judges whether its signature,
/// dates and issuer are right.
package struct Certificate: SignedDocument {
    package static let label = "CERTIFICATE"
    /// The longest certificate that is read, 16 KiB; those of the App Store have about 1 KiB.
    package static let longest = 16 << 10

    /// The serial number from its issuer: the bytes of a positive number, without a zero in front.
    package let serialNumber: [UInt8]
    /// The name of its issuer, who signed it.
    package let issuer: DistinguishedName
    /// The time in which it is valid.
    package let validity: Validity
    /// The name of the key's owner.
    package let subject: DistinguishedName
    /// The key.
    package let publicKey: P256PublicKey
    /// All extensions, in their order.
    package let extensions: [CertificateExtension]
    /// The key's right to sign certificates; nil if it is not stated.
    package private(set) var basicConstraints: BasicConstraints?
    /// The allowed uses of the key; nil if they are not stated.
    package private(set) var keyUsage: KeyUsage?
    /// The identifier of its own key; nil if it is not stated.
    package private(set) var subjectKeyIdentifier: [UInt8]?
    /// The identifier of the key that signed it; nil if it is not stated.
    package private(set) var authorityKeyIdentifier: [UInt8]?
    /// The certificate of the key that signed it; nil if it is not stated.
    package private(set) var authorityCertificate: AuthorityCertificate?

    private let envelope: SignedEnvelope

    /// Reads the DER of a certificate, of at most `longest` bytes.
    package init(der: [UInt8]) throws(CertificateError) {
        let opened = try SignedEnvelope.open(der, limit: Certificate.longest)
        var fields = opened.fields
        try fields.version()
        fields.field = .serialNumber
        serialNumber = try fields.serialNumber()
        try fields.innerSignatureAlgorithm()
        issuer = try fields.name(.issuer)
        validity = try fields.validity()
        subject = try fields.name(.subject)
        publicKey = try fields.publicKey()
        // The unique identifiers of versions 2 and 3 are refused: they must not be made any more.
        let extensions = try fields.lastExtensions(.context(3))
        envelope = try opened.envelope()
        self.extensions = extensions.map(\.item)
        for found in extensions { try understand(found) }
    }

    private mutating func understand(_ found: CertificateReader.ReadExtension) throws(CertificateError) {
        var contents = found.contents
        switch found.item.name {
        case .subjectKeyIdentifier where found.item.isCritical:
            throw .criticalKeyIdentifier(.subjectKeyIdentifier, offset: found.offset)
        case .authorityKeyIdentifier where found.item.isCritical:
            throw .criticalKeyIdentifier(.authorityKeyIdentifier, offset: found.offset)
        case .basicConstraints: basicConstraints = try contents.basicConstraints()
        case .keyUsage: keyUsage = try contents.keyUsage()
        case .subjectKeyIdentifier:
            contents.field = .subjectKeyIdentifier
            subjectKeyIdentifier = try contents.keyIdentifier()
            try contents.finish()
        case .authorityKeyIdentifier:
            (authorityKeyIdentifier, authorityCertificate) = try contents.authorityKeyIdentifier()
        case .nameConstraints: throw .nameConstraints(offset: found.offset)
        default:
            if found.item.name == .subjectAlternativeName { try contents.alternativeNames() }
            guard !found.item.isCritical else {
                throw .unsupportedCriticalExtension(found.item.name, offset: found.offset)
            }
        }
    }

    /// The certificate as DER.
    package var encoded: [UInt8] { envelope.encoded }

    /// The names of the extensions that are not interpreted here, none of which is critical.
    ///
    /// Markers are among them: server-side libraries look for their presence, not at their value.
    package var markers: [DERObjectIdentifier] {
        extensions.map(\.name).filter { !Certificate.understood.contains($0) }
    }

    private static let understood: Set<DERObjectIdentifier> = [
        .basicConstraints, .keyUsage, .subjectKeyIdentifier, .authorityKeyIdentifier,
    ]

    /// Returns whether there is a critical extension of this name.
    func isCritical(_ name: DERObjectIdentifier) -> Bool {
        extensions.contains { $0.name == name && $0.isCritical }
    }

    /// Returns whether the key may be used in this way (RFC 5280, section 4.2.1.3).
    ///
    /// An authority must say that it may; other certificates need not state the uses of their keys.
    package func allows(_ usage: KeyUsage) -> Bool {
        guard let keyUsage else { return basicConstraints?.isAuthority != true }
        return keyUsage.isSuperset(of: usage)
    }

    /// Returns whether the signature is by this key.
    package func isSigned(by key: some ECDSAVerifying) -> Bool {
        envelope.isSigned(by: key)
    }
}

// MARK: - Fields

extension CertificateReader {
    /// Reads the version: 2, which stands for 3, since the first one is 0 and left out.
    fileprivate mutating func version() throws(CertificateError) {
        field = .version
        let start = offset
        guard nextTag == .context(0) else { throw .unsupportedVersion(1, expected: 3, offset: start) }
        var wrapper = try constructed(.context(0))
        let version = try wrapper.read { reader throws(DERError) in try reader.readByte() }
        try wrapper.finish()
        guard version == 2 else { throw .unsupportedVersion(Int(version) + 1, expected: 3, offset: start) }
    }

    fileprivate mutating func publicKey() throws(CertificateError) -> P256PublicKey {
        field = .publicKey
        let element = try element(.sequence)
        do { return try P256PublicKey(spkiRepresentation: Array(element.encoded)) } catch {
            throw .unsupportedKey(error, offset: element.offset)
        }
    }
}

extension PEMDocument {
    /// Returns all documents of a text with this label, and the first of them.
    static func all(
        labelled label: String, in text: String
    ) throws(CertificateError) -> (first: PEMDocument, all: [PEMDocument]) {
        let documents = try CertificateError.wrapping(PEMDocument.documents(in: text)) { .malformedPEM($0) }
        let found = documents.filter { $0.label == label }
        guard let first = found.first else {
            throw .noDocumentInPEM(expected: label, labels: documents.map(\.label))
        }
        return (first, found)
    }
}
