/// When something falls due for each of many places, and for which of them first.
///
/// It is a tree: above every sixteen instants stands their earliest, above sixteen of those again, up to a single one. So a
/// change costs at most a walk from its place to the top, and nothing is ever out of date.
package struct DueTable: Hashable, Sendable {
    /// The instants in milliseconds, and above them the earliest of each block of sixteen, up to a level of one.
    private var levels: [ChunkedArray<Int64>] = []

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
        guard let top = levels.last, top[0] != DueTable.never else { return nil }
        return Instant(millisecondsSince1970: top[0])
    }

    /// What falls due first; of several at one instant that at the lowest place.
    package var first: (place: Int, due: Instant)? {
        guard let due = nextDue else { return nil }
        var (place, level) = (0, levels.count - 1)
        while level > 0 {
            level -= 1
            place = place << 4 + levels[level].offset(of: due.millisecondsSince1970, inBlock: place)
        }
        return (place, due)
    }

    /// Sets when something falls due at a place; nil for nothing.
    package mutating func set(_ place: Int, to due: Instant?) {
        var new = due?.millisecondsSince1970 ?? DueTable.never
        guard place < count || new != DueTable.never else { return }
        while count <= place { grow() }
        var (place, old) = (place, levels[0][place])
        levels[0][place] = new
        for level in levels.indices.dropFirst() {
            let block = place >> 4
            let earliest = levels[level][block]
            // Only where the earliest itself was put off, others may be earliest now.
            if new >= earliest {
                guard old == earliest, new > old else { return }
                new = levels[level - 1].earliest(inBlock: block)
                guard new > earliest else { return }
            }
            levels[level][block] = new
            (place, old) = (block, earliest)
        }
    }

    /// Adds a place at which nothing is due.
    private mutating func grow() {
        if levels.isEmpty { levels.append(ChunkedArray()) }
        levels[0].append(DueTable.never)
        var level = 1
        while levels[level - 1].count > 1 {
            if level == levels.count {
                levels.append(ChunkedArray())
                levels[level].append(levels[level - 1].earliest(inBlock: 0))
            }
            // Another block below needs its earliest above it, and that is the one just added.
            guard levels[level].count << 4 < levels[level - 1].count else { return }
            levels[level].append(DueTable.never)
            level += 1
        }
    }
}

extension ChunkedArray<Int64> {
    /// The earliest of a block of sixteen elements, or fewer at the end.
    fileprivate func earliest(inBlock block: Int) -> Int64 {
        withChunk(of: block << 4) { chunk, offset in
            var (earliest, place) = (chunk[offset], offset + 1)
            let end = Swift.min(offset + 16, chunk.count)
            while place < end {
                earliest = Swift.min(earliest, chunk[place])
                place += 1
            }
            return earliest
        }
    }

    /// Where an element of a block is first in it.
    fileprivate func offset(of element: Int64, inBlock block: Int) -> Int {
        withChunk(of: block << 4) { chunk, offset in
            var place = offset
            let end = Swift.min(offset + 16, chunk.count)
            while place < end, chunk[place] != element { place += 1 }
            return place - offset
        }
    }
}
