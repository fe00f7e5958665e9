/// The due instant of each of many places, and the place that is due first.
///
/// It is a tree: above every eight instants stands their earliest, above eight of those again theirs, up to a single
/// one. So a change costs at most a walk from its place to the top and one down again, and nothing is ever out of date.
package struct DueTable: Hashable, Sendable {
    /// The instants in milliseconds.
    ///
    /// Every block has eight entries; an entry without a due instant is `never`.
    private var instants = ChunkedArray<Int64>()
    /// The levels above them, each with the earliest of each block of the one below, up to a level of one block.
    private var above: [ChunkedArray<Int64>] = []
    /// The earliest of the top block, and so of all.
    private var earliest = DueTable.never
    /// The lowest place that has the earliest instant; 0 where nothing is due.
    private var lowest = 0

    fileprivate static let never = Int64.max
    fileprivate static let blockBits = 3
    fileprivate static let blockSize = 1 << blockBits

    /// A table in which nothing is due.
    package init() {}

    /// The due instant of a place; nil where nothing is due.
    package subscript(place: Int) -> Instant? {
        guard place < instants.count, instants[place] != DueTable.never else { return nil }
        return Instant(millisecondsSince1970: instants[place])
    }

    /// The earliest due instant; nil where nothing is due.
    package var nextDue: Instant? {
        earliest == DueTable.never ? nil : Instant(millisecondsSince1970: earliest)
    }

    /// The place that is due first, and its instant; of several at one instant, the lowest place.
    package var first: (place: Int, due: Instant)? { nextDue.map { (lowest, $0) } }

    /// Sets the due instant of a place; nil for none.
    package mutating func set(_ place: Int, to due: Instant?) {
        let new = due?.millisecondsSince1970 ?? DueTable.never
        guard place < instants.count || new != DueTable.never else { return }
        while instants.count <= place { grow() }
        let before = earliest
        carryUp(new, from: place)
        if earliest < before {
            lowest = place
        } else if earliest > before {
            // This place alone was due first.
            lowest = lowestPlace()
        } else if new == earliest {
            lowest = min(lowest, place)
        } else if place == lowest {
            lowest = nextPlace(after: place)
        }
    }

    /// Sets an instant, and above it the earliest of each block that has another one now.
    private mutating func carryUp(_ new: Int64, from place: Int) {
        var block = place >> DueTable.blockBits
        let before = above.isEmpty ? earliest : above[0][block]
        guard var new = instants.set(place, to: new, inBlockWithEarliest: before) else { return }
        // Not `above.indices`, which costs a debug build as much as the rest of a table of one level.
        for level in 0..<above.count {
            let place = block
            block >>= DueTable.blockBits
            let before = level + 1 < above.count ? above[level + 1][block] : earliest
            guard let change = above[level].set(place, to: new, inBlockWithEarliest: before) else { return }
            new = change
        }
        earliest = new
    }

    /// The place at which the earliest of all first occurs on a level, from a place to the end of its block.
    private func placeOfEarliest(on level: Int, from place: Int) -> Int? {
        level == 0 ? instants.place(of: earliest, from: place) : above[level - 1].place(of: earliest, from: place)
    }

    /// The lowest place that has the earliest instant of all; 0 where nothing is due.
    private func lowestPlace() -> Int {
        // Above the top level is one entry, 0.
        earliest == DueTable.never ? 0 : lowestPlace(below: 0, on: above.count + 1)
    }

    /// The lowest place that has the earliest instant below an entry.
    private func lowestPlace(below entry: Int, on level: Int) -> Int {
        var (place, level) = (entry, level)
        while level > 0 {
            level -= 1
            let first = place << DueTable.blockBits
            place = level == 0 ? instants.placeOfLeast(from: first) : above[level - 1].placeOfLeast(from: first)
        }
        return place
    }

    /// The next place after one that has the earliest instant, else the lowest.
    private func nextPlace(after place: Int) -> Int {
        var entry = place
        for level in 0...above.count {
            // The search goes on behind the entry that leads to `place`; the last of a block has none behind it.
            let isLast = entry & (DueTable.blockSize - 1) == DueTable.blockSize - 1
            if !isLast, let next = placeOfEarliest(on: level, from: entry + 1) {
                return lowestPlace(below: next, on: level)
            }
            entry >>= DueTable.blockBits
        }
        return lowestPlace()
    }

    /// Adds a block of places at which nothing is due.
    private mutating func grow() {
        instants.appendBlock()
        var below = instants.count
        for level in above.indices {
            // The new block needs an entry on this level, and there may be a free one.
            if below <= above[level].count << DueTable.blockBits { return }
            above[level].appendBlock()
            below = above[level].count
        }
        // Above a single block stands `earliest`.
        guard below > DueTable.blockSize else { return }
        var top = ChunkedArray<Int64>()
        top.appendBlock()
        top[0] = earliest
        above.append(top)
    }
}

extension ChunkedArray<Int64> {
    /// Adds a block of entries without a due instant.
    fileprivate mutating func appendBlock() {
        append(repeating: DueTable.never, times: DueTable.blockSize)
    }

    /// Sets an element, and returns the new earliest of its block; nil where that is still `earliest`.
    @inline(__always)
    fileprivate mutating func set(_ place: Int, to new: Int64, inBlockWithEarliest earliest: Int64) -> Int64? {
        withMutableChunk(of: place) { chunk, offset in
            let old = chunk[offset]
            chunk[offset] = new
            if new < earliest { return new }
            // A later instant changes the earliest only if it replaces that one; then another may be the earliest.
            guard old == earliest, new > old else { return nil }
            let first = offset & ~(DueTable.blockSize - 1)
            // Mostly the next place of the block has the same instant.
            for place in offset + 1..<first + DueTable.blockSize where chunk[place] == earliest { return nil }
            var next = chunk[first]
            for place in first + 1..<first + DueTable.blockSize { next = Swift.min(next, chunk[place]) }
            return next > earliest ? next : nil
        }
    }

    /// The place of the least element of the block that begins at a place; of several, the first.
    fileprivate func placeOfLeast(from first: Int) -> Int {
        let start = ChunkPlace(first)
        return pages[start.page][start.chunk].withUnsafeBufferPointer { chunk in
            var least = start.offset
            for place in least + 1..<least + DueTable.blockSize where chunk[place] < chunk[least] { least = place }
            return first - start.offset + least
        }
    }

    /// The place at which an element first occurs from a place to the end of its block; nil where it does not.
    fileprivate func place(of element: Int64, from place: Int) -> Int? {
        let first = ChunkPlace(place)
        return pages[first.page][first.chunk].withUnsafeBufferPointer { chunk in
            for found in first.offset...first.offset | (DueTable.blockSize - 1) where chunk[found] == element {
                return place - first.offset + found
            }
            return nil
        }
    }
}
