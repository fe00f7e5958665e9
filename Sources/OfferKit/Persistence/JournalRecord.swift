import Foundation
import OfferKitCore
import OfferKitCrypto
import OfferKitServer

/// The events of one turn of the lock, or a part of them, as a journal keeps them.
///
/// On disk: a line with the length of the JSON, a checksum and a short check of the line itself, then the JSON and a
/// line break. The checksum is that of the record before, the length and the JSON, so a record that is missing,
/// doubled, or of another journal shows too. The check of the line makes a record's beginning known wherever it stands,
/// so that a bad record in the middle, which is damage, differs from a bad one at the end, which was being written when
/// everything stopped: whole, cut off, or with zeros where the disk had not got to.
struct JournalRecord: Codable {
    /// The state of chance after the events.
    let chance: SplitMix64
    let events: [StoreEvent]
    /// Whether the turn goes on in the next record: without that, none of it counts.
    var isContinued: Bool?

    /// The longest line that stands before a record.
    private static let longestLine = 96

    /// Returns the record as bytes, and its checksum.
    func data(after digest: String) throws -> (bytes: [UInt8], digest: String) {
        let payload = Array(try JSONEncoder.stable.encode(self))
        let digest = StoreArchive.digest("\(digest) \(payload.count)", payload)
        let line = "\(payload.count) \(digest)"
        let bytes = Array("\(line) \(JournalRecord.check(line))\n".utf8) + payload + [UInt8(ascii: "\n")]
        return (bytes, digest)
    }

    private static func check(_ line: String) -> String {
        String(Hexadecimal.text(SHA256.hash(Array(line.utf8))).prefix(8))
    }

    /// The results of reading the beginning of some bytes.
    enum Reading {
        case record(JournalRecord, digest: String, length: Int)
        /// The bytes end with a record that was being written when everything stopped.
        case torn
        case damaged(SnapshotError.Damage)
    }

    static func read(_ bytes: ArraySlice<UInt8>, after digest: String, isOlder: Bool) -> Reading {
        guard let words = bytes.words(limit: longestLine), words.list.count == 3,
            let length = Int(canonical: words.list[0]), length >= 0,
            words.list[2] == check("\(words.list[0]) \(words.list[1])")
        else { return holdsBeginning(bytes) ? .damaged(.header) : .torn }
        guard length < bytes.endIndex - words.end else {
            return holdsBeginning(bytes[words.end...]) ? .damaged(.tooShort) : .torn
        }
        let payload = bytes[words.end..<(words.end + length)]
        guard words.list[1] == StoreArchive.digest("\(digest) \(length)", payload),
            bytes[words.end + length] == UInt8(ascii: "\n")
        else { return holdsBeginning(bytes[words.end...]) ? .damaged(.checksum) : .torn }
        guard payload.longName == nil else {
            return .damaged(.content("a name has more than \(ArraySlice<UInt8>.longestName) bytes"))
        }
        let text = isOlder ? OlderForm.renamed(payload) : payload
        do {
            let record = try JSONDecoder().decode(JournalRecord.self, from: Data(text))
            return .record(record, digest: words.list[1], length: words.end + length + 1 - bytes.startIndex)
        } catch {
            return .damaged(.content(StoreArchive.fault(of: text, as: JournalRecord.self, error)))
        }
    }

    /// Returns whether a record begins anywhere in some bytes, with whatever in front of it.
    private static func holdsBeginning(_ bytes: ArraySlice<UInt8>) -> Bool {
        var place = bytes.startIndex
        while let end = bytes[place...].firstIndex(of: UInt8(ascii: "\n")) {
            if endsWithHeader(bytes[place..<end].suffix(longestLine)) { return true }
            place = end + 1
        }
        return false
    }

    /// Returns whether the end of a line is one that stands before a record.
    private static func endsWithHeader(_ line: ArraySlice<UInt8>) -> Bool {
        let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false).suffix(3)
        guard words.count == 3, let length = words.first, let found = words.last else { return false }
        let rest = words.dropFirst().dropLast().map { String(decoding: $0, as: UTF8.self) }
        // Where the line break before it is damaged too, its number may follow other digits.
        return (1...max(1, min(length.count, 19))).contains { count in
            let line = String(decoding: length.suffix(count), as: UTF8.self) + " " + rest.joined()
            return Array(check(line).utf8) == Array(found)
        }
    }
}
