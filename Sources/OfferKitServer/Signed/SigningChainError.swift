/// The reasons why certificates and keys cannot sign for a store.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum SigningChainError: Error, Hashable, Sendable {
    /// The certificates are no chain.
    case chain(SigningChainFault)
    /// The leaf's private key cannot be read; with the reason.
    case malformedKey(reason: String)
    /// The private key is not the leaf's.
    case keyMismatch
    /// The intermediate's private key cannot be read; with the reason.
    case malformedIntermediateKey(reason: String)
    /// The private key that was given for the intermediate is not the intermediate's.
    case intermediateKeyMismatch
}

extension SigningChainError: CustomStringConvertible {
    /// Says what is wrong, and what to do where that is known.
    public var description: String {
        switch self {
        case .chain(let fault): fault.description
        case .malformedKey(let reason): "The leaf's private key cannot be read: \(reason)."
        case .keyMismatch:
            "The private key is not the leaf's. Give the key that the first certificate was made for, not an"
                + " authority's."
        case .malformedIntermediateKey(let reason): "The intermediate's private key cannot be read: \(reason)."
        case .intermediateKeyMismatch:
            "The private key is not the intermediate's. Give the key that the second certificate was made for, or none:"
                + " it is only needed for a revoked leaf."
        }
    }
}
