/// A name in a certificate (RFC 5280, section 4.1.2.4): parts such as a common name, in order.
///
/// Names are equal if their bytes are: nothing is folded, trimmed or re-encoded.
package struct DistinguishedName: Sendable, Hashable {
    /// The name as DER.
    package let encoded: [UInt8]
    /// The last common name; nil if there is none, or it is not in UTF-8 or ASCII.
    package let commonName: String?
}

extension DistinguishedName {
    /// The longest common name and organization, in characters (RFC 5280, appendix A).
    static let longestPart = 64

    /// A name with a common name and, before it, an organization.
    package init(commonName: String, organization: String? = nil) throws(CertificateIssuingError) {
        for part in [commonName, organization].compactMap({ $0 }) {
            guard (1...DistinguishedName.longestPart).contains(part.unicodeScalars.count) else {
                throw .nameLength(part.unicodeScalars.count, limit: DistinguishedName.longestPart)
            }
        }
        var writer = DERWriter()
        writer.write(.sequence) { name in
            if let organization { name.writeNamePart(.organizationName, organization) }
            name.writeNamePart(.commonName, commonName)
        }
        self.encoded = writer.bytes
        self.commonName = commonName
    }

    /// Returns whether a PrintableString may contain a byte (X.680, section 41.4).
    static func isPrintable(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: " '()+,-./:=?".utf8.contains(byte)
        }
    }
}

extension DistinguishedName: CustomStringConvertible {
    /// The common name in quotation marks.
    package var description: String { commonName.map { "\"\($0)\"" } ?? "a name without a common name" }
}

extension DERWriter {
    fileprivate mutating func writeNamePart(_ type: DERObjectIdentifier, _ text: String) {
        write(.set) { set in
            set.write(.sequence) { part in
                part.writeObjectIdentifier(type)
                part.write(.utf8String, Array(text.utf8))
            }
        }
    }
}

// MARK: - Reading

extension CertificateReader {
    /// Reads a name, which must not be empty.
    mutating func name(_ field: CertificateField) throws(CertificateError) -> DistinguishedName {
        self.field = field
        let whole = try element(.sequence)
        var parts = try inside(whole)
        guard !parts.isAtEnd else { throw .emptyName(field, offset: whole.offset) }
        var commonName: String?
        while !parts.isAtEnd {
            let start = parts.offset
            var set = try parts.constructed(.set)
            guard !set.isAtEnd else { throw .emptyName(field, offset: start) }
            var previous: ArraySlice<UInt8> = []
            while !set.isAtEnd {
                let part = try set.element(.sequence)
                // DER has the members of a set in the order of their bytes.
                guard previous.isEmpty || previous.lexicographicallyPrecedes(part.encoded) else {
                    throw .unsortedName(field, offset: part.offset)
                }
                previous = part.encoded
                var pair = try set.inside(part)
                let type = try pair.objectIdentifier()
                let text = try pair.text()
                try pair.finish()
                if type == .commonName { commonName = text }
            }
        }
        return DistinguishedName(encoded: Array(whole.encoded), commonName: commonName)
    }

    /// Reads a text; nil if it is of a kind no longer in use, such as TeletexString.
    private mutating func text() throws(CertificateError) -> String? {
        let element = try read { reader throws(DERError) in try reader.read() }
        let text = String(decoding: element.contents, as: UTF8.self)
        let isSound: Bool
        switch element.tag {
        // A text that is not UTF-8 changes when it is decoded.
        case .utf8String: isSound = text.utf8.elementsEqual(element.contents)
        case .printableString: isSound = element.contents.allSatisfy(DistinguishedName.isPrintable)
        case .ia5String: isSound = element.contents.allSatisfy { $0 < 0x80 }
        default: return nil
        }
        guard isSound else { throw .malformedText(field, offset: element.offset) }
        return text
    }
}
