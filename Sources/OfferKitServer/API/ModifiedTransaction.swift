import OfferKitCore

/// A transaction with when it was last modified, which is what histories are sorted by (B12-5, C-141).
package struct ModifiedTransaction: Hashable, Sendable {
    /// What was done to a transaction last.
    enum Change: UInt8, Hashable, Sendable {
        case made, upgraded, revoked
    }

    let record: TransactionRecord
    /// When that was.
    let date: Instant
    let change: Change

    /// What a history is sorted by: date, then what was done, then number; no two have the same.
    var key: (Instant, UInt8, TransactionID) { (date, change.rawValue, record.id) }

    /// Every transaction of a customer that is kept, the least recently modified first.
    static func all(of customer: CustomerID, in state: StoreState) -> [ModifiedTransaction] {
        let records = state.transactions(of: customer)
        // An upgrade happened when the transaction that follows was made.
        var following: [TransactionID: Instant] = [:]
        for record in records where record.previous > 0 { following[record.previous] = record.purchased }
        return records.map { record in
            var latest = ModifiedTransaction(record: record, date: record.purchased, change: .made)
            if record.isUpgraded, let date = following[record.id], date >= latest.date {
                latest = ModifiedTransaction(record: record, date: date, change: .upgraded)
            }
            if record.isRevoked, let date = state.adjustments.revocation(of: record.id)?.date, date >= latest.date {
                latest = ModifiedTransaction(record: record, date: date, change: .revoked)
            }
            return latest
        }.sorted { $0.key < $1.key }
    }
}

/// A place in a history: what was handed out so far (B12-5, C-141).
///
/// A date alone would not do. A store's clock stands still between two commands, so after a page was read a transaction may
/// change at the very date of its last one. What was handed out of that date is therefore a part of the place.
package struct HistoryPlace: Hashable, Sendable {
    /// In which order the history is read.
    package enum Order: String, Hashable, Sendable {
        case ascending = "ASCENDING"
        case descending = "DESCENDING"
    }

    /// The date of the last transaction that was handed out.
    var date: Instant
    /// The number of the last one of that date that was made then; 0 before the first.
    var lastMade: TransactionID
    /// Those of that date that were changed then.
    var changed: [Changed] = []

    struct Changed: Hashable, Sendable {
        let id: TransactionID
        let change: ModifiedTransaction.Change
    }

    /// The most of `changed` that a token holds; what is more is handed out again, which is better than not at all.
    static let mostChanged = 128

    /// The place before the first transaction.
    init(before order: Order) {
        date = Instant(millisecondsSince1970: order == .ascending ? .min : .max)
        lastMade = 0
    }

    init(_ date: Instant, lastMade: TransactionID, changed: [Changed]) {
        self.date = date
        self.lastMade = lastMade
        self.changed = changed
    }

    /// Whether a transaction was handed out before this place.
    func isPast(_ item: ModifiedTransaction, _ order: Order) -> Bool {
        guard item.date == date else { return order == .ascending ? item.date < date : item.date > date }
        switch (item.change, order) {
        case (.made, .ascending): return item.record.id <= lastMade
        case (.made, .descending): return lastMade > 0 && item.record.id >= lastMade
        default: return changed.contains(Changed(id: item.record.id, change: item.change))
        }
    }

    /// Goes on behind a transaction.
    mutating func pass(_ item: ModifiedTransaction) {
        if item.date != date { self = HistoryPlace(item.date, lastMade: 0, changed: []) }
        guard item.change != .made else {
            lastMade = item.record.id
            return
        }
        changed.append(Changed(id: item.record.id, change: item.change))
        if changed.count > HistoryPlace.mostChanged { changed.removeFirst() }
    }
}

/// A page of a history: at most 20 transactions, whether there are more, and the place behind the last.
struct HistoryPage: Hashable, Sendable {
    static let longest = 20

    let items: [ModifiedTransaction]
    let hasMore: Bool
    let place: HistoryPlace

    /// The page behind a place.
    ///
    /// - Parameters:
    ///   - items: What fits the query, the least recently modified first.
    ///   - place: Where the page before ended.
    ///   - order: In which order the history is read.
    init(of items: [ModifiedTransaction], behind place: HistoryPlace, _ order: HistoryPlace.Order) {
        let rest = (order == .ascending ? items : items.reversed()).filter { !place.isPast($0, order) }
        self.items = Array(rest.prefix(HistoryPage.longest))
        hasMore = rest.count > HistoryPage.longest
        var place = place
        for item in self.items { place.pass(item) }
        self.place = place
    }
}
