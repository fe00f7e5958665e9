/// A hash table of sums by number, with open addressing; its rows stand in the order in which they were added.
///
/// A sum is found without an allocation: with two multiplications, and one look at a small table.
struct CellTable<Value: ReportSum>: Sendable {
    /// The numbers of the rows.
    private(set) var keys: [UInt64] = []
    /// The sum of each row.
    var values: [Value] = []
    /// The places of rows, from 1; 0 in a free slot.
    ///
    /// Its length is a power of two, and at most half of it is used.
    private var slots = [Int32](repeating: 0, count: 64)
    private var shift: UInt64 = 58
    /// A seed that differs in each process, so that no file of events can put everything into one slot.
    private let seed = UInt64(truncatingIfNeeded: Hasher().finalize())

    /// Returns the place of a number's row, which is added with an empty sum where it is new.
    @inline(__always)
    mutating func row(of key: UInt64) -> Int {
        let mask = slots.count &- 1
        var slot = firstSlot(of: key)
        while true {
            let row = Int(slots[slot]) &- 1
            if row < 0 { break }
            if keys[row] == key { return row }
            slot = (slot &+ 1) & mask
        }
        return insert(key)
    }

    /// Returns the slot in which the search for a number begins.
    @inline(__always)
    private func firstSlot(of key: UInt64) -> Int {
        let mixed = (key ^ seed) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: ((mixed ^ mixed >> 32) &* 0xD6E8_FEB8_6659_FD93) >> shift)
    }

    @inline(never)
    private mutating func insert(_ key: UInt64) -> Int {
        keys.append(key)
        values.append(Value())
        if keys.count * 2 > slots.count {
            slots = [Int32](repeating: 0, count: slots.count * 2)
            shift -= 1
            for row in keys.indices { place(row) }
        } else {
            place(keys.count - 1)
        }
        return keys.count - 1
    }

    private mutating func place(_ row: Int) {
        let mask = slots.count &- 1
        var slot = firstSlot(of: keys[row])
        while slots[slot] != 0 { slot = (slot &+ 1) & mask }
        slots[slot] = Int32(truncatingIfNeeded: row &+ 1)
    }
}

/// Rows in chunks, with free rows used again: adding a row never moves the others.
struct RowTable<Row: Sendable>: Sendable {
    private var chunks: [[Row]] = []
    private var free: [Int32] = []
    private var used = 0

    private static var chunkBits: Int { 10 }
    private static var chunkMask: Int { (1 << chunkBits) - 1 }

    /// The number of rows in use.
    var count: Int { used - free.count }
    /// The bytes that the rows take, free ones included.
    var bytes: Int { chunks.count << RowTable.chunkBits * MemoryLayout<Row>.stride + free.capacity * 4 }

    /// Puts a row at a free place, or at a new one.
    mutating func insert(_ row: Row) -> Int32 {
        if let place = free.popLast() {
            self[place] = row
            return place
        }
        if used & RowTable.chunkMask == 0 {
            var chunk: [Row] = []
            chunk.reserveCapacity(1 << RowTable.chunkBits)
            chunks.append(chunk)
        }
        chunks[used >> RowTable.chunkBits].append(row)
        used += 1
        return Int32(truncatingIfNeeded: used - 1)
    }

    /// Frees a place.
    mutating func remove(_ place: Int32) { free.append(place) }

    /// The row at a place in use.
    subscript(place: Int32) -> Row {
        @inline(__always)
        _read { yield chunks[Int(place) >> RowTable.chunkBits][Int(place) & RowTable.chunkMask] }
        @inline(__always)
        _modify { yield &chunks[Int(place) >> RowTable.chunkBits][Int(place) & RowTable.chunkMask] }
    }
}

/// Small numbers by the places of subscriptions in a log; 0 for none.
///
/// Places close together take four bytes each. A place far beyond the number of known ones takes more, but no room is
/// made for those between, so no number in a file of events can make this large.
struct PlaceTable: Sendable {
    private var dense: [Int32] = []
    private var sparse: [Int: Int32] = [:]
    private var known = 0

    /// The approximate bytes that the table takes.
    var bytes: Int { dense.capacity * 4 + sparse.capacity * 24 }

    /// The number at a place.
    @inline(__always)
    subscript(place: Int) -> Int32 {
        if place >= 0, place < dense.count {
            let number = dense[place]
            if number != 0 || sparse.isEmpty { return number }
        }
        return sparse.isEmpty ? 0 : sparse[place] ?? 0
    }

    /// Sets the number at a place.
    mutating func set(_ place: Int, _ number: Int32) {
        if place >= 0, place < dense.count {
            if !sparse.isEmpty { sparse[place] = nil }
            known += dense[place] == 0 ? 1 : 0
            dense[place] = number
        } else if sparse[place] == nil, place >= 0, place < 65_536 + 64 * known {
            dense.append(contentsOf: repeatElement(0, count: place + 1 - dense.count))
            known += 1
            dense[place] = number
        } else {
            if sparse[place] == nil { known += 1 }
            sparse[place] = number
        }
    }
}
