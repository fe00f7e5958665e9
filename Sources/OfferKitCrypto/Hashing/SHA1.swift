/// SHA-1 (FIPS 180-4).
///
/// It is broken as a hash, and serves only to recognise signatures that were made with it.
package enum SHA1 {
    /// The hash of `bytes`, 20 bytes.
    package static func hash(_ bytes: [UInt8]) -> [UInt8] {
        let start: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0]
        let state = bytes.paddedBlocks(of: UInt32.self).reduce(into: start) { compress($1, into: &$0) }
        return state.flatMap(\.bigEndianBytes)
    }

    private static func compress(_ block: [UInt32], into state: inout [UInt32]) {
        var schedule = block
        for t in 16..<80 {
            schedule.append(rotated(schedule[t - 3] ^ schedule[t - 8] ^ schedule[t - 14] ^ schedule[t - 16], 1))
        }
        var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
        for t in 0..<80 {
            let (f, constant) = round(t, b, c, d)
            let sum = rotated(a, 5) &+ f &+ e &+ constant &+ schedule[t]
            (e, d, c, b, a) = (d, c, rotated(b, 30), a, sum)
        }
        for (index, word) in [a, b, c, d, e].enumerated() { state[index] &+= word }
    }

    private static func round(_ t: Int, _ b: UInt32, _ c: UInt32, _ d: UInt32) -> (f: UInt32, constant: UInt32) {
        switch t {
        case ..<20: ((b & c) | (~b & d), 0x5a82_7999)
        case ..<40: (b ^ c ^ d, 0x6ed9_eba1)
        case ..<60: ((b & c) | (b & d) | (c & d), 0x8f1b_bcdc)
        default: (b ^ c ^ d, 0xca62_c1d6)
        }
    }

    private static func rotated(_ x: UInt32, _ count: UInt32) -> UInt32 {
        x &<< count | x &>> (32 &- count)
    }
}
