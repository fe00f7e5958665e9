/// When something falls due for each of many places, and for which of them first.
///
/// Every sixteen instants have the earliest of them above, with its place, and those again, up to one: so the place of each is
/// known, a change costs a walk from it to the top, the first stands there, and nothing is ever out of date.
package struct DueTable: Hashable, Sendable {
    /// The earliest of a block, and for which place it is.
    private struct Winner: Hashable, Sendable {
        let due: Int64
        let place: UInt32
    }

    /// The instants in milliseconds.
    private var dates = ChunkedArray<Int64>()
    /// The earliest of each block of sixteen below, from the lowest level to the one that has one block.
    private var levels: [ChunkedArray<Winner>] = []

    private static let never = Int64.max

    package init() {}

    /// When something falls due at a place; nil for nothing.
    package subscript(place: Int) -> Instant? {
        guard place < dates.count, dates[place] != DueTable.never else { return nil }
        return Instant(millisecondsSince1970: dates[place])
    }

    /// What falls due first; of several at one instant that at the lowest place.
    package var first: (place: Int, due: Instant)? {
        guard let top = levels.last, let winner = top.first, winner.due != DueTable.never else { return nil }
        return (Int(winner.place), Instant(millisecondsSince1970: winner.due))
    }

    /// Sets when something falls due at a place; nil for nothing.
    package mutating func set(_ place: Int, to due: Instant?) {
        let due = due?.millisecondsSince1970 ?? DueTable.never
        guard place < dates.count || due != DueTable.never else { return }
        while dates.count <= place { grow() }
        guard dates[place] != due else { return }
        dates[place] = due
        var (block, winner) = (place >> 4, earliest(inBlock: place >> 4))
        for level in levels.indices {
            if level > 0 {
                (block, winner) = (block >> 4, DueTable.earliest(inBlock: block >> 4, of: levels[level - 1]))
            }
            guard levels[level][block] != winner else { return }
            levels[level][block] = winner
        }
    }

    /// Adds a place at which nothing is due.
    private mutating func grow() {
        dates.append(DueTable.never)
        var below = dates.count
        for level in 0... {
            if level == levels.count {
                guard below > 1 || level == 0 else { return }
                levels.append(ChunkedArray())
            }
            // Another block below needs another winner above it.
            guard levels[level].count << 4 < below else { return }
            let block = levels[level].count
            levels[level].append(
                level == 0 ? earliest(inBlock: block) : DueTable.earliest(inBlock: block, of: levels[level - 1]))
            below = levels[level].count
        }
    }

    /// The earliest of a block of sixteen places, the lowest of several.
    private func earliest(inBlock block: Int) -> Winner {
        dates.withChunk(of: block << 4) { chunk, offset in
            var (place, due) = (offset, chunk[offset])
            var other = offset + 1
            let end = min(offset + 16, chunk.count)
            while other < end {
                if chunk[other] < due { (place, due) = (other, chunk[other]) }
                other += 1
            }
            return Winner(due: due, place: UInt32(truncatingIfNeeded: (block << 4) + place - offset))
        }
    }

    /// The same of sixteen blocks of the level below.
    private static func earliest(inBlock block: Int, of level: ChunkedArray<Winner>) -> Winner {
        level.withChunk(of: block << 4) { chunk, offset in
            var winner = chunk[offset]
            var other = offset + 1
            let end = min(offset + 16, chunk.count)
            while other < end {
                if chunk[other].due < winner.due { winner = chunk[other] }
                other += 1
            }
            return winner
        }
    }
}
