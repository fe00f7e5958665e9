import OfferKitCore

/// A customer's transactions that belong in a receipt: all but finished consumables (B13-2).
struct ReceiptRecords {
    /// The transactions, oldest first.
    let all: [TransactionRecord]
    /// The date of the transaction after each, by the number of the one before.
    private let followed: [TransactionID: Instant]

    init(of customer: CustomerID, in state: __shared StoreState) {
        let kept = state.transactions(of: customer)
        all = kept.filter { state.belongsInReceipt($0) }
        // Few customers upgrade.
        let upgrades = kept.contains(where: \.isUpgraded) ? kept : []
        followed = Dictionary(
            upgrades.lazy.filter { $0.previous > 0 }.map { ($0.previous, $0.purchased) },
            uniquingKeysWith: { first, _ in first })
    }

    /// Returns the date when an upgrade replaced a transaction: the beginning of the next (B8-1); nil where none did.
    func upgraded(_ record: TransactionRecord) -> Instant? {
        record.isUpgraded ? followed[record.id] : nil
    }

    /// The latest transaction of each subscription, the newest first.
    var latestOfEach: [TransactionRecord] {
        var seen: Set<TransactionID> = []
        return all.reversed().filter { $0.subscription != nil && seen.insert($0.originalID).inserted }
    }
}
