/// The three places in a chain of the App Store, and what a certificate has to be like to stand there.
///
/// The profile is the union of what Apple's server libraries ask for, and what Apple's own chain has.
package enum CertificateRole: String, Sendable, Hashable, CaseIterable {
    /// The one that is trusted; it signs itself.
    case root
    /// Signed by the root; it signs leaves.
    case intermediate
    /// Signed by the intermediate; its key signs transactions.
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
    /// Whether its key may sign certificates, and how far down.
    package var basicConstraints: BasicConstraints {
        switch self {
        case .root: .authority(pathLength: nil)
        case .intermediate: .authority(pathLength: 0)
        case .leaf: .endEntity
        }
    }

    /// What its key is for.
    package var keyUsage: KeyUsage {
        switch self {
        case .root, .intermediate: [.certificateSigning, .revocationListSigning]
        case .leaf: .digitalSignature
        }
    }

    /// What its key must at least be allowed to do.
    var neededKeyUsage: KeyUsage {
        switch self {
        case .root, .intermediate: .certificateSigning
        case .leaf: .digitalSignature
        }
    }

    /// How many further authorities stand between it and the leaf.
    var authoritiesBelow: UInt8 { self == .root ? 1 : 0 }

    /// The extension by which a verifier knows the role: not critical, its value a null; the root has none.
    package var marker: DERObjectIdentifier? {
        switch self {
        case .root: nil
        case .intermediate: .intermediateMarker
        case .leaf: .leafMarker
        }
    }

    /// All extensions of a certificate in this role, in their order; the root has none for the key that signed.
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
