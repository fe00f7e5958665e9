/// The transactions that are not the latest of a subscription, and where to find those that are.
///
/// The latest of each subscription stands in its row (``Ledger``). A store that keeps all has a place for each number, which
/// is written again when another transaction follows in the chain; one that keeps only what is alive knows by number whose
/// latest it is, and keeps what belongs to no row.
struct TransactionTable: Hashable, Sendable, Codable {
    /// Whether every transaction is kept.
    private let keepsAll: Bool
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
        guard 1...max(1, last) ~= id, id <= last else { return nil }
        guard keepsAll else {
            if let owner = owners[id] { return .row(owner, else: nil) }
            return others[id].map(Place.record)
        }
        let facts = facts[Int(id - 1)]
        if let chain = facts.chain, !facts.isFamilyShared { return .row(chain, else: facts) }
        return .record(TransactionRecord(id: id, originalID: sharedOriginals[id] ?? id, facts))
    }

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
        guard last <= TransactionRecord.lastNumber else { return false }
        if keepsAll {
            return last == UInt64(facts.count) && others.isEmpty
                && sharedOriginals.unordered.allSatisfy { key, value in
                    1...max(1, last) ~= key && value < key && value > 0 && facts[Int(key - 1)].isFamilyShared
                }
        }
        return facts.isEmpty && sharedOriginals.isEmpty
            && others.unordered.allSatisfy { $0.key == $0.value.id && 1...max(1, last) ~= $0.key }
            && rows.allSatisfy { 1...max(1, last) ~= $0.latest.id }
    }

    /// Every transaction that is in no row now, in the order of the numbers, where all are kept.
    var allFacts: ChunkedArray<TransactionRecord.Facts> { facts }
    var allOthers: [TransactionRecord] { others.values }
}

extension TransactionTable {
    private enum CodingKeys: CodingKey {
        case keepsAll, facts, sharedOriginals, others, last
    }

    /// Whose latest transaction has a number follows from the rows: ``index(_:)``.
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        keepsAll = try container.decode(Bool.self, forKey: .keepsAll)
        facts = try container.decode(ChunkedArray<TransactionRecord.Facts>.self, forKey: .facts)
        sharedOriginals = try container.decode(SideTable<TransactionID, TransactionID>.self, forKey: .sharedOriginals)
        others = try container.decode(SideTable<TransactionID, TransactionRecord>.self, forKey: .others)
        last = try container.decode(TransactionID.self, forKey: .last)
    }

    /// Finds again whose latest transaction has which number.
    mutating func index(_ rows: ChunkedArray<SubscriptionRecord>) {
        guard !keepsAll else { return }
        owners = NumberTable(
            rows.indices.map { (rows[$0].latest.id, SubscriptionIndex($0)) }.sorted { $0.0 < $1.0 }, last: last)
    }

    var keeps: Retention { keepsAll ? .transactions : .liveOnly }
}

/// The subscription whose latest transaction has a number.
///
/// Numbers come in order and go when a period follows. They stand in blocks of 1,024; what is left of a block of which most
/// are gone moves to a table, so that the blocks hold about as many as there are subscriptions that renew.
struct NumberTable: Hashable, Sendable {
    private struct Block: Hashable, Sendable {
        var owners: [SubscriptionIndex.Optional] = []
        var count = 0
    }

    private var blocks = ChunkedArray<Block>()
    private var old = SideTable<TransactionID, SubscriptionIndex>()
    /// How many numbers came.
    private var count = 0

    private static let blockSize = 1_024

    init() {}

    /// The owners of some numbers, in their order, of a table that ends with a number.
    init(_ owners: [(TransactionID, SubscriptionIndex)], last: TransactionID) {
        // What came before is old: the blocks begin with the next number.
        count = Int(clamping: last)
        for (id, owner) in owners { old[id] = owner }
        let firstFree = count / NumberTable.blockSize
        while blocks.count < firstFree { blocks.append(Block()) }
        if count % NumberTable.blockSize > 0 {
            let none = Array(repeating: SubscriptionIndex.Optional(nil), count: count % NumberTable.blockSize)
            blocks.append(Block(owners: none, count: 0))
        }
    }

    subscript(id: TransactionID) -> SubscriptionIndex? {
        let (block, offset) = NumberTable.place(of: id)
        guard block < blocks.count, offset < blocks[block].owners.count, let owner = blocks[block].owners[offset].value
        else { return old[id] }
        return owner
    }

    mutating func append(_ owner: SubscriptionIndex?) {
        let block = count / NumberTable.blockSize
        if block == blocks.count {
            var new = Block()
            if block > 0 { new.owners.reserveCapacity(NumberTable.blockSize) }
            blocks.append(new)
            // The block before is whole now, and may have been left by most.
            if block > 0 { thin(block - 1) }
        }
        blocks[block].owners.append(SubscriptionIndex.Optional(owner))
        if owner != nil { blocks[block].count += 1 }
        count += 1
    }

    mutating func remove(_ id: TransactionID) {
        let (block, offset) = NumberTable.place(of: id)
        guard block < blocks.count, offset < blocks[block].owners.count, blocks[block].owners[offset].value != nil
        else {
            old[id] = nil
            return
        }
        blocks[block].owners[offset] = SubscriptionIndex.Optional(nil)
        blocks[block].count -= 1
        if block < count / NumberTable.blockSize { thin(block) }
    }

    /// Moves what is left of a block to the table once that is little.
    private mutating func thin(_ block: Int) {
        guard blocks[block].count <= NumberTable.blockSize / 32, !blocks[block].owners.isEmpty else { return }
        for (offset, owner) in blocks[block].owners.enumerated() {
            if let owner = owner.value { old[TransactionID(block * NumberTable.blockSize + offset + 1)] = owner }
        }
        blocks[block] = Block()
    }

    private static func place(of id: TransactionID) -> (block: Int, offset: Int) {
        let number = Int(clamping: id) - 1
        return (number / blockSize, number % blockSize)
    }

    /// Equal owners make equal tables, wherever they stand.
    static func == (a: NumberTable, b: NumberTable) -> Bool { a.count == b.count && a.all == b.all }
    func hash(into hasher: inout Hasher) { hasher.combine(count) }

    private var all: [TransactionID: SubscriptionIndex] {
        var all = Dictionary(uniqueKeysWithValues: old.unordered.map { ($0.key, $0.value) })
        for (place, block) in blocks.enumerated() {
            for (offset, owner) in block.owners.enumerated() {
                if let owner = owner.value { all[TransactionID(place * NumberTable.blockSize + offset + 1)] = owner }
            }
        }
        return all
    }
}
