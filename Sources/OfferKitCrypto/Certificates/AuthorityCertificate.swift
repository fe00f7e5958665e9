/// The certificate of the key that signed another, as that other names it (RFC 5280, section 4.2.1.1).
package struct AuthorityCertificate: Sendable, Hashable {
    /// Its issuer; nil where no directory name is among the names.
    package let issuer: DistinguishedName?
    /// Its serial number: the bytes of a positive number, without a zero in front.
    package let serialNumber: [UInt8]
}

// MARK: - Reading

extension CertificateReader {
    /// Reads an AuthorityKeyIdentifier: the identifier of the key, and its certificate.
    mutating func authorityKeyIdentifier() throws(CertificateError) -> (
        key: [UInt8]?, certificate: AuthorityCertificate?
    ) {
        field = .authorityKeyIdentifier
        var inner = try constructed()
        try finish()
        let keyTag = DERTag.context(0, constructed: false)
        let key = inner.nextTag == keyTag ? try inner.keyIdentifier(keyTag) : nil
        let start = inner.offset
        let hasIssuer = inner.nextTag == .context(1)
        let issuer = hasIssuer ? try inner.directoryName() : nil
        let numberTag = DERTag.context(2, constructed: false)
        guard hasIssuer == (inner.nextTag == numberTag) else { throw .incompleteIssuer(offset: start) }
        let number = hasIssuer ? try inner.serialNumber(numberTag) : nil
        try inner.finish()
        return (key, number.map { AuthorityCertificate(issuer: issuer, serialNumber: $0) })
    }

    /// Checks other names of the key's owner: at least one, each of a known kind.
    mutating func alternativeNames() throws(CertificateError) {
        field = .subjectAlternativeName
        let start = offset
        var names = try constructed()
        try finish()
        guard !names.isAtEnd else { throw .emptyList(field, offset: start) }
        while !names.isAtEnd { _ = try names.generalName() }
    }

    /// Reads the first directory name among the names of an issuer.
    private mutating func directoryName() throws(CertificateError) -> DistinguishedName? {
        var names = try constructed(.context(1))
        var found: DistinguishedName?
        while !names.isAtEnd {
            let name = try names.generalName()
            guard found == nil, name.tag == .context(4) else { continue }
            var wrapper = try names.inside(name)
            found = try wrapper.name(field)
            try wrapper.finish()
        }
        return found
    }

    /// Reads a name of one of the nine kinds (RFC 5280, section 4.2.1.6); only the tag is checked.
    private mutating func generalName() throws(CertificateError) -> DERReader.Element {
        let element = try read { reader throws(DERError) in try reader.read() }
        let number = element.tag.rawValue & 0x1f
        // An otherName, x400Address, directoryName and ediPartyName contain others; text, bytes and numbers do not.
        let isConstructed = [0, 3, 4, 5].contains(number)
        guard number <= 8, element.tag == .context(number, constructed: isConstructed) else {
            throw .unknownAlternativeName(element.tag, offset: element.offset)
        }
        return element
    }
}
