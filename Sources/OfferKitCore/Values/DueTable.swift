/// The due instant of each of many places, and the place that is due first.
///
/// It is a tree: above every sixteen instants stands their earliest, above sixteen of those again theirs, up to a
/// single one. So a change costs at most a walk from its place to the top, and nothing is ever out of date.
package struct DueTable: Hashable, Sendable {
    /// The instants in milliseconds, and above them the earliest of each block of sixteen, up to a level of one block.
    ///
    /// Every block has sixteen entries; an entry without a due instant is `never`.
    private var levels: [ChunkedArray<Int64>] = []
    /// The earliest of the top block, and so of all.
    private var earliest = DueTable.never

    private static let never = Int64.max

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
            place = place << 4 + levels[level].offset(of: earliest, inBlock: place)
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
            let old = levels[level][place]
            levels[level][place] = new
            place >>= 4
            let before = level + 1 < levels.count ? levels[level + 1][place] : earliest
            // A later instant changes the block's earliest only if it replaces that one; then another may be the
            // earliest.
            if new >= before {
                guard old == before, new > old else { return }
                new = levels[level].earliest(inBlock: place)
                guard new > before else { return }
            }
        }
        earliest = new
    }

    /// Adds a block of places at which nothing is due.
    private mutating func grow() {
        for level in levels.indices {
            // A new block below needs a place on this level, and there may be a free one.
            if level > 0, levels[level - 1].count <= levels[level].count << 4 { return }
            for _ in 0..<16 { levels[level].append(DueTable.never) }
        }
        var top = ChunkedArray<Int64>()
        for place in 0..<16 { top.append(place == 0 ? earliest : DueTable.never) }
        levels.append(top)
    }
}

extension ChunkedArray<Int64> {
    /// The earliest of a block of sixteen elements.
    fileprivate func earliest(inBlock block: Int) -> Int64 {
        withChunk(of: block << 4) { chunk, offset in
            var earliest = chunk[offset]
            for place in 1..<16 { earliest = Swift.min(earliest, chunk[offset + place]) }
            return earliest
        }
    }

    /// The offset at which an element first occurs in its block.
    fileprivate func offset(of element: Int64, inBlock block: Int) -> Int {
        withChunk(of: block << 4) { chunk, offset in
            (0..<15).first { chunk[offset + $0] == element } ?? 15
        }
    }
}
