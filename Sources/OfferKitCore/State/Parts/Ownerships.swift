/// The purchases of customers that are no subscriptions.
package struct Ownerships: Hashable, Sendable, Codable {
    private struct Key: Hashable, Sendable, Codable, StablyOrdered {
        let customer: CustomerID
        let product: ProductIndex

        static func precedes(_ a: Key, _ b: Key) -> Bool { (a.customer, a.product) < (b.customer, b.product) }
    }

    /// The latest purchase of each customer that is no subscription; it leads to the ones before.
    private var latest = SideTable<CustomerID, TransactionID>()
    /// The non-consumables that each customer owns for ever.
    private var owned = SideTable<Key, TransactionID>()

    /// The ownerships of a store that sold nothing.
    init() {}

    func latest(of customer: CustomerID) -> TransactionID? { latest[customer] }

    /// The transaction with which a customer owns a non-consumable; nil where they do not.
    func owned(_ product: ProductIndex, by customer: CustomerID) -> TransactionID? {
        owned[Key(customer: customer, product: product)]
    }

    // MARK: - Events

    mutating func add(_ record: TransactionRecord, lasts: Bool) {
        latest[record.customer] = record.id
        if lasts { own(record) }
    }

    /// Gives a non-consumable to its buyer, or gives it back after a refund that was reversed.
    mutating func own(_ record: TransactionRecord) {
        owned[Key(customer: record.customer, product: record.product)] = record.id
    }

    /// Takes a refunded non-consumable from its buyer, who can buy it again.
    mutating func lose(_ record: TransactionRecord) {
        let key = Key(customer: record.customer, product: record.product)
        if owned[key] == record.id { owned[key] = nil }
    }

    mutating func setLatest(_ id: TransactionID?, of customer: CustomerID) { latest[customer] = id }

    // MARK: - Soundness

    /// Returns a fault where a purchase that is named is not that customer's, or is of a subscription.
    func fault(in ledger: Ledger, _ shop: Shop) -> String? {
        let wrong = latest.first(breaking: { customer, id in
            ledger[id].map { $0.customer == customer && $0.subscription == nil } ?? false
        })
        if let wrong { return "The latest purchase of \(wrong.key) is none of theirs." }
        let lost = owned.first(breaking: { key, id in
            guard shop.contains(key.product), let record = ledger[id] else { return false }
            return record.customer == key.customer && record.product == key.product && record.subscription == nil
        })
        return lost.map { "\($0.key.customer) owns a product by a transaction that is not of it." }
    }
}
