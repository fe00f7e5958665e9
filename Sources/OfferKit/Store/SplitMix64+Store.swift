import Foundation
import OfferKitCore

extension SplitMix64 {
    mutating func bytes(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            withUnsafeBytes(of: next().bigEndian) { bytes.append(contentsOf: $0) }
        }
        return Array(bytes.prefix(count))
    }

    /// Returns a random UUID.
    mutating func uuid() -> UUID {
        UUID(random: bytes(16))
    }

    /// Returns a text of letters and digits that cannot be mistaken for one another.
    mutating func code(length: Int) -> String {
        let alphabet = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789")
        return String((0..<length).map { _ in alphabet[Int(next() % UInt64(alphabet.count))] })
    }
}

extension UUID {
    /// Creates a UUID of version 4, with the variant of RFC 9562, from the first sixteen of some random bytes; missing
    /// ones are zero.
    init(random bytes: [UInt8]) {
        let b = bytes + Array(repeating: 0, count: max(0, 16 - bytes.count))
        self.init(
            uuid: (
                b[0], b[1], b[2], b[3], b[4], b[5], b[6] & 0x0F | 0x40, b[7], b[8] & 0x3F | 0x80, b[9], b[10], b[11],
                b[12], b[13], b[14], b[15]
            ))
    }
}
