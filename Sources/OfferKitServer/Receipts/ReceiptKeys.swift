import OfferKitCrypto

/// The key with which a store seals its receipts, and the app's shared secret; both follow from the seed.
///
/// Anybody who knows the seed has them: only tests may believe a receipt.
package struct ReceiptKeys: Hashable, Sendable {
    let seal: [UInt8]
    /// The app's shared secret: 32 hexadecimal digits, as App Store Connect makes them.
    package let sharedSecret: String
    /// The bytes that decide the order of `in_app`.
    let order: [UInt8]

    /// The keys of a store with that seed.
    package init(seed: UInt64) {
        func digest(_ label: String) -> [UInt8] { SHA256.hash(Array("OfferKit \(seed) \(label)".utf8)) }
        seal = digest("receipt seal")
        order = digest("order of in_app")
        sharedSecret = Hexadecimal.text(Array(digest("shared secret").prefix(16)))
    }
}
