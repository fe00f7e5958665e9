/// A key's right to sign certificates, and the longest path below it (RFC 5280, section 4.2.1.9).
package enum BasicConstraints: Sendable, Hashable {
    /// The key may not sign certificates: CA:FALSE.
    case endEntity
    /// The key may sign certificates: CA:TRUE.
    ///
    /// `pathLength` is the most further authorities between it and the last certificate; nil for any number.
    case authority(pathLength: UInt8?)

    /// Whether the key may sign certificates.
    var isAuthority: Bool { self != .endEntity }

    /// The most further authorities below; nil for any number, and where none is allowed anyway.
    var pathLength: UInt8? {
        switch self {
        case .endEntity: nil
        case .authority(let pathLength): pathLength
        }
    }

    /// The critical extension for these constraints.
    var certificateExtension: CertificateExtension {
        CertificateExtension(.basicConstraints, isCritical: true) { value in
            value.write(.sequence) { fields in
                if isAuthority { fields.writeBoolean(true) }
                if let pathLength { fields.writeUnsignedInteger([pathLength]) }
            }
        }
    }
}

extension CertificateReader {
    mutating func basicConstraints() throws(CertificateError) -> BasicConstraints {
        field = .basicConstraints
        var inner = try constructed()
        try finish()
        let isAuthority = try inner.defaultingToFalse()
        let start = inner.offset
        var pathLength: UInt8?
        if inner.nextTag == .integer {
            pathLength = try inner.read(nil) { reader throws(DERError) in try reader.readByte() }
        }
        try inner.finish()
        if isAuthority { return .authority(pathLength: pathLength) }
        guard pathLength == nil else { throw .pathLengthWithoutAuthority(offset: start) }
        return .endEntity
    }
}
