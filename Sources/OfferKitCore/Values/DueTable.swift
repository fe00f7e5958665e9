/// The due instant of each of many places, and the place that is due first.
///
/// It is a tree: above every eight instants stands their earliest, above eight of those again theirs, up to a single
/// one. So a change costs at most a walk from its place to the top, and nothing is ever out of date.
package struct DueTable: Hashable, Sendable {
    /// The instants in milliseconds, and above them the earliest of each block of eight, up to a level of one block.
    ///
    /// Every block has eight entries; an entry without a due instant is `never`.
    private var levels: [ChunkedArray<Int64>] = []
    /// The earliest of the top block, and so of all.
    private var earliest = DueTable.never

    private static let never = Int64.max
    fileprivate static let blockBits = 3
    fileprivate static let blockSize = 1 << blockBits

    /// A table in which nothing is due.
    package init() {}

    private var count: Int { levels.first?.count ?? 0 }

    /// The due instant of a place; nil where nothing is due.
    package subscript(place: Int) -> Instant? {
        guard place < count, levels[0][place] != DueTable.never else { return nil }
        return Instant(millisecondsSince1970: levels[0][place])
    }

    /// The earliest due instant; nil where nothing is due.
    package var nextDue: Instant? {
        earliest == DueTable.never ? nil : Instant(millisecondsSince1970: earliest)
    }

    /// The place that is due first, and its instant; of several at one instant, the lowest place.
    package var first: (place: Int, due: Instant)? {
        guard let due = nextDue else { return nil }
        var (place, level) = (0, levels.count)
        while level > 0 {
            level -= 1
            place = place << DueTable.blockBits + levels[level].offset(of: earliest, inBlock: place)
        }
        return (place, due)
    }

    /// Sets the due instant of a place; nil for none.
    package mutating func set(_ place: Int, to due: Instant?) {
        var new = due?.millisecondsSince1970 ?? DueTable.never
        guard place < count || new != DueTable.never else { return }
        while count <= place { grow() }
        var place = place
        for level in levels.indices {
            let block = place >> DueTable.blockBits
            let before = level + 1 < levels.count ? levels[level + 1][block] : earliest
            guard let change = levels[level].set(place, to: new, inBlockWithEarliest: before) else { return }
            new = change
            place = block
        }
        earliest = new
    }

    /// Adds a block of places at which nothing is due.
    private mutating func grow() {
        for level in levels.indices {
            // A new block below needs a place on this level, and there may be a free one.
            if level > 0, levels[level - 1].count <= levels[level].count << DueTable.blockBits { return }
            for _ in 0..<DueTable.blockSize { levels[level].append(DueTable.never) }
        }
        var top = ChunkedArray<Int64>()
        for place in 0..<DueTable.blockSize { top.append(place == 0 ? earliest : DueTable.never) }
        levels.append(top)
    }
}

extension ChunkedArray<Int64> {
    /// Sets an element, and returns the new earliest of its block; nil where that is still `earliest`.
    fileprivate mutating func set(_ place: Int, to new: Int64, inBlockWithEarliest earliest: Int64) -> Int64? {
        withMutableChunk(of: place) { chunk, offset in
            let old = chunk[offset]
            chunk[offset] = new
            if new < earliest { return new }
            // A later instant changes the earliest only if it replaces that one; then another may be the earliest.
            guard old == earliest, new > old else { return nil }
            let first = offset & ~(DueTable.blockSize - 1)
            var next = chunk[first]
            for place in first + 1..<first + DueTable.blockSize { next = Swift.min(next, chunk[place]) }
            return next > earliest ? next : nil
        }
    }

    /// The offset at which an element first occurs in its block.
    fileprivate func offset(of element: Int64, inBlock block: Int) -> Int {
        withChunk(of: block << DueTable.blockBits) { chunk, offset in
            (0..<DueTable.blockSize - 1).first { chunk[offset + $0] == element } ?? DueTable.blockSize - 1
        }
    }
}
