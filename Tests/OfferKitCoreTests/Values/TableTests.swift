import Foundation
import OfferKitCore
import Testing

/// Each table against the standard library's own, over random changes and across the borders of its blocks and chunks.
@Suite("A table of the state")
struct TableTests {
    /// Sizes on both sides of a block, a chunk and a page.
    static let sizes = [1, 15, 16, 17, 63, 65, 255, 256, 257, 1_025, 4_097, 16_385]
    static let seed: UInt64 = 20_261

    @Test("of instants has each where it was set, and the earliest first, at the lowest place", arguments: sizes)
    func instants(size: Int) {
        var chance = SplitMix64(seed: Self.seed)
        var (table, model) = (DueTable(), [Instant?](repeating: nil, count: size))
        for step in 0..<min(4 * size, 3_000) {
            let place = Int(chance.next() % UInt64(size))
            // Few different instants, so that several fall due at once; some places lose theirs.
            let due =
                chance.next() % 5 == 0 ? nil : Instant(millisecondsSince1970: Int64(chance.next() % 40))
            table.set(place, to: due)
            model[place] = due
            #expect(table[place] == due, "seed \(Self.seed), size \(size), step \(step)")
            guard step % 16 == 0 || size < 300 else { continue }
            let earliest = model.compactMap(\.self).min()
            #expect(table.nextDue == earliest, "seed \(Self.seed), size \(size), step \(step)")
            #expect(table.first?.due == earliest, "seed \(Self.seed), size \(size), step \(step)")
            #expect(
                table.first?.place == earliest.flatMap { model.firstIndex(of: $0) }, "seed \(Self.seed), step \(step)")
        }
    }

    @Test("of numbers knows the owner of each that was not removed, and restored it is the same", arguments: sizes)
    func numbers(size: Int) {
        var chance = SplitMix64(seed: Self.seed)
        var (table, model) = (NumberTable(), [TransactionID: SubscriptionIndex]())
        func agree(_ table: NumberTable, _ last: Int) -> Bool {
            (0...TransactionID(last) + 2).allSatisfy { table[$0] == model[$0] }
        }
        for number in 1...size {
            let owner = chance.next() % 9 == 0 ? nil : SubscriptionIndex(Int(chance.next() % 1_000))
            table.append(owner)
            model[TransactionID(number)] = owner
            // Some go at once, many later, so that chunks are left by most and some stay for good.
            for _ in 0..<(number % 3) {
                let gone = TransactionID(1 + chance.next() % UInt64(number))
                guard gone % 37 != 0 else { continue }
                table.remove(gone)
                model[gone] = nil
            }
        }
        #expect(agree(table, size), "seed \(Self.seed), size \(size)")
        let owners = model.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        var restored = NumberTable(owners, last: TransactionID(size))
        #expect(restored == table, "seed \(Self.seed), size \(size)")
        for number in size + 1...size + 300 {
            restored.append(SubscriptionIndex(number))
            model[TransactionID(number)] = SubscriptionIndex(number)
        }
        if let gone = owners.first?.0 {
            restored.remove(gone)
            model[gone] = nil
        }
        #expect(agree(restored, size + 300), "seed \(Self.seed), size \(size)")
    }

    @Test("in shards is a dictionary, whatever was put in and taken out", arguments: sizes)
    func shards(size: Int) throws {
        var chance = SplitMix64(seed: Self.seed)
        var (table, model) = (SideTable<TransactionID, Int>(), [TransactionID: Int]())
        for _ in 0..<2 * size {
            let key = chance.next() % UInt64(size)
            let value = chance.next() % 4 == 0 ? nil : Int(chance.next() % 1_000)
            table[key] = value
            model[key] = value
        }
        #expect(table.count == model.count && table.isEmpty == model.isEmpty, "seed \(Self.seed), size \(size)")
        #expect((0...UInt64(size)).allSatisfy { table[$0] == model[$0] }, "seed \(Self.seed), size \(size)")
        #expect(table.keys == model.keys.sorted(), "seed \(Self.seed), size \(size)")
        #expect(table.values == model.keys.sorted().map { model[$0] }, "seed \(Self.seed), size \(size)")
        let saved = try JSONDecoder().decode(SideTable<TransactionID, Int>.self, from: JSONEncoder().encode(table))
        #expect(saved == table, "seed \(Self.seed), size \(size)")
    }

    @Test("in chunks is an array, and a copy keeps what it was", arguments: sizes)
    func chunks(size: Int) throws {
        var chance = SplitMix64(seed: Self.seed)
        var (list, model) = (ChunkedArray<UInt64>(), [UInt64]())
        for _ in 0..<size {
            list.append(chance.next())
            model.append(list[list.count - 1])
        }
        let copy = list
        for _ in 0..<size {
            let place = Int(chance.next() % UInt64(size))
            list[place] &+= 1
            #expect(list[place] == copy[place] &+ 1 || list[place] != copy[place])
        }
        #expect(Array(copy) == model && copy.all == model, "seed \(Self.seed), size \(size)")
        let range = size / 3..<size
        #expect(copy.elements(in: range) == Array(model[range]), "seed \(Self.seed), size \(size)")
        let saved = try JSONDecoder().decode(ChunkedArray<UInt64>.self, from: JSONEncoder().encode(list))
        #expect(saved == list, "seed \(Self.seed), size \(size)")
    }
}
