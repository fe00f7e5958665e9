import Foundation
import OfferKit
import OfferKitTimelines

/// Why a control request was not carried out: an HTTP status, a code for programs, a sentence for people, and the place.
public struct ControlError: Error, Hashable, Sendable {
    /// 400 for what cannot be read, 401 without a token, 403 for pages and names from elsewhere, 404 for what there is not, 405 for
    /// another method, 409 for what the store refuses, 413 for a body that is too long, 500 for a mistake of the server, 503 when it
    /// ends or has too many streams, 507 for what could not be written.
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
    static func missing(_ place: String, expected: String? = nil) -> ControlError {
        let words = expected.map { ": \($0)" } ?? ""
        return ControlError(400, "missingMember", "The member \"\(place)\" is missing\(words).", at: place)
    }

    static func wrongType(_ place: String, expected: String) -> ControlError {
        ControlError(400, "wrongType", "\"\(place)\" must be \(expected).", at: place)
    }

    static func wrongValue(_ place: String, _ message: String, known: [String]? = nil) -> ControlError {
        ControlError(400, "wrongValue", message, at: place, known: known)
    }

    static func unknownMember(_ place: String, known: [String]) -> ControlError {
        let name = place.split(whereSeparator: { ".: ".contains($0) }).last.map(String.init) ?? place
        let words = known.isEmpty ? "There are none." : "There are: \(known.joined(separator: ", "))."
        return ControlError(
            400, "unknownMember", "There is no member \"\(place.shortened)\" here. \(meant(name, known))\(words)",
            at: place.shortened,
            known: known)
    }

    /// A member that stands twice in one object: nobody knows which one counts.
    static func repeated(_ place: String) -> ControlError {
        ControlError(400, "repeatedMember", "\"\(place.shortened)\" stands there twice.", at: place.shortened)
    }

    /// Something that is named and is not there.
    static func unknown(_ kind: String, _ name: String, at place: String, known: [String]) -> ControlError {
        let shown = known.prefix(20)
        let words =
            known.isEmpty
            ? "There is none." : "There are: \(shown.joined(separator: ", "))\(known.count > 20 ? ", …" : "")."
        let code = "unknown" + kind.split(separator: " ").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        return ControlError(
            404, code, "There is no \(kind) \"\(name.shortened)\". \(meant(name, known))\(words)", at: place,
            known: Array(shown))
    }

    /// A question after the name that is near, with a blank behind it; empty where none is.
    static func meant(_ name: String, _ known: [String]) -> String {
        known.count < 2 ? "" : UnknownName(name, known: known).nearest.map { "Did you mean \"\($0)\"? " } ?? ""
    }
}

// MARK: - What the server cannot do

extension ControlError {
    /// A file that cannot be written.
    static func notKept(_ message: String) -> ControlError { ControlError(507, "notRecorded", message) }

    /// A command that the journal did not take: nothing of it has happened.
    static func notRecorded(_ error: JournalError?) -> ControlError {
        let why = error.map { " \(words($0))" } ?? ""
        return notKept("Nothing has happened, because it could not be written.\(why)")
    }

    /// One store's files keep all from starting.
    ///
    /// - Parameters:
    ///   - name: The store.
    ///   - files: Where it is kept.
    ///   - error: What is wrong with them.
    /// - Returns: An error that says how to start without it.
    static func keptOut(_ name: String, _ files: KeptFiles, _ error: any Error) -> ControlError {
        let failure = error as? ControlError
        return ControlError(
            failure?.status ?? 409, failure?.code ?? "unreadableStore",
            "The store \"\(name)\" cannot be opened. \(failure?.message ?? words(error)) To start without this store, move "
                + "its files out of \(files.folder.path): \(files.fileNames(of: name).joined(separator: ", ")).",
            at: "data")
    }

    /// Something went wrong once the request was carried out, but for its notifications.
    ///
    /// - Parameters:
    ///   - error: What went wrong.
    ///   - trouble: What is wrong with the journal.
    /// - Returns: An error that lets nobody send the request again.
    static func afterwards(_ error: any Error, because trouble: JournalError? = nil) -> ControlError {
        if error is CancellationError {
            return ControlError(
                503, "cancelled",
                "What was asked for was done; do not ask again. The server ends, or you closed the connection: notifications that "
                    + "were not sent are sent later.")
        }
        let failure = refused(error)
        guard failure.status == 507 else { return failure }
        return ControlError(
            507, "attemptsNotRecorded",
            "What was asked for was done; do not ask again. What your backend answered to the notifications could not be "
                + "written, so that they may be sent once more.\(trouble.map { " \(words($0))" } ?? "")")
    }
}

