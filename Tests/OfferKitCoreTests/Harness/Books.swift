import OfferKitCore

/// The sums that customers paid and got back, added up from the log alone.
struct Books {
    private struct Account: Hashable {
        let customer: CustomerID
        /// The storefront: money of different ones is not added up.
        let storefront: StorefrontIndex
    }

    private var paid: [TransactionID: Int64] = [:]
    private var returned: [TransactionID: Int64] = [:]
    private var balances: [Account: Int64] = [:]

    /// Enters an event, and returns the fault in the books, if any.
    mutating func note(_ event: StoreEvent, _ before: StoreState) -> String? {
        switch event.kind {
        case .transactionMade(let record, _, _):
            paid[record.id] = record.price.milliunits
            balances[account(of: record), default: 0] += record.price.milliunits
            return record.price < .zero ? "\(record.id) cost \(record.price)" : nil
        case .transactionUpgraded(let id, _, let refund):
            return giveBack(refund.milliunits, of: id, before)
        case .transactionRefunded(let id, _, let refund, _, _):
            if before.adjustments.revocation(of: id) != nil { return "\(id) was refunded twice" }
            return giveBack(refund.milliunits, of: id, before)
        case .refundReversed(let id, _, _):
            return giveBack(-(before.adjustments.revocation(of: id)?.refund.milliunits ?? 0), of: id, before)
        default: return nil
        }
    }

    private func account(of record: TransactionRecord) -> Account {
        Account(customer: record.customer, storefront: record.storefront)
    }

    private mutating func giveBack(_ amount: Int64, of id: TransactionID, _ before: StoreState) -> String? {
        guard let record = before.ledger[id], let price = paid[id] else { return "\(id) was never paid" }
        returned[id, default: 0] += amount
        balances[account(of: record), default: 0] -= amount
        let (all, balance) = (returned[id, default: 0], balances[account(of: record), default: 0])
        guard 0...price ~= all else { return "of \(price) paid for \(id), \(all) was given back" }
        return balance < 0 ? "customer \(record.customer.rawValue) got \(-balance) more than they paid" : nil
    }
}
