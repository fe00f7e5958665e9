import Foundation
import OfferKit
import OfferKitCore
import OfferKitCrypto
import OfferKitTestHarness
import Testing

/// A damaged snapshot.
struct SnapshotDamageTests {
    /// A small store with a bit of everything, as bytes.
    private static func small() throws -> [UInt8] {
        let catalog = try Catalog(
            groups: [.group("G", [.subscription("a", level: 1, period: .monthly, price: 9.99)])],
            products: [.nonConsumable("n", price: 1)])
        let store = Store(catalog: catalog)
        let device = store.addCustomer().addDevice()
        try device.purchase("a", account: .userName("u"))
        try device.purchase("n")
        return Array(try store.snapshot())
    }

    @Test("is refused wherever it was cut off")
    func cut() throws {
        let bytes = try SnapshotDamageTests.small()
        for length in bytes.indices {
            #expect(throws: SnapshotError.self, "cut to \(length)") { try Store(snapshot: Data(bytes.prefix(length))) }
        }
    }

    @Test("is refused whichever byte was changed", arguments: [UInt8(0x01), 0x20, 0xFF])
    func changed(mask: UInt8) throws {
        let bytes = try SnapshotDamageTests.small()
        // A debug build changes every byte in one of the three ways.
        let way = [0x01, 0x20, 0xFF].firstIndex(of: mask) ?? 0
        for place in bytes.indices where Effort.tries(place - way, oneOf: 3) {
            var copy = bytes
            copy[place] ^= mask
            #expect(throws: SnapshotError.self, "byte \(place)") { try Store(snapshot: Data(copy)) }
        }
    }

    @Test("is refused with something after its end")
    func surplus() throws {
        let bytes = try SnapshotDamageTests.small()
        #expect(throws: SnapshotError.damaged(offset: bytes.count, .surplus)) {
            try Store(snapshot: Data(bytes + [10]))
        }
    }

    @Test("is refused for a name that is longer than any, before it is decoded", arguments: [256, 257])
    func longName(length: Int) throws {
        // A member that no saved store has, at the end, with an escape in its name.
        let bytes = Saved.snapshot(Data(try SnapshotDamageTests.small())) { json in
            json.dropLast() + ",\"\\\"" + String(repeating: "x", count: length - 2) + "\" : 1}"
        }
        // Behind the name stand `" : 1}` and the line break.
        let place = bytes.count - 7 - length
        guard length > 256 else {
            _ = try Store(snapshot: Data(bytes))
            return
        }
        #expect(throws: SnapshotError.damaged(offset: place, .content("a name has more than 256 bytes"))) {
            try Store(snapshot: Data(bytes))
        }
    }

    @Test("says at which byte the damage shows, and what to do")
    func says() throws {
        var bytes = try SnapshotDamageTests.small()
        let start = try #require(bytes.firstIndex(of: 10)) + 1
        bytes[start + 100] ^= 1
        let expected = SnapshotError.damaged(offset: start, .checksum)
        #expect(throws: expected) { try Store(snapshot: Data(bytes)) }
        expectContains(expected.description, "byte \(start)")
        expectContains(expected.description, "Take another copy")
    }

    @Test(
        "that has the right checksum is refused or makes a store that works, whatever its numbers",
        arguments: Effort.isFull ? Array(1...24) : [2, 3] as [UInt64])
    func impossible(seed: UInt64) throws {
        // Seed 2 makes a store in real time, 3 one with a table of pace that keeps only what is alive.
        let store = try RandomShopping.store(seed: seed)
        var shopping = RandomShopping(seed: seed)
        shopping.steps(40, on: store)
        let whole = try store.snapshot()
        var chance = SplitMix64(seed: seed)
        var refused = 0
        for _ in 0..<60 {
            let changed = Saved.snapshot(whole) { Saved.changingOneNumber(in: $0, &chance) }
            do throws(SnapshotError) {
                let odd = try Store(snapshot: changed)
                _ = odd.log
                for customer in odd.customers { _ = customer.addDevice().transactions }
                _ = try? odd.advance(by: .days(40))
            } catch {
                guard case .damaged(_, .content) = error else {
                    Issue.record("seed \(seed): \(error)")
                    return
                }
                refused += 1
            }
        }
        #expect(1..<60 ~= refused, "seed \(seed)")
    }
}

/// Bytes that are right but for what they say.
enum Saved {
    /// A snapshot whose JSON was changed, with the length and the checksum that it needs then.
    static func snapshot(_ whole: Data, changed change: (String) -> String) -> Data {
        let text = String(decoding: whole, as: UTF8.self)
        let json = change(String(text.drop { $0 != "\n" }.dropFirst().dropLast()))
        let version = text.split(separator: " ", maxSplits: 3)[2]
        let intent = "OfferKit snapshot \(version) \(json.utf8.count)"
        return Data("\(intent) \(sha256(intent + json))\n\(json)\n".utf8)
    }

    /// JSON in which one number is another.
    static func changingOneNumber(in json: String, _ chance: inout SplitMix64) -> String {
        let bytes = Array(json.utf8)
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        var place = Int(chance.next() % UInt64(bytes.count))
        while !(digits ~= bytes[place]) || isInText(place, of: bytes) { place = (place + 1) % bytes.count }
        var (start, end) = (place, place)
        while start > 0, digits ~= bytes[start - 1] || bytes[start - 1] == UInt8(ascii: "-") { start -= 1 }
        while end < bytes.count, digits ~= bytes[end] { end += 1 }
        let numbers = [
            "0", "1", "2", "7", "-1", "255", "65535", "4294967295", "4294967296", "2147483647",
            "9223372036854775807", "-9223372036854775808", "18446744073709551615", "1000000",
        ]
        let number = numbers[Int(chance.next() % UInt64(numbers.count))]
        return String(decoding: bytes[..<start] + Array(number.utf8) + bytes[end...], as: UTF8.self)
    }

    private static func isInText(_ place: Int, of bytes: [UInt8]) -> Bool {
        // The sample shop's texts hold no escaped quotation marks.
        let quotes = bytes[..<place].count { $0 == UInt8(ascii: "\"") }
        return quotes % 2 == 1
    }
}

/// 64 hexadecimal digits.
func sha256(_ text: String) -> String {
    SHA256.hash(Array(text.utf8)).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
}
