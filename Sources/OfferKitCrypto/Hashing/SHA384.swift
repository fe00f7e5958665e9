/// SHA-384 (FIPS 180-4), fed piece by piece.
///
/// It is a value like `SHA256`, but written for brevity, not speed: it hashes only one short text at a time.
package struct SHA384: Sendable {
    private var state = SHA384Constants.start
    /// The last bytes that do not fill a block of 128 yet.
    private var pending: [UInt8] = []
    /// All bytes taken so far.
    private var count: UInt64 = 0

    /// The hash of nothing yet.
    package init() {}

    /// Takes more bytes.
    package mutating func update(_ bytes: some Collection<UInt8>) {
        count &+= UInt64(truncatingIfNeeded: bytes.count)
        pending.append(contentsOf: bytes)
        var start = 0
        while pending.count - start >= 128 {
            SHA384.compress(pending[start..<start + 128], into: &state)
            start += 128
        }
        pending.removeFirst(start)
    }

    /// The 48 bytes of the hash; the state can be updated further.
    package func finalize() -> [UInt8] {
        finalWords.prefix(6).flatMap(\.bigEndianBytes)
    }

    /// The hash of `bytes`, 48 bytes.
    package static func hash(_ bytes: [UInt8]) -> [UInt8] {
        var hash = SHA384()
        hash.update(bytes)
        return hash.finalize()
    }

    /// The SHA-512 hash of `bytes`, 64 bytes: the same rounds from another start, and nothing cut off.
    package static func sha512(_ bytes: [UInt8]) -> [UInt8] {
        var hash = SHA384()
        hash.state = SHA384Constants.startOfSHA512
        hash.update(bytes)
        return hash.finalWords.flatMap(\.bigEndianBytes)
    }

    private var finalWords: [UInt64] {
        var result = state
        var last = pending
        last.append(0x80)
        let padded = last.count > 112 ? 256 : 128
        last.append(contentsOf: repeatElement(0, count: padded - 8 - last.count))
        last.append(contentsOf: (count &<< 3).bigEndianBytes)
        SHA384.compress(last[..<128], into: &result)
        if padded == 256 { SHA384.compress(last[128...], into: &result) }
        return result
    }

    private static func compress(_ block: ArraySlice<UInt8>, into state: inout [UInt64]) {
        var schedule: [UInt64] = []
        schedule.reserveCapacity(80)
        var word: UInt64 = 0
        for (index, byte) in block.enumerated() {
            word = (word &<< 8) | UInt64(byte)
            if index % 8 == 7 { schedule.append(word) }
        }
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

extension FixedWidthInteger {
    /// The bytes, the most significant first.
    var bigEndianBytes: [UInt8] { Swift.withUnsafeBytes(of: bigEndian) { Array($0) } }
}
