public import Foundation

extension VerificationResult.VerificationError: LocalizedError {
    /// What is wrong with the signed value, in a sentence.
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
    /// What is signed, as JSON.
    public var debugDescription: String { String(decoding: jsonRepresentation, as: UTF8.self) }

    /// What is signed; not the device and its store, which everything hangs on.
    public var customMirror: Mirror { Mirror(reflecting: payload) }
}

extension RenewalInfo: CustomDebugStringConvertible, CustomReflectable {
    /// What is signed, as JSON.
    public var debugDescription: String { String(decoding: jsonRepresentation, as: UTF8.self) }

    /// What is signed; not the device and its store, which everything hangs on.
    public var customMirror: Mirror { Mirror(reflecting: payload) }
}

extension AppTransaction: CustomDebugStringConvertible, CustomReflectable {
    /// What is signed, as JSON.
    public var debugDescription: String { String(decoding: jsonRepresentation, as: UTF8.self) }

    /// What is signed; not the device and its store, which everything hangs on.
    public var customMirror: Mirror { Mirror(reflecting: payload) }
}
