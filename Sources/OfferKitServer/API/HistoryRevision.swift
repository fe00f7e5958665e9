import OfferKitCore
import OfferKitCrypto

/// The token of a place in a history: `revision` in answers and queries (B12-5).
///
/// It holds the place and a check over place, customer and query, which shows where a token was altered or belongs to
/// another query. The store keeps nothing of it.
struct HistoryRevision: Hashable, Sendable {
    private let seal: SealedNumbers

    /// The revisions of a query.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint whose history it is.
    ///   - customer: The customer.
    ///   - filters: The filters of the query, as text that is the same for the same filters.
    ///   - bundleID: The app.
    init(_ endpoint: AppStoreServerEndpoint, _ customer: CustomerID, _ filters: String, bundleID: String) {
        let label = "OfferKit revision \(endpoint.rawValue) \(customer.rawValue) \(bundleID) \(filters)\u{0}"
        seal = SealedNumbers(label: label)
    }

    /// Returns the token of a place.
    func text(of place: HistoryPlace) -> String {
        let changed = place.changed.map { $0.id << 2 | UInt64($0.change.rawValue) }
        return seal.text(of: [UInt64(bitPattern: place.date.millisecondsSince1970), place.lastMade] + changed)
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
        guard let numbers = seal.numbers(in: text), numbers.count >= 2 else { return nil }
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
}

/// Makes the token of some numbers, with a check over them and over what they belong to.
struct SealedNumbers: Hashable, Sendable {
    /// The text that the check covers besides the numbers; callers end it so that a longer label cannot continue it.
    let label: String

    private static let checkLength = 16

    func text(of numbers: [UInt64]) -> String {
        let bytes = numbers.flatMap(\.bigEndianBytes)
        return Base64.url.encode(check(bytes) + bytes)
    }

    /// Returns the numbers of a token; nil where it is none, was altered, or belongs to something else.
    func numbers(in text: String) -> [UInt64]? {
        guard text.utf8.count <= AppStoreServerRequest.longestTarget, let all = try? Base64.url.decode(text) else {
            return nil
        }
        let bytes = Array(all.dropFirst(SealedNumbers.checkLength))
        guard bytes.count % 8 == 0, all.starts(with: check(bytes)) else { return nil }
        return stride(from: 0, to: bytes.count, by: 8).map { start in
            bytes[start..<start + 8].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        }
    }

    private func check(_ bytes: [UInt8]) -> [UInt8] {
        Array(SHA256.hash(Array(label.utf8) + bytes).prefix(SealedNumbers.checkLength))
    }
}
