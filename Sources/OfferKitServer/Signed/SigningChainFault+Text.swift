import OfferKitCore

extension SigningChainFault: CustomStringConvertible {
    /// Says which certificate it is about, what is wrong, and what to do where that is known.
    public var description: String {
        switch self {
        case .wrongCount(let count):
            "There are \(count) certificates; a chain has three: leaf, intermediate and root, in this order."
        case .reversed:
            "The certificates are in reverse order: x5c has the leaf first and the root last."
        case .unreadable(let role, let reason):
            "The \(role.map { $0.rawValue + " " } ?? "")certificate cannot be read: \(reason)."
        case .foreignRoot(let found, let trusted) where found == trusted:
            "The root has the name of the trusted one, \(found), but is another certificate. Was the chain made anew?"
        case .foreignRoot(let found, let trusted):
            "The root is \(found), but \(trusted) is trusted. Is it from another store?"
        case .missingMarker(let role, let name):
            "The \(role.rawValue) certificate lacks the marker \(name), by which verifiers know its place. Issue it with"
                + " the extension \(name) = ASN1:NULL."
        case .notYetValid(let role, let date):
            "The \(role.rawValue) certificate is valid only from \(date.utcText) on, and the data was signed before."
        case .expired(let role, let date):
            "The \(role.rawValue) certificate was valid until \(date.utcText), and the data was signed after that."
        case .neverValid(let first, let end, let last, let start):
            "The \(first.rawValue) certificate is valid until \(end.utcText), and the \(last.rawValue) certificate only from"
                + " \(start.utcText) on. Issue them for times that overlap: nothing can be signed but when all three are valid."
        case .invalidSignature(let role):
            "The \(role.rawValue) certificate was not signed by"
                + (role == .root ? " its own key." : " the key of the one above it.")
        case .misfit(let role, let misfit): "The \(role.rawValue) certificate \(misfit.predicate(of: role))."
        case .revoked(let serialNumber, let date):
            "The leaf certificate, number \(serialNumber), was revoked on \(date.utcText)."
        case .unusableRevocationList(let reason): "The revocation list cannot be used: \(reason)."
        }
    }
}

extension SigningChainFault.Misfit {
    /// Returns what a certificate in a role is or does, and what to do, without the full stop.
    fileprivate func predicate(of role: SigningCertificate.Role) -> String {
        switch self {
        case .issuer(let found, let expected):
            role == .root
                ? "was issued by \(found) and not by itself, \(expected); give the root itself, as the last one"
                : "was issued by \(found), but the one after it is \(expected); give the leaf first and the root last"
        case .missingSubjectKeyIdentifier:
            "does not say what its key is called; issue it with a subjectKeyIdentifier"
        case .missingAuthorityKeyIdentifier:
            "does not say what the key is called that signed it; issue it with an authorityKeyIdentifier"
        case .authorityKeyIdentifier(let found, let expected):
            "says that the key \(Hexadecimal.text(found)) signed it, but the one above it has the key \(Hexadecimal.text(expected))"
        case .authorityIssuer(let found, let expected):
            "says that \(found) issued the certificate above it, but \(expected) did; issue it anew under that one"
        case .authoritySerialNumber(let found, let expected):
            "says that the one above it has the number \(found), but it has \(expected); issue it anew under that one"
        case .notAuthority: "may not sign certificates; issue it with basicConstraints = critical, CA:TRUE"
        case .authority: "may sign certificates and should not; issue it with basicConstraints = CA:FALSE"
        case .pathLength(let limit): "allows \(limit) authorities below it; issue it without pathlen"
        case .missingKeyUsage(let usage): "has a key that may not be used for \(usage); add that to its keyUsage"
        case .forbiddenKeyUsage(let usage):
            "has a key that may be used for \(usage), as only an authority's may; leave that out of its keyUsage"
        case .foreignMarker(let name, let other):
            "has the marker \(name), which is for the \(other.rawValue); issue it without"
        }
    }
}
