/// The subscriptions and the transactions of a store.
///
/// Each subscription is a row with its latest transaction; the customer's rows are a list, whose head stands here.
package struct Ledger: Hashable, Sendable {
    /// The starts of a row's series and run of paid service, where one is not its first purchase.
    private struct Starts: Hashable, Sendable, Codable {
        var series: Instant
        /// The run's first transaction, not its instant, at which an earlier period may have been refunded (C-196).
        var run: TransactionID
    }

    private var rows = ChunkedArray<SubscriptionRecord>()
    private var heads = ChunkedArray<SubscriptionIndex.Optional>()
    private var starts = SideTable<SubscriptionIndex, Starts>()
    /// The next renewals that are not of the product alone.
    private var plans = SideTable<SubscriptionIndex, NextRenewal>()
    private var transactions: TransactionTable

    init(keepsAll: Bool, firstID: TransactionID) {
        transactions = TransactionTable(keepsAll: keepsAll, firstID: firstID)
    }

    // MARK: - Subscriptions

    /// Every subscription, by its place.
    package var subscriptions: ChunkedArray<SubscriptionRecord> { rows }
    /// The number of subscriptions, erased ones included.
    package var subscriptionCount: Int { rows.count }
    /// Returns whether there is such a subscription.
    package func contains(_ index: SubscriptionIndex) -> Bool { index.index < rows.count }

    /// The subscription at a place.
    package subscript(index: SubscriptionIndex) -> SubscriptionRecord {
        @inline(__always) _read {
            let place = ChunkPlace(index.index)
            yield rows.pages[place.page][place.chunk][place.offset]
        }
    }

    /// The first of a customer's subscriptions; each leads to the next.
    package func firstSubscription(of customer: CustomerID) -> SubscriptionIndex? {
        let place = Int(customer.rawValue)
        return place < heads.count ? heads[place].value : nil
    }

    /// The customer's own subscriptions, running or not: one for each group they ever subscribed to.
    package func subscriptions(of customer: CustomerID) -> some Sequence<SubscriptionIndex> {
        SubscriptionWalk(rows: rows, place: firstSubscription(of: customer))
    }

    /// The next renewal: one product and at most one offer for each subscription (C-13, C-59).
    @inline(__always)
    package func next(of index: SubscriptionIndex) -> NextRenewal {
        let row = self[index]
        let planned = row.hasPlan ? plans[index] : nil
        return planned ?? NextRenewal(product: row.product, terms: nil)
    }

    /// The start of the latest series without a long gap (B14-1).
    @inline(__always)
    func seriesStart(of index: SubscriptionIndex) -> Instant {
        starts[index]?.series ?? self[index].originallyPurchased
    }

    /// The transaction with which the latest run of paid service began (C-34).
    func runStart(of index: SubscriptionIndex) -> TransactionID {
        starts[index]?.run ?? self[index].latest.originalID
    }

    // MARK: - Transactions

    /// Whether every transaction is kept.
    var keepsAll: Bool { transactions.keepsAll }

    /// The number of the latest transaction; before the first, the number before it.
    package var last: TransactionID { transactions.last }
    /// The number of the first transaction, whether or not there is one yet.
    package var firstID: TransactionID { transactions.firstID }

    /// Returns whether a transaction got that number, kept or not.
    func isNumber(_ id: TransactionID) -> Bool { transactions.isNumber(id) }

    /// The transaction with that number, where it is kept.
    package subscript(id: TransactionID) -> TransactionRecord? {
        switch transactions.find(id) {
        case nil: return nil
        case .record(let record): return record
        case .row(let index, let facts):
            let latest = self[index].latest
            if latest.id == id { return latest }
            return facts.map { TransactionRecord(id: id, originalID: latest.originalID, $0) }
        }
    }

    /// The instant at which a transaction was made, which may be later than its date: a renewal that is made good in
    /// grace, and a transaction that a family shares, are dated earlier (C-141).
    package func made(_ record: TransactionRecord) -> Instant { transactions.made(record.id) ?? record.purchased }

    /// Every transaction kept, oldest first.
    package var all: [TransactionRecord] {
        if !keepsAll {
            return (rows.map(\.latest) + transactions.allOthers).sorted { $0.id < $1.id }
        }
        return (0..<transactions.allFacts.count).compactMap { self[firstID + TransactionID($0)] }
    }

    /// A chain's transactions that are kept, from one backwards; those that were erased are left out (C-124).
    func chain(endingWith last: TransactionID) -> [TransactionRecord] {
        var records: [TransactionRecord] = []
        addChain(endingWith: last, to: &records)
        return records
    }

    /// Adds a chain's transactions to others, from one backwards.
    func addChain(endingWith last: TransactionID, to records: inout [TransactionRecord]) {
        var id = last
        while id > 0, let record = self[id] {
            if !record.isErased { records.append(record) }
            id = record.previous
        }
    }

    // MARK: - Decisions

    /// Finishes a transaction: the app says that it has given the customer what it bought.
    ///
    /// A transaction that is unknown, no longer kept, somebody else's or finished already stays as it is.
    package func decideFinish(_ id: TransactionID, by customer: CustomerID) -> Decision<Void, Never> {
        guard let record = self[id], record.customer == customer, !record.isFinished,
            !record.isErased
        else {
            return Decision([], ())
        }
        return Decision([.transactionFinished(id)], ())
    }

    // MARK: - Events

    /// Records that a transaction, the next where none is given, is made at an instant that is not its date.
    mutating func note(_ id: TransactionID? = nil, madeAt instant: Instant) {
        transactions.note(id ?? last + 1, madeAt: instant)
    }

    /// Begins a period: the first of a chain, or the next.
    // Inlined as `StoreState.renewal` is.
    @inline(__always)
    mutating func begin(
        _ record: TransactionRecord, of index: SubscriptionIndex, until expires: Instant, _ start: PeriodStart
    ) {
        transactions.add(record, latestOf: index)
        if index.index == rows.count {
            rows.append(
                SubscriptionRecord(
                    record, until: expires, start, nextOfCustomer: firstSubscription(of: record.customer)))
            setFirst(index, of: record.customer)
        } else {
            transactions.store(rows[index.index].latest)
            if start.effects.has(.startsSeries) || start.effects.has(.startsRun) {
                note(start.effects, record, of: index)
            }
            if !start.keepsQueuedOffer { clearPlan(of: index) }
            rows[index.index].begin(record, until: expires, start)
        }
    }

    private mutating func note(_ effects: PeriodStart.Effects, _ record: TransactionRecord, of index: SubscriptionIndex)
    {
        var new = Starts(series: seriesStart(of: index), run: runStart(of: index))
        if effects.has(.startsSeries) { new.series = record.purchased }
        if effects.has(.startsRun) { new.run = record.id }
        starts[index] = new
    }

    /// Adds a transaction of no row: of a product outside groups, or one that the family shares.
    mutating func add(_ record: TransactionRecord) {
        transactions.add(record, latestOf: nil, replacing: record.isFamilyShared ? record.previous : 0)
    }

    /// Changes a row.
    mutating func change(_ index: SubscriptionIndex, _ body: (inout SubscriptionRecord) -> Void) {
        body(&rows[index.index])
    }

    /// Fills the slot of the next renewal (C-13).
    mutating func plan(_ next: NextRenewal, on index: SubscriptionIndex) {
        clearPlan(of: index)
        guard next != self.next(of: index) else { return }
        plans[index] = next
        rows[index.index].hasPlan = true
    }

    private mutating func clearPlan(of index: SubscriptionIndex) {
        guard rows[index.index].hasPlan else { return }
        rows[index.index].hasPlan = false
        plans[index] = nil
    }

    /// Ends a chain's run, for whatever reason, and clears the slot of the next renewal (C-13).
    mutating func end(_ index: SubscriptionIndex, _ standing: Standing) {
        clearPlan(of: index)
        rows[index.index].end(standing)
    }

    /// Marks a transaction, or takes a mark off it.
    mutating func mark(_ id: TransactionID, _ mark: TransactionRecord.Marks, _ isSet: Bool = true) {
        change(id) { $0.marks.set(mark, isSet) }
    }

    /// Gives a transaction another account token.
    mutating func set(_ token: TokenIndex, of id: TransactionID) { change(id) { $0.token = token } }

    /// Changes a transaction, where it is kept.
    private mutating func change(_ id: TransactionID, _ body: (inout TransactionRecord) -> Void) {
        guard case .row(let index, let facts)? = transactions.find(id) else { return transactions.change(id, body) }
        if rows[index.index].latest.id == id { return body(&rows[index.index].latest) }
        guard let facts else { return }
        var record = TransactionRecord(id: id, originalID: rows[index.index].latest.originalID, facts)
        body(&record)
        transactions.store(record)
    }

    /// Moves the end of a running period, and of the family's transactions of it (C-51).
    mutating func moveEnd(of index: SubscriptionIndex, shared: [TransactionID], to instant: Instant) {
        for id in shared { change(id) { $0.expires = instant } }
        rows[index.index].moveEnd(to: instant)
    }

    /// Ends a chain of which transactions were erased (C-124).
    ///
    /// Its latest transaction is now the latest that is left; where none is, its customer never had it.
    mutating func erase(_ index: SubscriptionIndex, leaving kept: TransactionRecord?, endedOn end: Instant) {
        let latest = rows[index.index].latest
        self.end(index, .lapsed(on: end, reason: .unknown))
        rows[index.index].paidService.refundLatest(from: latest.purchased)
        guard let kept else { return unlink(index) }
        transactions.store(latest)
        rows[index.index].latest = kept
    }

    private mutating func unlink(_ index: SubscriptionIndex) {
        let (customer, next) = (rows[index.index].customer, rows[index.index].nextOfCustomer)
        if firstSubscription(of: customer) == index {
            setFirst(next, of: customer)
        } else if let before = subscriptions(of: customer).first(where: { self[$0].nextOfCustomer == index }) {
            rows[before.index].nextOfCustomer = next
        }
        rows[index.index].nextOfCustomer = nil
    }

    private mutating func setFirst(_ index: SubscriptionIndex?, of customer: CustomerID) {
        while heads.count <= Int(customer.rawValue) { heads.append(SubscriptionIndex.Optional(nil)) }
        heads[Int(customer.rawValue)] = SubscriptionIndex.Optional(index)
    }

    /// Counts the periods that follow running ones from the ends of those, which stay.
    mutating func countAnew() {
        for place in rows.indices where rows[place].isRunning {
            if let end = rows[place].latest.expires { rows[place].cycle = Cycle(anchor: end) }
        }
    }
}

