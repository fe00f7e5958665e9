public import Foundation

/// A signed value together with the verdict on its signature.
///
/// What the store hands out is ``verified(_:)``, unless a device simulates a failure of its check, or the store's
/// certificates are not good at that date (C-111).
@frozen public enum VerificationResult<SignedType> {
    /// The value did not pass, for this reason.
    case unverified(SignedType, VerificationError)
    /// The value passed.
    case verified(SignedType)

    /// The reasons why a signed value did not pass.
    public enum VerificationError: Error, Equatable, Hashable {
        /// A certificate was revoked.
        case revokedCertificate
        /// The certificates form no chain to the root.
        case invalidCertificateChain
        /// The value belongs to another device.
        case invalidDeviceVerification
        /// The text is no signed value.
        case invalidEncoding
        /// The signature is not that of the value.
        case invalidSignature
        /// Something that must be there is missing.
        case missingRequiredProperties
    }

    /// The value, where it passed.
    ///
    /// - Throws: The reason, where it did not.
    public var payloadValue: SignedType {
        get throws {
            switch self {
            case .unverified(_, let error): throw error
            case .verified(let value): value
            }
        }
    }

    /// The value, whether it passed or not.
    public var unsafePayloadValue: SignedType {
        switch self {
        case .unverified(let value, _), .verified(let value): value
        }
    }
}

extension VerificationResult: Equatable where SignedType: Equatable {}
extension VerificationResult: Hashable where SignedType: Hashable {}
extension VerificationResult: Sendable where SignedType: Sendable {}

extension VerificationResult.VerificationError {
    /// Creates the same reason for another type of value: StoreKit's errors are nested in a generic type, one for each.
    public init<Other>(_ error: VerificationResult<Other>.VerificationError) {
        switch error {
        case .revokedCertificate: self = .revokedCertificate
        case .invalidCertificateChain: self = .invalidCertificateChain
        case .invalidDeviceVerification: self = .invalidDeviceVerification
        case .invalidEncoding: self = .invalidEncoding
        case .invalidSignature: self = .invalidSignature
        case .missingRequiredProperties: self = .missingRequiredProperties
        }
    }
}

extension VerificationResult.VerificationError: LocalizedError {
    /// The fault of the signed value, in a sentence.
    public var errorDescription: String? {
        switch self {
        case .revokedCertificate: "The certificate that signed it was revoked."
        case .invalidCertificateChain: "Its certificates form no chain to the store's root."
        case .invalidDeviceVerification: "It belongs to another device."
        case .invalidEncoding: "It is no signed value."
        case .invalidSignature: "Its signature is not valid."
        case .missingRequiredProperties: "Something that must be in it is missing."
        }
    }
}

extension VerificationResult: CustomDebugStringConvertible where SignedType: CustomDebugStringConvertible {
    /// The verdict, and the value's own description.
    public var debugDescription: String {
        switch self {
        case .verified(let value): "verified(\(value.debugDescription))"
        case .unverified(let value, let error): "unverified(\(value.debugDescription), \(error))"
        }
    }
}

extension Transaction: CustomDebugStringConvertible, CustomReflectable {
    /// The signed payload, as JSON.
    public var debugDescription: String { String(decoding: jsonRepresentation, as: UTF8.self) }

    /// The signed payload; not the device and its store, which everything hangs on.
    public var customMirror: Mirror { Mirror(reflecting: payload) }
}

extension RenewalInfo: CustomDebugStringConvertible, CustomReflectable {
    /// The signed payload, as JSON.
    public var debugDescription: String { String(decoding: jsonRepresentation, as: UTF8.self) }

    /// The signed payload; not the device and its store, which everything hangs on.
    public var customMirror: Mirror { Mirror(reflecting: payload) }
}

extension AppTransaction: CustomDebugStringConvertible, CustomReflectable {
    /// The signed payload, as JSON.
    public var debugDescription: String { String(decoding: jsonRepresentation, as: UTF8.self) }

    /// The signed payload; not the device and its store, which everything hangs on.
    public var customMirror: Mirror { Mirror(reflecting: payload) }
}
