package import OfferKitCore
import OfferKitCrypto

extension SigningChain {
    /// Makes the chain of a store with this seed: the same seed gives the same bytes.
    ///
    /// Keys and serial numbers come from the seed by SHA-256 and not from the store's random sequence, so that making a
    /// chain changes nothing else. Only tests should trust its root: anybody who knows the seed has the keys.
    package init(seed: UInt64) {
        self = SigningChain.made(from: seed, .own)
    }

    /// The purpose of a chain that is made from a seed.
    enum Purpose: String {
        /// The chain that a store signs with.
        case own = "store"
        /// A chain that nobody trusts.
        case foreign
    }

    /// Makes a chain from a seed; with other names, if certificates can hold them.
    static func made(from seed: UInt64, _ purpose: Purpose, names: Names? = nil) -> SigningChain {
        var attempt = 0
        while true {
            let draw = Draw(seed: seed, label: "\(purpose.rawValue) chain \(attempt)")
            if let names, let chain = try? SigningChain(draw, names) { return chain }
            if let names = try? Names(), let chain = try? SigningChain(draw, names) { return chain }
            // One number in 2^32 is no valid private key; then the next one is used.
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

    /// Returns whether certificates made from a seed are valid at an instant.
    package static func madeChainsCover(_ instant: Instant) -> Bool {
        validity.contains(milliseconds: instant.millisecondsSince1970)
    }

    /// The validity of made certificates: from 1950-01-01 00:00:00 to 9999-12-31 23:59:59 (C-111).
    ///
    /// Apple's libraries judge certificates at the date of the signature, which is in the store's time.
    static let validity = Certificate.Validity(notBefore: -631_152_000, notAfter: 253_402_300_799)

    /// The names of the three certificates' subjects.
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

        /// The names in an existing chain.
        init(of chain: SigningChain) {
            root = chain.root.certificate.subject
            intermediate = chain.intermediate.certificate.subject
            leaf = chain.leaf.certificate.subject
        }
    }

    /// A source of numbers that look random, each derived from an origin and a name.
    struct Draw {
        private let origin: [UInt8]

        /// The numbers of a seed.
        init(seed: UInt64, label: String) {
            origin = Array("OfferKit, seed \(seed), \(label): ".utf8)
        }

        /// The numbers for the revoked leaf of a chain, beside its own leaf.
        ///
        /// They are derived from a secret, the intermediate's key: some servers believe a revoked leaf, so nobody must
        /// be able to compute its key from certificates.
        init(revokedLeafOf authority: CertificateAuthority, besides leaf: Certificate) {
            origin = HMACSHA256.authenticate(
                Array("OfferKit, revoked leaf besides ".utf8) + leaf.encoded,
                key: authority.privateKey.rawRepresentation)
        }

        /// Returns the key of a certificate.
        func key(of name: String) throws(P256KeyError) -> P256PrivateKey {
            try P256PrivateKey(rawRepresentation: digest("key of the \(name)"))
        }

        /// Returns the serial number of a certificate: 16 bytes, positive.
        func serialNumber(of name: String) -> [UInt8] {
            var bytes = Array(digest("serial number of the \(name)").prefix(16))
            // The first bit is the sign, and the second keeps the length at 16 bytes.
            bytes[0] = bytes[0] & 0x3f | 0x40
            return bytes
        }

        private func digest(_ purpose: String) -> [UInt8] {
            SHA256.hash(origin + Array(purpose.utf8))
        }
    }
}
