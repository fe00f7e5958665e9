/// The reasons why bytes are no certificate or revocation list that can be used here.
///
/// Offsets count from the first byte of the whole certificate or list.
package enum CertificateError: Error, Hashable, Sendable {
    /// The certificate or list has more bytes than the limit.
    case tooLong(limit: Int, actual: Int)
    /// The text is not PEM.
    case malformedPEM(PEMError)
    /// The PEM text has no document with the expected label; `labels` are those of its documents.
    case noDocumentInPEM(expected: String, labels: [String])
    /// A field is not in the DER that it should have.
    case malformedDER(DERError, in: CertificateField)
    /// The version is not 3 for certificates, or 2 for revocation lists.
    case unsupportedVersion(Int, expected: Int, offset: Int)
    /// The signature is not by ECDSA over SHA-256.
    case unsupportedAlgorithm(DERObjectIdentifier, offset: Int)
    /// The algorithm inside the signed part is not the one outside.
    case differingAlgorithms(offset: Int)
    /// The key is not on P-256; offsets in the error count from the key's own first byte.
    case unsupportedKey(P256KeyError, offset: Int)
    /// The serial number is zero.
    case serialNumberZero(offset: Int)
    /// The serial number has more than 20 bytes.
    case serialNumberTooLong(offset: Int)
    /// A time lacks its `Z` or its seconds, or is not on the calendar.
    case malformedTime(CertificateField, offset: Int)
    /// A time from 1950 to 2049 has four digits of year.
    case generalizedTimeNotNeeded(CertificateField, offset: Int)
    /// The times end before they begin.
    case reversedTimes(offset: Int)
    /// A name is empty.
    case emptyName(CertificateField, offset: Int)
    /// A text in a name has characters that its kind does not allow, or is not UTF-8.
    case malformedText(CertificateField, offset: Int)
    /// The parts of a name are not in the order that DER requires.
    case unsortedName(CertificateField, offset: Int)
    /// A list is empty, and should have been left out.
    case emptyList(CertificateField, offset: Int)
    /// A default value is written, which DER leaves out.
    case writtenDefault(CertificateField, offset: Int)
    /// An extension occurs twice.
    case duplicateExtension(DERObjectIdentifier, offset: Int)
    /// A critical extension is not supported; a critical marker counts among them.
    case unsupportedCriticalExtension(DERObjectIdentifier, offset: Int)
    /// A key identifier is critical, which it must not be (RFC 5280, sections 4.2.1.1 and 4.2.1.2).
    case criticalKeyIdentifier(CertificateField, offset: Int)
    /// There are constraints on the names below; they are not evaluated here and therefore refused, critical or not.
    case nameConstraints(offset: Int)
    /// An alternative name is of an unknown kind.
    case unknownAlternativeName(DERTag, offset: Int)
    /// The flags of the key's use are empty, unknown, or not in the form that DER requires.
    case malformedKeyUsage(offset: Int)
    /// A certificate that cannot issue any limits the length of the path below it.
    case pathLengthWithoutAuthority(offset: Int)
    /// A key identifier is empty.
    case emptyKeyIdentifier(CertificateField, offset: Int)
    /// The issuer's certificate is named incompletely: by its name without its number, or the reverse.
    case incompleteIssuer(offset: Int)
    /// A serial number occurs twice in a revocation list.
    case duplicateSerialNumber(offset: Int)
    /// The signature is not one of ECDSA; offsets in the error count from the signature's own first byte.
    case malformedSignature(ECDSASignatureError, offset: Int)
}

/// The fields of certificates and revocation lists, by the names of RFC 5280 in words.
package enum CertificateField: String, Sendable, Hashable, CaseIterable {
    /// The whole, or the structure between the fields.
    case whole = "structure"
    /// The version.
    case version
    /// The serial number.
    case serialNumber = "serial number"
    /// The algorithm of the signature.
    case signatureAlgorithm = "signature algorithm"
    /// The name of the signer.
    case issuer
    /// The first second in which it is valid.
    case notBefore = "start of validity"
    /// The last second in which it is valid.
    case notAfter = "end of validity"
    /// The name of the key's owner.
    case subject
    /// The key.
    case publicKey = "public key"
    /// The list of extensions, or an extension without a field of its own.
    case extensions
    /// The key's right to sign certificates.
    case basicConstraints = "basic constraints"
    /// The allowed uses of the key.
    case keyUsage = "key usage"
    /// The identifier of the key.
    case subjectKeyIdentifier = "subject key identifier"
    /// The identifier of the key that signed.
    case authorityKeyIdentifier = "authority key identifier"
    /// The other names of the key's owner.
    case subjectAlternativeName = "subject alternative name"
    /// The date of a revocation list.
    case thisUpdate = "date of this update"
    /// The date of the next revocation list.
    case nextUpdate = "date of the next update"
    /// The list of revoked certificates.
    case revokedCertificates = "list of revoked certificates"
    /// The date when a certificate was revoked.
    case revocationDate = "date of a revocation"
    /// The number of a revocation list.
    case revocationListNumber = "number of the revocation list"
    /// The signature.
    case signature
}