// MARK: - Soundness

extension Ledger {
    /// The most periods of a cycle: more than any store counts to, and far from overflow.
    static let mostCounted = UInt32.max / 2

    func fault(
        _ customers: Customers, _ shop: Shop, until now: Instant, isPossible: (NextRenewal) -> Bool,
        _ isPossibleRecord: (TransactionRecord) -> Bool
    ) -> String? {
        for place in rows.indices {
            if let fault = fault(ofRow: place, customers, shop) { return "Subscription \(place) \(fault)" }
        }
        if let fault = transactions.fault(rows, until: now) { return fault }
        let records = all
        if let wrong = records.first(where: {
            !isPossibleRecord($0) || $0.id == 0 || !($0.subscription.map(contains) ?? true)
        }) {
            return "Transaction \(wrong.id) names something that does not exist."
        }
        if let wrong = records.first(where: { !follows($0) }) {
            return "Transaction \(wrong.id) cannot follow transaction \(wrong.previous)."
        }
        if let wrong = records.first(where: { $0.purchased > now || $0.purchased > $0.end }) {
            return "Transaction \(wrong.id) is later than the store's clock, or than its own end."
        }
        if let place = rows.indices.first(where: { !beganAsFirst(rows[$0]) }) {
            return "Subscription \(place) began at another instant than its first transaction."
        }
        guard heads.count <= customers.count else {
            return "The ledger has the subscriptions of \(heads.count) customers, and there are \(customers.count)."
        }
        for (place, head) in heads.enumerated() {
            let isTheirs = head.value.map { contains($0) && self[$0].customer.rawValue == UInt32(place) } ?? true
            guard isTheirs else { return "Customer \(place) has a subscription that is not theirs." }
        }
        if let wrong = starts.first(breaking: { contains($0) && fits($1, $0, until: now) }) {
            return "A series or run of subscription \(wrong.key.rawValue) began that cannot be its own."
        }
        if let stray = plans.first(breaking: { index, _ in contains(index) && self[index].hasPlan }) {
            return
                "The plans have subscription \(stray.key.rawValue), which is marked as having none, or does not exist."
        }
        if let plan = plans.first(breaking: { isPossible($1) }) {
            return "What renews next of subscription \(plan.key.rawValue) is nothing that a store can sell."
        }
        let without = rows.indices.first { rows[$0].hasPlan && plans[SubscriptionIndex($0)] == nil }
        return without.map { "Subscription \($0) is marked as having a plan for its renewal, and the plans have none." }
    }