extension ControlError {
    /// Something went wrong while the clock was moved.
    ///
    /// - Parameters:
    ///   - error: What went wrong.
    ///   - now: Where the clock stands.
    ///   - target: Where it was to go.
    ///   - trouble: What is wrong with the journal.
    /// - Returns: An error that says how to go on; a refusal to move at all as it is.
    static func onTheWay(
        _ error: any Error, from now: Date, to target: Date, because trouble: JournalError?
    ) -> ControlError {
        let failure = refused(error)
        guard error is CancellationError || failure.status == 507 else { return failure }
        let why =
            error is CancellationError
            ? "The server ends, or you closed the connection."
            : "What happens next could not be written.\(trouble.map { " \(words($0))" } ?? "")"
        return ControlError(
            failure.status, failure.code,
            "\(why) The clock stands at \(now.utcText); to go on, send PUT clock {\"to\": \"\(target.utcText)\"}.",
            at: "clock")
    }
}

// MARK: - What the store refuses

extension ControlError {
    /// A refusal of the store; its text says what there is, and is handed on.
    ///
    /// - Parameters:
    ///   - error: What the store threw.
    ///   - trouble: What is wrong with the journal.
    /// - Returns: 404 for what there is not, 409 for other refusals, 507 for what was not written, 500 for everything else.
    static func refused(_ error: any Error, because trouble: JournalError? = nil) -> ControlError {
        if let error = error as? ControlError { return error }
        if error is CancellationError {
            return ControlError(
                503, "cancelled", "The server ends, or you closed the connection. Nothing was done: ask again.")
        }
        if let error = error as? JournalError { return notRecorded(error) }
        if let error = error as? SnapshotError {
            return ControlError(
                409, "damagedSnapshot", "The snapshot cannot be read: \(words(error))", at: "name")
        }
        if case .clockIsFollowing? = error as? ClockRefusal { return clockIsFollowing }
        let (name, text) =
            error as? AppStoreServerKeyError == .emptyIdentifier
            ? ("emptyIdentifier", "\(error)") : (caseName(of: error), "\(error)")
        if name == "notRecorded" || (error as? NotificationRefusal) == .notRecorded { return notRecorded(trouble) }
        guard isRefusal(error) else {
            return ControlError(500, "internal", "The server made a mistake; please report it: \(text.shortened)")
        }
        let status = name.hasPrefix("unknown") ? 404 : 409
        var failure = ControlError(status, name.isEmpty ? "refused" : name, words(error))
        if name == "unknownTransaction" { failure.at = "transaction" }
        if case .unknownNotification(let id, _)? = error as? NotificationRefusal {
            failure = ControlError(
                404, name,
                "There is no notification \(id.uuidString.lowercased()). GET notifications has all that were made.",
                at: "uuid")
        }
        switch error as? PurchaseRefusal {
        case .invalidSignature(let diagnosis):
            let causes = diagnosis.causes.map { cause in
                JSONValue.row(["cause": .text(caseName(of: cause)), "text": .text("\(cause)")])
            }
            failure.details = ["causes": .list(causes)]
        case .missingOfferParams(let parts):
            failure = ControlError(
                status, name,
                "The offer lacks something that was signed, or has it empty: \(parts.map(\.rawValue).joined(separator: ", ")). Here "
                    + "the user name is the request's member \"userName\" (or \"appAccountToken\"), and the offer's members are \"id\", "
                    + "\"keyID\", \"nonce\", \"signature\" and \"timestamp\".")
            failure.details = ["missing": .list(parts.map { .text($0.rawValue) })]
        default: break
        }
        return failure
    }

    static let clockIsFollowing = ControlError(
        409, "clockIsFollowing", "The clock runs by itself (--clock system), and cannot be moved.")

    /// Whether an error is the store's answer to a request, and no mistake of the server.
    private static func isRefusal(_ error: any Error) -> Bool {
        switch error {
        case is PurchaseRefusal, is CodeRefusal, is CodeCreationRefusal, is ConfigurationRefusal, is KeyRefusal,
            is ClockRefusal, is RefundRefusal, is ExtensionRefusal, is FamilyRefusal, is SubscriptionRefusal,
            is NotificationRefusal, is OfferQuestionError, is OfferSigningError, is AppStoreServerKeyError,
            is StoreKitError,
            is Timeline.DrawingError:
            true
        default: false
        }
    }

    /// What an error says, without the name of its case, with which some texts of the library begin.
    public static func words(_ error: any Error) -> String {
        let (name, text) = (caseName(of: error), "\(error)")
        return !name.isEmpty && text.hasPrefix("\(name): ") ? String(text.dropFirst(name.count + 2)) : text
    }

    /// The name of a case, which the language tells of one with data, and which others begin their text with, or are described by.
    ///
    /// - Parameter value: A case.
    /// - Returns: Its name; what its type is called where its text is a sentence.
    static func caseName(of value: Any) -> String {
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .enum, let label = mirror.children.first?.label { return label }
        let text = "\(value)"
        let word = text.prefix { $0.isLetter }
        let rest = text.dropFirst(word.count)
        if word.first?.isLowercase == true, rest.isEmpty || rest.hasPrefix(":") { return String(word) }
        let type = "\(type(of: value))"
        return type.prefix(1).lowercased() + type.dropFirst()
    }
}

extension String {
    /// The beginning of a text that somebody sent, for a sentence about it.
    var shortened: String { count > 80 ? "\(prefix(80))…" : self }
}
