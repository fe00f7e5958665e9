/// A chain verified against a trusted root; only `CertificateChain.verified` makes one.
package struct VerifiedCertificateChain: Sendable, Hashable {
    /// The chain.
    package let chain: CertificateChain
    /// The time in which all three certificates are valid: the chain holds at any other instant in it, too.
    package let validity: Certificate.Validity

    fileprivate init(_ chain: CertificateChain) throws(CertificateChainError) {
        self.chain = chain
        validity = try chain.validity
    }

    /// The leaf's key, which signs transactions.
    package var publicKey: P256PublicKey { chain.leaf.publicKey }
}

extension CertificateChain {
    /// Verifies the chain against a trusted root, at an instant in milliseconds since 1970.
    ///
    /// It checks in this order: the trusted root, byte for byte; names and key identifiers; authorities and the length
    /// of the path; key usage; markers; dates; signatures; the revocation list. In each step the root comes first. The
    /// caller chooses the instant: Apple's server libraries take the date of a transaction's signature. The list is not
    /// compared with it: certificates on the list are revoked at every instant (rule `C-108`).
    package func verified(
        by trusted: TrustedRoot, at milliseconds: Int64, revoked list: CertificateRevocationList? = nil
    ) throws(CertificateChainError) -> VerifiedCertificateChain {
        guard root == trusted.certificate else {
            throw .foreignRoot(root.subject, trusted: trusted.certificate.subject)
        }
        for role in CertificateRole.allCases { try checkIssuer(of: role) }
        for role in CertificateRole.allCases { try checkConstraints(of: role) }
        for role in CertificateRole.allCases { try checkKeyUsage(of: role) }
        for role in CertificateRole.allCases { try checkMarkers(of: role) }
        for role in CertificateRole.allCases { try checkDates(of: role, at: milliseconds) }
        try checkSignatures(by: trusted)
        if let list { try check(list) }
        return try VerifiedCertificateChain(self)
    }

    /// Returns the issuer of the certificate in a role; the root is its own.
    private func issuer(of role: CertificateRole) -> Certificate {
        role == .leaf ? intermediate : root
    }

    // RFC 5280, section 6.1.3 (a) (4); OpenSSL's strict checks require the key identifiers.
    private func checkIssuer(of role: CertificateRole) throws(CertificateChainError) {
        let certificate = self[role]
        let issuer = issuer(of: role)
        guard certificate.issuer == issuer.subject else {
            throw .issuerMismatch(role, issuer: certificate.issuer, expected: issuer.subject)
        }
        guard let expected = issuer.subjectKeyIdentifier else {
            throw .missingSubjectKeyIdentifier(role == .leaf ? .intermediate : .root)
        }
        guard let authority = certificate.authorityKeyIdentifier else {
            // A root need not name itself as its signer.
            if role == .root { return }
            throw .missingAuthorityKeyIdentifier(role)
        }
        guard authority == expected else {
            throw .keyIdentifierMismatch(role, authority: authority, expected: expected)
        }
        if let named = certificate.authorityCertificate { try checkIssuer(of: role, named) }
    }

    // RFC 5280, section 4.2.1.1: name and number are those of the issuer's certificate, which the issuer's issuer gave.
    private func checkIssuer(of role: CertificateRole, _ named: AuthorityCertificate) throws(CertificateChainError) {
        let issuer = issuer(of: role)
        if let name = named.issuer, name != issuer.issuer {
            throw .authorityIssuerMismatch(role, issuer: name, expected: issuer.issuer)
        }
        guard named.serialNumber == issuer.serialNumber else {
            throw .authorityNumberMismatch(role, serialNumber: named.serialNumber, expected: issuer.serialNumber)
        }
    }

    // RFC 5280, sections 4.2.1.9 and 6.1.4 (k) to (m).
    private func checkConstraints(of role: CertificateRole) throws(CertificateChainError) {
        let certificate = self[role]
        guard role != .leaf else {
            if certificate.basicConstraints?.isAuthority == true { throw .leafIsAuthority }
            return
        }
        guard case .authority(let pathLength) = certificate.basicConstraints,
            certificate.isCritical(.basicConstraints)
        else { throw .notAuthority(role) }
        if let pathLength, pathLength < role.authoritiesBelow { throw .pathTooLong(role, limit: Int(pathLength)) }
    }

    // RFC 5280, section 4.2.1.3; earlier checks have shown which certificates are authorities.
    private func checkKeyUsage(of role: CertificateRole) throws(CertificateChainError) {
        let certificate = self[role]
        guard certificate.allows(role.neededKeyUsage) else {
            throw .missingKeyUsage(role, needed: role.neededKeyUsage)
        }
        guard role != .leaf || certificate.keyUsage?.contains(.certificateSigning) != true else {
            throw .forbiddenKeyUsage(role, .certificateSigning)
        }
    }

    // Reading the certificate has shown that a marker is not critical; its value has no meaning.
    private func checkMarkers(of role: CertificateRole) throws(CertificateChainError) {
        let markers = self[role].markers
        for other in CertificateRole.allCases where other != role {
            if let marker = other.marker, markers.contains(marker) { throw .foreignMarker(role, marker, of: other) }
        }
        if let marker = role.marker, !markers.contains(marker) { throw .missingMarker(role, marker) }
    }

    private func checkDates(of role: CertificateRole, at milliseconds: Int64) throws(CertificateChainError) {
        let validity = self[role].validity
        if validity.isBefore(milliseconds) { throw .notYetValid(role, notBefore: validity.notBefore) }
        if validity.isOver(milliseconds) { throw .expired(role, notAfter: validity.notAfter) }
    }

    // RFC 5280, section 6.1.3 (a) (1); the root is the trusted one, whose signature was checked before.
    private func checkSignatures(by trusted: TrustedRoot) throws(CertificateChainError) {
        guard trusted.signsItself else { throw .invalidSignature(.root) }
        guard intermediate.isSigned(by: trusted.publicKey) else { throw .invalidSignature(.intermediate) }
        guard leaf.isSigned(by: intermediate.publicKey) else { throw .invalidSignature(.leaf) }
    }

    // RFC 5280, section 6.3.3 (b) to (g), for a list that its issuer signs itself.
    private func check(_ list: CertificateRevocationList) throws(CertificateChainError) {
        guard list.issuer == intermediate.subject else {
            throw .foreignRevocationList(list.issuer, expected: intermediate.subject)
        }
        guard intermediate.allows(.revocationListSigning) else {
            throw .missingKeyUsage(.intermediate, needed: .revocationListSigning)
        }
        guard list.authorityKeyIdentifier == nil || list.authorityKeyIdentifier == intermediate.subjectKeyIdentifier,
            list.isSigned(by: intermediate.publicKey)
        else { throw .invalidRevocationListSignature }
        if let date = list.revocationDate(of: leaf.serialNumber) {
            throw .revoked(serialNumber: leaf.serialNumber, date: date)
        }
    }
}
