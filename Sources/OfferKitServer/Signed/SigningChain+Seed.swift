package import OfferKitCore
import OfferKitCrypto

extension SigningChain {
    /// The chain of a store with this seed: the same seed gives the same bytes.
    ///
    /// Keys and serial numbers come from the seed by SHA-256 and not from the store's sequence of chance, so that nothing
    /// else changes where a chain is made. Nobody should trust its root but for tests: whoever knows the seed has the keys.
    package init(seed: UInt64) {
        self = SigningChain.made(from: seed, .own)
    }

    /// Which chain is made of a seed.
    enum Purpose: String {
        /// The one that a store signs with.
        case own = "store"
        /// One that nobody trusts.
        case foreign
    }

    /// A chain of a seed; with other names, if certificates can bear them.
    static func made(from seed: UInt64, _ purpose: Purpose, names: Names? = nil) -> SigningChain {
        var attempt = 0
        while true {
            let draw = Draw(seed: seed, label: "\(purpose.rawValue) chain \(attempt)")
            if let names, let chain = try? SigningChain(draw, names) { return chain }
            if let names = try? Names(), let chain = try? SigningChain(draw, names) { return chain }
            // One number in 2^32 is no private key; then the next one is taken.
            attempt += 1
        }
    }

    private init(_ draw: Draw, _ names: Names) throws {
        let validity = SigningChain.validity
        let root = try CertificateAuthority.root(
            subject: names.root, serial: draw.serialNumber(of: "root"), validity: validity,
            privateKey: try draw.key(of: "root"))
        let intermediateKey = try draw.key(of: "intermediate")
        let intermediate = try CertificateAuthority(
            certificate: root.issue(
                .intermediate, subject: names.intermediate, serial: draw.serialNumber(of: "intermediate"),
                validity: validity, publicKey: intermediateKey.publicKey),
            privateKey: intermediateKey)
        let key = try draw.key(of: "leaf")
        let leaf = try intermediate.issue(
            .leaf, subject: names.leaf, serial: draw.serialNumber(of: "leaf"), validity: validity,
            publicKey: key.publicKey)
        try self.init(
            CertificateChain(leaf: leaf, intermediate: intermediate.certificate, root: root.certificate), key: key,
            authority: intermediate)
    }

    /// Whether certificates that are made of a seed are valid at an instant.
    package static func madeChainsCover(_ instant: Instant) -> Bool {
        validity.contains(milliseconds: instant.millisecondsSince1970)
    }

    /// From 1950-01-01 00:00:00 to 9999-12-31 23:59:59: Apple's libraries judge certificates at the moment when data says
    /// it was signed, which is the store's time (C-111).
    static let validity = Certificate.Validity(notBefore: -631_152_000, notAfter: 253_402_300_799)

    /// What the subjects of the three certificates are called.
    struct Names {
        let root: DistinguishedName
        let intermediate: DistinguishedName
        let leaf: DistinguishedName

        init() throws(CertificateIssuingError) {
            root = try DistinguishedName(commonName: "OfferKit Simulated Root CA", organization: "OfferKit")
            intermediate = try DistinguishedName(
                commonName: "OfferKit Simulated Intermediate CA", organization: "OfferKit")
            leaf = try DistinguishedName(commonName: "OfferKit Simulated App Store Signing", organization: "OfferKit")
        }

        /// The names in a chain.
        init(of chain: SigningChain) {
            root = chain.root.certificate.subject
            intermediate = chain.intermediate.certificate.subject
            leaf = chain.leaf.certificate.subject
        }
    }

    /// Numbers that look drawn at random, each from an origin and a name of its own.
    struct Draw {
        private let origin: [UInt8]

        /// The numbers of a seed.
        init(seed: UInt64, label: String) {
            origin = Array("OfferKit, seed \(seed), \(label): ".utf8)
        }

        /// The numbers of a leaf that is to be revoked in a chain's place of its own leaf.
        ///
        /// They follow from what is secret, the intermediate's key: some servers believe a revoked leaf, and so nobody
        /// must be able to work out its key from certificates.
        init(revokedLeafOf authority: CertificateAuthority, besides leaf: Certificate) {
            origin = HMACSHA256.authenticate(
                Array("OfferKit, revoked leaf besides ".utf8) + leaf.encoded,
                key: authority.privateKey.rawRepresentation)
        }

        /// The key of a certificate.
        func key(of name: String) throws(P256KeyError) -> P256PrivateKey {
            try P256PrivateKey(rawRepresentation: digest("key of the \(name)"))
        }

        /// The serial number of a certificate: 16 bytes, positive.
        func serialNumber(of name: String) -> [UInt8] {
            var bytes = Array(digest("serial number of the \(name)").prefix(16))
            // The first bit is the sign, and the second keeps the length.
            bytes[0] = bytes[0] & 0x3f | 0x40
            return bytes
        }

        private func digest(_ purpose: String) -> [UInt8] {
            SHA256.hash(origin + Array(purpose.utf8))
        }
    }
}
