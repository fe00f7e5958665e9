/// The store's transactions by number: all of them, or only those still needed.
package struct TransactionTable: Hashable, Sendable, Codable {
    private enum Storage: Hashable, Sendable, Codable {
        /// Transaction n stands at place n - 1.
        case all(ChunkedArray<TransactionRecord>)
        /// The latest transaction of each subscription, at the subscription's place, and all that belong to none.
        case live(latest: [TransactionRecord], others: [TransactionID: TransactionRecord])
    }

    private var storage: Storage
    /// The number of the latest transaction; 0 before the first.
    package private(set) var last: TransactionID = 0

    package init(keepsAll: Bool) {
        storage = keepsAll ? .all(ChunkedArray()) : .live(latest: [], others: [:])
    }

    /// The transaction with that number, where it is kept.
    ///
    /// Where only what is alive is kept, the one of a subscription is looked for in every subscription; naming it is
    /// faster.
    package subscript(id: TransactionID) -> TransactionRecord? {
        switch storage {
        case .all(let records): TransactionTable.place(of: id, in: records).map { records[$0] }
        case .live(let latest, let others): others[id] ?? latest.first { $0.id == id }
        }
    }

    /// The transaction of a subscription with that number, where it is kept.
    package subscript(id: TransactionID, of subscription: SubscriptionIndex) -> TransactionRecord? {
        switch storage {
        case .all(let records):
            return TransactionTable.place(of: id, in: records).map { records[$0] }
        case .live(let latest, let others):
            guard subscription.index < latest.count, latest[subscription.index].id == id else { return others[id] }
            return latest[subscription.index]
        }
    }

    /// Every transaction kept, oldest first.
    package var all: [TransactionRecord] {
        switch storage {
        case .all(let records): records.all
        case .live(let latest, let others): (latest + others.values).sorted { $0.id < $1.id }
        }
    }

    /// Adds the next transaction.
    ///
    /// - Parameters:
    ///   - record: The transaction.
    ///   - subscription: The subscription whose latest it becomes; nil for one that replaces no other.
    ///   - replaced: The one before it, of a chain without a subscription of its own; 0 for none.
    mutating func add(
        _ record: TransactionRecord, latestOf subscription: SubscriptionIndex?, replacing replaced: TransactionID = 0
    ) {
        last = record.id
        switch storage {
        case .all(var records):
            storage = .all(ChunkedArray())
            records.append(record)
            storage = .all(records)
        case .live(var latest, var others):
            storage = .all(ChunkedArray())
            if let subscription {
                if subscription.index < latest.count {
                    latest[subscription.index] = record
                } else {
                    latest.append(record)
                }
            } else {
                others[replaced] = nil
                others[record.id] = record
            }
            storage = .live(latest: latest, others: others)
        }
    }

    /// Changes a transaction, where it is kept; naming its subscription saves looking for it.
    mutating func change(
        _ id: TransactionID, of subscription: SubscriptionIndex?, _ body: (inout TransactionRecord) -> Void
    ) {
        switch storage {
        case .all(var records):
            guard let place = TransactionTable.place(of: id, in: records) else { return }
            storage = .all(ChunkedArray())
            body(&records[place])
            storage = .all(records)
        case .live(var latest, var others):
            storage = .all(ChunkedArray())
            if var record = others[id] {
                body(&record)
                others[id] = record
            } else if let place = subscription?.index ?? latest.firstIndex(where: { $0.id == id }),
                place < latest.count, latest[place].id == id
            {
                body(&latest[place])
            }
            storage = .live(latest: latest, others: others)
        }
    }

    /// Whether every transaction stands where it is looked for, and the next number is free.
    func isConsistent(withSubscriptions count: Int) -> Bool {
        switch storage {
        case .all(let records):
            last == UInt64(records.count) && (0..<records.count).allSatisfy { records[$0].id == UInt64($0) + 1 }
        case .live(let latest, let others):
            latest.count == count && last < .max / 2 && others.allSatisfy { $0.key == $0.value.id }
                && latest.allSatisfy { $0.id <= last } && others.keys.allSatisfy { $0 <= last }
        }
    }

    private static func place(of id: TransactionID, in records: ChunkedArray<TransactionRecord>) -> Int? {
        id >= 1 && id <= UInt64(records.count) ? Int(id - 1) : nil
    }
}
