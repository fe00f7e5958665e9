public import AsyncHTTPClient
public import Foundation
import GRDB
public import Logging
import NIOConcurrencyHelpers
import OfferKit
import OfferKitReports

/// A developer's server: it takes notifications, keeps users in a database, and signs the offer that a user's segment asks for.
public final class Backend: Sendable {
    let setup: CheckedConfiguration
    let database: UserDatabase
    let keys: OfferKeys
    let limits: RateLimit
    let logger: Logger
    let client: HTTPClient
    let pause: @Sendable (Duration) async throws -> Void
    /// Whether the App Store said that the shared secret is wrong, and has verified nothing since.
    let secretIsWrong = NIOLockedValueBox(false)
    let probe: DatabaseProbe
    /// When the App Store last judged a receipt, in milliseconds since 1970: until then it may have been out.
    let judgedAt = NIOLockedValueBox(Int64.min)
    private let isPruning = NIOLockedValueBox(false)
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
    ///   - pause: Waits, where the App Store asks for time.
    /// - Throws: ``BackendError``.
    public init(
        _ configuration: BackendConfiguration, in folder: URL, database: String, client: HTTPClient, logger: Logger,
        wallClock: @escaping @Sendable () -> Date = { Date() },
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) throws {
        setup = try CheckedConfiguration(configuration, in: folder)
        keys = OfferKeys(setup.offerKeys, logger)
        _ = try keys.signer()
        do {
            self.database = try UserDatabase(database, keepingDays: setup.keepsDays)
        } catch let error as DatabaseError {
            throw BackendError(
                500, "database", "\(database) cannot be opened: \(error.message ?? "\(error.resultCode)").", at: "data")
        }
        probe = DatabaseProbe(self.database)
        limits = RateLimit(perMinute: setup.requestsPerMinute)
        verifier = NIOLockedValueBox(("", setup.verifier))
        self.client = client
        self.logger = logger
        self.wallClock = wallClock
        self.pause = pause
    }

    /// A backend that is configured by a file.
    ///
    /// - Parameters:
    ///   - file: The configuration; the files that it names are relative to it.
    ///   - database: The path of the database; it is made where there is none.
    ///   - client: What the App Store is asked with; whoever makes it shuts it down.
    ///   - logger: Where it says what it does.
    /// - Throws: ``BackendError``, which names the file where something in it is wrong.
    public convenience init(reading file: URL, database: String, client: HTTPClient, logger: Logger) throws {
        let configuration = try BackendConfiguration.read(file)
        do {
            try self.init(
                configuration, in: file.deletingLastPathComponent(), database: database, client: client, logger: logger)
        } catch {
            throw BackendConfiguration.naming(file, error)
        }
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

    private struct Posted: Decodable { let signedPayload: String }

    /// Takes a notification: verified, once, and in the database before it is acknowledged (S0-91).
    ///
    /// - Parameter body: The body that was posted.
    /// - Returns: Whether it was new.
    /// - Throws: ``BackendError``: 400 for a body that is none, 401 for one that the App Store did not sign, 409 for one of a store that is
    ///   not the one that the table is of.
    func receive(_ body: Data) async throws -> Bool {
        let posted: Posted
        do {
            posted = try JSONDecoder().decode(Posted.self, from: body)
        } catch {
            let problem = BackendError.unreadable(error)
            guard problem.code != "wrongType" else { throw problem }
            throw BackendError(
                400, "notANotification", "The body is no notification of version 2: it has no signedPayload.",
                at: "body")
        }
        let taken: UserDatabase.Taken
        do {
            taken = try await take(signedPayload: posted.signedPayload)
        } catch let error as BackendError where error.code == BackendError.otherStore.code {
            logger.error("another store", metadata: ["error": "\(error)"])
            throw error
        }
        if let unsure = taken.unsure { await settle(unsure) }
        // The App Store does not wait for that.
        if taken.isPruningDue { Task { await prune() } }
        return taken.isNew
    }

    /// Takes old statements away, unless somebody does already.
    private func prune() async {
        guard
            isPruning.withLockedValue({ isPruning in
                defer { isPruning = true }
                return !isPruning
            })
        else { return }
        defer { isPruning.withLockedValue { $0 = false } }
        do {
            try await database.prune()
        } catch {
            logger.warning("old statements not taken away", metadata: ["error": "\(type(of: error))"])
        }
    }

    /// Takes a signed notification, whichever way it came.
    func take(signedPayload: String) async throws -> UserDatabase.Taken {
        let payload = try verified { try $0.notification(signedPayload) }
        let header = signedPayload.prefix { $0 != "." }
        if verifier.withLockedValue({ $0.expects != header }),
            let expecting = try? setup.verifier.expectingMore(like: signedPayload)
        {
            verifier.withLockedValue { $0 = (Substring(String(header)), expecting) }
        }
        var statement = StoreStatement(
            uuid: payload.notificationUUID.uuidString.lowercased(), type: payload.notificationType.rawValue,
            subtype: payload.subtype?.rawValue, signedDate: payload.signedDate.milliseconds,
            status: payload.data?.status?.rawValue)
        let taken = try await take(
            &statement, payload.data?.signedTransactionInfo, payload.data?.signedRenewalInfo)
        logger.info(
            "notification",
            metadata: ["type": "\(statement.type)", "uuid": "\(statement.uuid)", "new": "\(taken.isNew)"])
        return taken
    }

    /// Takes an answer of the status API on one subscription.
    ///
    /// - Returns: When it was signed.
    func take(_ last: StatusAnswer.Last) async throws -> Int64 {
        var statement = StoreStatement(
            uuid: "status-\(UUID().uuidString.lowercased())", type: StoreStatement.statusType, signedDate: 0,
            status: last.status)
        _ = try await take(&statement, last.signedTransactionInfo, last.signedRenewalInfo)
        return statement.signedDate
    }

    private func take(
        _ statement: inout StoreStatement, _ transactionInfo: String?, _ renewalInfo: String?
    ) async throws -> UserDatabase.Taken {
        let transaction = try transactionInfo.map { text in try verified { try $0.transaction(text) } }
        let renewal = try renewalInfo.map { text in try verified { try $0.renewalInfo(text) } }
        statement.add(transaction, renewal)
        if !statement.isNotification {
            statement.signedDate =
                max(transaction?.signedDate ?? .distantPast, renewal?.signedDate ?? .distantPast).milliseconds
        }
        return try await database.take(statement, transaction.flatMap { Period($0) }.map { [$0] } ?? [])
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
}
