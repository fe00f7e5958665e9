/// A registered name such as 1.2.840.10045.3.1.7, kept as its DER bytes.
package struct DERObjectIdentifier: Sendable, Hashable {
    /// The contents of the element.
    package let encoded: [UInt8]

    /// Takes the contents of an element; nil for contents that are not valid.
    ///
    /// They must not be empty, break off inside a number, or have a number with a zero in front.
    package init?(encoded: [UInt8]) {
        guard let last = encoded.last, last < 0x80 else { return nil }
        var isStart = true
        for byte in encoded {
            if isStart, byte == 0x80 { return nil }
            isStart = byte < 0x80
        }
        self.encoded = encoded
    }

    /// Takes contents that are known to be right.
    init(known encoded: [UInt8]) { self.encoded = encoded }

    /// 1.2.840.10045.2.1: the key is a point of an elliptic curve.
    package static let ellipticCurvePublicKey = DERObjectIdentifier(known: [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01])
    /// 1.2.840.10045.3.1.7: the curve P-256.
    package static let p256 = DERObjectIdentifier(known: [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07])
    /// 1.2.840.10045.4.3.2: a signature by ECDSA over SHA-256.
    package static let ecdsaWithSHA256 = DERObjectIdentifier(known: [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02])
}
