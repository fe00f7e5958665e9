/// The eight words SHA-256 carries from block to block.
struct SHA256State: Sendable {
    // The first 32 bits of the fractional parts of the square roots of the first eight primes.
    private var h0: UInt32 = 0x6a09_e667
    private var h1: UInt32 = 0xbb67_ae85
    private var h2: UInt32 = 0x3c6e_f372
    private var h3: UInt32 = 0xa54f_f53a
    private var h4: UInt32 = 0x510e_527f
    private var h5: UInt32 = 0x9b05_688c
    private var h6: UInt32 = 0x1f83_d9ab
    private var h7: UInt32 = 0x5be0_cd19

    /// The words as 32 bytes.
    var bytes: [UInt8] { number.bigEndianBytes }

    /// The words as one number, the form in which a signature takes a hash.
    var number: Words256 {
        Words256(
            SHA256State.joined(h6, h7), SHA256State.joined(h4, h5), SHA256State.joined(h2, h3),
            SHA256State.joined(h0, h1))
    }

    private static func joined(_ high: UInt32, _ low: UInt32) -> UInt64 {
        (UInt64(truncatingIfNeeded: high) &<< 32) | UInt64(truncatingIfNeeded: low)
    }

    /// Takes the 64 bytes that `block` points at.
    ///
    /// The rounds are written out, with the constants in them (the first 32 bits of the fractional parts
    /// of the cube roots of the first 64 primes) and the sixteen words of the schedule in variables:
    /// with arrays in their place it takes about twice the time, and far longer in a debug build.
    @inline(never)
    mutating func compress(_ block: UnsafePointer<UInt8>) {
        var (w0, w1) = (SHA256State.word(block, 0), SHA256State.word(block, 4))
        var (w2, w3) = (SHA256State.word(block, 8), SHA256State.word(block, 12))
        var (w4, w5) = (SHA256State.word(block, 16), SHA256State.word(block, 20))
        var (w6, w7) = (SHA256State.word(block, 24), SHA256State.word(block, 28))
        var (w8, w9) = (SHA256State.word(block, 32), SHA256State.word(block, 36))
        var (w10, w11) = (SHA256State.word(block, 40), SHA256State.word(block, 44))
        var (w12, w13) = (SHA256State.word(block, 48), SHA256State.word(block, 52))
        var (w14, w15) = (SHA256State.word(block, 56), SHA256State.word(block, 60))
        var (a, b, c, d) = (h0, h1, h2, h3)
        var (e, f, g, h) = (h4, h5, h6, h7)
        SHA256State.round(a, b, c, &d, e, f, g, &h, 0x428a_2f98, w0)
        SHA256State.round(h, a, b, &c, d, e, f, &g, 0x7137_4491, w1)
        SHA256State.round(g, h, a, &b, c, d, e, &f, 0xb5c0_fbcf, w2)
        SHA256State.round(f, g, h, &a, b, c, d, &e, 0xe9b5_dba5, w3)
        SHA256State.round(e, f, g, &h, a, b, c, &d, 0x3956_c25b, w4)
        SHA256State.round(d, e, f, &g, h, a, b, &c, 0x59f1_11f1, w5)
        SHA256State.round(c, d, e, &f, g, h, a, &b, 0x923f_82a4, w6)
        SHA256State.round(b, c, d, &e, f, g, h, &a, 0xab1c_5ed5, w7)
        SHA256State.round(a, b, c, &d, e, f, g, &h, 0xd807_aa98, w8)
        SHA256State.round(h, a, b, &c, d, e, f, &g, 0x1283_5b01, w9)
        SHA256State.round(g, h, a, &b, c, d, e, &f, 0x2431_85be, w10)
        SHA256State.round(f, g, h, &a, b, c, d, &e, 0x550c_7dc3, w11)
        SHA256State.round(e, f, g, &h, a, b, c, &d, 0x72be_5d74, w12)
        SHA256State.round(d, e, f, &g, h, a, b, &c, 0x80de_b1fe, w13)
        SHA256State.round(c, d, e, &f, g, h, a, &b, 0x9bdc_06a7, w14)
        SHA256State.round(b, c, d, &e, f, g, h, &a, 0xc19b_f174, w15)
        SHA256State.round(a, b, c, &d, e, f, g, &h, 0xe49b_69c1, &w0, w1, w9, w14)
        SHA256State.round(h, a, b, &c, d, e, f, &g, 0xefbe_4786, &w1, w2, w10, w15)
        SHA256State.round(g, h, a, &b, c, d, e, &f, 0x0fc1_9dc6, &w2, w3, w11, w0)
        SHA256State.round(f, g, h, &a, b, c, d, &e, 0x240c_a1cc, &w3, w4, w12, w1)
        SHA256State.round(e, f, g, &h, a, b, c, &d, 0x2de9_2c6f, &w4, w5, w13, w2)
        SHA256State.round(d, e, f, &g, h, a, b, &c, 0x4a74_84aa, &w5, w6, w14, w3)
        SHA256State.round(c, d, e, &f, g, h, a, &b, 0x5cb0_a9dc, &w6, w7, w15, w4)
        SHA256State.round(b, c, d, &e, f, g, h, &a, 0x76f9_88da, &w7, w8, w0, w5)
        SHA256State.round(a, b, c, &d, e, f, g, &h, 0x983e_5152, &w8, w9, w1, w6)
        SHA256State.round(h, a, b, &c, d, e, f, &g, 0xa831_c66d, &w9, w10, w2, w7)
        SHA256State.round(g, h, a, &b, c, d, e, &f, 0xb003_27c8, &w10, w11, w3, w8)
        SHA256State.round(f, g, h, &a, b, c, d, &e, 0xbf59_7fc7, &w11, w12, w4, w9)
        SHA256State.round(e, f, g, &h, a, b, c, &d, 0xc6e0_0bf3, &w12, w13, w5, w10)
        SHA256State.round(d, e, f, &g, h, a, b, &c, 0xd5a7_9147, &w13, w14, w6, w11)
        SHA256State.round(c, d, e, &f, g, h, a, &b, 0x06ca_6351, &w14, w15, w7, w12)
        SHA256State.round(b, c, d, &e, f, g, h, &a, 0x1429_2967, &w15, w0, w8, w13)
        SHA256State.round(a, b, c, &d, e, f, g, &h, 0x27b7_0a85, &w0, w1, w9, w14)
        SHA256State.round(h, a, b, &c, d, e, f, &g, 0x2e1b_2138, &w1, w2, w10, w15)
        SHA256State.round(g, h, a, &b, c, d, e, &f, 0x4d2c_6dfc, &w2, w3, w11, w0)
        SHA256State.round(f, g, h, &a, b, c, d, &e, 0x5338_0d13, &w3, w4, w12, w1)
        SHA256State.round(e, f, g, &h, a, b, c, &d, 0x650a_7354, &w4, w5, w13, w2)
        SHA256State.round(d, e, f, &g, h, a, b, &c, 0x766a_0abb, &w5, w6, w14, w3)
        SHA256State.round(c, d, e, &f, g, h, a, &b, 0x81c2_c92e, &w6, w7, w15, w4)
        SHA256State.round(b, c, d, &e, f, g, h, &a, 0x9272_2c85, &w7, w8, w0, w5)
        SHA256State.round(a, b, c, &d, e, f, g, &h, 0xa2bf_e8a1, &w8, w9, w1, w6)
        SHA256State.round(h, a, b, &c, d, e, f, &g, 0xa81a_664b, &w9, w10, w2, w7)
        SHA256State.round(g, h, a, &b, c, d, e, &f, 0xc24b_8b70, &w10, w11, w3, w8)
        SHA256State.round(f, g, h, &a, b, c, d, &e, 0xc76c_51a3, &w11, w12, w4, w9)
        SHA256State.round(e, f, g, &h, a, b, c, &d, 0xd192_e819, &w12, w13, w5, w10)
        SHA256State.round(d, e, f, &g, h, a, b, &c, 0xd699_0624, &w13, w14, w6, w11)
        SHA256State.round(c, d, e, &f, g, h, a, &b, 0xf40e_3585, &w14, w15, w7, w12)
        SHA256State.round(b, c, d, &e, f, g, h, &a, 0x106a_a070, &w15, w0, w8, w13)
        SHA256State.round(a, b, c, &d, e, f, g, &h, 0x19a4_c116, &w0, w1, w9, w14)
        SHA256State.round(h, a, b, &c, d, e, f, &g, 0x1e37_6c08, &w1, w2, w10, w15)
        SHA256State.round(g, h, a, &b, c, d, e, &f, 0x2748_774c, &w2, w3, w11, w0)
        SHA256State.round(f, g, h, &a, b, c, d, &e, 0x34b0_bcb5, &w3, w4, w12, w1)
        SHA256State.round(e, f, g, &h, a, b, c, &d, 0x391c_0cb3, &w4, w5, w13, w2)
        SHA256State.round(d, e, f, &g, h, a, b, &c, 0x4ed8_aa4a, &w5, w6, w14, w3)
        SHA256State.round(c, d, e, &f, g, h, a, &b, 0x5b9c_ca4f, &w6, w7, w15, w4)
        SHA256State.round(b, c, d, &e, f, g, h, &a, 0x682e_6ff3, &w7, w8, w0, w5)
        SHA256State.round(a, b, c, &d, e, f, g, &h, 0x748f_82ee, &w8, w9, w1, w6)
        SHA256State.round(h, a, b, &c, d, e, f, &g, 0x78a5_636f, &w9, w10, w2, w7)
        SHA256State.round(g, h, a, &b, c, d, e, &f, 0x84c8_7814, &w10, w11, w3, w8)
        SHA256State.round(f, g, h, &a, b, c, d, &e, 0x8cc7_0208, &w11, w12, w4, w9)
        SHA256State.round(e, f, g, &h, a, b, c, &d, 0x90be_fffa, &w12, w13, w5, w10)
        SHA256State.round(d, e, f, &g, h, a, b, &c, 0xa450_6ceb, &w13, w14, w6, w11)
        SHA256State.round(c, d, e, &f, g, h, a, &b, 0xbef9_a3f7, &w14, w15, w7, w12)
        SHA256State.round(b, c, d, &e, f, g, h, &a, 0xc671_78f2, &w15, w0, w8, w13)
        h0 = h0 &+ a
        h1 = h1 &+ b
        h2 = h2 &+ c
        h3 = h3 &+ d
        h4 = h4 &+ e
        h5 = h5 &+ f
        h6 = h6 &+ g
        h7 = h7 &+ h
    }

