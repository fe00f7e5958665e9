import OfferKit

/// A reason why a line could not be read: a fault of the line, of its JSON, or of one of its members.
package enum LineError: Error, Hashable, Sendable {
    case lineTooLong(limit: Int)
    case notUTF8
    case notJSON
    /// A member occurs twice in one object, so that its value is ambiguous.
    case doubledMember(String)
    /// A member is unknown; with the known ones.
    case unknownMember(at: String, known: [String])
    case missingMember(at: String)
    case wrongType(at: String, expected: String)
    /// A text is not one of the choices.
    case wrongValue(at: String, String, known: [String])
    /// A value of the right type has the wrong form.
    case wrongForm(at: String, String, expected: String)
    /// Exactly one of these members is required.
    case notOneOf([String], given: [String])
    /// At most one of these members is allowed.
    case notTogether([String])
    /// A nonce is no UUID.
    case nonceNotUUID(at: String, String)
    /// A text is no key; with the reason.
    case unreadableKey(at: String, reason: String)
}

extension LineError {
    /// Makes the error for one of Foundation's, for a line that it cannot read.
    package init(_ error: DecodingError) {
        func path(_ context: DecodingError.Context, _ key: (any CodingKey)? = nil) -> String {
            (context.codingPath + [key].compactMap { $0 }).map(\.stringValue).joined(separator: ".")
        }
        switch error {
        case .keyNotFound(let key, let context): self = .missingMember(at: path(context, key))
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            self =
                context.codingPath.isEmpty
                ? .notJSON : .wrongType(at: path(context), expected: LineError.words(for: type))
        case .dataCorrupted(let context) where !context.codingPath.isEmpty:
            self = .wrongType(at: path(context), expected: "a value of its form")
        default: self = .notJSON
        }
    }

    private static func words(for type: any Any.Type) -> String {
        switch type {
        case is String.Type: "text"
        case is Bool.Type: "true or false"
        case is any BinaryInteger.Type: "a whole number"
        case is [String].Type: "a list"
        default: "an object"
        }
    }

    /// The name of the error for programs.
    package var kind: String {
        switch self {
        case .lineTooLong: "lineTooLong"
        case .notUTF8: "notUTF8"
        case .notJSON: "notJSON"
        case .doubledMember: "doubledMember"
        case .unknownMember: "unknownMember"
        case .missingMember: "missingMember"
        case .wrongType: "wrongType"
        case .wrongValue, .wrongForm, .notOneOf, .notTogether: "wrongValue"
        case .nonceNotUUID: "nonceNotUUID"
        case .unreadableKey: "unreadableKey"
        }
    }

    /// The faulty member, such as `offer.nonce`.
    package var place: String? {
        switch self {
        case .lineTooLong, .notUTF8, .notJSON, .notOneOf, .notTogether: nil
        case .doubledMember(let place), .unknownMember(let place, _), .missingMember(let place),
            .wrongType(let place, _), .wrongValue(let place, _, _), .wrongForm(let place, _, _),
            .nonceNotUUID(let place, _), .unreadableKey(let place, _):
            place
        }
    }

    /// The allowed values in its place.
    package var known: [String]? {
        switch self {
        case .unknownMember(_, let known), .wrongValue(_, _, let known), .notOneOf(let known, _): known
        default: nil
        }
    }

    /// The allowed value that was most likely meant.
    package var suggestion: String? {
        switch self {
        case .unknownMember(let place, let known):
            NearestName.of(place.split(separator: ".").last.map(String.init) ?? place, among: known)
        case .wrongValue(_, let text, let known): NearestName.of(text, among: known)
        default: nil
        }
    }
}

extension LineError: CustomStringConvertible {
    /// Says what is wrong, where, and what to do.
    package var description: String {
        switch self {
        case .lineTooLong(let limit): "The line is longer than \(limit) bytes."
        case .notUTF8: "The line is not UTF-8."
        case .notJSON: "The line is not one JSON object."
        case .doubledMember(let place): "The member \"\(place)\" stands there twice. Write it once."
        case .unknownMember(let place, _): "There is no member \"\(place)\" here.\(question)"
        case .missingMember(let place): "The member \"\(place)\" is missing."
        case .wrongType(let place, let expected): "\"\(place)\" must be \(expected)."
        case .wrongValue(let place, let text, _): "\"\(place)\" cannot be \(VisibleText.quoted(text)).\(question)"
        case .wrongForm(let place, let text, let expected):
            "\"\(place)\" must be \(expected), and not \(VisibleText.quoted(text))."
        case .notOneOf(let names, let given):
            "One of \(names.joined(separator: ", ")) must be there, "
                + (given.isEmpty ? "and none is." : "and not \(given.joined(separator: " and ")) together.")
        case .notTogether(let names): "Only one of \(names.joined(separator: ", ")) can be there."
        case .nonceNotUUID(let place, let text):
            "\"\(place)\" must be a UUID of 36 characters with hyphens, and of version 4, and not "
                + "\(VisibleText.quoted(text))."
        case .unreadableKey(let place, let reason): "\"\(place)\" holds no key on P-256: \(reason)."
        }
    }

    private var question: String { suggestion.map { " Did you mean \"\($0)\"?" } ?? "" }
}
