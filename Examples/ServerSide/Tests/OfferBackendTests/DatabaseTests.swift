import Foundation
import GRDB
import LocalAppStore
import OfferKit
import Testing

@testable import OfferBackend

@Suite("The table in its file", .serialized)
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

    @Test("A file of the third version says what offer the next renewal has, without anything new")
    func nextOffer() async throws {
        try await BothServers.run { both in
            let (user, _) = try await both.subscriber()
            let id = try await both.backend.database.user(user).rows[0].originalTransactionId
            let renewal = try JSONEncoder().encode(
                [
                    "willAutoRenew": JSONValue.flag(true), "isInBillingRetry": .flag(false), "offerType": 3,
                    "offerIdentifier": "Spring",
                ])
            try await both.backend.database.pool.write { database in
                try StoreStatement(
                    uuid: "r", type: StoreStatement.receiptType, signedDate: .max, originalTransactionId: id,
                    renewalInfo: renewal
                ).insert(database)
                try database.execute(
                    sql: """
                        ALTER TABLE user DROP COLUMN offerType; ALTER TABLE user DROP COLUMN offerIdentifier;
                        DELETE FROM grdb_migrations WHERE identifier LIKE '4:%'
                        """)
            }
            let backend = try both.another()
            let row = try await backend.database.user(user).rows[0]
            #expect(row.offerType == 3 && row.offerIdentifier == "Spring")
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
            try await database.prune()
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
                nonce: "\(number)", userId: "a", offerId: "half3", productId: "monthly", keyID: "k",
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

    @Test("After a reset of the store nothing is acknowledged that is not kept (S0-91)")
    func resetStore() async throws {
        try await BothServers.run { both in
            let (first, _) = try await both.subscriber()
            let begun = try await both.payloads()
            try await both.control("POST", "clock/advance", ["months": 14])
            #expect(try await both.ask("POST", "/catch-up").status == 200)
            // What was counted and taken away is known all the same.
            let again = try await both.ask("POST", "/notifications", ["signedPayload": .text(begun[0])])
            #expect(again.status == 200 && again.1["new"]?.flag == false)
            try await both.control("POST", "reset")
            _ = try await both.control("PUT", "delivery", ["url": .text("\(both.backendURL)/notifications")])
            let (second, _) = try await both.subscriber()
            let told = try await both.control("GET", "notifications?count=10")["notifications"]?[0]
            let status = told?["attempts"]?[0]?["status"]?.whole
            let rows = try await both.backend.database.user(second).rows
            #expect(status != 200 || rows.count == 1, "\(told ?? .null)")
            #expect(try await both.backend.database.user(first).rows.count == 1)
        }
    }

    @Test("The database is its owner's alone, also one that was open to others before")
    func permissions() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("mode-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("users.sqlite").path
        func modes() throws -> [String: Int] {
            var modes: [String: Int] = [:]
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
                let found = try FileManager.default.attributesOfItem(
                    atPath: folder.appendingPathComponent(name).path)
                modes[name] = (found[.posixPermissions] as? NSNumber)?.intValue
            }
            return modes
        }
        let expected = ["users.sqlite": 0o600, "users.sqlite-wal": 0o600, "users.sqlite-shm": 0o600]
        for _ in 1...2 {
            let database = try UserDatabase(path)
            try await database.setMark("a", "b")
            #expect(try modes() == expected)
            for name in expected.keys {
                try FileManager.default.setAttributes(
                    [.posixPermissions: 0o644], ofItemAtPath: folder.appendingPathComponent(name).path)
            }
            let other = try UserDatabase(path)
            #expect(try modes() == expected)
            try other.pool.close()
            try database.pool.close()
        }
    }

    @Test("What only an old statement said stays when it is taken away: win-back offers, status, next renewal (S0-117)")
    func prunedButNotLost() async throws {
        try await BothServers.run { both in
            let (user, customer) = try await both.subscriber()
            try await both.control("POST", "clock/advance", ["days": 10])
            try await both.control("POST", "\(customer)/auto-renew", ["isOn": false, "group": "21000001"])
            try await both.control("POST", "clock/advance", ["days": 40])
            let database = both.backend.database
            let lapsed = try await database.user(user).rows[0]
            #expect(lapsed.winBackOfferIds == ["comeback"] && lapsed.expirationIntent == 1)
            // A receipt says nothing of win-back offers (B13-5), and another statement nothing at all.
            let id = lapsed.originalTransactionId
            let (receipt, other) = (lapsed.signedDate + 1, lapsed.signedDate + 400 * 86_400_000)
            let renewal = try JSONEncoder().encode(Renewal(nil))
            _ = try await database.take(
                StoreStatement(
                    uuid: "r", type: StoreStatement.receiptType, signedDate: receipt, originalTransactionId: id,
                    status: 2, renewalInfo: renewal), [])
            _ = try await database.take(
                StoreStatement(uuid: "o", type: "OTHER", signedDate: other, originalTransactionId: id), [])
            let before = try await database.user(user).rows
            #expect(before[0].winBackOfferIds == ["comeback"] && before[0].status == 2)
            try await database.prune()
            let kept = try await database.pool.read { database in
                (try StoreStatement.fetchCount(database), try UserDatabase.workOut(id, database))
            }
            #expect(kept.0 == 1 && kept.1?.winBackOfferIds == ["comeback"] && kept.1?.status == 2)
            #expect(kept.1?.eligibleForWinBack == true && kept.1 == before[0])
        }
    }

    @Test("The thousandth notification is acknowledged before old ones are taken away, and they are (S0-91)")
    func pruningAside() async throws {
        try await BothServers.run { both in
            let (user, _) = try await both.subscriber()
            let database = both.backend.database
            let first = try await database.user(user).rows[0]
            // So many old ones that the next is the thousandth.
            try await database.pool.write { connection in
                for number in 1..<999 {
                    try StoreStatement(
                        uuid: "\(number)", type: "OTHER", signedDate: first.signedDate - 400 * 86_400_000,
                        originalTransactionId: "old \(number / 2)"
                    ).insert(connection)
                }
            }
            let payload = try await both.control("POST", "notifications/test")["notifications"]?[0]
            #expect(payload?["attempts"]?[0]?["status"]?.whole == 200, "\(payload ?? .null)")
            func count() async throws -> Int { try await database.pool.read { try StoreStatement.fetchCount($0) } }
            for _ in 0..<100 where try await count() > 502 { try await Task.sleep(for: .milliseconds(50)) }
            // Of each pair the later stays; 1 to 998 are 500 subscriptions, the first and the last with one each.
            #expect(try await count() == 502)
        }
    }
}
