import Foundation
import GRDB
import LocalAppStore
import OfferKit
import Testing

@testable import OfferBackend

@Suite("The table in its file")
struct DatabaseTests {
    @Test("A file of the first version has everything after the second, also what its columns did not say")
    func migration() async throws {
        try await BothServers.run { both in
            let (user, customer) = try await both.subscriber()
            try await both.control("POST", "clock/advance", ["days": 8])
            try await both.control("POST", "\(customer)/auto-renew", ["isOn": false, "group": "21000001"])
            let expected = try await both.backend.database.user(user).rows
            let log = try await both.backend.database.pool.read { try StoreStatement.order(Column.rowID).fetchAll($0) }
            #expect(expected.count == 1 && expected[0].renewals == 1 && log.count == 3)

            let path = both.folder.appendingPathComponent("old.sqlite").path
            let pool = try DatabasePool(path: path)
            try UserDatabase.migrator.migrate(pool, upTo: UserDatabase.firstMigration)
            try await pool.write { database in
                for statement in log { try statement.insert(database) }
                try database.execute(
                    sql: """
                        INSERT INTO user (originalTransactionId, userId, productId, status, renewals, renewalsInARow,
                            billingErrors, offersRedeemed, purchaseDate, signedDate, autoRenewStatus, isInBillingRetry,
                            lapsedFromFreeTrial, wasRefunded, eligibleForIntroductory, eligibleForPromotional, eligibleForWinBack)
                        VALUES (?, ?, 'old', 1, 9, 9, 9, 9, 1, 1, 1, 0, 0, 0, 0, 1, 0);
                        INSERT INTO activity (userId, contentConsumed, isMarkedByAgent) VALUES (?, 7, 1);
                        INSERT INTO receipt (userId, receipt, features, products, isLegacy, verifiedAt)
                        VALUES (?, x'01', CAST('["themes"]' AS BLOB), CAST('[]' AS BLOB), 0, 5);
                        """, arguments: [expected[0].originalTransactionId, user, user, user])
            }
            try pool.close()

            let backend = try both.another(
                database: "old.sqlite", receipts: "http://127.0.0.1:9/")
            let known = try await backend.database.user(user)
            #expect(known.rows == expected)
            #expect(known.activity.contentConsumed == 7 && known.activity.isMarkedByAgent && !known.activity.usesApp)
            let receipt = try await backend.decide(of: user)
            #expect(receipt.features == ["themes"] && receipt.verifiedAt == 5 && receipt.verdict == "unreachable")
            // It goes on: a notification of before is known, and another changes the row.
            let payload = try await both.payloads()[0]
            #expect(try await backend.take(signedPayload: payload).isNew == false)
            try await both.control("POST", "\(customer)/auto-renew", ["isOn": true, "group": "21000001"])
            let latest = try #require(try await both.payloads().last)
            #expect(try await backend.take(signedPayload: latest).isNew)
            #expect(try await backend.database.user(user).rows[0].autoRenewStatus)
            try backend.close()
        }
    }

    @Test("Old statements are taken away, and nothing of a row is lost by that")
    func pruning() async throws {
        try await BothServers.run { both in
            let (user, customer) = try await both.subscriber()
            // A failed payment a month after the free week, made good two days later.
            try await both.control("POST", "clock/advance", ["days": 20])
            try await both.control("PUT", "\(customer)/payment", ["works": false])
            try await both.control("POST", "clock/advance", ["days": 20])
            try await both.control("PUT", "\(customer)/payment", ["works": true])
            try await both.control("POST", "\(customer)/renewal-retry", [:])
            try await both.control("POST", "clock/advance", ["months": 12])
            try await both.control("POST", "\(customer)/auto-renew", ["isOn": false, "group": "21000001"])
            let database = both.backend.database
            let before = try await database.user(user).rows
            let statements = try await database.pool.read { try StoreStatement.fetchCount($0) }
            #expect(before[0].billingErrors == 1 && statements > 14)
            try await database.pool.write { try database.prune($0) }
            let kept = try await database.pool.read { try StoreStatement.fetchAll($0) }
            // Within 181 days it renewed five or six times, and auto-renew was turned off.
            #expect((6...8).contains(kept.count))
            let worked = try await database.pool.read { try UserDatabase.workOut(before[0].originalTransactionId, $0) }
            #expect(worked == before[0])
            // Everything is sent once more, and counts no second time.
            for payload in try await both.payloads() {
                #expect(
                    try await both.ask("POST", "/notifications", ["signedPayload": .text(payload)]).1["new"]?.flag
                        == false)
            }
            #expect(try await database.user(user).rows == before)
            #expect(try await database.pool.read { try StoreStatement.fetchCount($0) } == kept.count)
        }
    }

    @Test("Signatures are kept for two days, and then as a number")
    func signatures() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("signed-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let database = try UserDatabase(folder.appendingPathComponent("users.sqlite").path)
        let hour: Int64 = 3_600_000
        for number in 0..<72 {
            let offer = SignedOffer(
                nonce: "\(number)", userId: "a", offerId: "half3", productId: "monthly", keyId: "k",
                segment: "retention",
                timestamp: Int64(number) * hour)
            try await database.pool.write { try offer.keep($0) }
        }
        // The last one is of hour 71, so those before hour 23 are gone; each of the three days had 24.
        #expect(try await database.pool.read { try SignedOffer.fetchCount($0) } == 49)
        let counts = try await database.pool.read {
            try Int.fetchAll($0, sql: "SELECT count FROM signedOfferCount ORDER BY day")
        }
        #expect(counts == [24, 24, 24])
        try database.pool.close()
    }

    @Test("What SQLite says is answered by its kind")
    func errors() {
        let kinds: [(ResultCode, Int, String)] = [
            (.SQLITE_FULL, 507, "databaseFull"), (.SQLITE_IOERR, 507, "databaseFull"),
            (.SQLITE_BUSY, 503, "databaseUnavailable"), (.SQLITE_CORRUPT, 500, "databaseDamaged"),
            (.SQLITE_CONSTRAINT, 500, "internal"),
        ]
        for (code, status, name) in kinds {
            let error = BackendError.database(DatabaseError(resultCode: code))
            #expect(error.status == status && error.code == name)
        }
    }
}
