/// Later changes to transactions and periods, and later information about them.
///
/// They are refunds, prorated ones too, consumption information, and extensions.
package struct Adjustments: Hashable, Sendable, Codable {
    /// The transactions that were refunded, or whose access was taken back.
    private var revoked = SideTable<TransactionID, Revocation>()
    /// The amounts of transactions that upgrades gave back (C-23).
    private var prorated = SideTable<TransactionID, Amount>()
    /// The consumption information that the developer's server sent, the latest of each purchase (C-145).
    private var consumption = SideTable<TransactionID, ConsumptionInformation>()
    /// The extensions of each subscription's renewal date, the oldest first (B10-9).
    private var extended = SideTable<SubscriptionIndex, [RenewalExtension]>()

    /// The requests to put off everybody's renewal dates that were carried out, in their order (C-146).
    private var massExtensions = ChunkedArray<MassExtension>()

    /// The adjustments of a store where nothing was changed.
    init() {}

    /// The revocation of a transaction; nil where it was not taken back.
    package func revocation(of id: TransactionID) -> Revocation? { revoked[id] }
    /// The consumption information that the developer's server sent last about a purchase; nil where it sent none.
    package func consumption(of id: TransactionID) -> ConsumptionInformation? { consumption[id] }
    func proratedRefund(of id: TransactionID) -> Amount { prorated[id] ?? .zero }
    /// The amount of a transaction that was not given back when an upgrade ended it (C-23).
    func leftToRefund(of record: TransactionRecord) -> Amount {
        max(Amount(milliunits: record.price.milliunits - proratedRefund(of: record.id).milliunits), .zero)
    }
    func extensions(of index: SubscriptionIndex) -> [RenewalExtension] { extended[index] ?? [] }

    /// The instant until which a period is paid for: its end, without the days by which that was put off (B10-9).
    func paidEnd(of record: TransactionRecord, until expires: Instant, on index: SubscriptionIndex) -> Instant {
        let first = extensions(of: index).first { $0.transaction == record.id }
        return min(first?.end ?? expires, expires)
    }

    /// The result of a request of that name to put off everybody's dates for a product; nil where there was none.
    package func massExtension(of product: ProductIndex, _ identifier: String) -> MassExtension? {
        massExtensions.first { $0.product == product && $0.identifier.hasBytes(of: identifier) }
    }

    // MARK: - Events

    mutating func revoke(_ id: TransactionID, _ revocation: Revocation) { revoked[id] = revocation }

    mutating func reinstate(_ id: TransactionID) { revoked[id] = nil }

    mutating func prorate(_ id: TransactionID, _ refund: Amount) {
        if refund > .zero { prorated[id] = refund }
    }

    mutating func note(_ information: ConsumptionInformation, of id: TransactionID) { consumption[id] = information }

    mutating func add(_ extension: RenewalExtension, to index: SubscriptionIndex) {
        extended[index, default: []].append(`extension`)
    }

    mutating func add(_ done: MassExtension) { massExtensions.append(done) }

    mutating func forgetExtensions(of index: SubscriptionIndex) { extended[index] = nil }

    // MARK: - Soundness

    /// Returns a fault, such as a revocation that contradicts a transaction's mark, or a sum above the price.
    func fault(in ledger: Ledger, _ shop: Shop, from opened: Instant, until now: Instant) -> String? {
        for (id, revocation) in revoked.ordered {
            guard ledger.isNumber(id), revocation.refund >= .zero, revocation.date <= now else {
                return "Revocation \(id) is of no transaction, or later than the store's clock."
            }
            // Where only what is alive is kept, the store may have forgotten the transaction.
            if let record = ledger[id], !record.isRevoked || revocation.refund > leftToRefund(of: record) {
                return "Transaction \(id) was not revoked as its revocation says."
            }
        }
        for (id, refund) in prorated.ordered {
            guard ledger.isNumber(id), refund >= .zero, ledger[id].map({ refund <= $0.price }) ?? true else {
                return "What an upgrade gave back of transaction \(id) was never paid."
            }
        }
        for (id, information) in consumption.ordered {
            guard ledger.isNumber(id), information.isPossible, !(ledger[id]?.isFamilyShared ?? false) else {
                return
                    "The consumption information of transaction \(id) has an answer out of range, or is about no purchase."
            }
        }
        var requests: [ProductIndex: Set<ByteText>] = [:]
        for (place, done) in massExtensions.enumerated() {
            let isNew = requests[done.product, default: []].insert(ByteText(done.identifier)).inserted
            guard isNew, done.date >= opened, done.date <= now,
                done.isPossible(shop, subscriptions: ledger.subscriptionCount)
            else {
                return
                    "Extension \(place) of everybody's dates repeats another, or names a product, number or date that cannot be."
            }
        }
        let wrong = extended.first(breaking: { index, extensions in
            ledger.contains(index)
                && extensions.allSatisfy {
                    ledger.isNumber($0.transaction) && $0.end <= .endOfClock && $0.date <= now
                }
        })
        return wrong.map {
            "Subscription \($0.key.rawValue) has an extension of no transaction, or with a date that cannot be; or it does not exist."
        }
    }
}

/// One extension of a renewal date (B10-9).
struct RenewalExtension: Hashable, Sendable, Codable {
    /// The instant at which the date was put off.
    let date: Instant
    /// The transaction of the period that was put off.
    let transaction: TransactionID
    /// The end of that period before the extension.
    let end: Instant
}

extension MassExtension {
    /// Returns whether all that it names exists, and its numbers are possible for so many subscriptions.
    func isPossible(_ shop: Shop, subscriptions: Int) -> Bool {
        shop.renews(product) && MassExtension.identifierLength ~= identifier.utf8.count && date <= .endOfClock
            && storefronts.map { !$0.isEmpty && $0.allSatisfy { $0.storefrontID != nil } } ?? true
            && 0...subscriptions ~= succeeded && 0...subscriptions - succeeded ~= failed
    }
}
