/// Why bytes are not a certificate or a revocation list that can be used here.
///
/// Offsets count from the first byte of the whole certificate or list.
package enum CertificateError: Error, Hashable, Sendable {
    /// More bytes than one may have.
    case tooLong(limit: Int, actual: Int)
    /// The text is not PEM.
    case malformedPEM(PEMError)
    /// The PEM text has no document with the label that is asked for; `labels` are those of the documents it has.
    case noDocumentInPEM(expected: String, labels: [String])
    /// A field is not the DER it has to be.
    case malformedDER(DERError, in: CertificateField)
    /// Another version than 3 of certificates, or 2 of revocation lists.
    case unsupportedVersion(Int, expected: Int, offset: Int)
    /// Signed in another way than by ECDSA over SHA-256.
    case unsupportedAlgorithm(DERObjectIdentifier, offset: Int)
    /// The algorithm inside the signed part is not the one outside.
    case differingAlgorithms(offset: Int)
    /// The key is no key on P-256; offsets in the error count from the key's own first byte.
    case unsupportedKey(P256KeyError, offset: Int)
    /// A serial number of zero.
    case serialNumberZero(offset: Int)
    /// A serial number of more than 20 bytes.
    case serialNumberTooLong(offset: Int)
    /// A time without its `Z` or its seconds, or which is not on the calendar.
    case malformedTime(CertificateField, offset: Int)
    /// A time from 1950 to 2049 in four digits of year.
    case generalizedTimeNotNeeded(CertificateField, offset: Int)
    /// Times that end before they begin.
    case reversedTimes(offset: Int)
    /// A name without anything in it.
    case emptyName(CertificateField, offset: Int)
    /// A text in a name that has other characters than its kind may have, or is not UTF-8.
    case malformedText(CertificateField, offset: Int)
    /// Parts of a name that are not in the one order DER has for them.
    case unsortedName(CertificateField, offset: Int)
    /// A list that would have been left out if it were empty.
    case emptyList(CertificateField, offset: Int)
    /// A value that is written although it is the default, which DER leaves out.
    case writtenDefault(CertificateField, offset: Int)
    /// The same extension twice.
    case duplicateExtension(DERObjectIdentifier, offset: Int)
    /// An extension that must be understood and is not; a marker counts among them.
    case unsupportedCriticalExtension(DERObjectIdentifier, offset: Int)
    /// A key identifier that is critical, which it must not be (RFC 5280, sections 4.2.1.1 and 4.2.1.2).
    case criticalKeyIdentifier(CertificateField, offset: Int)
    /// Limits to the names below, which are not judged here and therefore not taken, critical or not.
    case nameConstraints(offset: Int)
    /// An alternative name of a kind that there is not.
    case unknownAlternativeName(DERTag, offset: Int)
    /// Flags of the key's use that are none, unknown, or not written in the one form DER has for them.
    case malformedKeyUsage(offset: Int)
    /// A limit to the length of the path below a certificate that cannot issue any.
    case pathLengthWithoutAuthority(offset: Int)
    /// A key identifier without bytes.
    case emptyKeyIdentifier(CertificateField, offset: Int)
    /// A certificate of the issuer named by halves: its name without its number, or the reverse.
    case incompleteIssuer(offset: Int)
    /// The same serial number twice in a revocation list.
    case duplicateSerialNumber(offset: Int)
    /// The signature is not that of ECDSA; offsets in the error count from the signature's own first byte.
    case malformedSignature(ECDSASignatureError, offset: Int)
}

/// The fields of certificates and revocation lists, by the names of RFC 5280 in words.
package enum CertificateField: String, Sendable, Hashable, CaseIterable {
    /// Everything, or what stands between the fields.
    case whole = "structure"
    /// The version.
    case version
    /// The serial number.
    case serialNumber = "serial number"
    /// How it is signed.
    case signatureAlgorithm = "signature algorithm"
    /// Who signed.
    case issuer
    /// From when on it is valid.
    case notBefore = "start of validity"
    /// Until when it is valid.
    case notAfter = "end of validity"
    /// Whose key it is.
    case subject
    /// The key.
    case publicKey = "public key"
    /// The list of extensions, or one that has no field of its own.
    case extensions
    /// Whether the key may sign certificates.
    case basicConstraints = "basic constraints"
    /// What the key may be used for.
    case keyUsage = "key usage"
    /// Which key it is.
    case subjectKeyIdentifier = "subject key identifier"
    /// Which key signed.
    case authorityKeyIdentifier = "authority key identifier"
    /// What else the bearer of the key is called.
    case subjectAlternativeName = "subject alternative name"
    /// When a revocation list was made.
    case thisUpdate = "date of this update"
    /// When the next revocation list comes.
    case nextUpdate = "date of the next update"
    /// The list of what is revoked.
    case revokedCertificates = "list of revoked certificates"
    /// When a certificate was revoked.
    case revocationDate = "date of a revocation"
    /// Which revocation list of its issuer it is.
    case revocationListNumber = "number of the revocation list"
    /// The signature.
    case signature
}
