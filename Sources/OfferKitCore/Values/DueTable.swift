/// When something falls due for each of many places, and for which of them first.
///
/// It is a tree: above every sixteen instants stands their earliest, above sixteen of those again, up to a single one. So a
/// change costs at most a walk from its place to the top, and nothing is ever out of date.
package struct DueTable: Hashable, Sendable {
    /// The instants in milliseconds, and above them the earliest of each block of sixteen, up to a level of one block.
    ///
    /// Every block is whole, and never due where nothing else stands.
    private var levels: [ChunkedArray<Int64>] = []
    /// The earliest of the top block, and so of all.
    private var earliest = DueTable.never

    private static let never = Int64.max

    /// A table in which nothing is due.
    package init() {}

    private var count: Int { levels.first?.count ?? 0 }

    /// When something falls due at a place; nil for nothing.
    package subscript(place: Int) -> Instant? {
        guard place < count, levels[0][place] != DueTable.never else { return nil }
        return Instant(millisecondsSince1970: levels[0][place])
    }

    /// When the first thing falls due.
    package var nextDue: Instant? {
        earliest == DueTable.never ? nil : Instant(millisecondsSince1970: earliest)
    }

    /// What falls due first; of several at one instant that at the lowest place.
    package var first: (place: Int, due: Instant)? {
        guard let due = nextDue else { return nil }
        var (place, level) = (0, levels.count)
        while level > 0 {
            level -= 1
            place = place << 4 + levels[level].offset(of: earliest, inBlock: place)
        }
        return (place, due)
    }

    /// Sets when something falls due at a place; nil for nothing.
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
            // Only where the earliest itself was put off, others may be earliest now.
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
            // The block below needs a place above it, and there may be one.
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

    /// Where an element of a block is first in it.
    fileprivate func offset(of element: Int64, inBlock block: Int) -> Int {
        withChunk(of: block << 4) { chunk, offset in
            (0..<15).first { chunk[offset + $0] == element } ?? 15
        }
    }
}
