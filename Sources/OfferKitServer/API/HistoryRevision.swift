import OfferKitCore
import OfferKitCrypto

/// The token of a place in a history: `revision` in answers and queries (B12-5).
///
/// It holds the place and a check over place, customer and query, which shows where a token was altered or belongs to
/// another query. The store keeps nothing of it.
struct HistoryRevision: Hashable, Sendable {
    /// The text that the check covers besides the place.
    let label: String

    /// The revisions of a query.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint whose history it is.
    ///   - customer: The customer.
    ///   - filters: The filters of the query, as text that is the same for the same filters.
    ///   - bundleID: The app.
    init(_ endpoint: AppStoreServerEndpoint, _ customer: CustomerID, _ filters: String, bundleID: String) {
        label = "OfferKit revision \(endpoint.rawValue) \(customer.rawValue) \(bundleID) \(filters)"
    }

    private static let checkLength = 16
    /// The bytes of the date and the number.
    private static let headLength = 16

    /// Returns the token of a place.
    func text(of place: HistoryPlace) -> String {
        let changed = place.changed.map { $0.id << 2 | UInt64($0.change.rawValue) }
        let numbers = [UInt64(bitPattern: place.date.millisecondsSince1970), place.lastMade] + changed
        let bytes = numbers.flatMap(\.bigEndianBytes)
        return Base64.url.encode(check(bytes) + bytes)
    }

    /// Returns the place of a token.
    ///
    /// - Throws: ``AppStoreServerErrorCode/invalidRequestRevision``.
    func place(of text: String) throws(AppStoreServerError) -> HistoryPlace {
        guard let place = read(text) else {
            throw AppStoreServerError(
                .invalidRequestRevision,
                "The revision is none of this query. Send the one of the answer before, with the same transaction identifier's customer and the same filters."
            )
        }
        return place
    }

    private func read(_ text: String) -> HistoryPlace? {
        guard text.utf8.count <= AppStoreServerRequest.longestTarget, let all = try? Base64.url.decode(text) else {
            return nil
        }
        let bytes = Array(all.dropFirst(HistoryRevision.checkLength))
        guard bytes.count >= HistoryRevision.headLength, bytes.count % 8 == 0,
            Array(all.prefix(HistoryRevision.checkLength)) == check(bytes)
        else { return nil }
        let numbers = stride(from: 0, to: bytes.count, by: 8).map { start in
            bytes[start..<start + 8].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        }
        var changed: [HistoryPlace.Changed] = []
        for number in numbers.dropFirst(2) {
            guard let change = ModifiedTransaction.Change(rawValue: UInt8(truncatingIfNeeded: number & 3)) else {
                return nil
            }
            changed.append(HistoryPlace.Changed(id: number >> 2, change: change))
        }
        return HistoryPlace(
            date: Instant(millisecondsSince1970: Int64(bitPattern: numbers[0])), lastMade: numbers[1], changed: changed)
    }

    private func check(_ bytes: [UInt8]) -> [UInt8] {
        Array(SHA256.hash(Array(label.utf8) + [0] + bytes).prefix(HistoryRevision.checkLength))
    }
}
