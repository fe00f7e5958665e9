/// The transactions that are not the latest of a subscription, and where to find those that are.
///
/// The latest of each subscription stands in its row (``Ledger``). A store that keeps all has a place for each number, which
/// is written again when another transaction follows in the chain; one that keeps only what is alive knows by number whose
/// latest it is, and keeps what belongs to no row.
struct TransactionTable: Hashable, Sendable, Codable {
    /// Whether every transaction is kept.
    let keepsAll: Bool
    /// Transaction n stands at place n - 1.
    private var facts = ChunkedArray<TransactionRecord.Facts>()
    /// The first transaction of what a family member shares, where that is not the transaction itself.
    private var sharedOriginals = SideTable<TransactionID, TransactionID>()
    /// Where only what is alive is kept: transactions of no subscription, and those that the family shares.
    private var others = SideTable<TransactionID, TransactionRecord>()
    /// Where only what is alive is kept: the subscription whose latest transaction has a number.
    private var owners = NumberTable()
    /// The number of the latest transaction; 0 before the first.
    private(set) var last: TransactionID = 0
    private let passing = PassedByAddress()

    init(keepsAll: Bool) {
        self.keepsAll = keepsAll
    }

    /// Where a transaction is found.
    enum Place {
        /// It is the latest of a subscription, or may be.
        case row(SubscriptionIndex, else: TransactionRecord.Facts?)
        case record(TransactionRecord)
    }

    func find(_ id: TransactionID) -> Place? {
        guard isNumber(id) else { return nil }
        guard keepsAll else {
            if let owner = owners[id] { return .row(owner, else: nil) }
            return others[id].map(Place.record)
        }
        let facts = facts[Int(id - 1)]
        if let chain = facts.chain, !facts.isFamilyShared { return .row(chain, else: facts) }
        return .record(TransactionRecord(id: id, originalID: sharedOriginals[id] ?? id, facts))
    }

    /// Whether a transaction got that number.
    private func isNumber(_ id: TransactionID) -> Bool { id > 0 && id <= last }

    /// Adds the next transaction.
    ///
    /// - Parameters:
    ///   - record: The transaction.
    ///   - row: The subscription whose latest it becomes; nil for one that belongs to no row.
    ///   - replaced: The one before it among what the family shares, which is forgotten where only what is alive is kept.
    mutating func add(
        _ record: TransactionRecord, latestOf row: SubscriptionIndex?, replacing replaced: TransactionID = 0
    ) {
        last = record.id
        guard keepsAll else {
            owners.append(row)
            if row == nil { others[record.id] = record }
            if replaced > 0 { others[replaced] = nil }
            return
        }
        facts.append(record.facts)
        if row == nil, record.originalID != record.id { sharedOriginals[record.id] = record.originalID }
    }

    /// A row lets go of its latest transaction, because another one took its place.
    mutating func store(_ record: TransactionRecord) {
        if keepsAll { facts[Int(record.id - 1)] = record.facts } else { owners.remove(record.id) }
    }

    /// Changes a transaction that is in no row.
    mutating func change(_ id: TransactionID, _ body: (inout TransactionRecord) -> Void) {
        guard case .record(var record)? = find(id) else { return }
        body(&record)
        if keepsAll { facts[Int(id - 1)] = record.facts } else { others[id] = record }
    }

    // MARK: - Soundness

    /// Whether the numbers are those of a store with such rows.
    func isPossible(_ rows: ChunkedArray<SubscriptionRecord>) -> Bool {
        guard last <= TransactionRecord.lastNumber, rows.allSatisfy({ isNumber($0.latest.id) }) else { return false }
        if keepsAll {
            return last == UInt64(facts.count) && others.isEmpty
                && facts.allSatisfy { $0.chain.map { $0.index < rows.count } ?? true }
                // No number is that of two.
                && rows.indices.allSatisfy { place in
                    let facts = facts[Int(rows[place].latest.id - 1)]
                    return facts.chain == SubscriptionIndex(place) && !facts.isFamilyShared
                }
                && sharedOriginals.unordered.allSatisfy { key, value in
                    isNumber(key) && value < key && value > 0 && facts[Int(key - 1)].isFamilyShared
                }
        }
        return facts.isEmpty && sharedOriginals.isEmpty
            && others.unordered.allSatisfy { $0.key == $0.value.id && isNumber($0.key) }
            && Set(rows.map(\.latest.id)).union(others.keys).count == rows.count + others.count
    }

