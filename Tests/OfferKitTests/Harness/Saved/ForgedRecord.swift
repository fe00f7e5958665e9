import Foundation
import OfferKitCrypto
import OfferKitServer

/// A record that is put at a journal's end with right checksums, as somebody from outside could.
struct ForgedRecord {
    /// The journal with the record.
    let journal: [UInt8]
    /// The byte at which the record begins.
    let start: Int

    /// A record with these events, each in JSON, at an instant.
    init(_ events: [String], at now: Date, after journal: [UInt8]) {
        let instant = Int64(now.timeIntervalSince1970 * 1_000)
        let list = events.map { "{\"instant\":\(instant),\"kind\":\($0)}" }.joined(separator: ",")
        let record = Array("{\"chance\":{\"state\":1},\"events\":[\(list)]}".utf8)
        let digest = Hexadecimal.text(
            SHA256.hash(Array("\(ForgedRecord.lastDigest(of: journal)) \(record.count)".utf8) + record))
        let line = "\(record.count) \(digest)"
        let check = Hexadecimal.text(SHA256.hash(Array(line.utf8))).prefix(8)
        start = journal.count
        self.journal = journal + Array("\(line) \(check)\n".utf8) + record + [UInt8(ascii: "\n")]
    }

    /// The checksum of a journal's last record, or of its snapshot.
    private static func lastDigest(of journal: [UInt8]) -> String {
        var (place, digest) = (0, "")
        while let end = journal[place...].firstIndex(of: UInt8(ascii: "\n")) {
            let words = String(decoding: journal[place..<end], as: UTF8.self).split(separator: " ")
            // The snapshot's line has five words, a record's three.
            digest = String(words.count == 5 ? words[4] : words[1])
            place = end + 1 + (Int(words.count == 5 ? words[3] : words[0]) ?? 0) + 1
            if place >= journal.count { break }
        }
        return digest
    }
}
