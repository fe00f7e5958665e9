/// The three roles in a chain of the App Store, with the profile that each requires of a certificate.
///
/// The profile is the union of the requirements of Apple's server libraries and the properties of Apple's own chain.
package enum CertificateRole: String, Sendable, Hashable, CaseIterable {
    /// The trusted certificate, which signs itself.
    case root
    /// The certificate signed by the root, which signs leaves.
    case intermediate
    /// The certificate signed by the intermediate, whose key signs transactions.
    case leaf
}

extension DERObjectIdentifier {
    /// 1.2.840.113635.100.6.2.1: the marker of Apple's intermediates, "Apple Worldwide Developer Relations".
    package static let intermediateMarker = DERObjectIdentifier(
        known: [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x63, 0x64, 0x06, 0x02, 0x01])
    /// 1.2.840.113635.100.6.11.1: the marker of the leaves that sign receipts and transactions.
    package static let leafMarker = DERObjectIdentifier(
        known: [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x63, 0x64, 0x06, 0x0b, 0x01])
}

// MARK: - The profile

extension CertificateRole {
    /// Its key's right to sign certificates, and the longest path below it.
    var basicConstraints: BasicConstraints {
        switch self {
        case .root: .authority(pathLength: nil)
        case .intermediate: .authority(pathLength: 0)
        case .leaf: .endEntity
        }
    }

    /// The uses of its key.
    var keyUsage: KeyUsage {
        switch self {
        case .root, .intermediate: [.certificateSigning, .revocationListSigning]
        case .leaf: .digitalSignature
        }
    }

    /// The use that its key must at least allow.
    var neededKeyUsage: KeyUsage {
        switch self {
        case .root, .intermediate: .certificateSigning
        case .leaf: .digitalSignature
        }
    }

    /// The number of further authorities between it and the leaf.
    var authoritiesBelow: UInt8 { self == .root ? 1 : 0 }

    /// The extension by which a verifier recognises the role: not critical, with a null value; the root has none.
    var marker: DERObjectIdentifier? {
        switch self {
        case .root: nil
        case .intermediate: .intermediateMarker
        case .leaf: .leafMarker
        }
    }

    /// Returns all extensions of a certificate in this role, in order; the root has none for the key that signed.
    func extensions(subjectKey: [UInt8], authorityKey: [UInt8]) -> [CertificateExtension] {
        var extensions = [
            basicConstraints.certificateExtension, keyUsage.certificateExtension,
            .subjectKeyIdentifier(subjectKey),
        ]
        if self != .root { extensions.append(.authorityKeyIdentifier(authorityKey)) }
        if let marker { extensions.append(CertificateExtension(marker, isCritical: false) { $0.writeNull() }) }
        return extensions
    }
}
