extension CertificateError {
    /// The offset of the fault from the first byte of the certificate or list; nil for a fault of the whole.
    var offset: Int? {
        switch self {
        case .tooLong, .malformedPEM, .noDocumentInPEM: nil
        case .malformedDER(let error, _): error.offset
        case .unsupportedVersion(_, _, let offset), .unsupportedAlgorithm(_, let offset),
            .differingAlgorithms(let offset), .unsupportedKey(_, let offset), .serialNumberZero(let offset),
            .serialNumberTooLong(let offset), .malformedTime(_, let offset),
            .generalizedTimeNotNeeded(_, let offset), .reversedTimes(let offset), .emptyName(_, let offset),
            .malformedText(_, let offset), .unsortedName(_, let offset), .emptyList(_, let offset),
            .writtenDefault(_, let offset), .duplicateExtension(_, let offset),
            .unsupportedCriticalExtension(_, let offset), .criticalKeyIdentifier(_, let offset),
            .nameConstraints(let offset), .unknownAlternativeName(_, let offset), .malformedKeyUsage(let offset),
            .pathLengthWithoutAuthority(let offset), .emptyKeyIdentifier(_, let offset),
            .incompleteIssuer(let offset), .duplicateSerialNumber(let offset), .malformedSignature(_, let offset):
            offset
        }
    }
}

extension CertificateError: CustomStringConvertible {
    /// Says what is wrong and where, and what to do where that is known.
    package var description: String {
        switch self {
        // The error inside has its own offset.
        case .malformedDER: what
        default: offset.map { "\(what) (byte \($0))" } ?? what
        }
    }

    private var what: String {
        switch self {
        case .tooLong(let limit, let actual): "it has \(actual) bytes, and \(limit) is the limit"
        case .malformedPEM(let error): "the text cannot be read as PEM: \(error)"
        case .noDocumentInPEM(let expected, let labels):
            "the PEM holds \(PEMDocument.words(for: labels)), but what is needed stands under \(expected)"
        case .malformedDER(let error, let field): "\(field.rawValue): \(error); is it DER, and all of it?"
        case .unsupportedVersion(let version, let expected, _): "it has version \(version) and must have \(expected)"
        case .unsupportedAlgorithm(let name, _):
            "it is signed with algorithm \(name); sign it with a P-256 key and SHA-256, ecdsa-with-SHA256"
        case .differingAlgorithms: "the algorithm in the signed part is not the one outside; it was changed later"
        case .unsupportedKey(let error, _): "public key: \(error); only keys on P-256 are supported"
        case .serialNumberZero: "the serial number is zero; it must be positive"
        case .serialNumberTooLong: "the serial number has more than 20 bytes"
        case .malformedTime(let field, _): "\(field.rawValue): no time in UTC with seconds, such as 250131120000Z"
        case .generalizedTimeNotNeeded(let field, _):
            "\(field.rawValue): a year from 1950 to 2049 must be written with two digits, as UTCTime"
        case .reversedTimes: "it ends before it begins"
        case .emptyName(let field, _): "\(field.rawValue): the name is empty"
        case .malformedText(let field, _): "\(field.rawValue): the text is not UTF-8, or not of the kind it says"
        case .unsortedName(let field, _): "\(field.rawValue): the parts of the name are not sorted"
        case .emptyList(let field, _): "\(field.rawValue): an empty list; leave it out instead"
        case .writtenDefault(let field, _): "\(field.rawValue): FALSE is written, which DER leaves out"
        case .duplicateExtension(let name, _): "the extension \(name) is there twice"
        case .unsupportedCriticalExtension(let name, _):
            CertificateRole.allCases.contains { $0.marker == name }
                ? "the marker \(name) is critical, which Apple's libraries refuse; mark it as not critical"
                : "the critical extension \(name) is not known; mark it as not critical, or leave it out"
        case .criticalKeyIdentifier(let field, _):
            "\(field.rawValue): it is critical, and OpenSSL's strict checks refuse that; mark it as not critical"
        case .nameConstraints: "it has name constraints (2.5.29.30), which are not supported; issue it without"
        case .unknownAlternativeName(let tag, _):
            "subject alternative name: there is no kind of name with the tag \(tag.rawValue)"
        case .malformedKeyUsage: "key usage: no flags, unknown ones, or zeros after the last one"
        case .pathLengthWithoutAuthority: "basic constraints: a path length without CA:TRUE; leave it out"
        case .emptyKeyIdentifier(let field, _): "\(field.rawValue): it is empty"
        case .incompleteIssuer: "authority key identifier: a name without a serial number, or the reverse"
        case .duplicateSerialNumber: "a serial number is listed twice"
        case .malformedSignature(let error, _):
            "the signature is not a DER sequence of two integers of at most 32 bytes, as P-256 has it: \(error)"
        }
    }
}
