import OfferKitCore

/// A transaction with the date of its last change, by which histories are sorted (B12-5, C-141).
struct ModifiedTransaction: Hashable, Sendable {
    /// The last change of a transaction.
    enum Change: UInt8, Hashable, Sendable {
        case made, upgraded, revoked
    }

    let record: TransactionRecord
    /// The date of that change.
    let date: Instant
    let change: Change

    /// The sort key of a history: the date, then the change, then the number; no two transactions have the same key.
    var key: (Instant, UInt8, TransactionID) { (date, change.rawValue, record.id) }

    /// Returns every transaction of a customer that is kept, the least recently modified first.
    static func all(of customer: CustomerID, in state: StoreState) -> [ModifiedTransaction] {
        let records = state.transactions(of: customer)
        // An upgrade happened when the following transaction was made.
        var following: [TransactionID: Instant] = [:]
        for record in records where record.previous > 0 { following[record.previous] = state.ledger.made(record) }
        return records.map { record in
            var latest = ModifiedTransaction(record: record, date: state.ledger.made(record), change: .made)
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

/// A place in a history: the transactions handed out so far (B12-5, C-141).
///
/// A date alone is not enough. A store's clock stands still between two commands, so after a page was read a
/// transaction may change at the very date of the page's last one. So the place also says which transactions of that
/// date were handed out.
struct HistoryPlace: Hashable, Sendable {
    /// The order in which the history is read.
    enum Order: String, Hashable, Sendable {
        case ascending = "ASCENDING"
        case descending = "DESCENDING"
    }

    /// The date of the last transaction that was handed out.
    var date: Instant
    /// The number of the last transaction handed out that was made at that date; 0 for none.
    var lastMade: TransactionID
    /// The transactions handed out that were changed at that date.
    var changed: [Changed] = []

    struct Changed: Hashable, Sendable {
        let id: TransactionID
        let change: ModifiedTransaction.Change
    }

    /// The most entries of `changed` in a token; those beyond are handed out again, which is better than not at all.
    static let mostChanged = 128
}

extension HistoryPlace {
    /// The place before the first transaction.
    init(before order: Order) {
        self.init(date: Instant(millisecondsSince1970: order == .ascending ? .min : .max), lastMade: 0)
    }

    /// Returns whether a transaction was handed out before this place.
    func isPast(_ item: ModifiedTransaction, _ order: Order) -> Bool {
        guard item.date == date else { return order == .ascending ? item.date < date : item.date > date }
        switch (item.change, order) {
        case (.made, .ascending): return item.record.id <= lastMade
        case (.made, .descending): return lastMade > 0 && item.record.id >= lastMade
        default: return changed.contains(Changed(id: item.record.id, change: item.change))
        }
    }

    /// Moves the place behind a transaction.
    mutating func pass(_ item: ModifiedTransaction) {
        if item.date != date { self = HistoryPlace(date: item.date, lastMade: 0) }
        guard item.change != .made else {
            lastMade = item.record.id
            return
        }
        changed.append(Changed(id: item.record.id, change: item.change))
        if changed.count > HistoryPlace.mostChanged { changed.removeFirst() }
    }
}
