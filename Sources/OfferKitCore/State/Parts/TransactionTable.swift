/// The transactions that are not the latest of a subscription, and the places of those that are.
///
/// The latest of each subscription stands in its row (``Ledger``). A store that keeps all has a place for each number,
/// which is written again when another transaction follows in the chain. A store that keeps only what is alive knows by
/// its number to which subscription a latest transaction belongs, and keeps the transactions that belong to no row.
struct TransactionTable: Hashable, Sendable, Codable {
    /// Whether every transaction is kept.
    let keepsAll: Bool
    /// The numbers that were given.
    private var numbers: Numbers
    /// Where all are kept: the facts of each transaction in order, the first at place 0.
    private var facts = ChunkedArray<TransactionRecord.Facts>()
    /// The first transaction of each chain that a family member shares, by the later ones of that chain.
    private var sharedOriginals = SideTable<TransactionID, TransactionID>()
    /// Where all are kept: the instants at which those were made that are dated earlier (C-141).
    private var made = SideTable<TransactionID, Instant>()
    /// Where only what is alive is kept: transactions of no subscription, and those that the family shares.
    private var others = SideTable<TransactionID, TransactionRecord>()
    /// Where only what is alive is kept: the subscription whose latest transaction is number n + 1, at n.
    private var owners = NumberTable<SubscriptionIndex.Optional>()
    /// Has the compiler hand the table, and so the whole state, on by its address.
    private let passing = PassedByAddress()

    init(keepsAll: Bool, firstID: TransactionID) {
        self.keepsAll = keepsAll
        numbers = Numbers(first: firstID, last: firstID - 1)
        owners = NumberTable([], count: Int(clamping: firstID - 1))
    }

    /// The numbers of transactions, one after another.
    private struct Numbers: Hashable, Sendable {
        let first: TransactionID
        var last: TransactionID
    }

    /// The number of the first transaction (C-155).
    var firstID: TransactionID { numbers.first }
    /// The number of the latest transaction; before the first, the number before it.
    var last: TransactionID { numbers.last }

    /// The place where a transaction is found.
    enum Place {
        /// It is the latest of a subscription, or may be.
        case row(SubscriptionIndex, else: TransactionRecord.Facts?)
        case record(TransactionRecord)
    }

    func find(_ id: TransactionID) -> Place? {
        guard isNumber(id) else { return nil }
        guard keepsAll else {
            if let owner = owners[Int(id - 1)] { return .row(owner, else: nil) }
            return others[id].map(Place.record)
        }
        let facts = facts[place(of: id)]
        if let chain = facts.chain, !facts.isFamilyShared { return .row(chain, else: facts) }
        return .record(TransactionRecord(id: id, originalID: sharedOriginals[id] ?? id, facts))
    }

    /// The instant at which a transaction was made, where that is not its date.
    func made(_ id: TransactionID) -> Instant? { made[id] }

    /// Records that a transaction is made at an instant that is not its date.
    mutating func note(_ id: TransactionID, madeAt instant: Instant) {
        if keepsAll { made[id] = instant }
    }

    /// Returns whether a transaction got that number.
    func isNumber(_ id: TransactionID) -> Bool { id >= firstID && id <= last }

    /// The place of a transaction that got its number.
    private func place(of id: TransactionID) -> Int { Int(id - firstID) }

    /// Adds the next transaction.
    ///
    /// - Parameters:
    ///   - record: The transaction.
    ///   - row: The subscription whose latest it becomes; nil for one that belongs to no row.
    ///   - replaced: The family member's transaction before it, which is forgotten where only what is alive is kept.
    mutating func add(
        _ record: TransactionRecord, latestOf row: SubscriptionIndex?, replacing replaced: TransactionID = 0
    ) {
        numbers.last = record.id
        guard keepsAll else {
            owners.append(row)
            if row == nil { others[record.id] = record }
            if replaced > 0 { others[replaced] = nil }
            return
        }
        facts.append(record.facts)
        if row == nil, record.originalID != record.id { sharedOriginals[record.id] = record.originalID }
    }

    /// Stores a transaction that is no longer the latest of its row, because another one took its place.
    mutating func store(_ record: TransactionRecord) {
        if keepsAll { facts[place(of: record.id)] = record.facts } else { owners.remove(Int(record.id - 1)) }
    }

    /// Changes a transaction that is in no row.
    mutating func change(_ id: TransactionID, _ body: (inout TransactionRecord) -> Void) {
        guard case .record(var record)? = find(id) else { return }
        body(&record)
        if keepsAll { facts[place(of: id)] = record.facts } else { others[id] = record }
    }

    // MARK: - Soundness

