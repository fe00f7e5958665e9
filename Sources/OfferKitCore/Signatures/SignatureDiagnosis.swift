public import OfferKitEssentials

/// The explanation of a refused signature of a promotional offer: what is proved, ruled out and expected.
public struct SignatureDiagnosis: Hashable, Sendable, Codable {
    /// Every cause that is proved, in the order of C-66; the first is the headline.
    ///
    /// Where it is only proved that key, text and signature do not go together, the cause is
    /// ``SignatureCause/otherPrivateKeyOrText(_:registered:signers:)``; the list is empty where not even that was
    /// checked (C-65). ``ruledOut`` says what the cause is not.
    public var causes: [SignatureCause]
    /// The known mistakes that were checked or tried to the end: none of them alone is the reason (C-65).
    ///
    /// Mistakes with values that a store may not have been told of, such as another product or another key, are never
    /// here.
    public var ruledOut: [SignatureMistake.Kind]
    /// The known mistakes that were tried and are not ruled out: there are more candidates than the store knows or the
    /// search takes, or it is open what the signature is or which key should have made it.
    public var partlyTried: [SignatureMistake.Kind]
    /// The form in which the offer was signed, on which the content of the next three fields depends.
    public var form: Form
    /// The seven parts that the store put together from the purchase, in the order they are signed (B2-1); for a
    /// compact JWS each claim that the store compares, as `name: value`.
    public var expected: [String]
    /// The header and the claims of a compact JWS as JSON text, each empty where it cannot be read; none for the
    /// original form.
    public var received: [String]
    /// The Base64 text of the signature that came, or the whole compact JWS.
    public var signature: String
    /// The store's warnings, whatever the verdict.
    public var warnings: [Warning]

    /// The two forms of a signed offer (B2.1, B2.2).
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Form: String, Hashable, Sendable, Codable {
        /// Seven parts and a DER signature.
        case original
        /// A JSON Web Signature.
        case compactJWS
    }

    /// Something that is not wrong but should be changed.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Warning: Hashable, Sendable, Codable {
        /// The user name looks like an e-mail address; it must be a hash (S0-29).
        case userNameLooksLikeEmail(String)
        /// The store was not told the app's bundle identifier, and checks for its default.
        case defaultBundleID(String)
    }

    /// A diagnosis; of very long texts only the beginning is kept.
    package init(
        causes: [SignatureCause], ruledOut: [SignatureMistake.Kind], partlyTried: [SignatureMistake.Kind] = [],
        form: Form = .original, expected: [String], received: [String] = [], signature: String, warnings: [Warning]
    ) {
        self.causes = causes
        self.ruledOut = ruledOut
        self.partlyTried = partlyTried
        self.form = form
        self.expected = expected.map(SignatureDiagnosis.kept)
        self.received = received.map(SignatureDiagnosis.kept)
        self.signature = SignatureDiagnosis.kept(signature)
        self.warnings = warnings
    }

    /// Returns the part of a text that is kept: logs and journals must not grow by whatever somebody sends.
    private static func kept(_ text: String) -> String {
        let count = text.utf8.count
        return count <= mostKept ? text : "\(text.beginning(ofBytes: 200))… (\(count) bytes in all)"
    }

    /// The most bytes that are kept: several times what any library makes, and no less than is read of a signature.
    private static let mostKept = 4_096
}

/// A proved cause of a refused signature, with what was expected and what came.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum SignatureCause: Hashable, Sendable, Codable {
    /// No key with that identifier is registered on the store (S0-71).
    case keyUnknown(String, registered: [String])
    /// The key was revoked, which ends every signature it ever made (S0-39, C-39).
    case keyRevoked(String, on: Date)
    /// The nonce is a UUID, but not of version 4 with the standard variant (S0-32, C-62).
    case nonceNotVersion4(UUID)
    /// The `nonce` of a compact JWS is no UUID at all (B2-18).
    case nonceNotUUID(String)
    /// The nonce came with an earlier purchase, whatever became of that (S0-31, C-5).
    case nonceSpent(UUID)
    /// The timestamp counts seconds; it must count milliseconds (S0-33, C-66).
    case timestampInSeconds(Int64, storeClock: Date)
    /// The `iat` of a compact JWS counts milliseconds; it must count seconds (B2-18, C-66).
    case issuedAtInMilliseconds(Int64, storeClock: Date)
    /// The timestamp, or `iat`, counts a smaller unit of time than it must (S0-33, B2-18, C-66).
    case timestampInFinerUnit(Int64, unit: FinerUnit, storeClock: Date)
    /// The timestamp, or `iat`, is more than 24 hours behind the store's clock (S0-34).
    case timestampTooOld(Date, storeClock: Date)
    /// The timestamp, or `iat`, is ahead of the store's clock (C-3, C-5).
    case timestampInFuture(Date, storeClock: Date)
    /// The signature does not belong to these parts and this key, because of this mistake.
    case signature(SignatureMistake)
    /// Another private key made the signature, or another text was signed; nothing that was tried explains it (C-65).
    ///
    /// With the identifier that was sent; the SHA-256 of the public key registered under it, in hexadecimal digits and
    /// of the DER form; and those of the only public keys that can have made the signature if the text is the expected
    /// one.
    case otherPrivateKeyOrText(String, registered: String, signers: [String])
}

extension SignatureCause {
    /// A unit of time that is too small for a timestamp.
    public enum FinerUnit: String, Hashable, Sendable, CaseIterable, Codable {
        /// A thousandth of a millisecond.
        case microseconds
        /// A millionth of a millisecond, as `time_ns()` counts.
        case nanoseconds

        /// The number of units in a millisecond.
        var perMillisecond: Int64 { self == .microseconds ? 1_000 : 1_000_000 }
    }
}

extension AppAccount {
    /// A warning for a user name that was sent as an e-mail address instead of a hash (S0-29).
    package var warnings: [SignatureDiagnosis.Warning] {
        guard case .userName(let name) = self else { return [] }
        let (at, dot) = (UInt8(ascii: "@"), UInt8(ascii: "."))
        let halves = Array(name.utf8).split(separator: at, omittingEmptySubsequences: false)
        guard halves.count == 2, let host = halves.last, !halves[0].isEmpty, host.contains(dot), host.first != dot,
            host.last != dot
        else { return [] }
        return [.userNameLooksLikeEmail(name.beginning(ofBytes: 256))]
    }
}

extension [SignatureCause] {
    /// Whether the public key is missing, without which nothing can be said of the signature itself.
    var sayKeyIsUnknown: Bool { contains { if case .keyUnknown = $0 { true } else { false } } }
}
