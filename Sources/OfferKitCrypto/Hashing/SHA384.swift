/// SHA-384 and SHA-512 (FIPS 180-4), written for brevity, not speed: they hash only one short text at a time.
package enum SHA384 {
    /// The hash of `bytes`, 48 bytes.
    package static func hash(_ bytes: [UInt8]) -> [UInt8] {
        words(of: bytes, from: SHA384Constants.start).prefix(6).flatMap(\.bigEndianBytes)
    }

    /// The SHA-512 hash of `bytes`, 64 bytes: the same rounds from another start, and nothing cut off.
    package static func sha512(_ bytes: [UInt8]) -> [UInt8] {
        words(of: bytes, from: SHA384Constants.startOfSHA512).flatMap(\.bigEndianBytes)
    }

    private static func words(of bytes: [UInt8], from start: [UInt64]) -> [UInt64] {
        bytes.paddedBlocks(of: UInt64.self).reduce(into: start) { compress($1, into: &$0) }
    }

    private static func compress(_ block: [UInt64], into state: inout [UInt64]) {
        var schedule = block
        schedule.reserveCapacity(80)
        for t in 16..<80 {
            let w15 = schedule[t - 15]
            let w2 = schedule[t - 2]
            let small = rotated(w15, 1) ^ rotated(w15, 8) ^ (w15 &>> 7)
            let large = rotated(w2, 19) ^ rotated(w2, 61) ^ (w2 &>> 6)
            schedule.append(schedule[t - 16] &+ small &+ schedule[t - 7] &+ large)
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for t in 0..<80 {
            let sum = rotated(e, 14) ^ rotated(e, 18) ^ rotated(e, 41)
            let first = h &+ sum &+ (g ^ (e & (f ^ g))) &+ SHA384Constants.rounds[t] &+ schedule[t]
            let second = (rotated(a, 28) ^ rotated(a, 34) ^ rotated(a, 39)) &+ ((a & b) | (c & (a | b)))
            (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
        }
        for (index, word) in [a, b, c, d, e, f, g, h].enumerated() {
            state[index] &+= word
        }
    }

    @_transparent
    private static func rotated(_ x: UInt64, _ count: UInt64) -> UInt64 {
        (x &>> count) | (x &<< (64 &- count))
    }
}
