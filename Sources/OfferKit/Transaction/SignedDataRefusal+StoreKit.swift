public import OfferKitServer

extension SignedDataRefusal {
    /// StoreKit's name for the refusal, which says less.
    ///
    /// What is signed rightly and meant for another app or environment has no name there; it counts as
    /// `missingRequiredProperties`, for what is required is another one.
    public var reason: VerificationResult<Any>.VerificationError {
        switch self {
        case .format: .invalidEncoding
        case .chain(.revoked): .revokedCertificate
        case .chain: .invalidCertificateChain
        case .signature: .invalidSignature
        case .payload(.missing): .missingRequiredProperties
        case .payload: .invalidEncoding
        case .otherBundle, .otherEnvironment, .otherApp: .missingRequiredProperties
        case .otherDevice: .invalidDeviceVerification
        }
    }
}
