/// The store's transactions by number: all of them, or only those still needed.
package struct TransactionTable: Hashable, Sendable {
    private enum Storage: Hashable, Sendable {
        /// Transaction n stands at place n - 1.
        case all([TransactionRecord])
        case live([TransactionID: TransactionRecord])
    }

    private var storage: Storage
    /// The number of the latest transaction; 0 before the first.
    package private(set) var last: TransactionID = 0

    package init(keepsAll: Bool) {
        storage = keepsAll ? .all([]) : .live([:])
    }

    /// The transaction with that number, where it is kept.
    package subscript(id: TransactionID) -> TransactionRecord? {
        switch storage {
        case .all(let records):
            id >= 1 && id <= UInt64(records.count) ? records[Int(id - 1)] : nil
        case .live(let records):
            records[id]
        }
    }

    /// Every transaction kept, oldest first.
    package var all: [TransactionRecord] {
        switch storage {
        case .all(let records): records
        case .live(let records): records.values.sorted { $0.id < $1.id }
        }
    }

    /// Adds the next transaction; `superseding` is the one it replaces as the latest of its subscription.
    mutating func add(_ record: TransactionRecord, superseding: TransactionID?) {
        last = record.id
        switch storage {
        case .all(var records):
            storage = .all([])
            records.append(record)
            storage = .all(records)
        case .live(var records):
            storage = .live([:])
            if let superseding { records[superseding] = nil }
            records[record.id] = record
            storage = .live(records)
        }
    }

    mutating func markUpgraded(_ id: TransactionID) {
        switch storage {
        case .all(var records):
            guard id >= 1, id <= UInt64(records.count) else { return }
            storage = .all([])
            records[Int(id - 1)].isUpgraded = true
            storage = .all(records)
        case .live(var records):
            storage = .live([:])
            records[id]?.isUpgraded = true
            storage = .live(records)
        }
    }
}
