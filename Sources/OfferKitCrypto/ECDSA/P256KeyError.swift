/// The reasons why bytes or a text are no P-256 key.
package enum P256KeyError: Error, Hashable, Sendable {
    /// A raw key has the wrong number of bytes.
    case wrongLength(expected: Int, actual: Int)
    /// A private key is zero or not below the order of the curve.
    case numberOutOfRange
    /// A public key begins with another byte than the 0x04 of an uncompressed point. Compressed points
    /// (0x02, 0x03) and the point at infinity (0x00) are refused.
    case unsupportedPointFormat(UInt8)
    /// A coordinate of a public key is not below the prime of the field.
    case coordinateOutOfRange
    /// A public key's coordinates do not satisfy the equation of the curve.
    case notOnCurve
    /// The text is not PEM.
    case malformedPEM(PEMError)
    /// The text is not PEM, but would be without these wrappings, or if the file were read; from the outside inwards.
    case wrapped([PEMWrapping])
    /// The PEM text has no such key; `labels` are those of the documents it has.
    case noKeyInPEM(labels: [String])
    /// The bytes are not the DER of a key.
    case malformedDER(DERError)
    /// The version of the key's structure is unknown.
    case unsupportedVersion(UInt8)
    /// The key is for another algorithm than elliptic curves.
    case unsupportedAlgorithm(DERObjectIdentifier)
    /// The key is for another curve than P-256.
    case unsupportedCurve(DERObjectIdentifier)
    /// The key's curve is not stated.
    case missingCurve
    /// The public key beside a private key belongs to another one.
    case publicKeyMismatch
}
