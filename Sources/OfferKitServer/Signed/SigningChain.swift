package import OfferKitCore
import OfferKitCrypto

/// The certificates and the key with which a store signs its data.
///
/// It has three certificates like the App Store's: a root, which those who verify trust, an intermediate, and a leaf,
/// whose private key signs. A store makes its own from its seed, valid from 1950 to the end of the year 9999, and so at
/// every meaningful reading of its clock; a team whose servers trust one root for years brings a chain of its own.
///
/// Anybody who knows a seed has the keys made from it, and the seed is 1 unless another is given, so that all
/// such stores have the same root. Never trust a made root outside tests.
///
/// Its descriptions and dumps show no key.
public struct SigningChain: Sendable {
    /// The certificate that those who verify trust.
    public let root: SigningCertificate
    /// The certificate that issued the leaf.
    public let intermediate: SigningCertificate
    /// The certificate whose key signs.
    public let leaf: SigningCertificate

    /// The intermediate with its key; nil for a team's own chain that came without it.
    let authority: CertificateAuthority?
    /// The time in which all three certificates are valid.
    let commonValidity: Certificate.Validity
    private let key: P256PrivateKey
    /// The header in Base64URL and the full stop, the same in everything that it signs.
    private let start: [UInt8]
    /// The SHA-256 state after `start`.
    private let hash: SHA256

    /// A consistent chain, with the key of its leaf and, where given, that of its intermediate.
    init(
        _ chain: CertificateChain, key: P256PrivateKey, authority: CertificateAuthority?
    ) throws(CertificateChainError) {
        commonValidity = try chain.validity
        root = SigningCertificate(chain.root)
        intermediate = SigningCertificate(chain.intermediate)
        leaf = SigningCertificate(chain.leaf)
        self.key = key
        self.authority = authority
        var header = JSONWriter(capacity: 4_096)
        header.add("alg", "ES256")
        header.add("x5c", chain.encoded.map(Base64.standard.encode))
        start = Base64.url.encodeToBytes(header.bytes) + [CompactJWS.fullStop]
        hash = SHA256(start)
    }

    /// The DER of the three certificates, the leaf's first, as ``init(certificates:privateKeyPEM:intermediateKeyPEM:)``
    /// takes them.
    public var certificates: [[UInt8]] { [leaf.der, intermediate.der, root.der] }

    /// The leaf's private key, for a store that is saved.
    package var privateKeyPEM: String { key.pemRepresentation(.pkcs8) }

    /// The intermediate's private key, for a store that is saved; nil for a team's own chain that came without it.
    package var intermediateKeyPEM: String? { authority?.privateKey.pemRepresentation(.pkcs8) }

    /// Whether it has a revoked leaf and the ``revocationList`` that names it; known without making them.
    package var canRevoke: Bool { authority != nil }

    /// Returns whether all three certificates are valid at an instant, so that data signed then can be verified.
    package func covers(_ instant: Instant) -> Bool {
        commonValidity.contains(milliseconds: instant.millisecondsSince1970)
    }

    // MARK: - Signing

    /// Returns the compact JWS of a payload (B14), with one signature; the header's part of the hash is kept.
    ///
    /// The same payload gives the same text (RFC 6979).
    package func jws(of payload: [UInt8]) -> String {
        let text = Base64.url.encodeToBytes(payload)
        return jws(text, signing: text)
    }

    /// Returns the compact JWS of a payload's text, with a signature over this text or another.
    func jws(_ text: [UInt8], signing signed: [UInt8]) -> String {
        var hash = hash
        hash.update(signed)
        let signature = Base64.url.encodeToBytes(key.signature(for: hash).rawRepresentation)
        return String(decoding: start + text + [CompactJWS.fullStop] + signature, as: UTF8.self)
    }
}

extension SigningChain: Hashable {
    /// Returns whether the certificates are the same, and both have the intermediate's key or neither.
    ///
    /// Keys follow from certificates.
    public static func == (first: SigningChain, second: SigningChain) -> Bool {
        first.leaf == second.leaf && first.intermediate == second.intermediate && first.root == second.root
            && (first.authority == nil) == (second.authority == nil)
    }

    /// Hashes the leaf.
    public func hash(into hasher: inout Hasher) { hasher.combine(leaf) }
}

extension SigningChain: CustomStringConvertible, CustomReflectable {
    /// The names of the certificates, without the key.
    public var description: String {
        [leaf, intermediate, root].map { $0.commonName ?? "?" }.joined(separator: " < ")
    }

    /// An empty mirror: logs and test reports print what a value holds.
    public var customMirror: Mirror { Mirror(self, children: [(label: String?, value: Any)]()) }
}
