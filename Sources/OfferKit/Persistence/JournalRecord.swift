import Foundation
import OfferKitCore
import OfferKitCrypto

/// What one turn of the lock brought about, or a part of it, as a journal keeps it.
///
/// On disk: a line with the length of the JSON, a checksum and a short check of the line itself, then the JSON and a line
/// break. The checksum is that of the record before, the length and the JSON, so a record that is missing, doubled, or of
/// another journal shows too. The check of the line tells a record that was cut off, whose line is good, from one whose
/// length was damaged.
struct JournalRecord: Codable {
    /// Where chance stands afterwards.
    let chance: SplitMix64
    let events: [StoreEvent]
    /// Set when the turn goes on in the next record: without that, none of it counts.
    var isContinued: Bool?

    /// The longest line that stands before a record.
    private static let longestLine = 96

    /// The record as bytes, and its checksum.
    func data(after digest: String) throws -> (bytes: [UInt8], digest: String) {
        let payload = Array(try JSONEncoder.stable.encode(self))
        let digest = StoreArchive.digest("\(digest) \(payload.count)", payload)
        let line = "\(payload.count) \(digest)"
        let bytes = Array("\(line) \(JournalRecord.check(line))\n".utf8) + payload + [UInt8(ascii: "\n")]
        return (bytes, digest)
    }

    private static func check(_ line: String) -> String {
        String(SHA256.hash(Array(line.utf8)).hexadecimal.prefix(8))
    }

    /// What stands at the beginning of some bytes.
    enum Reading {
        case record(JournalRecord, digest: String, length: Int)
        /// The bytes end in the middle of a record: it was being written when everything stopped.
        case torn
        case damaged(SnapshotError.Damage)
    }

    static func read(_ bytes: ArraySlice<UInt8>, after digest: String) -> Reading {
        guard let words = bytes.words(limit: longestLine) else {
            return bytes.count < longestLine ? .torn : .damaged(.header)
        }
        guard words.list.count == 3, let length = Int(canonical: words.list[0]),
            words.list[2] == check("\(words.list[0]) \(words.list[1])")
        else { return .damaged(.header) }
        guard length < bytes.endIndex - words.end else { return .torn }
        let payload = bytes[words.end..<(words.end + length)]
        guard words.list[1] == StoreArchive.digest("\(digest) \(length)", payload),
            bytes[words.end + length] == UInt8(ascii: "\n")
        else { return .damaged(.checksum) }
        do {
            let record = try JSONDecoder().decode(JournalRecord.self, from: Data(payload))
            return .record(record, digest: words.list[1], length: words.end + length + 1 - bytes.startIndex)
        } catch {
            return .damaged(.content("\(error)"))
        }
    }
}
