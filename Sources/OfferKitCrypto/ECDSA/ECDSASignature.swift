/// An ECDSA signature on P-256: two numbers r and s of 256 bits.
///
/// Numbers that no signature can have, zero or not below the order of the curve, can be represented here;
/// verification refuses them.
package struct ECDSASignature: Sendable, Hashable {
    let r: Words256
    let s: Words256
}

extension ECDSASignature {
    /// Takes 64 bytes, r and then s, as in JSON Web Signatures.
    package init(rawRepresentation bytes: [UInt8]) throws(ECDSASignatureError) {
        guard let r = Words256(bigEndian: bytes.prefix(32)), let s = Words256(bigEndian: bytes.dropFirst(32)) else {
            throw .wrongLength(expected: 64, actual: bytes.count)
        }
        self.init(r: r, s: s)
    }

    /// The 64 bytes of r and then s, as in JSON Web Signatures.
    package var rawRepresentation: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(64)
        r.appendBigEndian(to: &bytes)
        s.appendBigEndian(to: &bytes)
        return bytes
    }

    /// Takes a DER sequence of two integers, as in certificates and StoreKit's promotional offers.
    ///
    /// It accepts only the one shortest form: no zeros in front, no negative integers, nothing after the end.
    package init(derRepresentation bytes: [UInt8]) throws(ECDSASignatureError) {
        do {
            var outer = DERReader(bytes)
            var inner = try outer.readConstructed(.sequence)
            try outer.finish()
            let r = try ECDSASignature.readNumber(&inner)
            let s = try ECDSASignature.readNumber(&inner)
            try inner.finish()
            self.init(r: r, s: s)
        } catch {
            throw .malformedDER(error)
        }
    }

    /// The DER sequence of the two integers, at most 72 bytes.
    package var derRepresentation: [UInt8] {
        var writer = DERWriter()
        writer.write(.sequence) { inner in
            inner.writeUnsignedInteger(r.bigEndianBytes)
            inner.writeUnsignedInteger(s.bigEndianBytes)
        }
        return writer.bytes
    }

    private static func readNumber(_ reader: inout DERReader) throws(DERError) -> Words256 {
        let offset = reader.offset
        let magnitude = try reader.readUnsignedInteger(maximumLength: 32)
        let padded = [UInt8](repeating: 0, count: 32 - magnitude.count) + magnitude
        guard let number = Words256(bigEndian: padded) else { throw .integerTooLarge(offset: offset) }
        return number
    }
}

/// The reasons why bytes are not a signature.
package enum ECDSASignatureError: Error, Hashable, Sendable {
    /// A raw signature has the wrong number of bytes.
    case wrongLength(expected: Int, actual: Int)
    /// The bytes are not the DER of a signature.
    case malformedDER(DERError)
}
