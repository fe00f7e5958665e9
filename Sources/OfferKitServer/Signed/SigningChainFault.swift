public import OfferKitCore
package import OfferKitCrypto

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Why certificates are no chain to a trusted root.
public enum SigningChainFault: Error, Hashable, Sendable {
    /// Another number of certificates than three.
    case wrongCount(Int)
    /// A certificate cannot be read; with its place, where it is known, and the reason.
    case unreadable(SigningCertificate.Role?, reason: String)
    /// The root is not the one that is trusted, though it may have the same name; with both names.
    case foreignRoot(found: String, trusted: String)
    /// The marker by which Apple's certificates show their place is not there; with its object identifier.
    case missingMarker(SigningCertificate.Role, String)
    /// A certificate was not valid yet.
    case notYetValid(SigningCertificate.Role, from: Instant)
    /// A certificate was not valid any more; with its last second.
    case expired(SigningCertificate.Role, on: Instant)
    /// A certificate was not signed by the key above it.
    case invalidSignature(SigningCertificate.Role)
    /// A certificate does not fit where it stands: names, key identifiers, authority, use of the key.
    case misfit(SigningCertificate.Role, reason: String)
    /// The leaf has been revoked; with its serial number in hexadecimal, and the date on the list.
    case revoked(serialNumber: String, on: Instant)
    /// The revocation list cannot be read, or is not that of the intermediate.
    case unusableRevocationList(reason: String)
}

extension SigningChainFault: CustomStringConvertible, LocalizedError {
    /// Which certificate it is about, what is wrong, and what to do where that is known.
    public var description: String {
        switch self {
        case .wrongCount(let count):
            "There are \(count) certificates; a chain has three: leaf, intermediate and root, in this order."
        case .unreadable(let role, let reason):
            "The \(role.map { $0.rawValue + " " } ?? "")certificate cannot be read: \(reason)."
        case .foreignRoot(let found, let trusted) where found == trusted:
            "The root has the name of the trusted one, \(found), but is another certificate. Was the chain made anew?"
        case .foreignRoot(let found, let trusted):
            "The root is \(found), but \(trusted) is trusted. Is it from another store?"
        case .missingMarker(let role, let name):
            "The \(role.rawValue) certificate lacks the marker \(name), so it is not one for signed data of the App Store."
        case .notYetValid(let role, let date):
            "The \(role.rawValue) certificate is valid only from \(date) on, and the data was signed before."
        case .expired(let role, let date):
            "The \(role.rawValue) certificate was valid until \(date), and the data was signed after that."
        case .invalidSignature(let role):
            "The \(role.rawValue) certificate was not signed by the key of the one above it."
        case .misfit(_, let reason): "The certificates do not fit together; \(reason)."
        case .revoked(let serialNumber, let date):
            "The leaf certificate, number \(serialNumber), was revoked on \(date)."
        case .unusableRevocationList(let reason): "The revocation list cannot be used: \(reason)."
        }
    }

    /// The same as the description, for `localizedDescription`.
    public var errorDescription: String? { description }
}

extension SigningChainFault {
    /// What a chain's own error says to users.
    package init(_ error: CertificateChainError) {
        switch error {
        case .wrongCount(let count): self = .wrongCount(count)
        case .unreadableText(let error): self = .unreadable(nil, reason: "\(error)")
        case .unreadable(let role, let error): self = .unreadable(SigningCertificate.Role(role), reason: "\(error)")
        case .foreignRoot(let found, let trusted): self = .foreignRoot(found: "\(found)", trusted: "\(trusted)")
        case .missingMarker(let role, let name): self = .missingMarker(SigningCertificate.Role(role), "\(name)")
        case .notYetValid(let role, let date):
            self = .notYetValid(SigningCertificate.Role(role), from: Instant(seconds: date))
        case .expired(let role, let date): self = .expired(SigningCertificate.Role(role), on: Instant(seconds: date))
        case .invalidSignature(let role): self = .invalidSignature(SigningCertificate.Role(role))
        case .issuerMismatch(let role, _, _), .missingSubjectKeyIdentifier(let role),
            .missingAuthorityKeyIdentifier(let role), .keyIdentifierMismatch(let role, _, _), .notAuthority(let role),
            .pathTooLong(let role, _), .missingKeyUsage(let role, _), .foreignMarker(let role, _, _):
            self = .misfit(SigningCertificate.Role(role), reason: "\(error)")
        case .leafIsAuthority: self = .misfit(.leaf, reason: "\(error)")
        case .foreignRevocationList, .invalidRevocationListSignature: self = .unusableRevocationList(reason: "\(error)")
        case .revoked(let number, let date):
            let digits = String(decoding: Hexadecimal.encode(number), as: UTF8.self)
            self = .revoked(serialNumber: digits, on: Instant(seconds: date))
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

/// Why certificates and a key cannot sign for a store.
public enum SigningChainError: Error, Hashable, Sendable {
    /// The certificates are no chain.
    case chain(SigningChainFault)
    /// The private key cannot be read; with the reason.
    case malformedKey(reason: String)
    /// The private key is not the leaf's.
    case keyMismatch
}

extension SigningChainError: CustomStringConvertible, LocalizedError {
    /// What is wrong, and what to do where that is known.
    public var description: String {
        switch self {
        case .chain(let fault): fault.description
        case .malformedKey(let reason): "The private key cannot be read: \(reason)."
        case .keyMismatch:
            "The private key is not the leaf's. Give the key that the first certificate was made for, not an authority's."
        }
    }

    /// The same as the description, for `localizedDescription`.
    public var errorDescription: String? { description }
}