    /// The word in the four bytes at `offset`, the most significant first.
    @_transparent
    private static func word(_ block: UnsafePointer<UInt8>, _ offset: Int) -> UInt32 {
        UnsafeRawPointer(block).loadUnaligned(fromByteOffset: offset, as: UInt32.self).bigEndian
    }

    /// Does one round with the schedule's next word, which replaces the one 16 before it.
    ///
    /// The new word is made of that one and of those 15, 7 and 2 before it.
    @_transparent
    private static func round(
        _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32, _ e: UInt32, _ f: UInt32, _ g: UInt32,
        _ h: inout UInt32, _ constant: UInt32, _ w16: inout UInt32, _ w15: UInt32, _ w7: UInt32, _ w2: UInt32
    ) {
        let small = rotated(w15 ^ rotated(w15, 11), 7) ^ (w15 &>> 3)
        let large = rotated(w2 ^ rotated(w2, 2), 17) ^ (w2 &>> 10)
        w16 = w16 &+ small &+ w7 &+ large
        round(a, b, c, &d, e, f, g, &h, constant, w16)
    }

    /// Does one round.
    ///
    /// The eight words do not move on by one place; the next call names them so instead. Rotations by 6, 11 and 25 (2,
    /// 13 and 22) are made of one another, which takes fewer registers than three copies of the word.
    @_transparent
    private static func round(
        _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32,
        _ e: UInt32, _ f: UInt32, _ g: UInt32, _ h: inout UInt32, _ constant: UInt32, _ word: UInt32
    ) {
        let choice = g ^ (e & (f ^ g))
        // The majority, in a form in which `a ^ b` is the next round's `b ^ c`, and is made once.
        let majority = b ^ ((a ^ b) & (b ^ c))
        // The result of the round before comes last, so that nothing waits for it.
        let early = h &+ (constant &+ word) &+ choice
        let first = early &+ rotated(e ^ rotated(e ^ rotated(e, 14), 5), 6)
        d = d &+ first
        h = first &+ (rotated(a ^ rotated(a ^ rotated(a, 9), 11), 2) &+ majority)
    }

    @_transparent
    private static func rotated(_ x: UInt32, _ count: UInt32) -> UInt32 {
        (x &>> count) | (x &<< (32 &- count))
    }
}
