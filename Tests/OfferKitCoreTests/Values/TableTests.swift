import Foundation
import OfferKitCore
import OfferKitTestHarness
import Testing

/// A table of the state.
///
/// Each table against the standard library's own, over random changes and across the borders of its blocks and chunks.
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
            expectEqual(table[place], due, "seed \(Self.seed), size \(size), step \(step)")
            guard step % 16 == 0 || size < 300 else { continue }
            let earliest = model.compactMap(\.self).min()
            expectEqual(table.nextDue, earliest, "seed \(Self.seed), size \(size), step \(step)")
            expectEqual(table.first?.due, earliest, "seed \(Self.seed), size \(size), step \(step)")
            expectEqual(
                table.first?.place, earliest.flatMap { model.firstIndex(of: $0) }, "seed \(Self.seed), step \(step)")
        }
    }

    @Test("of instants finds the next first place when the first one moves, until nothing is due", arguments: sizes)
    func firstMoves(size: Int) {
        var chance = SplitMix64(seed: Self.seed)
        var table = DueTable()
        var model: [Int64?] = (0..<size).map { _ in Int64(chance.next() % 3) }
        for place in 0..<size { table.set(place, to: model[place].map(Instant.init(millisecondsSince1970:))) }
        for step in 0..<min(3 * size, Effort.isFull ? 500 : 100) {
            guard let first = table.first?.place else { break }
            // Mostly to an instant that others have, sometimes to none.
            let new = chance.next() % 4 == 0 ? nil : (model[first] ?? 0) + Int64(chance.next() % 3)
            table.set(first, to: new.map(Instant.init(millisecondsSince1970:)))
            model[first] = new
            let earliest = model.compactMap(\.self).min()
            let place = earliest.flatMap { model.firstIndex(of: $0) }
            expectEqual(table.first?.place, place, "seed \(Self.seed), size \(size), step \(step)")
        }
        for place in 0..<size { table.set(place, to: nil) }
        expectNil(table.first)
        // A table that became empty is like one of the same size that never had anything due but at its end.
        var other = DueTable()
        other.set(size - 1, to: Instant(millisecondsSince1970: 1))
        other.set(size - 1, to: nil)
        expectEqual(table, other, "seed \(Self.seed), size \(size)")
    }

    private typealias Owners = NumberTable<SubscriptionIndex.Optional>

    @Test("of numbers knows the value of each that was not removed, and restored it is the same", arguments: sizes)
    func numbers(size: Int) throws {
        var chance = SplitMix64(seed: Self.seed)
        var (table, model) = (Owners(), [Int: SubscriptionIndex]())
        func agree(_ table: Owners, _ count: Int) -> Bool {
            table.count == count && (-1...count + 1).allSatisfy { table[$0] == model[$0] }
                && table.ordered.map(\.number) == model.keys.sorted()
        }
        for number in 0..<size {
            let owner = chance.next() % 9 == 0 ? nil : SubscriptionIndex(Int(chance.next() % 1_000))
            table.append(owner)
            model[number] = owner
            // Some go at once, many later, so that chunks are left by most and some stay for good.
            for _ in 0..<(number % 3) {
                let some = Int(chance.next() % UInt64(number + 1))
                if some % 37 == 0 {
                    table.change(some, to: SubscriptionIndex(number))
                    if model[some] != nil { model[some] = SubscriptionIndex(number) }
                } else {
                    table.remove(some)
                    model[some] = nil
                }
            }
        }
        #expect(agree(table, size), "seed \(Self.seed), size \(size)")
        var restored = try JSONDecoder().decode(Owners.self, from: JSONEncoder().encode(table))
        expectEqual(restored, table, "seed \(Self.seed), size \(size)")
        for number in size..<size + 300 {
            restored.append(SubscriptionIndex(number))
            model[number] = SubscriptionIndex(number)
        }
        if let gone = model.keys.min() {
            restored.remove(gone)
            model[gone] = nil
        }
        #expect(agree(restored, size + 300), "seed \(Self.seed), size \(size)")
    }

    @Test(
        "of numbers is not read where a number is not below their count",
        arguments: [
            #"{"count":-1,"values":[]}"#, #"{"count":2,"values":[2,7]}"#, #"{"count":2,"values":[-1,7]}"#,
            #"{"count":2,"values":[1,7,1,8]}"#,
        ])
    func numbersOutOfPlace(json: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Owners.self, from: Data(json.utf8)) }
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
            let other = chance.next() % UInt64(size)
            table.change(other) { $0 += 1 }
            model[other].map { model[other] = $0 + 1 }
        }
        // The copy stays as it is while the table splits and changes.
        let (copy, before) = (table, model)
        for key in 0..<UInt64(2 * size) {
            table[key, default: 0] += 1
            model[key, default: 0] += 1
        }
        #expect(copy != table && copy.count == before.count, "seed \(Self.seed), size \(size)")
        #expect(before.allSatisfy { copy[$0.key] == $0.value }, "seed \(Self.seed), size \(size)")
        #expect(table.count == model.count && table.isEmpty == model.isEmpty, "seed \(Self.seed), size \(size)")
        #expect((0...UInt64(2 * size)).allSatisfy { table[$0] == model[$0] }, "seed \(Self.seed), size \(size)")
        #expect(table.allSatisfy { model[$0] == $1 }, "seed \(Self.seed), size \(size)")
        for wrong in model.keys.shuffled(using: &chance).prefix(5) {
            #expect(!table.allSatisfy { key, _ in key != wrong }, "seed \(Self.seed), size \(size), key \(wrong)")
            let first = table.first(breaking: { key, _ in key < wrong })
            expectEqual(first?.key, wrong, "seed \(Self.seed), size \(size)")
            expectEqual(first?.value, model[wrong], "seed \(Self.seed), size \(size)")
        }
        #expect(table.first(breaking: { key, _ in model[key] != nil }) == nil, "seed \(Self.seed), size \(size)")
        expectEqual(table.keys, model.keys.sorted(), "seed \(Self.seed), size \(size)")
        expectEqual(table.values, model.keys.sorted().map { model[$0] }, "seed \(Self.seed), size \(size)")
        let saved = try JSONDecoder().decode(SideTable<TransactionID, Int>.self, from: JSONEncoder().encode(table))
        expectEqual(saved, table, "seed \(Self.seed), size \(size)")
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
        expectEqual(copy.elements(in: range), Array(model[range]), "seed \(Self.seed), size \(size)")
        let saved = try JSONDecoder().decode(ChunkedArray<UInt64>.self, from: JSONEncoder().encode(list))
        expectEqual(saved, list, "seed \(Self.seed), size \(size)")
    }

    @Test(
        "in chunks takes an element several times, also over the end of a chunk and of a page",
        arguments: [0, 1, 16, 255, 256, 16_383])
    func repeated(before: Int) {
        var (list, model) = (ChunkedArray<Int>(), [Int]())
        for number in 0..<before {
            list.append(number)
            model.append(number)
        }
        for times in [0, 1, 8, 300] {
            let (copy, before) = (list, model)
            list.append(repeating: -times, times: times)
            model += Array(repeating: -times, count: times)
            #expect(Array(list) == model && Array(copy) == before)
        }
    }

    @Test(
        "in chunks holds each element once, whether its chunks are grown, copied or given up",
        arguments: [10, 255, 256, 257, 1_000])
    func held(size: Int) {
        let tally = Tally()
        do {
            var list = ChunkedArray<Token>()
            for number in 0..<size { list.append(Token(number, tally)) }
            var copy = list
            // Both go on from there, each in chunks of its own.
            for number in size..<2 * size {
                list.append(Token(number, tally))
                copy.append(Token(-number, tally))
            }
            copy[0] = Token(7, tally)
            expectEqual(list.map(\.number), Array(0..<2 * size))
            expectEqual(copy.map(\.number), [7] + Array(1..<size) + (size..<2 * size).map { -$0 })
            withExtendedLifetime((list, copy)) { expectEqual(tally.alive, 3 * size + 1) }
        }
        expectEqual(tally.alive, 0)
    }

    /// The number of tokens that are held.
    private final class Tally {
        var alive = 0
    }

    /// An element that counts itself.
    private final class Token {
        let number: Int
        private let tally: Tally

        init(_ number: Int, _ tally: Tally) {
            (self.number, self.tally) = (number, tally)
            tally.alive += 1
        }

        deinit { tally.alive -= 1 }
    }
}
