import Foundation
import OfferKit

/// Why a control request was not carried out: an HTTP status, a code for programs, a sentence for people, and the place.
public struct ControlError: Error, Hashable, Sendable {
    /// 400 for what cannot be read, 401 without a token, 404 for what there is not, 405, 409 for what the store refuses, 413.
    public let status: Int
    /// What programs tell it by.
    public let code: String
    /// What people read.
    public let message: String
    /// The member, the part of the path or the line that is wrong.
    public var at: String?
    /// What there is in the place of what was named.
    public var known: [String]?
    /// More, such as the causes of a refused signature.
    public var details: JSONValue?

    init(_ status: Int, _ code: String, _ message: String, at place: String? = nil, known: [String]? = nil) {
        self.status = status
        self.code = code
        self.message = message
        at = place
        self.known = known
    }

    /// The body of the answer.
    public var json: JSONValue {
        .row([
            "error": .row([
                "code": .text(code), "message": .text(message), "at": at.map(JSONValue.text),
                "known": known.map { .list($0.map(JSONValue.text)) }, "details": details,
            ])
        ])
    }
}

// MARK: - What is wrong with a request

extension ControlError {
    static func missing(_ place: String) -> ControlError {
        ControlError(400, "missingMember", "The member \"\(place)\" is missing.", at: place)
    }

    static func wrongType(_ place: String, expected: String) -> ControlError {
        ControlError(400, "wrongType", "\"\(place)\" must be \(expected).", at: place)
    }

    static func wrongValue(_ place: String, _ message: String, known: [String]? = nil) -> ControlError {
        ControlError(400, "wrongValue", message, at: place, known: known)
    }

    static func unknownMember(_ place: String, known: [String]) -> ControlError {
        let words = known.isEmpty ? "There are none." : "There are: \(known.joined(separator: ", "))."
        return ControlError(
            400, "unknownMember", "There is no member \"\(place.shortened)\" here. \(words)", at: place.shortened,
            known: known)
    }

    /// Something that is named and is not there.
    static func unknown(_ kind: String, _ name: String, at place: String, known: [String]) -> ControlError {
        let shown = known.prefix(20)
        let words =
            known.isEmpty
            ? "There is none." : "There are: \(shown.joined(separator: ", "))\(known.count > 20 ? ", …" : "")."
        let code = "unknown" + kind.split(separator: " ").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        return ControlError(
            404, code, "There is no \(kind) \"\(name.shortened)\". \(words)", at: place, known: Array(shown))
    }
}

// MARK: - What the store refuses

extension ControlError {
    /// A refusal of the store; its text says what there is, and is handed on.
    ///
    /// - Parameter error: What the store threw.
    /// - Returns: 404 for what there is not, 409 for everything else.
    static func refused(_ error: any Error) -> ControlError {
        if let error = error as? ControlError { return error }
        if error is CancellationError {
            return ControlError(
                503, "cancelled", "The request was ended before it was done. Nothing is lost: send it again.")
        }
        let (name, text) = (caseName(of: error), "\(error)")
        let status = name.hasPrefix("unknown") ? 404 : 409
        let message = text.hasPrefix("\(name): ") ? String(text.dropFirst(name.count + 2)) : text
        var failure = ControlError(status, name.isEmpty ? "refused" : name, message)
        switch error as? PurchaseRefusal {
        case .invalidSignature(let diagnosis):
            let causes = diagnosis.causes.map { cause in
                JSONValue.row(["cause": .text(caseName(of: cause)), "text": .text("\(cause)")])
            }
            failure.details = ["causes": .list(causes)]
        case .missingOfferParams(let parts):
            failure.details = ["missing": .list(parts.map { .text($0.rawValue) })]
        default: break
        }
        return failure
    }

    /// The name of a case, which the language tells of one with data, and which others begin their text with.
    static func caseName(of value: Any) -> String {
        Mirror(reflecting: value).children.first?.label ?? String("\(value)".prefix { $0.isLetter })
    }
}

extension String {
    /// The beginning of a text that somebody sent, for a sentence about it.
    var shortened: String { count > 80 ? "\(prefix(80))…" : self }
}
