/// A dictionary in shards, for values that only few rows have.
///
/// It grows by one shard at a time (linear hashing), so that nothing is ever copied whole: the first change to a copy
/// copies one shard, however large the table is. Wherever order shows, it is that of the keys (``StablyOrdered``).
package struct SideTable<Key: Hashable & Sendable, Value> {
    private var shards = ChunkedArray<[Key: Value]>()
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
        get { count == 0 ? nil : shards[shard(of: key)][key] }
        set {
            if shards.isEmpty {
                guard newValue != nil else { return }
                shards.append([:])
            }
            let shard = shard(of: key)
            guard let newValue else {
                if shards[shard].removeValue(forKey: key) != nil { count -= 1 }
                return
            }
            guard shards[shard].updateValue(newValue, forKey: key) == nil else { return }
            count += 1
            if count > shards.count * SideTable.entriesPerShard { split() }
        }
    }

    /// The value of a key, or a standard one where it has none.
    package subscript(key: Key, default standard: @autoclosure () -> Value) -> Value {
        get { self[key] ?? standard() }
        set { self[key] = newValue }
    }

    /// Changes the value of a key that has one.
    mutating func change(_ key: Key, _ body: (inout Value) -> Void) {
        guard var value = self[key] else { return }
        body(&value)
        self[key] = value
    }

    /// Every key with its value, in no order.
    package var unordered: some Sequence<(key: Key, value: Value)> {
        shards.lazy.flatMap { $0.lazy.map { ($0.key, $0.value) } }
    }

    private func shard(of key: Key) -> Int {
        shards.count == 1 ? 0 : place(ofHash: UInt(bitPattern: key.hashValue))
    }

    /// The shard of a hash: its lowest bits, as many as the shards need; one fewer where no such shard exists yet.
    private func place(ofHash hash: UInt) -> Int {
        let bits = Int.bitWidth - (shards.count - 1).leadingZeroBitCount
        let place = Int(hash & ((1 << UInt(bits)) - 1))
        return place < shards.count ? place : place & ~(1 << (bits - 1))
    }

    /// Adds a shard, and moves those entries of an older one that belong to it.
    private mutating func split() {
        let new = shards.count
        let bits = Int.bitWidth - new.leadingZeroBitCount
        let old = new & ~(1 << (bits - 1))
        shards.append([:])
        let entries = shards[old]
        shards[old] = [:]
        for (key, value) in entries { shards[shard(of: key)][key] = value }
    }
}

extension SideTable where Key: StablyOrdered {
    /// Every key with its value, in the keys' order.
    package var ordered: [(key: Key, value: Value)] {
        guard !isEmpty else { return [] }
        var entries: [(key: Key, value: Value)] = []
        entries.reserveCapacity(count)
        for shard in shards { for entry in shard { entries.append((entry.key, entry.value)) } }
        return entries.sorted { Key.precedes($0.key, $1.key) }
    }

    /// Every key, in the keys' order.
    package var keys: [Key] { ordered.map(\.key) }
    /// Every value, in the keys' order.
    package var values: [Value] { ordered.map(\.value) }
}

extension SideTable: Sendable where Value: Sendable {}

extension SideTable: Equatable where Value: Equatable {
    /// Tables with the same entries are equal, however the entries came into them.
    package static func == (a: SideTable, b: SideTable) -> Bool {
        guard a.count == b.count else { return false }
        // Loops instead of lazy sequences, here and in `ordered`, because debug builds compare states all the time.
        for shard in a.shards { for (key, value) in shard where b[key] != value { return false } }
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
            guard self[key] == nil else {
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
