import Foundation
import GRDB

/// The database in one file: SQLite in WAL mode, and each acknowledgement is on the disk before it is given.
struct UserDatabase: Sendable {
    let pool: DatabasePool

    /// Opens the file, or makes it, and brings its tables up to date.
    init(_ path: String) throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        pool = try DatabasePool(path: path, configuration: configuration)
        try UserDatabase.migrator.migrate(pool)
    }

    private static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1: what was said, users, offers, receipts") { database in
            try database.create(table: Said.databaseTableName) { table in
                table.primaryKey("uuid", .text)
                table.column("type", .text).notNull()
                table.column("subtype", .text)
                table.column("signedDate", .integer).notNull()
                table.column("originalTransactionId", .text).indexed()
                table.column("appAccountToken", .text)
                table.column("status", .integer)
                table.column("transactionInfo", .blob)
                table.column("renewalInfo", .blob)
            }
            try database.create(indexOn: Said.databaseTableName, columns: ["signedDate"])
            try database.create(table: UserRow.databaseTableName) { table in
                table.primaryKey("originalTransactionId", .text)
                table.column("userId", .text).indexed()
                for name in ["productId"] { table.column(name, .text).notNull() }
                for name in ["groupId", "autoRenewProductId", "currentOfferId"] { table.column(name, .text) }
                for name in [
                    "status", "renewals", "renewalsInARow", "billingErrors", "offersRedeemed", "purchaseDate",
                    "signedDate",
                ] {
                    table.column(name, .integer).notNull()
                }
                for name in [
                    "expirationIntent", "expiresDate", "gracePeriodExpiresDate", "autoRenewOffSince", "lapsedAt",
                ] {
                    table.column(name, .integer)
                }
                for name in [
                    "autoRenewStatus", "isInBillingRetry", "lapsedFromFreeTrial", "wasRefunded",
                    "eligibleForIntroductory",
                    "eligibleForPromotional", "eligibleForWinBack",
                ] { table.column(name, .boolean).notNull() }
            }
            try database.create(table: Activity.databaseTableName) { table in
                table.primaryKey("userId", .text)
                table.column("contentConsumed", .integer).notNull()
                table.column("contentShare", .double)
                table.column("isMarkedByAgent", .boolean).notNull()
            }
            try database.create(table: SignedOffer.databaseTableName) { table in
                table.primaryKey("nonce", .text)
                for name in ["userId", "offerId", "productId", "keyId"] { table.column(name, .text).notNull() }
                table.column("segment", .text)
                table.column("timestamp", .integer).notNull()
            }
            try database.create(table: KnownReceipt.databaseTableName) { table in
                table.primaryKey("userId", .text)
                for name in ["receipt", "features", "products"] { table.column(name, .blob).notNull() }
                table.column("isLegacy", .boolean).notNull()
                table.column("verifiedAt", .integer)
            }
        }
        return migrator
    }

    /// Takes what the App Store said, and works its user's row out anew, both or neither.
    ///
    /// - Parameter said: What was said, verified.
    /// - Returns: Whether it is new: the same UUID counts once.
    /// - Throws: GRDB's errors; nothing was stored then.
    func take(_ said: Said) async throws -> Bool {
        try await pool.write { database in
            guard try !said.exists(database) else { return false }
            try said.insert(database)
            guard let id = said.originalTransactionId else { return true }
            let log = try Said.filter(Column("originalTransactionId") == id)
                .order(Column("signedDate"), Column.rowID).fetchAll(database)
            if let row = UserRow(log) { try row.save(database) }
            if let user = said.appAccountToken, try Activity.fetchOne(database, key: user) == nil {
                try Activity(userId: user).insert(database)
            }
            return true
        }
    }

    /// The date of the latest signature of all; nil before the first.
    func latestSignature() async throws -> Int64? {
        try await pool.read { try Int64.fetchOne($0, sql: "SELECT MAX(signedDate) FROM said") }
    }

    /// What is known of a user: the rows of the subscriptions, the latest first, and the developer's own columns.
    func user(_ id: String) async throws -> (rows: [UserRow], activity: Activity) {
        try await pool.read { database in
            let rows = try UserRow.filter(Column("userId") == id).order(Column("purchaseDate").desc).fetchAll(database)
            guard let activity = try Activity.fetchOne(database, key: id) else { throw BackendError.unknownUser(id) }
            return (rows, activity)
        }
    }
}
