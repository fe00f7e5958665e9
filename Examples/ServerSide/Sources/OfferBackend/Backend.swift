public import AsyncHTTPClient
public import Foundation
import GRDB
public import Logging
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import OfferKit
import OfferKitReports

/// A developer's server: it takes notifications, keeps users in a database, and signs the offer that a user's segment asks for.
public final class Backend: Sendable {
    let setup: Setup
    let database: UserDatabase
    let keys: OfferKeys
    let limits: RateLimit
    let logger: Logger
    private let client: HTTPClient
    private let wallClock: @Sendable () -> Date
    /// Knows the chain that signed last, by its header, so that the next value costs one signature to check.
    private let verifier: NIOLockedValueBox<(expects: Substring, SignedDataVerifier)>

    /// A backend on a database in a file.
    ///
    /// - Parameters:
    ///   - configuration: How it is set up.
    ///   - folder: Where the files are that the configuration names.
    ///   - database: The path of the database; it is made where there is none.
    ///   - client: What the App Store is asked with; whoever makes it shuts it down.
    ///   - logger: Where it says what it does; no secret, receipt or signature is ever said.
    ///   - wallClock: The clock that tokens and signatures are dated by.
    /// - Throws: ``BackendError``, or GRDB's errors where the database cannot be opened.
    public init(
        _ configuration: BackendConfiguration, in folder: URL, database: String, client: HTTPClient, logger: Logger,
        wallClock: @escaping @Sendable () -> Date = { Date() }
    ) throws {
        setup = try Setup(configuration, in: folder)
        self.database = try UserDatabase(database)
        keys = OfferKeys(setup.offerKeys)
        _ = try keys.signer()
        limits = RateLimit(perMinute: setup.requestsPerMinute)
        verifier = NIOLockedValueBox(("", setup.verifier))
        self.client = client
        self.logger = logger
        self.wallClock = wallClock
    }

    var wallTime: Date { wallClock() }

    /// The time by which subscriptions are over.
    func now() async throws -> Date {
        guard setup.clock == .notifications, let latest = try await database.latestSignature() else { return wallTime }
        return Date(milliseconds: latest)
    }

    /// Lets go of the database.
    public func close() throws { try database.pool.close() }

    // MARK: - What the App Store says

    /// Takes a notification: verified, once, and in the database before it is acknowledged (S0-91).
    ///
    /// - Parameter body: The body that was posted.
    /// - Returns: Whether it was new.
    /// - Throws: ``BackendError``: 400 for a body that is none, 401 for one that the App Store did not sign.
    func receive(_ body: Data) async throws -> Bool {
        struct Posted: Decodable { let signedPayload: String }
        guard let posted = try? JSONDecoder().decode(Posted.self, from: body) else {
            throw BackendError(
                400, "notANotification", "The body is no notification of version 2: it has no signedPayload.",
                at: "body")
        }
        return try await take(signedPayload: posted.signedPayload)
    }

    func take(signedPayload: String) async throws -> Bool {
        let payload = try verified { try $0.notification(signedPayload) }
        let header = signedPayload.prefix { $0 != "." }
        if verifier.withLockedValue({ $0.expects != header }),
            let expecting = try? setup.verifier.expectingMore(like: signedPayload)
        {
            verifier.withLockedValue { $0 = (Substring(String(header)), expecting) }
        }
        let transaction = try payload.data?.signedTransactionInfo.map { text in
            try verified { try $0.transaction(text) }
        }
        let renewal = try payload.data?.signedRenewalInfo.map { text in try verified { try $0.renewalInfo(text) } }
        var said = Said(
            uuid: payload.notificationUUID.uuidString.lowercased(), type: payload.notificationType.rawValue,
            subtype: payload.subtype?.rawValue, signedDate: payload.signedDate.milliseconds,
            status: payload.data?.status?.rawValue)
        said.add(transaction, renewal)
        let isNew = try await database.take(said)
        logger.info(
            "notification",
            metadata: ["type": "\(said.type)", "uuid": "\(said.uuid)", "new": "\(isNew)"])
        return isNew
    }

    /// Checks a signed value, with the chain of the last one if it is the same.
    private func verified<Value>(_ read: (SignedDataVerifier) throws -> Value) throws -> Value {
        do {
            return try read(verifier.withLockedValue { $0.1 })
        } catch {
            throw BackendError(
                401, "notSigned", "The App Store did not sign this for the app: \(error)", at: "signedPayload")
        }
    }

    // MARK: - Catching up

    /// What catching up brought.
    public struct CaughtUp: Codable, Sendable {
        /// Notifications that had not arrived.
        public var notifications = 0
        /// Subscriptions whose status was asked for.
        public var statuses = 0
    }

