/// What was changed about transactions and periods after the fact, or said of them: refunds, prorated ones too, how a purchase was
/// used, and extensions.
package struct Adjustments: Hashable, Sendable, Codable {
    /// Transactions that were refunded, or whose access was taken back.
    private var revoked = SideTable<TransactionID, Revocation>()
    /// What upgrades gave back of a transaction (C-23).
    private var prorated = SideTable<TransactionID, Amount>()
    /// What the developer's server said of how purchases were used, the latest of each (C-145).
    private var consumption = SideTable<TransactionID, ConsumptionInformation>()
    /// When each subscription's renewal date was extended (B10-9).
    private var extended = SideTable<SubscriptionIndex, [Instant]>()

    /// The adjustments of a store where nothing was changed.
    package init() {}

    /// The revocation of a transaction; nil where it was not taken back.
    package func revocation(of id: TransactionID) -> Revocation? { revoked[id] }
    /// How many transactions were taken back.
    package var revocationCount: Int { revoked.count }
    /// What the developer's server said last of how a purchase was used; nil where it said nothing.
    package func consumption(of id: TransactionID) -> ConsumptionInformation? { consumption[id] }
    func proratedRefund(of id: TransactionID) -> Amount { prorated[id] ?? .zero }
    func extensions(of index: SubscriptionIndex) -> [Instant] { extended[index] ?? [] }

    // MARK: - Events

    mutating func revoke(_ id: TransactionID, _ revocation: Revocation) { revoked[id] = revocation }

    mutating func reinstate(_ id: TransactionID) { revoked[id] = nil }

    mutating func prorate(_ id: TransactionID, _ refund: Amount) {
        if refund > .zero { prorated[id] = refund }
    }

    mutating func note(_ information: ConsumptionInformation, of id: TransactionID) { consumption[id] = information }

    mutating func extend(_ index: SubscriptionIndex, at instant: Instant) {
        extended[index, default: []].append(instant)
    }

    mutating func forgetExtensions(of index: SubscriptionIndex) { extended[index] = nil }

    // MARK: - Soundness

    /// A revocation and a transaction's mark say the same, and no sum is more than the price.
    func fault(in ledger: Ledger) -> String? {
        for (id, revocation) in revoked.ordered {
            guard ledger.isNumber(id), revocation.refund >= .zero else {
                return "Revocation \(id) is of no transaction."
            }
            // Where only what is alive is kept, the store may have forgotten the transaction.
            if let record = ledger[id], !record.isRevoked || revocation.refund > record.price {
                return "Transaction \(id) was not revoked as its revocation says."
            }
        }
        for (id, refund) in prorated.ordered {
            guard ledger.isNumber(id), refund >= .zero, ledger[id].map({ refund <= $0.price }) ?? true else {
                return "What an upgrade gave back of transaction \(id) was never paid."
            }
        }
        for (id, information) in consumption.ordered {
            guard 1...max(1, ledger.last) ~= id, information.isPossible, !(ledger[id]?.isFamilyShared ?? false) else {
                return "What was said of how transaction \(id) was used cannot be said."
            }
        }
        let wrong = extended.keys.first { !ledger.contains($0) }
        return wrong.map { "Subscription \($0.rawValue) was extended, and does not exist." }
    }
}
