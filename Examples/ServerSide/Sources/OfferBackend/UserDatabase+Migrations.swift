import Foundation
import GRDB

extension UserDatabase {
    /// The steps that a file has to go, in order; what is there stays.
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration(firstMigration) { try makeFirstTables($0) }
        migrator.registerMigration("2: periods, a receipt for each purchase, old statements counted") { database in
            try makePeriods(database)
            try makeReceipts(database)
            try database.alter(table: Activity.databaseTableName) { table in
                table.add(column: "churnRisk", .double)
                table.add(column: "usesApp", .boolean).notNull().defaults(to: false)
                table.add(column: "lastContacted", .integer)
            }
            try database.create(table: "signedOfferCount") { table in
                table.column("day", .integer).notNull()
                for name in ["productId", "offerId", "segment"] { table.column(name, .text).notNull() }
                table.column("count", .integer).notNull()
                table.primaryKey(["day", "productId", "offerId", "segment"])
            }
            try database.create(indexOn: SignedOffer.databaseTableName, columns: ["timestamp"])
            try workOutAnew(database)
        }
        migrator.registerMigration("3: what was last said before what was taken away") { database in
            try database.alter(table: Tally.databaseTableName) { table in
                table.add(column: "status", .integer)
                table.add(column: "renewal", .blob)
            }
        }
        migrator.registerMigration("4: the offer of the next renewal") { try addNextOffer($0) }
        migrator.registerMigration("5: how often was told of a receipt's purchases") { try addTold($0) }
        return migrator
    }

    static let firstMigration = "1: what was said, users, offers, receipts"

    private static func makeFirstTables(_ database: Database) throws {
        try database.create(table: StoreStatement.databaseTableName) { table in
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
        try database.create(indexOn: StoreStatement.databaseTableName, columns: ["signedDate"])
        try database.create(table: UserRow.databaseTableName) { table in
            table.primaryKey("originalTransactionId", .text)
            table.column("userId", .text).indexed()
            table.column("productId", .text).notNull()
            for name in ["groupId", "autoRenewProductId", "currentOfferId"] { table.column(name, .text) }
            for name in [
                "status", "renewals", "renewalsInARow", "billingErrors", "offersRedeemed", "purchaseDate", "signedDate",
            ] {
                table.column(name, .integer).notNull()
            }
            for name in [
                "expirationIntent", "expiresDate", "gracePeriodExpiresDate", "autoRenewOffSince", "lapsedAt",
            ] {
                table.column(name, .integer)
            }
            for name in [
                "autoRenewStatus", "isInBillingRetry", "lapsedFromFreeTrial", "wasRefunded", "eligibleForIntroductory",
                "eligibleForPromotional", "eligibleForWinBack",
            ] {
                table.column(name, .boolean).notNull()
            }
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
        try database.create(table: "receipt") { table in
            table.primaryKey("userId", .text)
            for name in ["receipt", "features", "products"] { table.column(name, .blob).notNull() }
            table.column("isLegacy", .boolean).notNull()
            table.column("verifiedAt", .integer)
        }
    }

    private static func makePeriods(_ database: Database) throws {
        try database.create(table: Period.databaseTableName) { table in
            table.primaryKey("transactionId", .text)
            table.column("originalTransactionId", .text).notNull().indexed()
            table.column("productId", .text).notNull()
            for name in ["groupId", "webOrderLineItemId", "offerId"] { table.column(name, .text) }
            for name in ["purchaseDate", "signedDate"] { table.column(name, .integer).notNull() }
            for name in ["expiresDate", "offerType", "revocationDate", "revocationReason"] {
                table.column(name, .integer)
            }
            table.column("isRenewal", .boolean)
            for name in ["isUpgraded", "isFamilyShared", "isFree"] { table.column(name, .boolean).notNull() }
        }
        try database.create(table: Tally.databaseTableName) { table in
            table.primaryKey("originalTransactionId", .text)
            table.column("userId", .text)
            table.column("billingErrors", .integer).notNull()
            table.column("autoRenewOffSince", .integer)
        }
        try database.create(table: "mark") { table in
            table.primaryKey("name", .text)
            table.column("value", .text).notNull()
        }
        try database.alter(table: UserRow.databaseTableName) { table in
            for name in ["webOrderLineItemId", "offerCodeName"] { table.add(column: name, .text) }
            for name in ["revocationDate", "revocationReason"] { table.add(column: name, .integer) }
            table.add(column: "winBackOfferIds", .text).notNull().defaults(to: "[]")
            table.add(column: "isUnsure", .boolean).notNull().defaults(to: false)
        }
        // The rows that are worked out in this step have what all rows have.
        try addNextOffer(database)
    }

    /// Adds the columns of the next renewal's offer where they are not there, with what was said of it last.
    private static func addNextOffer(_ database: Database) throws {
        guard try !database.columns(in: UserRow.databaseTableName).contains(where: { $0.name == "offerType" }) else {
            return
        }
        try database.alter(table: UserRow.databaseTableName) { table in
            table.add(column: "offerType", .integer)
            table.add(column: "offerIdentifier", .text)
        }
        for id in try String.fetchAll(database, sql: "SELECT originalTransactionId FROM user") {
            guard let row = try workOut(id, database) else { continue }
            try database.execute(
                sql: "UPDATE user SET offerType = ?, offerIdentifier = ? WHERE originalTransactionId = ?",
                arguments: [row.offerType, row.offerIdentifier, id])
        }
    }

    /// Adds the counts of what was told of a receipt's purchases.
    private static func addTold(_ database: Database) throws {
        try database.alter(table: KnownReceipt.databaseTableName) { table in
            for name in ["told", "toldWhenAsked"] { table.add(column: name, .integer).notNull().defaults(to: 0) }
        }
    }

    private static func makeReceipts(_ database: Database) throws {
        try database.create(table: KnownReceipt.databaseTableName) { table in
            for name in ["userId", "purchase"] { table.column(name, .text).notNull() }
            for name in ["receipt", "features"] { table.column(name, .blob).notNull() }
            table.column("isLegacy", .boolean).notNull()
            for name in ["verifiedAt", "requestDate"] { table.column(name, .integer) }
            table.column("verdict", .text).notNull()
            table.column("askedAt", .integer).notNull()
            table.primaryKey(["userId", "purchase"])
        }
        try database.create(indexOn: KnownReceipt.databaseTableName, columns: ["purchase"])
        // Whose purchases they hold is known when they are verified next.
        try database.execute(
            sql: """
                INSERT INTO receiptOfPurchase (userId, purchase, receipt, features, isLegacy, verifiedAt, verdict, askedAt)
                SELECT userId, '', receipt, features, isLegacy, verifiedAt,
                    CASE WHEN verifiedAt IS NULL THEN 'unreachable' ELSE 'valid' END, 0 FROM receipt
                """)
        try database.drop(table: "receipt")
    }

    /// Works all rows out from what was said.
    private static func workOutAnew(_ database: Database) throws {
        let log = try StoreStatement.order(Column("signedDate"), Column.rowID).fetchCursor(database)
        while let statement = try log.next() {
            try statement.transaction.flatMap { Period($0) }?.keep(database)
        }
        try database.execute(sql: "DELETE FROM user")
        for id in try String.fetchAll(database, sql: "SELECT DISTINCT originalTransactionId FROM period") {
            try workOut(id, database)?.save(database)
        }
    }
}
