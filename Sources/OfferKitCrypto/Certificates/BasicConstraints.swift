/// Whether a key may sign certificates, and how long a path may then become (RFC 5280, section 4.2.1.9).
package enum BasicConstraints: Sendable, Hashable {
    /// It may not: CA:FALSE.
    case endEntity
    /// It may: CA:TRUE. `pathLength` is how many further authorities there may be between it and the last
    /// certificate; nil for any number.
    case authority(pathLength: UInt8?)

    /// Whether it may sign certificates.
    package var isAuthority: Bool { self != .endEntity }

    /// How many further authorities there may be below; nil for any number, and where there may be none anyway.
    package var pathLength: UInt8? {
        switch self {
        case .endEntity: nil
        case .authority(let pathLength): pathLength
        }
    }

    /// The extension that says so, critical.
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
