import Foundation
import GRDB

/// The database in one file: SQLite in WAL mode, and each acknowledgement is on the disk before it is given.
struct UserDatabase: Sendable {
    let pool: DatabasePool
    /// How long statements are kept beside the rows that are made of them, in milliseconds.
    let kept: Int64

    /// Where the file is.
    let path: String
    /// Which file it is; nil where the system does not say.
    private let file: FileIdentity?
    /// How long a write waits in all: for those before it, and for another program that holds the database.
    let longestWait: Duration

    /// Opens the file, or makes it, and brings its tables up to date.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - days: For how many days statements are kept.
    ///   - longestWait: How long a write waits.
    /// - Throws: GRDB's errors, and ``BackendError`` for what is no file, or the file of another program or of a later version, which stays
    ///   as it is then. A file that was made goes again.
    init(
        _ path: String, keepingDays days: Int = BackendConfiguration.leastDays,
        waiting longestWait: Duration = .seconds(5)
    ) throws {
        (self.path, self.longestWait) = (path, longestWait)
        kept = Int64(days) * 86_400_000
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        if try UserDatabase.holdsBytes(path) { try UserDatabase.requireOwn(path, configuration) }
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        let isNew = try UserDatabase.closeToOthers(path)
        do {
            pool = try DatabasePool(path: path, configuration: configuration)
            try pool.write { try UserDatabase.sign($0) }
            try UserDatabase.migrator.migrate(pool)
            file = FileIdentity(path)
        } catch {
            if isNew { UserDatabase.remove(path) }
            throw error
        }
    }

    /// Writes, all of it or nothing.
    ///
    /// However many wait, each is told within ``longestWait`` that the database does not answer, because the time runs from here, and not
    /// from when it is a write's turn.
    ///
    /// - Throws: GRDB's errors, `SQLITE_BUSY` where it waited too long, ``BackendError/displaced`` where another file is in the place of the
    ///   database or none, and what `updates` throws; nothing was stored then.
    func write<Value: Sendable>(_ updates: @Sendable (Database) throws -> Value) async throws -> Value {
        let end = ContinuousClock.now + longestWait
        return try await pool.writeWithoutTransaction { database in
            let left = ContinuousClock.now.duration(to: end)
            guard left > .zero else { throw DatabaseError(resultCode: .SQLITE_BUSY) }
            // What is written into a file that was taken away is gone with the process.
            guard FileIdentity(path) == file else { throw BackendError.displaced }
            try database.execute(sql: "PRAGMA busy_timeout = \(Int(left / .milliseconds(1)) + 1)")
            var value: Value?
            try database.inTransaction {
                value = try updates(database)
                return .commit
            }
            guard let value else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
            return value
        }
    }

    // MARK: - What the App Store says

    /// What became of a statement.
    struct Taken: Sendable {
        /// Whether it was new: the same UUID counts once.
        var isNew = false
        /// The UUID of a notification.
        var uuid = ""
        /// Whether it is time to count old statements and to take them away.
        var isPruningDue = false
        /// The subscription whose last statement is not known, because two were signed at one instant; nil when it is.
        var unsure: String?
    }

    /// Takes what the App Store said, and works its user's row out anew, both or neither.
    ///
    /// - Parameters:
    ///   - statement: What was said, verified.
    ///   - periods: The periods that it told of.
    /// - Returns: What became of it.
    /// - Throws: GRDB's errors, and ``BackendError`` for what another store said; nothing was stored then.
    func take(_ statement: StoreStatement, _ periods: [Period]) async throws -> Taken {
        try await write { try take(statement, periods, $0) }
    }

    func take(_ statement: StoreStatement, _ periods: [Period], _ database: Database) throws -> Taken {
        if let known = try StoreStatement.fetchOne(database, key: statement.uuid) {
            // A store that begins again has the UUIDs of before, for other customers.
            guard known.isSame(as: statement) else { throw BackendError.otherStore }
            return Taken(uuid: statement.uuid)
        }
        if statement.isNotification {
            if try statement.signedDate <= prunedUntil(database) {
                // Where it was counted and taken away it is known; another one is of another store, and must not get lost silently.
                guard try couldBePruned(statement, periods, database) else { throw BackendError.otherStore }
                return Taken(uuid: statement.uuid)
            }
            return try add(statement, periods, database)
        }
        // Answers come as often as they are asked for: one that says nothing new is not kept.
        let id = statement.originalTransactionId ?? ""
        let before = try UserRow.fetchOne(database, key: id)
        if statement.type == StoreStatement.statusType, let before, before.signedDate > statement.signedDate {
            return Taken()
        }
        var taken = Taken()
        try database.inSavepoint {
            taken = try add(statement, periods, database)
            var after = try UserRow.fetchOne(database, key: id)
            after?.signedDate = before?.signedDate ?? 0
            after?.isUnsure = before?.isUnsure ?? false
            taken.isNew = after != before
            return taken.isNew ? .commit : .rollback
        }
        for period in periods { try period.keep(database) }
        if statement.type == StoreStatement.statusType {
            try database.execute(
                sql: "UPDATE user SET isUnsure = FALSE WHERE originalTransactionId = ?", arguments: [id])
        }
        return taken
    }

