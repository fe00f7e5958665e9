/// A key that signs promotional offers, as the store knows it.
package struct KeyRecord: Hashable, Sendable, Codable {
    /// The public key, 65 bytes, uncompressed.
    package let publicKey: [UInt8]
    /// Set when the developer revoked it (S0-39).
    package var revoked: Instant?
}