    /// Asks the App Store for what was missed: the history of notifications, and then the status of every subscription that is not over.
    ///
    /// The history is asked for whole, 180 days of it, because what failed long ago can be older than what has arrived since; what is
    /// known already counts once.
    ///
    /// - Returns: What it brought.
    /// - Throws: ``BackendError`` where the App Store does not answer; what was taken until then stays.
    public func catchUp() async throws -> CaughtUp {
        var caught = CaughtUp()
        let latest = try await database.latestSignature().map { Date(milliseconds: $0) }
        let now = wallTime
        let day = 86_400.0
        // A store whose clock is moved may be ahead of what it was heard to say last.
        let isReal = setup.clock == .real || latest == nil
        let start = (isReal ? now : latest ?? now).addingTimeInterval(-(isReal ? 179 : 89) * day)
        let end = start.addingTimeInterval(179 * day)
        var page: String?
        repeat {
            var path = "/inApps/v1/notifications/history"
            if let page {
                path += "?paginationToken=\(page.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? page)"
            }
            let history: NotificationHistory = try await ask(
                "POST", path, ["startDate": start.milliseconds, "endDate": end.milliseconds])
            for entry in history.notificationHistory where try await take(signedPayload: entry.signedPayload) {
                caught.notifications += 1
            }
            page = history.hasMore ? history.paginationToken : nil
        } while page != nil
        let ids = try await database.pool.read { database in
            try String.fetchAll(database, sql: "SELECT originalTransactionId FROM user WHERE status IN (1, 3, 4)")
        }
        for id in ids {
            let answer: Statuses = try await ask("GET", "/inApps/v1/subscriptions/\(id)")
            for last in answer.data.flatMap(\.lastTransactions) where last.originalTransactionId == id {
                try await take(last)
                caught.statuses += 1
            }
        }
        logger.notice(
            "caught up", metadata: ["notifications": "\(caught.notifications)", "statuses": "\(caught.statuses)"])
        return caught
    }

    private func take(_ last: Statuses.Last) async throws {
        let transaction = try last.signedTransactionInfo.map { text in try verified { try $0.transaction(text) } }
        let renewal = try last.signedRenewalInfo.map { text in try verified { try $0.renewalInfo(text) } }
        let signed = max(transaction?.signedDate ?? .distantPast, renewal?.signedDate ?? .distantPast).milliseconds
        var said = Said(
            uuid: "status-\(last.originalTransactionId)-\(signed)-\(last.status)", type: Said.statusType,
            signedDate: signed,
            status: last.status)
        said.add(transaction, renewal)
        _ = try await database.take(said)
    }

    private struct NotificationHistory: Decodable {
        struct Entry: Decodable { let signedPayload: String }

        let notificationHistory: [Entry]
        let hasMore: Bool
        let paginationToken: String?
    }

    private struct Statuses: Decodable {
        struct Group: Decodable { let lastTransactions: [Last] }
        struct Last: Decodable {
            let originalTransactionId: String
            let status: Int
            let signedTransactionInfo: String?
            let signedRenewalInfo: String?
        }

        let data: [Group]
    }

    /// Asks the App Store Server API.
    private func ask<Answer: Decodable>(
        _ method: String, _ path: String, _ body: [String: Int64]? = nil
    ) async throws -> Answer {
        let authorization = try setup.tokens.authorization(at: wallTime)
        var base = setup.appStore.absoluteString
        if base.hasSuffix("/") { base.removeLast() }
        let (status, data) = try await send(
            method, base + path, body.map { try JSONEncoder().encode($0) } ?? Data(), ["Authorization": authorization])
        guard status == 200, let answer = try? JSONDecoder().decode(Answer.self, from: data) else {
            throw BackendError(
                502, "appStore", "The App Store answered \(status) to \(method) \(path.prefix { $0 != "?" }).",
                retryAfter: 60)
        }
        return answer
    }

    /// Sends a request, and reads the whole answer.
    func send(
        _ method: String, _ url: String, _ body: Data, _ headers: [String: String] = [:]
    ) async throws -> (status: Int, body: Data) {
        var request = HTTPClientRequest(url: url)
        request.method = .init(rawValue: method)
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        if !body.isEmpty {
            request.headers.add(name: "Content-Type", value: "application/json")
            request.body = .bytes(ByteBuffer(bytes: body))
        }
        do {
            let response = try await client.execute(request, timeout: .seconds(30))
            let bytes = try await response.body.collect(upTo: 16_777_216)
            return (Int(response.status.code), Data(bytes.readableBytesView))
        } catch {
            throw BackendError(502, "appStore", "The App Store does not answer.", retryAfter: 60)
        }
    }
}

extension Said {
    fileprivate mutating func add(_ transaction: TransactionPayload?, _ renewal: RenewalInfoPayload?) {
        transactionInfo = transaction.map { Data($0.json) }
        renewalInfo = renewal.map { Data($0.json) }
        originalTransactionId = (transaction?.originalTransactionID ?? renewal?.originalTransactionID).map { "\($0)" }
        appAccountToken = transaction?.appAccountToken?.uuidString.lowercased()
    }
}