    private func add(_ statement: StoreStatement, _ periods: [Period], _ database: Database) throws -> Taken {
        var taken = Taken(isNew: true, uuid: statement.uuid)
        try statement.insert(database)
        let number = database.lastInsertedRowID
        for period in periods { try period.keep(database) }
        if let user = statement.appAccountToken, try Activity.fetchOne(database, key: user) == nil {
            try Activity(userId: user).insert(database)
        }
        var owners = Set([statement.appAccountToken].compactMap { $0 })
        if let id = statement.originalTransactionId, var row = try UserDatabase.workOut(id, database) {
            let before = try UserRow.fetchOne(database, key: id)
            // Nothing tells which of two is the last that were signed at one instant.
            let isTie = statement.isNotification && before?.signedDate == statement.signedDate
            row.isUnsure = isTie || before?.isUnsure ?? false
            try row.save(database)
            taken.unsure = row.isUnsure ? id : nil
            if let owner = row.userId { owners.insert(owner) }
        }
        if statement.changesPurchases {
            try KnownReceipt.makeDue(owners, statement.originalTransactionId, database)
        }
        taken.isPruningDue = number % 1_000 == 0
        return taken
    }

    /// The row of a subscription as it follows from all that is known; nil where no period is.
    static func workOut(_ id: String, _ database: Database) throws -> UserRow? {
        let periods = try Period.filter(Column("originalTransactionId") == id).fetchAll(database)
        guard !periods.isEmpty else { return nil }
        let log = try StoreStatement.filter(Column("originalTransactionId") == id)
            .order(Column("signedDate"), Column.rowID).fetchAll(database)
        return UserRow(periods, log, after: try Tally.fetchOne(database, key: id))
    }

    /// The date of the latest signature of all; nil before the first.
    func latestSignature() async throws -> Int64? {
        try await pool.read { try Int64.fetchOne($0, sql: "SELECT MAX(signedDate) FROM said") }
    }

    // MARK: - Users

    /// What is known of a user.
    struct User: Sendable {
        /// The rows of the subscriptions: what runs before what is over, and then the latest first.
        let rows: [UserRow]
        let activity: Activity
        /// Whether a receipt says that the user had the app before there were subscriptions (S2-14).
        let isLegacy: Bool
    }

    /// What is known of a user.
    ///
    /// - Throws: ``BackendError`` where there is none.
    func user(_ id: String) async throws -> User {
        try await pool.read { database in
            guard let activity = try Activity.fetchOne(database, key: id) else { throw BackendError.unknownUser(id) }
            let rows = try UserRow.filter(Column("userId") == id).order(Column("purchaseDate").desc).fetchAll(database)
            let isLegacy =
                try KnownReceipt.filter(Column("userId") == id && Column("isLegacy") == true)
                .fetchCount(database) > 0
            return User(
                rows: rows.filter(\.isRunning) + rows.filter { !$0.isRunning }, activity: activity, isLegacy: isLegacy)
        }
    }

    // MARK: - Marks

    /// A text that is remembered under a name.
    func mark(_ name: String) async throws -> String? {
        try await pool.read { try String.fetchOne($0, sql: "SELECT value FROM mark WHERE name = ?", arguments: [name]) }
    }

    /// Remembers a text, or forgets it.
    func setMark(_ name: String, _ value: String?) async throws {
        try await write { try UserDatabase.setMark(name, value, $0) }
    }

    static func setMark(_ name: String, _ value: String?, _ database: Database) throws {
        try database.execute(sql: "DELETE FROM mark WHERE name = ?", arguments: [name])
        guard let value else { return }
        try database.execute(sql: "INSERT INTO mark (name, value) VALUES (?, ?)", arguments: [name, value])
    }
}
