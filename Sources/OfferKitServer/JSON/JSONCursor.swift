/// Writes the bytes of JSON into memory that the caller has made large enough.
struct JSONCursor {
    /// The place of the next byte.
    private(set) var next: UnsafeMutablePointer<UInt8>

    /// The longest number of 64 bits: twenty digits and a sign.
    static let longestNumber = 21

    /// Returns the length of a text in quotation marks if every byte of it needs an escape.
    static func longest(_ text: UnsafeBufferPointer<UInt8>) -> Int {
        text.count * 6 + 2
    }

    @inline(__always)
    mutating func put(_ character: Unicode.Scalar) {
        put(UInt8(truncatingIfNeeded: character.value))
    }

    @inline(__always)
    private mutating func put(_ byte: UInt8) {
        next.pointee = byte
        next += 1
    }

    /// Writes a text as it stands.
    @inline(__always)
    mutating func put(_ text: UnsafeBufferPointer<UInt8>) {
        guard let start = text.baseAddress else { return }
        next.update(from: start, count: text.count)
        next += text.count
    }

    /// Writes a text in quotation marks, with escapes where needed.
    mutating func quote(_ text: UnsafeBufferPointer<UInt8>) {
        put("\"")
        if JSONCursor.needsEscapes(text) {
            for byte in text { putEscaped(byte) }
        } else {
            put(text)
        }
        put("\"")
    }

    mutating func putDigits(_ number: UInt64) {
        var count = 1
        var bound: UInt64 = 10
        while count < 20, number >= bound {
            count &+= 1
            bound = count == 20 ? .max : bound &* 10
        }
        var rest = number
        var place = count
        while place > 0 {
            place &-= 1
            let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
            next[place] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit)
            rest = quotient
        }
        next += count
    }

    mutating func putDigits(_ number: Int64) {
        if number < 0 { put("-") }
        putDigits(number.magnitude)
    }

    /// Writes a number from 0 to 99 in two digits.
    @inline(__always)
    mutating func putTwoDigits(_ number: Int64) {
        put(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number / 10))
        put(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number % 10))
    }

    /// Writes a byte as two hexadecimal digits in lower case.
    @inline(__always)
    mutating func putHexadecimal(_ byte: UInt8) {
        put(JSONCursor.digit(byte &>> 4))
        put(JSONCursor.digit(byte & 15))
    }

    private mutating func putEscaped(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"):
            put("\\")
            put(byte)
        case 0..<0x20:
            put("\\")
            put("u")
            put("0")
            put("0")
            putHexadecimal(byte)
        default: put(byte)
        }
    }

    @inline(__always)
    private static func digit(_ value: UInt8) -> UInt8 {
        value &+ (value < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") &- 10)
    }

    /// Returns whether there is a quotation mark, a backslash or a control character, eight bytes at a time.
    @inline(__always)
    private static func needsEscapes(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let bytes = UnsafeRawBufferPointer(text)
        var offset = 0
        while bytes.count &- offset >= 8 {
            if needsEscapes(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) { return true }
            offset &+= 8
        }
        if offset == bytes.count { return false }
        // The last eight bytes are read whole, so some of them for the second time.
        if offset > 0 { return needsEscapes(bytes.loadUnaligned(fromByteOffset: bytes.count &- 8, as: UInt64.self)) }
        while offset < bytes.count {
            let byte = bytes[offset]
            if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return true }
            offset &+= 1
        }
        return false
    }

    @inline(__always)
    private static func needsEscapes(_ word: UInt64) -> Bool {
        let found =
            hasByte(below: 0x20, word) | hasByte(below: 1, word ^ repeated(UInt8(ascii: "\"")))
            | hasByte(below: 1, word ^ repeated(UInt8(ascii: "\\")))
        return found != 0
    }

    /// Returns a number other than 0 where one of eight bytes is below a bound, at most 0x80.
    ///
    /// The subtraction borrows from the top bit of such a byte.
    @inline(__always)
    private static func hasByte(below bound: UInt8, _ word: UInt64) -> UInt64 {
        (word &- repeated(bound)) & ~word & repeated(0x80)
    }

    @inline(__always)
    private static func repeated(_ byte: UInt8) -> UInt64 {
        0x0101_0101_0101_0101 &* UInt64(truncatingIfNeeded: byte)
    }
}
