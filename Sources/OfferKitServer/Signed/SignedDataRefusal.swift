public import OfferKitCore

/// Why signed data is not believed.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum SignedDataRefusal: Error, Hashable, Sendable {
    /// It is no JWS as the App Store writes them: algorithm, number of certificates, shape of the signature …
    case format(JWSFormatError)
    /// The certificates are no chain to the trusted root at the moment when the data says it was signed.
    case chain(SigningChainFault)
    /// The signature is not one of the leaf's key over this header and this payload.
    case signature
    /// What is signed is not the payload of such data.
    case payload(PayloadError)
    /// It is for another app.
    case otherBundle(expected: String, found: String)
    /// It is from another environment.
    case otherEnvironment(expected: StoreEnvironment, found: StoreEnvironment)
    /// It is for another app in the App Store, by the app's number there.
    case otherApp(expected: Int64, found: Int64?)
    /// It was handed to another device; with the hash that one for this device would have, and the one that it has.
    case otherDevice(expected: [UInt8], found: [UInt8])
}

extension SignedDataRefusal: CustomStringConvertible {
    /// What is wrong, and what is known of how it comes about.
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
