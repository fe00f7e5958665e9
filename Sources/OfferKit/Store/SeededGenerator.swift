import Foundation

/// The store's only source of chance: the same seed gives the same nonces, codes and keys again.
///
/// The generator is SplitMix64 (Steele, Lea and Flood, 2014). It is made for tests; nothing it makes is a secret.
struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func bytes(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            withUnsafeBytes(of: next().bigEndian) { bytes.append(contentsOf: $0) }
        }
        return Array(bytes.prefix(count))
    }

    /// A random UUID: version 4, with the variant of RFC 9562.
    mutating func uuid() -> UUID {
        let b = bytes(16)
        return UUID(
            uuid: (
                b[0], b[1], b[2], b[3], b[4], b[5], b[6] & 0x0F | 0x40, b[7], b[8] & 0x3F | 0x80, b[9], b[10], b[11],
                b[12], b[13], b[14], b[15]
            ))
    }

    /// A text of letters and digits that cannot be mistaken for one another.
    mutating func code(length: Int) -> String {
        let alphabet = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789")
        return String((0..<length).map { _ in alphabet[Int(next() % UInt64(alphabet.count))] })
    }
}
