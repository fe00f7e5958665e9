import Foundation
import GRDB

extension UserDatabase {
    private static let prunedUntil = "prunedUntil"

    /// Until when statements were counted and taken away.
    func prunedUntil(_ database: Database) throws -> Int64 {
        let value = try String.fetchOne(
            database, sql: "SELECT value FROM mark WHERE name = ?", arguments: [UserDatabase.prunedUntil])
        return value.flatMap { Int64($0) } ?? .min
    }

    /// Whether a notification from before ``prunedUntil(_:)`` may have been counted and taken away: then its subscription, its period and its
    /// user are known.
    func couldBePruned(_ statement: StoreStatement, _ periods: [Period], _ database: Database) throws -> Bool {
        guard let id = statement.originalTransactionId else { return true }
        guard let tally = try Tally.fetchOne(database, key: id) else { return false }
        if let owner = tally.userId, let token = statement.appAccountToken, owner != token { return false }
        return try periods.allSatisfy { period in
            try Period.fetchOne(database, key: period.transactionId)?.purchaseDate == period.purchaseDate
        }
    }

    /// Counts the old statements and takes them away, so that the log does not grow for ever.
    ///
    /// The App Store repeats a notification for some days, and its history goes back 180: what is older than ``kept`` cannot be told again, and
    /// needs no UUID to be known by. Nothing of a user's row is lost: the periods stay, the last statement of each subscription stays, and what
    /// follows from the others stands in the ``Tally``. Some subscriptions are gone through at a time, so that notifications do not wait.
    ///
    /// - Throws: GRDB's errors; the next time goes on.
    func prune() async throws {
        let due: Int64? = try await write { database in
            guard let latest = try Int64.fetchOne(database, sql: "SELECT MAX(signedDate) FROM said") else { return nil }
            let (horizon, overflow) = latest.subtractingReportingOverflow(kept)
            guard !overflow, try horizon > prunedUntil(database) else { return nil }
            // From here on nothing older is taken, also where this stops on its way.
            try UserDatabase.setMark(UserDatabase.prunedUntil, "\(horizon)", database)
            try database.execute(
                sql: "DELETE FROM said WHERE signedDate <= ? AND originalTransactionId IS NULL", arguments: [horizon])
            return horizon
        }
        guard let horizon = due else { return }
        var last: String? = ""
        while let id = last { last = try await write { try pruneSome(after: id, horizon, $0) } }
    }

    /// - Returns: The last subscription that was gone through; nil where no other is left.
    private func pruneSome(after last: String, _ horizon: Int64, _ database: Database) throws -> String? {
        let ids = try String.fetchAll(
            database,
            sql: """
                SELECT originalTransactionId FROM said WHERE originalTransactionId > ?
                GROUP BY originalTransactionId HAVING COUNT(*) > 1 AND MIN(signedDate) <= ?
                ORDER BY originalTransactionId LIMIT 100
                """, arguments: [last, horizon])
        for id in ids {
            let log = try StoreStatement.filter(Column("originalTransactionId") == id)
                .order(Column("signedDate"), Column.rowID).fetchAll(database)
            let old = log.dropLast().prefix { $0.signedDate <= horizon }
            guard !old.isEmpty else { continue }
            var tally = try Tally.fetchOne(database, key: id) ?? Tally(originalTransactionId: id)
            for statement in old {
                tally.add(statement)
                try statement.delete(database)
            }
            try tally.save(database)
        }
        return ids.last
    }
}
