public import Foundation
import OfferKitCrypto
import OfferKitServer

/// A value that the store signs: ``Transaction``, ``RenewalInfo`` and ``AppTransaction``.
///
/// Nothing is signed until somebody reads it, and reading never changes anything: ``signedDate`` stands from the moment
/// the value is handed out, and everything else follows from it, so that every reading gives the same bytes.
public protocol SignedValue: Sendable {
    /// The date on which the store signed it.
    var signedDate: Date { get }
    /// The signed payload, as JSON.
    var jsonRepresentation: Data { get }
    /// The SHA-384 hash of the lower-case ``deviceVerificationNonce`` followed by the lower-case
    /// ``Device/verificationID``.
    var deviceVerification: Data { get }
    /// The nonce of ``deviceVerification``.
    var deviceVerificationNonce: UUID { get }
    /// The device it was handed to.
    var device: Device { get }

    /// Returns the JWS that the store makes of it, or one that fails its check for a reason: to test the code that
    /// checks it.
    ///
    /// - Parameter error: Why the check has to fail; nil for the one that passes.
    /// - Returns: Header, payload and signature in Base64URL, with full stops between them.
    func jwsRepresentation(failing error: VerificationResult<Any>.VerificationError?) -> String
}

extension SignedValue {
    /// The JWS that the store makes of it: header, payload and signature in Base64URL, with full stops between them.
    public var jwsRepresentation: String { jwsRepresentation(failing: nil) }
}

extension VerificationResult where SignedType: SignedValue {
    /// The JWS of the value: header, payload and signature in Base64URL, with full stops between them.
    ///
    /// That of an unverified value really fails its check for the reason given. Made anew at each reading, always the
    /// same.
    public var jwsRepresentation: String {
        switch self {
        case .verified(let value): value.jwsRepresentation(failing: nil)
        case .unverified(let value, let error):
            value.jwsRepresentation(failing: VerificationResult<Any>.VerificationError(error))
        }
    }

    /// The JWS's header, decoded.
    public var headerData: Data { Data(parts?.header ?? []) }

    /// The JWS's payload, decoded.
    public var payloadData: Data { Data(parts?.payload ?? []) }

    /// The 64 bytes of the signature.
    public var signatureData: Data { Data(parts?.signature ?? []) }

    /// The signed bytes: header and payload as they stand in the JWS, with the full stop between them.
    public var signedData: Data { Data(parts?.signedText ?? []) }

    /// The signature.
    public var signature: ES256Signature { ES256Signature(rawRepresentation: signatureData) }

    /// The JWS taken apart.
    ///
    /// Nil only where the text is longer than ``ParsedJWS/longest``, as a bundle identifier of a hundred thousand bytes
    /// makes it: every other text that the store signs has the form of a JWS.
    private var parts: ParsedJWS? { try? ParsedJWS(jwsRepresentation) }

    /// The date on which the store signed it.
    public var signedDate: Date { unsafePayloadValue.signedDate }

    /// The SHA-384 hash of the nonce and the device's identifier.
    public var deviceVerification: Data { unsafePayloadValue.deviceVerification }

    /// The nonce of ``deviceVerification``.
    public var deviceVerificationNonce: UUID { unsafePayloadValue.deviceVerificationNonce }
}

/// The signature of a JWS: ECDSA over SHA-256 on the curve P-256.
///
/// StoreKit hands out CryptoKit's type, which is not on every platform; the two representations are the same.
public struct ES256Signature: Hashable, Sendable {
    /// The 64 bytes of r and then s, as a JWS has them.
    public let rawRepresentation: Data

    /// The DER sequence of the two numbers, as certificates have them; empty where there are not 64 bytes.
    public var derRepresentation: Data {
        Data((try? ECDSASignature(rawRepresentation: Array(rawRepresentation)))?.derRepresentation ?? [])
    }
}
