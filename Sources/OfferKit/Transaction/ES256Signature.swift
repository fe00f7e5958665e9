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

/// The parts of a JWS that the store made, decoded.
struct JWSParts {
    let header: Data
    let payload: Data
    let signature: Data
    let signed: Data

    init(_ jws: String) {
        let parts = jws.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let decoded = parts.map { Data((try? Base64.url.decode(ascii: Array($0))) ?? []) }
        header = decoded.first ?? Data()
        payload = decoded.dropFirst().first ?? Data()
        signature = decoded.dropFirst(2).first ?? Data()
        signed = Data(parts.prefix(2).joined(separator: [UInt8(ascii: ".")]))
    }
}
