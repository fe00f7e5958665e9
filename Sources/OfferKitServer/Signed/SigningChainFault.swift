import OfferKitCore
package import OfferKitCrypto
public import OfferKitEssentials

/// The reasons why certificates are no chain to a trusted root.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum SigningChainFault: Error, Hashable, Sendable {
    /// The number of certificates is not three.
    case wrongCount(Int)
    /// The trusted root stands first, where the leaf belongs.
    case reversed
    /// A certificate cannot be read; with its place, where it is known, and the reason.
    case unreadable(SigningCertificate.Role?, reason: String)
    /// The root is not the trusted one, though it may have the same name; with both names.
    case foreignRoot(found: String, trusted: String)
    /// A certificate lacks the marker by which Apple's certificates show their place; with its object identifier.
    case missingMarker(SigningCertificate.Role, String)
    /// A certificate was not valid yet; with its first second.
    case notYetValid(SigningCertificate.Role, from: Date)
    /// A certificate was no longer valid; with its last second.
    case expired(SigningCertificate.Role, on: Date)
    /// The certificates were never valid together; with the last second of one, and the first of another.
    case neverValid(SigningCertificate.Role, until: Date, SigningCertificate.Role, from: Date)
    /// A certificate was not signed by the key above it.
    case invalidSignature(SigningCertificate.Role)
    /// A certificate does not fit its place.
    case misfit(SigningCertificate.Role, Misfit)
    /// The leaf has been revoked; with its serial number in hexadecimal, and the date on the list.
    case revoked(serialNumber: String, on: Date)
    /// The revocation list cannot be read, or is not that of the intermediate.
    case unusableRevocationList(reason: String)

    /// The reasons why a certificate does not fit its place: names, key identifiers, authority, use of the key.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Misfit: Hashable, Sendable {
        /// Its issuer is not the certificate above it, or the root itself; with both names.
        case issuer(found: String, expected: String)
        /// It lacks the identifier of its key, by which the certificate below would name it.
        case missingSubjectKeyIdentifier
        /// It lacks the identifier of the key that signed it.
        case missingAuthorityKeyIdentifier
        /// It names another key as its signer's than that of the certificate above it; with both identifiers.
        case authorityKeyIdentifier(found: [UInt8], expected: [UInt8])
        /// It names as its issuer's a certificate by another issuer than the one above it; with both names.
        case authorityIssuer(found: String, expected: String)
        /// It names as its issuer's a certificate with another number than the one above it; with both in hexadecimal.
        case authoritySerialNumber(found: String, expected: String)
        /// It should sign certificates and may not, or does not say by a critical extension that it may.
        case notAuthority
        /// It should not sign certificates and may.
        case authority
        /// It allows too few authorities between it and the leaf; with the number that it allows.
        case pathLength(limit: Int)
        /// Its key lacks a use that is needed; with OpenSSL's name for the use.
        case missingKeyUsage(String)
        /// Its key has a use that only an authority's may have; with OpenSSL's name for the use.
        case forbiddenKeyUsage(String)
        /// It has the marker of another place; with the object identifier, and that place.
        case foreignMarker(String, of: SigningCertificate.Role)
    }

    /// Translates a chain's own error.
    package init(_ error: CertificateChainError) {
        typealias Role = SigningCertificate.Role
        switch error {
        case .wrongCount(let count): self = .wrongCount(count)
        case .unreadableText(let error): self = .unreadable(nil, reason: "\(error)")
        case .unreadable(let role, let error): self = .unreadable(Role(role), reason: "\(error)")
        case .foreignRoot(let found, let trusted): self = .foreignRoot(found: found.visible, trusted: trusted.visible)
        case .missingMarker(let role, let name): self = .missingMarker(Role(role), "\(name)")
        case .notYetValid(let role, let date): self = .notYetValid(Role(role), from: Date(Instant(seconds: date)))
        case .expired(let role, let date): self = .expired(Role(role), on: Date(Instant(seconds: date)))
        case .neverValid(let first, let end, let last, let start):
            self = .neverValid(
                Role(first), until: Date(Instant(seconds: end)), Role(last), from: Date(Instant(seconds: start)))
        case .invalidSignature(let role): self = .invalidSignature(Role(role))
        case .issuerMismatch(let role, let found, let expected):
            self = .misfit(Role(role), .issuer(found: found.visible, expected: expected.visible))
        case .missingSubjectKeyIdentifier(let role): self = .misfit(Role(role), .missingSubjectKeyIdentifier)
        case .missingAuthorityKeyIdentifier(let role): self = .misfit(Role(role), .missingAuthorityKeyIdentifier)
        case .keyIdentifierMismatch(let role, let found, let expected):
            self = .misfit(Role(role), .authorityKeyIdentifier(found: found, expected: expected))
        case .authorityIssuerMismatch(let role, let found, let expected):
            self = .misfit(Role(role), .authorityIssuer(found: found.visible, expected: expected.visible))
        case .authorityNumberMismatch(let role, let found, let expected):
            self = .misfit(
                Role(role), .authoritySerialNumber(found: Hexadecimal.text(found), expected: Hexadecimal.text(expected))
            )
        case .notAuthority(let role): self = .misfit(Role(role), .notAuthority)
        case .leafIsAuthority: self = .misfit(.leaf, .authority)
        case .pathTooLong(let role, let limit): self = .misfit(Role(role), .pathLength(limit: limit))
        case .missingKeyUsage(let role, let needed): self = .misfit(Role(role), .missingKeyUsage("\(needed)"))
        case .forbiddenKeyUsage(let role, let usage): self = .misfit(Role(role), .forbiddenKeyUsage("\(usage)"))
        case .foreignMarker(let role, let name, let other):
            self = .misfit(Role(role), .foreignMarker("\(name)", of: Role(other)))
        case .foreignRevocationList(let found, let expected):
            self = .unusableRevocationList(
                reason: "it is that of \(found.visible), and \(expected.visible) issued the leaf")
        case .invalidRevocationListSignature:
            self = .unusableRevocationList(reason: "its signature is not one of the intermediate's key")
        case .revoked(let number, let date):
            self = .revoked(serialNumber: Hexadecimal.text(number), on: Date(Instant(seconds: date)))
        }
    }
}

extension SigningCertificate.Role {
    fileprivate init(_ role: CertificateRole) {
        switch role {
        case .root: self = .root
        case .intermediate: self = .intermediate
        case .leaf: self = .leaf
        }
    }
}

extension DistinguishedName {
    /// The common name for people: whatever its length and characters, it stays a part of one sentence.
    fileprivate var visible: String { commonName.map(VisibleText.quoted) ?? "\(self)" }
}
