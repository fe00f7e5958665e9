/// Base64 (RFC 4648), strictly: each sequence of bytes has exactly one text, and no other is accepted.
package struct Base64: Sendable {
    private let isPadded: Bool
    private let alphabet: [UInt8]
    /// The two letters for each twelve bits, the first in the lower byte.
    private let pairs: [UInt16]
    /// The six bits of each character, 0xff for one outside the alphabet.
    private let values: [UInt8]
    /// The six bits of each character at their place in a group of four, 256 numbers for each of the four places.
    ///
    /// The upper 24 bits are those of the group's three bytes. The lower eight are zero for a letter, and `foreign` for
    /// any other character.
    private let placed: [UInt32]

    /// The alphabet of section 4, with `+`, `/` and padding.
    package static let standard = Base64(last: "+/", isPadded: true)

    /// The alphabet of section 5, with `-` and `_`, and without padding, as JSON Web Signatures use it.
    package static let url = Base64(last: "-_", isPadded: false)

    private init(last: String, isPadded: Bool) {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8) + Array(last.utf8)
        var values = [UInt8](repeating: 0xff, count: 256)
        for (value, letter) in letters.enumerated() { values[Int(letter)] = UInt8(truncatingIfNeeded: value) }
        self.alphabet = letters
        pairs = letters.flatMap { first in letters.map { UInt16(first) | UInt16($0) &<< 8 } }
        self.values = values
        placed = [26, 20, 14, 8].flatMap { (shift: UInt32) in
            values.map { $0 == 0xff ? Base64.foreign : UInt32($0) &<< shift }
        }
        self.isPadded = isPadded
    }

    private static let foreign: UInt32 = 0xff

    // MARK: - Single letters

    /// Returns the six bits of a letter; nil for one outside the alphabet.
    package func value(of letter: UInt8) -> UInt8? {
        let value = values[Int(letter)]
        return value == 0xff ? nil : value
    }

    /// Returns the letter for the lower six bits of a value.
    package func letter(for value: UInt8) -> UInt8 {
        alphabet[Int(value & 63)]
    }

    // MARK: - Encoding

    /// Returns the text for `bytes`.
    package func encode(_ bytes: [UInt8]) -> String {
        String(decoding: encodeToBytes(bytes), as: UTF8.self)
    }

    /// Returns the text for `bytes` as ASCII, as a part of a longer text.
    package func encodeToBytes(_ bytes: [UInt8]) -> [UInt8] {
        let groups = (bytes.count + 2) / 3
        let missing = groups * 3 - bytes.count
        let length = groups * 4 - (isPadded ? 0 : missing)
        // All empty arrays share one storage, and even an empty initialisation writes to it: a data race.
        guard length > 0 else { return [] }
        return [UInt8](unsafeUninitializedCapacity: length) { buffer, initialized in
            bytes.withUnsafeBufferPointer { bytes in
                let written = encodeSixes(of: bytes, into: UnsafeMutableRawBufferPointer(buffer))
                alphabet.withUnsafeBufferPointer { alphabet in
                    Base64.encode(
                        UnsafeBufferPointer(rebasing: bytes[(written / 4 * 3)...]),
                        into: UnsafeMutableBufferPointer(rebasing: buffer[written...]), alphabet: alphabet)
                }
            }
            initialized = length
        }
    }

    /// Encodes six bytes at a time, read as one word and written as pairs of letters, while eight bytes can be read.
    ///
    /// - Returns: The number of letters written: eight for every six bytes.
    private func encodeSixes(
        of bytes: UnsafeBufferPointer<UInt8>, into text: UnsafeMutableRawBufferPointer
    ) -> Int {
        let source = UnsafeRawBufferPointer(bytes)
        return pairs.withUnsafeBufferPointer { pairs in
            var written = 0
            var read = 0
            while source.count &- read >= 8 {
                let word = source.loadUnaligned(fromByteOffset: read, as: UInt64.self).bigEndian
                var shift: UInt64 = 52
                while shift >= 16 {
                    let pair = pairs[Int(truncatingIfNeeded: (word &>> shift) & 0xfff)]
                    text.storeBytes(of: pair.littleEndian, toByteOffset: written, as: UInt16.self)
                    written &+= 2
                    shift &-= 12
                }
                read &+= 6
            }
            return written
        }
    }

    private static func encode(
        _ bytes: UnsafeBufferPointer<UInt8>, into text: UnsafeMutableBufferPointer<UInt8>,
        alphabet: UnsafeBufferPointer<UInt8>
    ) {
        guard let letters = alphabet.baseAddress else { return }
        var written = 0
        var read = 0
        // All groups but the last are whole and need no check.
        while bytes.count &- read >= 3 {
            let group = Base64.group(bytes[read], bytes[read &+ 1], bytes[read &+ 2])
            text[written] = letters[Int(truncatingIfNeeded: group &>> 18)]
            text[written &+ 1] = letters[Int(truncatingIfNeeded: (group &>> 12) & 63)]
            text[written &+ 2] = letters[Int(truncatingIfNeeded: (group &>> 6) & 63)]
            text[written &+ 3] = letters[Int(truncatingIfNeeded: group & 63)]
            read &+= 3
            written &+= 4
        }
        guard read < bytes.count else { return }
        let group = Base64.group(bytes[read], read &+ 1 < bytes.count ? bytes[read &+ 1] : 0, 0)
        // Two bytes make three letters, one makes two; the rest of a padded text is `=`.
        let count = bytes.count &- read &+ 1
        var position = 0
        while written < text.count {
            let shift = UInt32(truncatingIfNeeded: 18 &- 6 &* position)
            let letter = letters[Int(truncatingIfNeeded: (group &>> shift) & 63)]
            text[written] = position < count ? letter : UInt8(ascii: "=")
            written &+= 1
            position &+= 1
        }
    }

    @inline(__always)
    private static func group(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> UInt32 {
        UInt32(truncatingIfNeeded: first) &<< 16 | UInt32(truncatingIfNeeded: second) &<< 8
            | UInt32(truncatingIfNeeded: third)
    }

    // MARK: - Decoding

    /// Returns the bytes that `text` stands for.
    ///
    /// It refuses characters outside the alphabet (line feeds and blanks among them), padding that is missing,
    /// misplaced or, for `url`, present at all, and bits after the last byte that are not zero.
    package func decode(_ text: some StringProtocol) throws(Base64Error) -> [UInt8] {
        try decode(ascii: Array(text.utf8))
    }

    /// Returns the bytes that an ASCII text stands for, with the same refusals; offsets count bytes.
    package func decode(ascii text: [UInt8]) throws(Base64Error) -> [UInt8] {
        let padding = UInt8(ascii: "=")
        var end = text.count
        while end > 0, end > text.count - 2, text[end - 1] == padding { end -= 1 }
        let padCount = text.count - end
        if !isPadded, padCount > 0 { throw .unexpectedPadding(offset: end) }
        var offset = 0
        var bytes = [UInt8](unsafeUninitializedCapacity: end / 4 * 3 + 2) { buffer, count in
            offset = decodeGroups(of: text, upTo: end, into: buffer)
            count = offset / 4 * 3
        }
        // The rest: up to three letters, or a group with a foreign character, which is named with its place.
        var group: UInt32 = 0
        var held = 0
        for offset in offset..<end {
            let value = values[Int(truncatingIfNeeded: text[offset])]
            guard value != 0xff else {
                throw text[offset] == padding
                    ? .unexpectedPadding(offset: offset) : .foreignCharacter(text[offset], offset: offset)
            }
            group = (group &<< 6) | UInt32(truncatingIfNeeded: value)
            held += 1
        }
        switch held {
        case 0:
            if padCount > 0 { throw .unexpectedPadding(offset: end) }
        case 1:
            throw .incompleteGroup(length: text.count)
        case 2:
            if group & 0x0f != 0 { throw .nonZeroTrailingBits(offset: end - 1) }
            bytes.append(UInt8(truncatingIfNeeded: group &>> 4))
        default:
            if group & 0x03 != 0 { throw .nonZeroTrailingBits(offset: end - 1) }
            bytes.append(UInt8(truncatingIfNeeded: group &>> 10))
            bytes.append(UInt8(truncatingIfNeeded: group &>> 2))
        }
        if isPadded, held > 0 {
            if held + padCount < 4 { throw .missingPadding(length: text.count) }
            if held + padCount > 4 { throw .unexpectedPadding(offset: end + 4 - held) }
        }
        return bytes
    }

    /// Decodes groups of four letters, each to three bytes, up to the first group that is not whole or has a foreign letter.
    ///
    /// The buffer needs room for one byte more than the groups decode to.
    ///
    /// - Returns: The number of letters decoded.
    private func decodeGroups(of text: [UInt8], upTo end: Int, into bytes: UnsafeMutableBufferPointer<UInt8>) -> Int {
        let bytes = UnsafeMutableRawBufferPointer(bytes)
        return text.withUnsafeBufferPointer { text in
            placed.withUnsafeBufferPointer { placed in
                var read = 0
                var written = 0
                while read &+ 4 <= end {
                    let group =
                        placed[Int(text[read])] | placed[256 &+ Int(text[read &+ 1])]
                        | placed[512 &+ Int(text[read &+ 2])] | placed[768 &+ Int(text[read &+ 3])]
                    guard group & Base64.foreign == 0 else { break }
                    // The fourth byte is zero, and either written over by what follows or beyond the end.
                    bytes.storeBytes(of: group.bigEndian, toByteOffset: written, as: UInt32.self)
                    read &+= 4
                    written &+= 3
                }
                return read
            }
        }
    }
}
