extension [UInt8] {
    /// Returns the blocks of a text that is padded for hashing, sixteen words each (FIPS 180-4, sections 5.1 and 5.2).
    func paddedBlocks<Word: FixedWidthInteger>(of word: Word.Type) -> [[Word]] {
        let size = Word.bitWidth / 8
        let block = 16 * size
        var padded = self + [0x80]
        // The length takes two words; of its bits no more than 64 are needed.
        let zeros = (2 * block - 2 * size - padded.count % block) % block + 2 * size - 8
        padded += repeatElement(0, count: zeros)
        padded += (UInt64(count) &<< 3).bigEndianBytes
        let words = stride(from: 0, to: padded.count, by: size).map { start in
            padded[start..<start + size].reduce(0) { $0 &<< 8 | Word($1) }
        }
        return stride(from: 0, to: words.count, by: 16).map { Array<Word>(words[$0..<$0 + 16]) }
    }
}

extension FixedWidthInteger {
    /// The bytes, the most significant first.
    package var bigEndianBytes: [UInt8] { Swift.withUnsafeBytes(of: bigEndian) { Array($0) } }
}
