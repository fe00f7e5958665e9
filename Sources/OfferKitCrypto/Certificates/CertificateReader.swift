/// Reads certificates and revocation lists: a `DERReader` whose errors name the field.
struct CertificateReader {
    private var reader: DERReader
    /// The field being read.
    var field: CertificateField
}

extension CertificateReader {
    init(_ bytes: [UInt8], limit: Int) {
        self.init(reader: DERReader(bytes, limit: limit), field: .whole)
    }

    var isAtEnd: Bool { reader.isAtEnd }
    var offset: Int { reader.offset }
    var nextTag: DERTag? { reader.nextTag }

    /// Reads DER; an error names the field that could not be read.
    mutating func read<Value>(
        _ field: CertificateField? = nil, _ body: (inout DERReader) throws(DERError) -> Value
    ) throws(CertificateError) -> Value {
        if let field { self.field = field }
        do { return try body(&reader) } catch { throw .malformedDER(error, in: self.field) }
    }

    /// Reads the next element, which must have this tag.
    mutating func element(_ tag: DERTag) throws(CertificateError) -> DERReader.Element {
        try read { reader throws(DERError) in try reader.read(tag) }
    }

    /// Returns a reader for the elements inside the next element.
    mutating func constructed(_ tag: DERTag = .sequence) throws(CertificateError) -> CertificateReader {
        let inner = try read { reader throws(DERError) in try reader.readConstructed(tag) }
        return CertificateReader(reader: inner, field: field)
    }

    /// Returns a reader for the elements inside an element that this reader gave.
    func inside(_ element: DERReader.Element) throws(CertificateError) -> CertificateReader {
        do { return CertificateReader(reader: try reader.reader(for: element), field: field) } catch {
            throw .malformedDER(error, in: field)
        }
    }

    /// Reads the next element, an octet string, and returns a reader for the DER in it.
    mutating func wrapped() throws(CertificateError) -> (bytes: [UInt8], contents: CertificateReader) {
        let (bytes, inner) = try read { reader throws(DERError) in try reader.readWrapped() }
        return (Array(bytes), CertificateReader(reader: inner, field: field))
    }

    mutating func objectIdentifier() throws(CertificateError) -> DERObjectIdentifier {
        try read { reader throws(DERError) in try reader.readObjectIdentifier() }
    }

    func finish() throws(CertificateError) {
        do { try reader.finish() } catch { throw .malformedDER(error, in: field) }
    }

    // MARK: - Fields of certificates and revocation lists

    /// The longest serial number (RFC 5280, section 4.1.2.2): 20 bytes, the one for the sign included.
    static let longestSerialNumber = 20

    /// Reads a serial number: the bytes of a positive integer, without a zero in front.
    mutating func serialNumber(_ tag: DERTag = .integer) throws(CertificateError) -> [UInt8] {
        let start = offset
        let magnitude = try read { reader throws(DERError) in try reader.readUnsignedInteger(tag) }
        guard let first = magnitude.first else { throw .serialNumberZero(offset: start) }
        guard magnitude.count + (first < 0x80 ? 0 : 1) <= CertificateReader.longestSerialNumber else {
            throw .serialNumberTooLong(offset: start)
        }
        return Array(magnitude)
    }

    /// Reads a key identifier, which must not be empty.
    mutating func keyIdentifier(_ tag: DERTag = .octetString) throws(CertificateError) -> [UInt8] {
        let element = try element(tag)
        guard !element.contents.isEmpty else { throw .emptyKeyIdentifier(field, offset: element.offset) }
        return Array(element.contents)
    }
}
