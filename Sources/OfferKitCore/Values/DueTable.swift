/// When something falls due for each of many places, and for which of them first.
///
/// Every sixteen instants have their earliest above them, and those again, up to one block: so the place of each is known,
/// a change costs a walk from it to the top, the first is found by a walk down, and nothing is ever out of date.
package struct DueTable: Hashable, Sendable {
    /// The instants in milliseconds, then the earliest of each block of those below.
    private var levels: [ChunkedArray<Int64>] = [ChunkedArray()]

    private static let never = Int64.max

    package init() {}

    /// When something falls due at a place; nil for nothing.
    package subscript(place: Int) -> Instant? {
        guard place < levels[0].count, levels[0][place] != DueTable.never else { return nil }
        return Instant(millisecondsSince1970: levels[0][place])
    }

    /// What falls due first; of several at one instant that at the lowest place.
    package var first: (place: Int, due: Instant)? {
        guard let top = levels.last, top.count > 0 else { return nil }
        var place = 0
        var earliest = DueTable.never
        for level in levels.reversed() { (place, earliest) = DueTable.earliest(inBlock: place, of: level) }
        return earliest == DueTable.never ? nil : (place, Instant(millisecondsSince1970: earliest))
    }

    /// Sets when something falls due at a place; nil for nothing.
    package mutating func set(_ place: Int, to due: Instant?) {
        let due = due?.millisecondsSince1970 ?? DueTable.never
        guard place < levels[0].count || due != DueTable.never else { return }
        while levels[0].count <= place { grow() }
        guard levels[0][place] != due else { return }
        levels[0][place] = due
        var place = place
        for upper in levels.indices.dropFirst() {
            place >>= 4
            let (_, earliest) = DueTable.earliest(inBlock: place, of: levels[upper - 1])
            guard levels[upper][place] != earliest else { return }
            levels[upper][place] = earliest
        }
    }

    /// Adds a place at which nothing is due.
    private mutating func grow() {
        levels[0].append(DueTable.never)
        var upper = 1
        while levels[upper - 1].count > 1 {
            if upper == levels.count { levels.append(ChunkedArray()) }
            // Another block below needs another instant above it.
            guard levels[upper].count << 4 < levels[upper - 1].count else { return }
            let (_, earliest) = DueTable.earliest(inBlock: levels[upper].count, of: levels[upper - 1])
            levels[upper].append(earliest)
            upper += 1
        }
    }

    /// The earliest of a block of sixteen, the first of several, and its place.
    @inline(__always)
    private static func earliest(inBlock block: Int, of level: ChunkedArray<Int64>) -> (place: Int, due: Int64) {
        level.withChunk(of: block << 4) { chunk, offset in
            let end = min(offset + 16, chunk.count)
            var (place, due) = (offset, chunk[offset])
            for other in (offset + 1)..<max(end, offset + 1) where chunk[other] < due {
                (place, due) = (other, chunk[other])
            }
            return ((block << 4) + place - offset, due)
        }
    }
}
