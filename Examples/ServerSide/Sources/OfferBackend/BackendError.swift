import Foundation
import GRDB

/// Why a request was not carried out: an HTTP status, a code for programs, a sentence for people, and the place.
public struct BackendError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The HTTP status.
    public let status: Int
    /// What programs tell it by.
    public let code: String
    /// What people read.
    public let message: String
    /// The member, the file or the part of the path that is wrong.
    public var at: String?
    /// After how many seconds the request may be sent again; nil where that would not help.
    public var retryAfter: Int?
    /// What the log says of it beside the code, and no answer does.
    var logged: String?
    /// The methods that the path takes, where another was sent.
    var methods: [String] = []

    init(_ status: Int, _ code: String, _ message: String, at place: String? = nil, retryAfter: Int? = nil) {
        self.status = status
        self.code = code
        self.message = message
        at = place
        self.retryAfter = retryAfter
    }

    /// The code and the sentence.
    public var description: String { "\(code): \(message)" }

    struct Body: Encodable {
        struct Content: Encodable {
            let code: String
            let message: String
            let at: String?
        }

        let error: Content
    }

    var body: Body { Body(error: .init(code: code, message: message, at: at)) }

    /// What a failure of the database is answered with: nothing was stored.
    ///
    /// - Parameter error: What SQLite or GRDB threw.
    /// - Returns: 507 for a full disk, 503 for what may be over soon, 500 for everything else.
    static func database(_ error: DatabaseError) -> BackendError {
        let message = "\(words(of: error)) Nothing of this request was stored."
        return switch error.resultCode {
        case .SQLITE_FULL, .SQLITE_IOERR: BackendError(507, "databaseFull", message, retryAfter: 60)
        case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_NOMEM, .SQLITE_INTERRUPT:
            BackendError(503, "databaseUnavailable", message, retryAfter: 5)
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: BackendError(500, "databaseDamaged", message)
        default: BackendError(500, "internal", message)
        }
    }

    /// What is wrong with the database, in a sentence.
    static func words(of error: DatabaseError) -> String {
        switch error.resultCode {
        case .SQLITE_FULL, .SQLITE_IOERR: "The database takes no more: its disk is full, or fails."
        case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_NOMEM, .SQLITE_INTERRUPT:
            "The database does not answer: another program holds it, or its file may not be written."
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: "The database is damaged."
        default: "The database refused the request, which was logged."
        }
    }

    static let otherStore = BackendError(
        409, "otherStore",
        "The table knows another notification or transaction in this one's place: the store was reset, or its clock set back. Begin with an empty database.",
        at: "signedPayload")

    static let displaced = BackendError(
        507, "databaseDisplaced",
        "The database's file was taken away while the server runs, or another one put in its place. Put it back, or start the server again. "
            + "Nothing of this request was stored.", retryAfter: 60)

    static let noAnswer = BackendError(502, "appStore", "The App Store does not answer.", retryAfter: 60)

    /// Something is wrong in the configuration.
    static func configuration(_ message: String, at place: String?) -> BackendError {
        BackendError(400, "configuration", message, at: place)
    }

    /// Catching up stopped on its way.
    static func notFinished(_ why: String, retryAfter: Int = 1) -> BackendError {
        BackendError(
            503, "notFinished", "\(why) Ask again: it goes on where it stopped.", retryAfter: retryAfter)
    }

    static func unknownUser(_ id: String) -> BackendError {
        BackendError(404, "unknownUser", "There is no user \"\(id.prefix(80))\". POST /users makes one.", at: "userId")
    }
}
