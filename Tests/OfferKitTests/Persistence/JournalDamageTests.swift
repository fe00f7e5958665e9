import Foundation
import OfferKit
import OfferKitCore
import OfferKitTestHarness
import Testing

/// A damaged journal.
struct JournalDamageTests {
    /// A journal with some commands, where each of them ends, and what the store was like then.
    private struct Kept {
        let bytes: [UInt8]
        var ends: [(length: Int, log: [LogEntry])] = []

        init() throws {
            let catalog = try Catalog(
                groups: [.group("G", [.subscription("a", level: 1, period: .monthly, price: 9.99)])],
                products: [.consumable("c", price: 1)])
            let file = JournalFolder()
            let store = try file.open(startingWith: Store(catalog: catalog))
            var ends = [(length: try file.bytes().count, log: store.log)]
            func note() throws { ends.append((try file.bytes().count, store.log)) }
            let device = store.addCustomer().addDevice()
            try note()
            let sheet = try device.requestPurchase("a", account: .userName("u"))
            // Opened again, an open sheet is cancelled: that is no end to compare with.
            try sheet.confirm()
            try note()
            try store.advance(by: .months(2))
            try note()
            bytes = try file.bytes()
            self.ends = ends
        }

        /// Where the last command's record stands.
        var lastRecord: Range<Int> {
            get throws {
                let start = try #require(ends.dropLast().last?.length)
                return start..<bytes.count
            }
        }

        /// Whether a byte stands in the line that a record has before its JSON.
        func isInFirstLine(_ place: Int) -> Bool {
            let start = bytes[..<place].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
            return bytes[start] != UInt8(ascii: "{")
        }
    }

    @Test("that was cut off is the store as of its last whole command, wherever that was")
    func cut() throws {
        let kept = try Kept()
        let file = JournalFolder()
        // What cutting the snapshot at the beginning does is tested byte by byte with snapshots.
        let first = kept.ends[0].length
        let ends = Set(kept.ends.flatMap { ($0.length - 4)...($0.length + 4) })
        // A debug build cuts at every seventh byte after the snapshot, and at every one near the end of a command.
        for length in Array(stride(from: 0, to: first - 4, by: 97)) + Array((first - 4)..<kept.bytes.count)
        where Effort.tries(length, oneOf: 7) || length < first || ends.contains(length) {
            try file.write(kept.bytes.prefix(length))
            guard length >= kept.ends[0].length else {
                #expect(throws: JournalError.self, "cut to \(length)") { try file.open() }
                continue
            }
            let store = try file.open()
            let expected = kept.ends.last { $0.length <= length }?.log ?? []
            // Between request and confirmation the sheet is open, and cancelled by the opening.
            expectEqual(store.log.prefix(expected.count), expected[...], "cut to \(length)")
            #expect(store.log.count <= expected.count + 2, "cut to \(length)")
            guard length.isMultiple(of: 9) else { continue }
            store.closeJournal()
            try expectEqual(file.open().log, store.log, "cut to \(length)")
        }
    }

    @Test("is refused whichever byte was changed, or opened as it was before that byte", arguments: [UInt8(1), 0xFF])
    func changed(mask: UInt8) throws {
        let kept = try Kept()
        let file = JournalFolder()
        let number = mask == 1 ? 0 : 1
        // A debug build changes every byte of the lines that records begin with, by one of the masks, and of the rest
        // every fifth.
        for place in kept.ends[0].length..<(try kept.lastRecord.lowerBound)
        where kept.isInFirstLine(place) && Effort.tries(place - number, oneOf: 2)
            || Effort.tries(place - number, oneOf: 5)
        {
            var bytes = kept.bytes
            bytes[place] ^= mask
            try file.write(bytes)
            do {
                _ = try file.open()
                Issue.record("byte \(place) was changed, and nobody noticed")
            } catch let error as JournalError {
                guard case .damaged(_, let offset, _) = error else {
                    Issue.record("byte \(place): \(error)")
                    continue
                }
                #expect(offset <= place)
                #expect(offset >= kept.ends.last { $0.length <= place }?.length ?? 0)
            }
            guard place.isMultiple(of: 31) else { continue }
            let store = try file.open(options: JournalOptions(recovery: .dropsWhatFollowsDamage))
            let expected = kept.ends.last { $0.length <= place }?.log ?? []
            expectEqual(store.log.prefix(expected.count), expected[...], "byte \(place)")
            let copy = URL(filePath: file.url.path + ".damaged")
            try expectEqual(Array(Data(contentsOf: copy)), bytes)
            // One that is there already would be somebody else's.
            try FileManager.default.removeItem(at: copy)
        }
    }

    @Test("with a bad byte in its last record is the store as of the record before", arguments: [UInt8(1), 0xFF])
    func changedLast(mask: UInt8) throws {
        let kept = try Kept()
        let file = JournalFolder()
        let number = mask == 1 ? 0 : 1
        // A debug build changes every byte of the record's first line, by one of the masks, and of the rest every ninth.
        for place in try kept.lastRecord
        where kept.isInFirstLine(place) && Effort.tries(place - number, oneOf: 2)
            || Effort.tries(place - number, oneOf: 9)
        {
            var bytes = kept.bytes
            bytes[place] ^= mask
            try file.write(bytes)
            try expectEqual(file.open().log, kept.ends.dropLast().last?.log, "byte \(place)")
        }
    }

    @Test("with zeros after its last record, or from anywhere in it on, loses that record at most")
    func zeros() throws {
        let kept = try Kept()
        let file = JournalFolder()
        for count in [1, 40, 95, 96, 97, 4_096] {
            try file.write(kept.bytes + [UInt8](repeating: 0, count: count))
            try expectEqual(file.open().log, kept.ends.last?.log, "\(count) zeros")
            try expectEqual(file.bytes(), kept.bytes, "\(count) zeros")
        }
        let last = try kept.lastRecord
        // A debug build begins at every seventh byte, and at each of the record's first.
        for place in last where Effort.tries(place, oneOf: 7) || place < last.lowerBound + 4 {
            let zeros = [UInt8](repeating: 0, count: last.upperBound - place)
            try file.write(kept.bytes[..<place] + zeros)
            try expectEqual(file.open().log, kept.ends.dropLast().last?.log, "zeros from byte \(place) on")
        }
    }

    @Test("with zeros in the place of a record that another follows is refused")
    func zerosInTheMiddle() throws {
        let kept = try Kept()
        let file = JournalFolder()
        let last = try kept.lastRecord
        let start = try #require(kept.ends.dropLast(2).last?.length)
        var bytes = kept.bytes
        for place in start..<last.lowerBound { bytes[place] = 0 }
        try file.write(bytes)
        #expect(throws: JournalError.damaged(path: file.url.path, offset: start, .header)) { try file.open() }
    }

    @Test("is refused when a record is missing, doubled or of another journal")
    func order() throws {
        let kept = try Kept()
        let file = JournalFolder()
        let (first, second) = (kept.ends[0].length, kept.ends[1].length)
        let missing = kept.bytes[..<first] + kept.bytes[second...]
        let doubled = kept.bytes[..<second] + kept.bytes[first...]
        for (bytes, offset) in [(missing, first), (doubled, second)] {
            try file.write(bytes)
            #expect(throws: JournalError.damaged(path: file.url.path, offset: offset, .checksum)) { try file.open() }
        }
    }

    @Test("says where the damage is and how to open it all the same")
    func says() {
        let error = JournalError.damaged(path: "/j", offset: 77, .checksum)
        expectContains(error.description, "byte 77")
        expectContains(error.description, "dropsWhatFollowsDamage")
    }
}