    /// Returns whether a subscription began with its first transaction, where that is kept.
    private func beganAsFirst(_ row: SubscriptionRecord) -> Bool {
        let first = self[row.latest.originalID]?.purchased ?? row.originallyPurchased
        return row.originallyPurchased == first && first <= row.latest.purchased
    }

    /// Returns whether a series began after the chain did, and a run with a transaction of the chain, where it is kept.
    private func fits(_ starts: Starts, _ index: SubscriptionIndex, until now: Instant) -> Bool {
        let row = self[index]
        guard row.originallyPurchased <= starts.series, starts.series <= now, isNumber(starts.run) else { return false }
        return self[starts.run].map { $0.subscription == index && !$0.isFamilyShared } ?? true
    }

    /// Returns whether the transaction before one is of the same customer and chain, where it is kept.
    private func follows(_ record: TransactionRecord) -> Bool {
        guard record.previous > 0, let before = self[record.previous] else { return true }
        return before.customer == record.customer && before.isFamilyShared == record.isFamilyShared
            && (before.subscription == nil) == (record.subscription == nil)
            && (record.subscription == nil || record.isFamilyShared || before.subscription == record.subscription)
    }

    private func fault(ofRow place: Int, _ customers: Customers, _ shop: Shop) -> String? {
        let row = rows[place]
        guard row.isPossible else { return "has a standing that means nothing." }
        guard customers.contains(row.customer), shop.renews(row.product),
            shop.renews(next(of: SubscriptionIndex(place)).product),
            shop[next(of: SubscriptionIndex(place)).product].group == shop[row.product].group
        else { return "names something that does not exist." }
        guard row.latest.subscription == SubscriptionIndex(place), !row.latest.isFamilyShared else {
            return "has the transaction of another one."
        }
        // Each link leads to an older subscription, so that no list runs in a circle.
        if let next = row.nextOfCustomer, next.index >= place || rows[next.index].customer != row.customer {
            return "is followed by one that cannot be next in its customer's list."
        }
        guard row.cycle.count <= Ledger.mostCounted, row.originallyPurchased <= row.cycle.anchor,
            row.cycle.anchor <= .endOfClock
        else { return "has no such cycle." }
        return nil
    }
}

/// A walk through a customer's subscriptions, from the latest to the first.
///
/// It has the rows alone, because a copy of the ledger costs more than the walk.
private struct SubscriptionWalk: Sequence, IteratorProtocol {
    let rows: ChunkedArray<SubscriptionRecord>
    var place: SubscriptionIndex?

    mutating func next() -> SubscriptionIndex? {
        guard let current = place else { return nil }
        place = rows[current.index].nextOfCustomer
        return current
    }
}

extension Ledger: Codable {
    private enum CodingKeys: CodingKey {
        case rows, heads, starts, plans, transactions
    }

    /// Reads the rows and the transactions, and finds the latest transactions by number again.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        rows = try container.decode(ChunkedArray<SubscriptionRecord>.self, forKey: .rows)
        heads = try container.decode(ChunkedArray<SubscriptionIndex.Optional>.self, forKey: .heads)
        starts = try container.decode(SideTable<SubscriptionIndex, Starts>.self, forKey: .starts)
        plans = try container.decode(SideTable<SubscriptionIndex, NextRenewal>.self, forKey: .plans)
        transactions = try container.decode(TransactionTable.self, forKey: .transactions)
        transactions.index(rows)
    }
}
