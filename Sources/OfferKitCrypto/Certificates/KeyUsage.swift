/// The uses that a key allows (RFC 5280, section 4.2.1.3).
package struct KeyUsage: OptionSet, Sendable, Hashable {
    /// The flags; number n of the standard is the bit of value 2ⁿ.
    package let rawValue: UInt16

    /// The flags of a number; number n of the standard is the bit of value 2ⁿ.
    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Signing anything but certificates and revocation lists.
    package static let digitalSignature = KeyUsage(rawValue: 1 << 0)
    /// Signing what cannot be disowned later.
    package static let contentCommitment = KeyUsage(rawValue: 1 << 1)
    /// Encrypting keys.
    package static let keyEncipherment = KeyUsage(rawValue: 1 << 2)
    /// Encrypting data.
    package static let dataEncipherment = KeyUsage(rawValue: 1 << 3)
    /// Agreeing on keys.
    package static let keyAgreement = KeyUsage(rawValue: 1 << 4)
    /// Signing certificates.
    package static let certificateSigning = KeyUsage(rawValue: 1 << 5)
    /// Signing revocation lists.
    package static let revocationListSigning = KeyUsage(rawValue: 1 << 6)
    /// While agreeing on keys, only encrypting.
    package static let encipherOnly = KeyUsage(rawValue: 1 << 7)
    /// While agreeing on keys, only decrypting.
    package static let decipherOnly = KeyUsage(rawValue: 1 << 8)

    /// The names in RFC 5280, in its order.
    static let names = [
        "digitalSignature", "nonRepudiation", "keyEncipherment", "dataEncipherment", "keyAgreement", "keyCertSign",
        "cRLSign", "encipherOnly", "decipherOnly",
    ]

    /// The critical extension for these uses; flags without a name are left out.
    var certificateExtension: CertificateExtension {
        let numbers = KeyUsage.names.indices.filter { rawValue & 1 << UInt16($0) != 0 }
        var bytes = [UInt8](repeating: 0, count: ((numbers.last ?? -1) + 8) / 8)
        // The standard counts bits from the most significant one.
        for number in numbers { bytes[number / 8] |= 0x80 >> UInt8(number % 8) }
        let spare = numbers.last.map { UInt8(7 - $0 % 8) } ?? 0
        return CertificateExtension(.keyUsage, isCritical: true) { $0.write(.bitString, [spare] + bytes) }
    }
}

extension KeyUsage: CustomStringConvertible {
    /// The names in RFC 5280, with commas between them.
    package var description: String {
        KeyUsage.names.enumerated().filter { rawValue & 1 << UInt16($0.offset) != 0 }.map(\.element)
            .joined(separator: ", ")
    }
}

extension CertificateReader {
    mutating func keyUsage() throws(CertificateError) -> KeyUsage {
        field = .keyUsage
        let (bytes, spare, start) = try read { reader throws(DERError) in try reader.readBits() }
        try finish()
        // DER ends such a list with its last flag (X.690, section 11.2.2), and at least one must be set.
        let count = bytes.count * 8 - spare
        guard let last = bytes.last, last & 1 << UInt8(spare) != 0, count <= KeyUsage.names.count else {
            throw .malformedKeyUsage(offset: start)
        }
        var flags: UInt16 = 0
        for (index, byte) in bytes.enumerated() {
            for bit in 0..<8 where byte & 0x80 >> UInt8(bit) != 0 { flags |= 1 << UInt16(index * 8 + bit) }
        }
        return KeyUsage(rawValue: flags)
    }
}
