/// SHA-256 (FIPS 180-4), fed piece by piece.
///
/// It is a value: a copy keeps the state it was copied in, so that texts with a common beginning can
/// share the work for it.
package struct SHA256: Sendable {
    private var state = SHA256State()
    /// The last bytes that do not fill a block yet.
    private var pending = SHA256Block()
    /// All bytes taken so far.
    private var count: UInt64 = 0

    /// The bytes in a block, which is also what HMAC pads its key to.
    static let blockLength = 64

    /// The hash of nothing yet.
    package init() {}

    /// A hash that has taken some bytes.
    package init(_ bytes: [UInt8]) {
        update(bytes)
    }

    /// Takes more bytes.
    package mutating func update(_ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { update(buffer: $0) }
    }

    /// Takes more bytes; without a copy if they lie in one piece.
    package mutating func update(_ bytes: some Collection<UInt8>) {
        if bytes.withContiguousStorageIfAvailable({ update(buffer: $0) }) == nil { update(Array(bytes)) }
    }

    /// Takes one byte.
    mutating func update(_ byte: UInt8) {
        withUnsafePointer(to: byte) { update(buffer: UnsafeBufferPointer(start: $0, count: 1)) }
    }

    /// Takes the 32 bytes of a number, the most significant first, from where it is: nothing goes to the heap.
    mutating func update(_ number: Words256) {
        update(SHA256Block(number), count: 32)
    }

    /// Takes a whole block.
    mutating func update(_ block: SHA256Block) {
        update(block, count: SHA256.blockLength)
    }

    /// The 32 bytes of the hash; the state can be updated further.
    package func finalize() -> [UInt8] {
        finalized().bytes
    }

    /// The hash of `bytes`, 32 bytes.
    package static func hash(_ bytes: [UInt8]) -> [UInt8] {
        SHA256(bytes).finalize()
    }

    /// The final state, which is the hash as eight words.
    func finalized() -> SHA256State {
        var result = state
        var last = pending
        let used = Int(truncatingIfNeeded: count & 63)
        last.withBytes { bytes in
            bytes[used] = 0x80
            var index = used &+ 1
            while index < 64 {
                bytes[index] = 0
                index &+= 1
            }
        }
        if used >= 56 {
            last.compress(into: &result)
            last = SHA256Block()
        }
        last.setLength(inBits: count &<< 3)
        last.compress(into: &result)
        return result
    }

    private mutating func update(_ block: SHA256Block, count: Int) {
        var block = block
        block.withBytes { update(buffer: UnsafeBufferPointer(start: $0, count: count)) }
    }

    private mutating func update(buffer: UnsafeBufferPointer<UInt8>) {
        guard var next = buffer.baseAddress else { return }
        var left = buffer.count
        let used = Int(truncatingIfNeeded: count & 63)
        count &+= UInt64(truncatingIfNeeded: left)
        if used > 0 {
            let taken = min(64 &- used, left)
            pending.withBytes { ($0 + used).update(from: next, count: taken) }
            next += taken
            left &-= taken
            guard used &+ taken == 64 else { return }
            pending.compress(into: &state)
        }
        while left >= 64 {
            state.compress(next)
            next += 64
            left &-= 64
        }
        if left > 0 { pending.withBytes { $0.update(from: next, count: left) } }
    }
}

/// A block of 64 bytes, in place rather than on the heap so that copying a hash allocates nothing.
struct SHA256Block: Sendable {
    private var words: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0, 0, 0)

    /// A block of zeros.
    init() {}

    /// The first 64 bytes of these, and zeros where there are fewer.
    init(_ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return }
            withBytes { $0.update(from: start, count: min(bytes.count, SHA256.blockLength)) }
        }
    }

    /// A block of the 32 bytes of a number, the most significant first, and zeros.
    init(_ number: Words256) {
        words.0 = number.w3.bigEndian
        words.1 = number.w2.bigEndian
        words.2 = number.w1.bigEndian
        words.3 = number.w0.bigEndian
    }

    /// Returns the block with every byte changed by this one, by exclusive or.
    func masked(by byte: UInt8) -> SHA256Block {
        let mask = UInt64(byte) &* 0x0101_0101_0101_0101
        var block = self
        block.words = (
            words.0 ^ mask, words.1 ^ mask, words.2 ^ mask, words.3 ^ mask, words.4 ^ mask, words.5 ^ mask,
            words.6 ^ mask, words.7 ^ mask
        )
        return block
    }

    /// Calls a closure with the 64 bytes.
    @inline(__always)
    mutating func withBytes(_ body: (UnsafeMutablePointer<UInt8>) -> Void) {
        withUnsafeMutableBytes(of: &words) { raw in
            guard let start = raw.baseAddress else { return }
            body(start.assumingMemoryBound(to: UInt8.self))
        }
    }

    /// Writes the length of the text to its place in the last block.
    mutating func setLength(inBits length: UInt64) {
        words.7 = length.bigEndian
    }

    /// Compresses the block into a state.
    mutating func compress(into state: inout SHA256State) {
        withBytes { state.compress(UnsafePointer($0)) }
    }
}
