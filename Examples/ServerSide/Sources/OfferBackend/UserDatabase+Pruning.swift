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

    /// Counts the old statements and takes them away, so that the log does not grow for ever.
    ///
    /// The App Store repeats a notification for some days, and its history goes back 180: what is older than ``kept`` cannot be told again, and
    /// needs no UUID to be known by. Nothing of a user's row is lost: the periods stay, the last statement of each subscription stays, and what
    /// has to be counted over all of them stands in the ``Tally``.
    func prune(_ database: Database) throws {
        guard let latest = try Int64.fetchOne(database, sql: "SELECT MAX(signedDate) FROM said") else { return }
        let horizon = latest - kept
        guard try horizon > prunedUntil(database) else { return }
        let ids = try String.fetchAll(
            database,
            sql: """
                SELECT originalTransactionId FROM said WHERE signedDate <= ? AND originalTransactionId IS NOT NULL
                GROUP BY originalTransactionId
                """, arguments: [horizon])
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
        try database.execute(
            sql: "DELETE FROM said WHERE signedDate <= ? AND originalTransactionId IS NULL", arguments: [horizon])
        try UserDatabase.setMark(UserDatabase.prunedUntil, "\(horizon)", database)
    }
}