    /// Returns the fault of the numbers in a store with such rows; nil where they are possible.
    func fault(_ rows: ChunkedArray<SubscriptionRecord>, until now: Instant) -> String? {
        guard last <= TransactionRecord.lastNumber, last >= firstID - 1 else {
            return "The last transaction has a number that no store gives."
        }
        if let place = rows.indices.first(where: { !isNumber(rows[$0].latest.id) }) {
            return "Subscription \(place) has a transaction whose number was not given."
        }
        return keepsAll ? faultOfAll(rows, until: now) : faultOfLive(rows)
    }

    private func faultOfAll(_ rows: ChunkedArray<SubscriptionRecord>, until now: Instant) -> String? {
        guard last - (firstID - 1) == UInt64(facts.count) else {
            return "The store has \(facts.count) transactions, and their numbers go from \(firstID) to \(last)."
        }
        if let other = others.keys.first { return "Transaction \(other) stands apart, where all are kept together." }
        let stray = facts.indices.first { facts[$0].chain.map { $0.index >= rows.count } ?? false }
        if let stray { return "Transaction \(firstID + UInt64(stray)) is of a subscription that does not exist." }
        // No two transactions have the same number.
        let wrong = rows.indices.first { place in
            let latest = rows[place].latest
            return latest.subscription != SubscriptionIndex(place)
                || !facts[self.place(of: latest.id)].began(as: latest.facts)
        }
        if let wrong { return "Subscription \(wrong) has the transaction of another one." }
        let first = sharedOriginals.first(breaking: { key, value in
            isNumber(key) && value < key && isNumber(value) && facts[place(of: key)].isFamilyShared
        })
        if let first { return "Transaction \(first.key) cannot share a chain with transaction \(first.value)." }
        let late = made.first(breaking: { key, value in
            isNumber(key) && facts[place(of: key)].purchased <= value && value <= now
        })
        return late.map {
            "Transaction \($0.key) was made before its date, or later than the store's clock, or does not exist."
        }
    }

    private func faultOfLive(_ rows: ChunkedArray<SubscriptionRecord>) -> String? {
        guard facts.isEmpty, sharedOriginals.isEmpty, made.isEmpty else {
            return "The store has transactions that it does not keep."
        }
        let wrong = others.first(breaking: { number, record in number == record.id && isNumber(number) })
        if let wrong { return "Transaction \(wrong.key) stands under another number, or has none." }
        var known = Set(others.keys)
        let second = rows.indices.first { !known.insert(rows[$0].latest.id).inserted }
        return second.map { "Subscription \($0) has a transaction that belongs elsewhere." }
    }

    /// The facts of every transaction in the order of the numbers, where all are kept; those of a row may be outdated.
    var allFacts: ChunkedArray<TransactionRecord.Facts> { facts }
    var allOthers: [TransactionRecord] { others.values }
}

extension TransactionTable {
    /// The saved values; the owners follow from the rows (``index(_:)``).
    private enum CodingKeys: CodingKey {
        case keepsAll, firstID, facts, sharedOriginals, made, others, last
    }

    /// Reads the values; a first number 1 is not written.
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        keepsAll = try container.decode(Bool.self, forKey: .keepsAll)
        let first = try container.decodeIfPresent(TransactionID.self, forKey: .firstID) ?? 1
        numbers = Numbers(first: first, last: try container.decode(TransactionID.self, forKey: .last))
        facts = try container.decode(ChunkedArray<TransactionRecord.Facts>.self, forKey: .facts)
        sharedOriginals = try container.decode(SideTable<TransactionID, TransactionID>.self, forKey: .sharedOriginals)
        // Version 14 has none.
        made = try container.decodeIfPresent(SideTable<TransactionID, Instant>.self, forKey: .made) ?? SideTable()
        others = try container.decode(SideTable<TransactionID, TransactionRecord>.self, forKey: .others)
        guard first > 0 else {
            throw DecodingError.dataCorruptedError(
                forKey: .firstID, in: container, debugDescription: "No transaction has the number 0.")
        }
        owners = NumberTable([], count: Int(clamping: first - 1))
    }

    /// Writes the values, except a first number 1.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(keepsAll, forKey: .keepsAll)
        if firstID != 1 { try container.encode(firstID, forKey: .firstID) }
        try container.encode(facts, forKey: .facts)
        try container.encode(sharedOriginals, forKey: .sharedOriginals)
        if !made.isEmpty { try container.encode(made, forKey: .made) }
        try container.encode(others, forKey: .others)
        try container.encode(last, forKey: .last)
    }

    /// Finds the owners of latest transactions again, from the rows.
    mutating func index(_ rows: ChunkedArray<SubscriptionRecord>) {
        guard !keepsAll else { return }
        owners = NumberTable(
            rows.indices.map { (Int(clamping: rows[$0].latest.id) &- 1, SubscriptionIndex($0)) },
            count: Int(clamping: last))
    }
}
