/// Reads the structures that hold keys: a `DERReader` whose errors are those of keys.
struct KeyReader {
    private var reader: DERReader

    init(_ bytes: [UInt8]) {
        reader = DERReader(bytes)
    }

    private init(_ reader: DERReader) { self.reader = reader }

    var nextTag: DERTag? { reader.nextTag }

    /// Returns a reader for the elements inside the next element.
    mutating func constructed(_ tag: DERTag = .sequence) throws(P256KeyError) -> KeyReader {
        do { return KeyReader(try reader.readConstructed(tag)) } catch { throw .malformedDER(error) }
    }

    /// Returns a reader for the elements inside the next element, an octet string.
    mutating func wrapped() throws(P256KeyError) -> KeyReader {
        do { return KeyReader(try reader.readWrapped().inner) } catch { throw .malformedDER(error) }
    }

    mutating func version() throws(P256KeyError) -> UInt8 {
        do { return try reader.readByte() } catch { throw .malformedDER(error) }
    }

    mutating func octetString() throws(P256KeyError) -> [UInt8] {
        do { return Array(try reader.readOctetString()) } catch { throw .malformedDER(error) }
    }

    mutating func bitString(_ tag: DERTag = .bitString) throws(P256KeyError) -> [UInt8] {
        do { return Array(try reader.readBitString(tag)) } catch { throw .malformedDER(error) }
    }

    /// Skips the next element and its contents.
    mutating func skip(_ tag: DERTag) throws(P256KeyError) {
        do { _ = try reader.read(tag) } catch { throw .malformedDER(error) }
    }

    func finish() throws(P256KeyError) {
        do { try reader.finish() } catch { throw .malformedDER(error) }
    }

    /// Reads an AlgorithmIdentifier, which must be that of a key on P-256.
    mutating func algorithm() throws(P256KeyError) {
        var inner = try constructed()
        let algorithm = try inner.objectIdentifier()
        guard algorithm == .ellipticCurvePublicKey else { throw .unsupportedAlgorithm(algorithm) }
        guard inner.nextTag != nil else { throw .missingCurve }
        try inner.curve()
    }

    /// Reads the parameters of a curve, the last element here, which must be the name of P-256.
    mutating func curve() throws(P256KeyError) {
        let curve = try objectIdentifier()
        guard curve == .p256 else { throw .unsupportedCurve(curve) }
        try finish()
    }

    private mutating func objectIdentifier() throws(P256KeyError) -> DERObjectIdentifier {
        do { return try reader.readObjectIdentifier() } catch { throw .malformedDER(error) }
    }
}

extension DERWriter {
    /// Writes an AlgorithmIdentifier for a key on P-256.
    mutating func writeP256Algorithm() {
        write(.sequence) { algorithm in
            algorithm.writeObjectIdentifier(.ellipticCurvePublicKey)
            algorithm.writeObjectIdentifier(.p256)
        }
    }
}

extension PEMDocument {
    /// Returns the first document of a text with one of these labels.
    static func first(labelled labels: [String], in text: String) throws(P256KeyError) -> PEMDocument {
        let documents = try P256KeyError.wrapping(PEMDocument.documents(in: text)) { error in
            let wrappings = PEMWrapping.found(in: text)
            return wrappings.isEmpty ? .malformedPEM(error) : .wrapped(wrappings)
        }
        guard let document = documents.first(where: { labels.contains($0.label) }) else {
            throw .noKeyInPEM(labels: documents.map(\.label))
        }
        return document
    }
}
