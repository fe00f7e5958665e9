/// A dictionary in shards, for values that only few rows have.
///
/// It grows by one shard at a time (linear hashing), so that nothing is ever copied whole: the first change to a copy
/// copies one shard, however large the table is. Wherever order shows, it is that of the keys (``StablyOrdered``).
package struct SideTable<Key: Hashable & Sendable, Value> {
    /// The first shard, the only one of most tables.
    // No literal: in generic code a debug build looks up the type of an array of pairs for one.
    private var first = Dictionary<Key, Value>()
    /// The shards from the second on.
    private var others = ChunkedArray<[Key: Value]>()
    /// The number of keys.
    package private(set) var count = 0

    /// A table without keys.
    package init() {}

    /// Whether there are no keys.
    package var isEmpty: Bool { count == 0 }

    /// The average number of entries per shard above which another shard is added.
    private static var entriesPerShard: Int { 64 }

    /// The value of a key; nil where it has none.
    package subscript(key: Key) -> Value? {
        get {
            guard count > 0 else { return nil }
            let shard = shard(of: key)
            return shard == 0 ? first[key] : others[shard - 1][key]
        }
        set {
            guard count > 0 || newValue != nil else { return }
            let shard = shard(of: key)
            count +=
                shard == 0
                ? SideTable.put(newValue, key, in: &first) : SideTable.put(newValue, key, in: &others[shard - 1])
            if count > shardCount * SideTable.entriesPerShard { split() }
        }
    }

    /// Sets a value, or removes it where it is nil, and returns the change in the number of the shard's keys.
    private static func put(_ value: Value?, _ key: Key, in shard: inout [Key: Value]) -> Int {
        guard let value else { return shard.removeValue(forKey: key) == nil ? 0 : -1 }
        return shard.updateValue(value, forKey: key) == nil ? 1 : 0
    }

    /// The value of a key, or a standard one where it has none.
    package subscript(key: Key, default standard: @autoclosure () -> Value) -> Value {
        get { self[key] ?? standard() }
        set { self[key] = newValue }
    }

    /// Changes the value of a key that has one.
    package mutating func change(_ key: Key, _ body: (inout Value) -> Void) {
        guard count > 0 else { return }
        let shard = shard(of: key)
        if shard == 0 {
            if let place = first.index(forKey: key) { body(&first.values[place]) }
        } else if let place = others[shard - 1].index(forKey: key) {
            body(&others[shard - 1].values[place])
        }
    }

    /// Every key with its value, in no order.
    package var unordered: some Sequence<(key: Key, value: Value)> {
        (0..<shardCount).lazy.flatMap { shard(at: $0).lazy.map { ($0.key, $0.value) } }
    }

    /// Returns whether a condition holds of every entry.
    ///
    /// It is a loop, not a lazy sequence, because debug builds judge tables in every turn of the lock; most are empty.
    package func allSatisfy(_ isRight: (Key, Value) -> Bool) -> Bool {
        guard !isEmpty else { return true }
        for place in 0..<shardCount { for (key, value) in shard(at: place) where !isRight(key, value) { return false } }
        return true
    }

    private var shardCount: Int { others.count + 1 }

    private func shard(at place: Int) -> [Key: Value] { place == 0 ? first : others[place - 1] }

    private func shard(of key: Key) -> Int {
        others.isEmpty ? 0 : place(ofHash: UInt(bitPattern: key.hashValue))
    }

    /// The shard of a hash: its lowest bits, as many as the shards need; one fewer where no such shard exists yet.
    private func place(ofHash hash: UInt) -> Int {
        let bits = Int.bitWidth - others.count.leadingZeroBitCount
        let place = Int(hash & ((1 << UInt(bits)) - 1))
        return place < shardCount ? place : place & ~(1 << (bits - 1))
    }

    /// Adds a shard, and moves those entries of an older one that belong to it.
    private mutating func split() {
        let new = shardCount
        let bits = Int.bitWidth - new.leadingZeroBitCount
        let old = new & ~(1 << (bits - 1))
        others.append([:])
        let entries = shard(at: old)
        if old == 0 { first = [:] } else { others[old - 1] = [:] }
        // They are counted again as they are put in.
        count -= entries.count
        for (key, value) in entries { self[key] = value }
    }
}

extension SideTable where Key: StablyOrdered {
    /// Every key with its value, in the keys' order.
    package var ordered: [(key: Key, value: Value)] {
        guard !isEmpty else { return [] }
        var entries: [(key: Key, value: Value)] = []
        entries.reserveCapacity(count)
        for place in 0..<shardCount { for entry in shard(at: place) { entries.append((entry.key, entry.value)) } }
        return entries.sorted { Key.precedes($0.key, $1.key) }
    }

    /// Every key, in the keys' order.
    package var keys: [Key] { ordered.map(\.key) }
    /// Every value, in the keys' order.
    package var values: [Value] { ordered.map(\.value) }

    /// The first pair, in the keys' order, for which a condition does not hold.
    ///
    /// The table is put in order only where there is one.
    package func first(breaking isRight: (Key, Value) -> Bool) -> (key: Key, value: Value)? {
        allSatisfy(isRight) ? nil : ordered.first { !isRight($0.key, $0.value) }
    }
}

extension SideTable: Sendable where Value: Sendable {}

extension SideTable: Equatable where Value: Equatable {
    /// Tables with the same entries are equal, however the entries came into them.
    package static func == (a: SideTable, b: SideTable) -> Bool {
        guard a.count == b.count else { return false }
        // Loops instead of lazy sequences, here and in `ordered`, because debug builds compare states all the time.
        for place in 0..<a.shardCount { for (key, value) in a.shard(at: place) where b[key] != value { return false } }
        return true
    }
}

extension SideTable: Hashable where Value: Hashable {
    /// Hashes the number of keys.
    package func hash(into hasher: inout Hasher) { hasher.combine(count) }
}

extension SideTable: Codable where Key: StablyOrdered & Codable, Value: Codable {
    /// Reads keys and values in alternation; each key occurs once.
    package init(from decoder: any Decoder) throws {
        var pairs = try decoder.unkeyedContainer()
        while !pairs.isAtEnd {
            let key = try pairs.decode(Key.self)
            guard self[key] == nil || !decoder.isJudging else {
                throw DecodingError.dataCorruptedError(
                    in: pairs, debugDescription: "The table has the key '\(key)' twice.")
            }
            self[key] = try pairs.decode(Value.self)
        }
    }

    /// Writes keys and values in alternation, in the keys' order.
    package func encode(to encoder: any Encoder) throws {
        var pairs = encoder.unkeyedContainer()
        for (key, value) in ordered {
            try pairs.encode(key)
            try pairs.encode(value)
        }
    }
}