    /// Every transaction that is in no row now, in the order of the numbers, where all are kept.
    var allFacts: ChunkedArray<TransactionRecord.Facts> { facts }
    var allOthers: [TransactionRecord] { others.values }
}

extension TransactionTable {
    /// What is saved; whose latest transaction has a number follows from the rows (``index(_:)``).
    private enum CodingKeys: CodingKey {
        case keepsAll, facts, sharedOriginals, others, last
    }

    /// Finds again whose latest transaction has which number.
    mutating func index(_ rows: ChunkedArray<SubscriptionRecord>) {
        guard !keepsAll else { return }
        owners = NumberTable(
            rows.indices.map { (rows[$0].latest.id, SubscriptionIndex($0)) }.sorted { $0.0 < $1.0 }, last: last)
    }
}

/// The subscription whose latest transaction has a number.
///
/// Numbers come in order and go when a period follows. They stand in a list, chunk by chunk; what is left of a chunk of which
/// most are gone moves to a table, so that the list holds about as many as there are subscriptions that renew.
package struct NumberTable: Hashable, Sendable {
    /// The owners of the numbers after the first ones, in their order.
    private var owners = ChunkedArray<SubscriptionIndex.Optional>()
    /// How many owners each chunk of the list has left.
    private var counts = ChunkedArray<UInt16>()
    /// How many numbers came before those of the list.
    private var earlier = 0
    private var old = SideTable<TransactionID, SubscriptionIndex>()

    private typealias Owners = ChunkedArray<SubscriptionIndex.Optional>

    /// A table before the first number.
    package init() {}

    /// The owners of some numbers of a table that ends with a number.
    package init(_ owners: [(TransactionID, SubscriptionIndex)], last: TransactionID) {
        earlier = Int(clamping: last)
        for (id, owner) in owners { old[id] = owner }
    }

    /// The owner of a number; nil where it has none, or is gone.
    package subscript(id: TransactionID) -> SubscriptionIndex? {
        place(of: id).flatMap { owners[$0].value } ?? old[id]
    }

    /// Adds the next number; nil for one that belongs to no subscription.
    package mutating func append(_ owner: SubscriptionIndex?) {
        let chunk = owners.count / Owners.chunkSize
        if chunk == counts.count {
            counts.append(0)
            // The chunk before is whole now, and may have been left by most.
            if chunk > 0 { thin(chunk - 1) }
        }
        owners.append(SubscriptionIndex.Optional(owner))
        if owner != nil { counts[chunk] += 1 }
    }

    /// Forgets a number.
    package mutating func remove(_ id: TransactionID) {
        guard let place = place(of: id), owners[place].value != nil else {
            old[id] = nil
            return
        }
        let chunk = place / Owners.chunkSize
        owners[place] = SubscriptionIndex.Optional(nil)
        counts[chunk] -= 1
        if chunk + 1 < counts.count { thin(chunk) }
    }

    /// Moves what is left of a chunk to the table once that is little.
    private mutating func thin(_ chunk: Int) {
        let first = chunk * Owners.chunkSize
        guard counts[chunk] <= Owners.chunkSize / 8, owners.hasChunk(of: first) else { return }
        for place in first..<first + Owners.chunkSize {
            if let owner = owners[place].value { old[TransactionID(earlier + place + 1)] = owner }
        }
        owners.dropChunk(of: first)
    }

    /// The place of a number in the list; nil where it is not there, or no more.
    private func place(of id: TransactionID) -> Int? {
        let place = Int(clamping: id) - 1 - earlier
        return 0..<owners.count ~= place && owners.hasChunk(of: place) ? place : nil
    }

    /// Equal owners make equal tables, wherever they stand.
    package static func == (a: NumberTable, b: NumberTable) -> Bool { a.last == b.last && a.all == b.all }
    /// Feeds how many numbers there were.
    package func hash(into hasher: inout Hasher) { hasher.combine(last) }

    private var last: Int { earlier + owners.count }

    private var all: [TransactionID: SubscriptionIndex] {
        var all = Dictionary(uniqueKeysWithValues: old.unordered.map { ($0.key, $0.value) })
        for place in owners.indices where owners.hasChunk(of: place) {
            if let owner = owners[place].value { all[TransactionID(earlier + place + 1)] = owner }
        }
        return all
    }
}
