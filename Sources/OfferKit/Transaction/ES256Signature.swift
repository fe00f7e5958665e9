public import Foundation
import OfferKitCrypto

/// The signature of a JWS: ECDSA over SHA-256 on the curve P-256.
///
/// StoreKit hands out CryptoKit's type, which is not on every platform; the two representations are the same.
public struct ES256Signature: Hashable, Sendable {
    /// The 64 bytes of r and then s, as a JWS has them.
    public let rawRepresentation: Data

    init(raw: Data) {
        rawRepresentation = raw
    }

    /// The DER sequence of the two numbers, as certificates have them; empty where there are not 64 bytes.
    public var derRepresentation: Data {
        Data((try? ECDSASignature(rawRepresentation: Array(rawRepresentation)))?.derRepresentation ?? [])
    }
}
