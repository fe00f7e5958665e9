extension P256KeyError: CustomStringConvertible {
    /// Says what is wrong, as the second half of a sentence, and what to do where that is known.
    package var description: String {
        switch self {
        case .wrongLength(let expected, let actual):
            "the key has \(actual) bytes, one on P-256 has \(expected): is it for another curve?"
        case .numberOutOfRange: "the private number is zero or too large for P-256"
        case .unsupportedPointFormat(let byte):
            "the public key is not an uncompressed point (it begins with \(byte), not with 4)"
        case .coordinateOutOfRange, .notOnCurve: "the public key is no point of P-256"
        case .malformedPEM(let error): "the text cannot be read as PEM: \(error)"
        case .wrapped(let wrappings): wrappings.map(\.description).joined(separator: "; and ")
        case .noKeyInPEM(let labels): P256KeyError.noKey(among: labels)
        case .malformedDER(let error): "what the PEM holds is no key in the expected form: \(error)"
        case .unsupportedVersion(let version): "version \(version) of the key's format is not known"
        case .unsupportedAlgorithm(let name): "the key is for another algorithm (\(name)), not for elliptic curves"
        case .unsupportedCurve(let name): "the key is for another curve (\(name)) than P-256 (prime256v1)"
        case .missingCurve: "the key does not name its curve; it must name P-256 (prime256v1)"
        case .publicKeyMismatch: "the public key beside the private one is another one's"
        }
    }

    private static func noKey(among labels: [String]) -> String {
        if labels.contains("ENCRYPTED PRIVATE KEY") {
            return "the key is encrypted; decrypt it first, with openssl pkcs8 for instance"
        }
        return "the PEM holds \(PEMDocument.words(for: labels)), but a key stands under PRIVATE KEY, EC PRIVATE KEY or"
            + " PUBLIC KEY"
    }
}

extension DERObjectIdentifier: CustomStringConvertible {
    /// The numbers with points between them: `1.2.840.10045.3.1.7`.
    package var description: String {
        var numbers: [UInt64] = []
        var number: UInt64 = 0
        for byte in encoded {
            // No registered number needs more than 57 bits; a longer one may lose its upper bits here.
            number = number << 7 | UInt64(byte & 0x7f)
            guard byte < 0x80 else { continue }
            if numbers.isEmpty {
                let first = min(number / 40, 2)
                numbers = [first, number - first * 40]
            } else {
                numbers.append(number)
            }
            number = 0
        }
        return numbers.map { String($0) }.joined(separator: ".")
    }
}
