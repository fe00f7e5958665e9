/// An extension of a certificate or a revocation list (RFC 5280, section 4.2).
package struct CertificateExtension: Sendable, Hashable {
    /// The name of its kind.
    let name: DERObjectIdentifier
    /// Whether a reader that does not know it must refuse the whole.
    package let isCritical: Bool
    /// The value, as DER.
    package let value: [UInt8]
}

extension CertificateExtension {
    /// An extension with the value that `body` writes.
    init(_ name: DERObjectIdentifier, isCritical: Bool, containing body: (inout DERWriter) -> Void) {
        var writer = DERWriter()
        body(&writer)
        self.init(name: name, isCritical: isCritical, value: writer.bytes)
    }

    /// A SubjectKeyIdentifier.
    static func subjectKeyIdentifier(_ identifier: [UInt8]) -> CertificateExtension {
        CertificateExtension(.subjectKeyIdentifier, isCritical: false) { $0.write(.octetString, identifier) }
    }

    /// An AuthorityKeyIdentifier that names only a key.
    static func authorityKeyIdentifier(_ identifier: [UInt8]) -> CertificateExtension {
        CertificateExtension(.authorityKeyIdentifier, isCritical: false) { value in
            value.write(.sequence) { $0.write(.context(0, constructed: false), identifier) }
        }
    }
}

extension P256PublicKey {
    /// The identifier of the key in certificates: the SHA-1 of its point (RFC 5280, section 4.2.1.2, method 1).
    package var keyIdentifier: [UInt8] { SHA1.hash(x963Representation) }
}

extension DERWriter {
    /// Writes a list of extensions.
    mutating func writeExtensions(_ extensions: [CertificateExtension]) {
        write(.sequence) { list in
            for item in extensions {
                list.write(.sequence) { fields in
                    fields.writeObjectIdentifier(item.name)
                    // FALSE is the default, which DER leaves out.
                    if item.isCritical { fields.writeBoolean(true) }
                    fields.write(.octetString, item.value)
                }
            }
        }
    }
}

// MARK: - Reading

extension CertificateReader {
    /// An extension that was read, and a reader for its value.
    struct ReadExtension {
        let item: CertificateExtension
        var contents: CertificateReader
        let offset: Int
    }

    /// Reads the extensions in an element with this tag, after which nothing follows; none where they are left out.
    mutating func lastExtensions(_ tag: DERTag) throws(CertificateError) -> [ReadExtension] {
        field = .extensions
        guard !isAtEnd else { return [] }
        var wrapper = try constructed(tag)
        let extensions = try wrapper.extensions()
        try wrapper.finish()
        try finish()
        return extensions
    }

    /// Reads a list of extensions: at least one, and none twice.
    mutating func extensions() throws(CertificateError) -> [ReadExtension] {
        let start = offset
        var list = try constructed()
        guard !list.isAtEnd else { throw .emptyList(field, offset: start) }
        var found: [ReadExtension] = []
        var names: [DERObjectIdentifier] = []
        while !list.isAtEnd {
            let start = list.offset
            var fields = try list.constructed()
            let name = try fields.objectIdentifier()
            guard !names.contains(name) else { throw .duplicateExtension(name, offset: start) }
            names.append(name)
            let isCritical = try fields.defaultingToFalse()
            let (value, contents) = try fields.wrapped()
            try fields.finish()
            found.append(
                ReadExtension(
                    item: CertificateExtension(name: name, isCritical: isCritical, value: value), contents: contents,
                    offset: start))
        }
        return found
    }

    /// Reads a truth value that is left out if it is false.
    mutating func defaultingToFalse() throws(CertificateError) -> Bool {
        guard nextTag == .boolean else { return false }
        let start = offset
        guard try read(nil, { reader throws(DERError) in try reader.readBoolean() }) else {
            throw .writtenDefault(field, offset: start)
        }
        return true
    }
}
