public import OfferKitCore

/// The reasons why a verifier refuses signed data.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum SignedDataRefusal: Error, Hashable, Sendable {
    /// The text is no JWS as the App Store writes them: algorithm, number of certificates, form of the signature …
    case format(JWSFormatError)
    /// The certificates are no chain to the trusted root at the date of the signature.
    case chain(SigningChainFault)
    /// The leaf's key did not sign this header and this payload.
    case signature
    /// The signed bytes are not the payload of such data.
    case payload(PayloadError)
    /// The data is for another app.
    case otherBundle(expected: String, found: String)
    /// The data is from another environment.
    case otherEnvironment(expected: StoreEnvironment, found: StoreEnvironment)
    /// The data is for another app in the App Store, by the app's number there.
    case otherApp(expected: Int64, found: Int64?)
    /// The data was made for another device; with the hash that this device's would have, and the one found.
    case otherDevice(expected: [UInt8], found: [UInt8])
}

extension SignedDataRefusal: CustomStringConvertible {
    /// Says what is wrong, and what is known of the cause.
    public var description: String {
        switch self {
        case .format(let error): error.description
        case .chain(let fault): fault.description
        case .signature:
            "The signature is not that of the leaf certificate over this text. Header and payload have to be the"
                + " characters that came; decoding and writing them anew changes them."
        case .payload(let error): error.description
        case .otherBundle(let expected, let found):
            "It is for the app \(VisibleText.quoted(found)), and \(VisibleText.quoted(expected)) was expected."
        case .otherEnvironment(let expected, let found):
            "It is from the environment \(VisibleText.quoted(found.rawValue)), and"
                + " \(VisibleText.quoted(expected.rawValue)) was expected."
        case .otherApp(let expected, let found):
            "It is for the app with the number \(found.map { String($0) } ?? "(none)"), and \(expected) was expected."
        case .otherDevice:
            "It was handed to another device: SHA-384 of its nonce and this device's identifier is not its"
                + " deviceVerification."
        }
    }
}
