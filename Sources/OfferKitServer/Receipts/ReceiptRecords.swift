import OfferKitCore

/// A customer's transactions that belong in a receipt: everything but consumables that were finished (B13-2).
struct ReceiptRecords {
    /// The transactions, oldest first.
    let all: [TransactionRecord]
    /// When the transaction after each was made, by the number of the one before.
    private let followed: [TransactionID: Instant]

    init(of customer: CustomerID, in state: __shared StoreState) {
        let kept = state.transactions(of: customer)
        all = kept.filter { state.belongsInReceipt($0) }
        // Hardly anybody upgrades.
        let upgrades = kept.contains(where: \.isUpgraded) ? kept : []
        followed = Dictionary(
            upgrades.lazy.filter { $0.previous > 0 }.map { ($0.previous, $0.purchased) },
            uniquingKeysWith: { first, _ in first })
    }

    /// When an upgrade replaced a transaction: when the one after it begins (B8-1); nil where none did.
    func upgraded(_ record: TransactionRecord) -> Instant? {
        record.isUpgraded ? followed[record.id] : nil
    }

    /// The latest transaction of each subscription, the newest first.
    var latestOfEach: [TransactionRecord] {
        var seen: Set<TransactionID> = []
        return all.reversed().filter { $0.subscription != nil && seen.insert($0.originalID).inserted }
    }
}
