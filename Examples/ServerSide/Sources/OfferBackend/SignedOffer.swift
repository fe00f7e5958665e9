import GRDB

/// An offer that was signed for a user.
///
/// The App Store takes a signature for a day (S0-33), so the rows of the last days are kept; of the older ones the number a day is, for each
/// offer and segment (S0-93).
struct SignedOffer: Codable, FetchableRecord, PersistableRecord, Sendable {
    static let databaseTableName = "signedOffer"
    /// How long rows are kept, in milliseconds: two days.
    static let kept: Int64 = 2 * 86_400_000

    var nonce: String
    var userId: String
    var offerId: String
    var productId: String
    var keyID: String
    var segment: String?
    var timestamp: Int64

    /// The latest that were signed for a user, a hundred at most.
    static func latest(of user: String, after start: Int64, _ database: Database) throws -> [SignedOffer] {
        try SignedOffer.filter(Column("userId") == user && Column("timestamp") >= start)
            .order(Column("timestamp").desc).limit(100).fetchAll(database)
    }

    /// Adds it, and counts it.
    func keep(_ database: Database) throws {
        try insert(database)
        try database.execute(
            sql: """
                INSERT INTO signedOfferCount (day, productId, offerId, segment, count) VALUES (?, ?, ?, ?, 1)
                ON CONFLICT DO UPDATE SET count = count + 1
                """, arguments: [timestamp / 86_400_000, productId, offerId, segment ?? ""])
        try database.execute(
            sql: "DELETE FROM signedOffer WHERE timestamp < ?", arguments: [timestamp - SignedOffer.kept])
    }
}

/// How many offers were signed on a day for a segment (S0-93).
struct SignedOfferCount: Codable, FetchableRecord, Sendable {
    /// When the day begins in UTC, in milliseconds since 1970.
    let day: Int64
    let productId: String
    let offerId: String
    let segment: String
    let count: Int

    /// All counts, the latest day first.
    static func all(_ database: Database) throws -> [SignedOfferCount] {
        try fetchAll(
            database,
            sql: """
                SELECT day * 86400000 AS day, productId, offerId, segment, count FROM signedOfferCount
                ORDER BY signedOfferCount.day DESC, productId, offerId, segment
                """)
    }
}
