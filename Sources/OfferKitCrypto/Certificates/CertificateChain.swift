/// A leaf, the intermediate that issued it and a root, read but not verified.
package struct CertificateChain: Sendable, Hashable {
    /// The certificate whose key signs transactions.
    package let leaf: Certificate
    /// The certificate that issued the leaf.
    package let intermediate: Certificate
    /// The certificate that issued the intermediate, according to the sender of the chain.
    package let root: Certificate

    /// A chain of these certificates.
    package init(leaf: Certificate, intermediate: Certificate, root: Certificate) {
        self.leaf = leaf
        self.intermediate = intermediate
        self.root = root
    }

    /// Reads the DER of exactly three certificates, the leaf first, as in the `x5c` of a JWS.
    ///
    /// - Parameters:
    ///   - certificates: The certificates as DER.
    ///   - known: A root that need not be read again where the third certificate is the same.
    /// - Throws: The first certificate that cannot be read, or that there are not three.
    package init(der certificates: [[UInt8]], knowing known: Certificate? = nil) throws(CertificateChainError) {
        guard certificates.count == 3 else { throw .wrongCount(certificates.count) }
        leaf = try CertificateChain.read(certificates[0], as: .leaf)
        intermediate = try CertificateChain.read(certificates[1], as: .intermediate)
        if let known, known.encoded == certificates[2] {
            root = known
        } else {
            root = try CertificateChain.read(certificates[2], as: .root)
        }
    }

    /// Reads exactly three `CERTIFICATE` documents of a PEM text, the leaf first.
    package init(pem text: String) throws(CertificateChainError) {
        let documents = try CertificateChainError.wrapping(PEMDocument.all(labelled: Certificate.label, in: text).all) {
            .unreadableText($0)
        }
        try self.init(der: documents.map(\.bytes))
    }

    private static func read(_ der: [UInt8], as role: CertificateRole) throws(CertificateChainError) -> Certificate {
        do { return try Certificate(der: der) } catch { throw .unreadable(role, error) }
    }

    /// The certificates as DER, the leaf first, as in the `x5c` of a JWS.
    package var encoded: [[UInt8]] { [leaf.encoded, intermediate.encoded, root.encoded] }

    /// The time in which all three certificates are valid: from the latest beginning to the earliest end.
    package var validity: Certificate.Validity {
        get throws(CertificateChainError) {
            var (first, last) = (CertificateRole.root, CertificateRole.root)
            for role in CertificateRole.allCases {
                if self[role].validity.notAfter < self[first].validity.notAfter { first = role }
                if self[role].validity.notBefore > self[last].validity.notBefore { last = role }
            }
            let (start, end) = (self[last].validity.notBefore, self[first].validity.notAfter)
            guard start <= end else { throw .neverValid(first, notAfter: end, last, notBefore: start) }
            return Certificate.Validity(notBefore: start, notAfter: end)
        }
    }

    /// The certificate in a role.
    subscript(role: CertificateRole) -> Certificate {
        switch role {
        case .root: root
        case .intermediate: intermediate
        case .leaf: leaf
        }
    }
}
