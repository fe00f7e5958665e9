extension StoreState {
    /// A customer's transactions that are kept, oldest first: own and shared subscriptions, and everything else bought;
    /// nothing that was erased (C-124).
    ///
    /// Costs what the customer has, not what the store has.
    package func transactions(of customer: CustomerID) -> [TransactionRecord] {
        var records: [TransactionRecord] = []
        for index in subscriptions(of: customer) {
            append(chainEndingWith: self[index].latestTransaction, of: index, to: &records)
        }
        for group in shop.groups.indices where !families.shares.isEmpty {
            guard let share = families.share(of: customer, in: GroupIndex(group)) else { continue }
            append(chainEndingWith: share.latest, of: nil, to: &records)
        }
        append(chainEndingWith: lastOutright[customer] ?? 0, of: nil, to: &records)
        return records.sorted { $0.id < $1.id }
    }

    private func append(
        chainEndingWith last: TransactionID, of subscription: SubscriptionIndex?, to records: inout [TransactionRecord]
    ) {
        var id = last
        while id > 0, let record = subscription.map({ transactions[id, of: $0] }) ?? transactions[id] {
            if !record.isErased { records.append(record) }
            id = record.previous
        }
    }
}
