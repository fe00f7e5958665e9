/// Reads the text of a JSON document (RFC 8259), strictly.
///
/// It replaces Foundation's reader for three reasons: Foundation on Linux does not say where a mistake is, it lets
/// trailing commas pass, and it rounds numbers to binary ones. The depth is limited, so no document can exhaust the
/// stack; every other fault is a typed error with its place.
package struct JSONReader {
    /// The greatest depth of arrays and objects; Xcode's files need eight.
    static let deepest = 64
    /// The most bytes of UTF-8 in a name of an object, far more than names in use have.
    ///
    /// Text is hashed in its canonical form, which takes the square of the length of a run of combining marks.
    package static let longestName = 256

    private let bytes: [UInt8]
    private var index = 0
    private var depth = 0
    /// The names that stand twice in one object.
    package private(set) var repeatedKeys: Set<String> = []

    /// A reader of UTF-8 text, with or without a byte order mark.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// Reads the whole document.
    package mutating func read() throws(JSONError) -> JSONValue {
        try checkEncoding()
        skipSpace()
        guard index < bytes.count else { throw .empty }
        let value = try readValue()
        skipSpace()
        guard index == bytes.count else { throw failure(.unexpectedCharacter) }
        return value
    }

    // MARK: - Values

    private mutating func readValue() throws(JSONError) -> JSONValue {
        skipSpace()
        switch try current() {
        case UInt8(ascii: "{"): return try readObject()
        case UInt8(ascii: "["): return try readArray()
        case UInt8(ascii: "\""): return .string(try readString())
        case UInt8(ascii: "t"): return try readWord("true", .boolean(true))
        case UInt8(ascii: "f"): return try readWord("false", .boolean(false))
        case UInt8(ascii: "n"): return try readWord("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try readNumber())
        default: throw failure(.unexpectedCharacter)
        }
    }

    private mutating func readObject() throws(JSONError) -> JSONValue {
        try open()
        var members: [String: JSONValue] = [:]
        if try !skip(UInt8(ascii: "}")) {
            repeat {
                skipSpace()
                guard try current() == UInt8(ascii: "\"") else { throw failure(.unexpectedCharacter) }
                let key = try readString(longest: JSONReader.longestName)
                guard try skip(UInt8(ascii: ":")) else { throw failure(.unexpectedCharacter) }
                if members.updateValue(try readValue(), forKey: key) != nil { repeatedKeys.insert(key) }
            } while try skip(UInt8(ascii: ","))
            guard try skip(UInt8(ascii: "}")) else { throw failure(.unexpectedCharacter) }
        }
        depth -= 1
        return .object(members)
    }

    private mutating func readArray() throws(JSONError) -> JSONValue {
        try open()
        var elements: [JSONValue] = []
        if try !skip(UInt8(ascii: "]")) {
            repeat { elements.append(try readValue()) } while try skip(UInt8(ascii: ","))
            guard try skip(UInt8(ascii: "]")) else { throw failure(.unexpectedCharacter) }
        }
        depth -= 1
        return .array(elements)
    }

    private mutating func readWord(_ word: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
        for expected in word.description.utf8 {
            guard try current() == expected else { throw failure(.unexpectedCharacter) }
            index += 1
        }
        return value
    }

    /// Reads a minus sign, digits without leading zeros, a fraction and an exponent; all but the digits are optional.
    private mutating func readNumber() throws(JSONError) -> String {
        let start = index
        if bytes[index] == UInt8(ascii: "-") { index += 1 }
        let startsWithZero = try current() == UInt8(ascii: "0")
        let firstDigit = index
        try readDigits()
        if startsWithZero, index - firstDigit > 1 { throw failure(.badNumber, at: firstDigit) }
        if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
            index += 1
            try readDigits()
        }
        if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
            index += 1
            if [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(try current()) { index += 1 }
            try readDigits()
        }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private mutating func readDigits() throws(JSONError) {
        guard JSONReader.isDigit(try current()) else { throw failure(.badNumber) }
        while index < bytes.count, JSONReader.isDigit(bytes[index]) { index += 1 }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    }

    /// Returns whether a byte is white space between values.
    static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    // MARK: - Strings

    /// Reads a text; a name is refused as soon as it is too long, before anything compares it.
    private mutating func readString(longest: Int = .max) throws(JSONError) -> String {
        let start = index
        index += 1
        var text: [UInt8] = []
        while true {
            guard text.count <= longest else { throw .nameTooLong(limit: longest, at: position(start)) }
            let byte = try current()
            switch byte {
            case UInt8(ascii: "\""):
                index += 1
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                text += try readEscape()
            case 0..<0x20:
                throw failure(.controlCharacterInString)
            default:
                // Bytes that stand for themselves are read in one go.
                let run = index
                index = end(from: run) { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
                // Most texts are one run, which needs no copy.
                if text.isEmpty, index - run <= longest, index < bytes.count, bytes[index] == UInt8(ascii: "\"") {
                    index += 1
                    return String(decoding: bytes[run..<(index - 1)], as: UTF8.self)
                }
                text += bytes[run..<index]
            }
        }
    }

    private mutating func readEscape() throws(JSONError) -> [UInt8] {
        let start = index
        index += 1
        let letter = try current()
        index += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [letter]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"):
            var units = [try readCodeUnit(escapeAt: start)]
            if UTF16.isLeadSurrogate(units[0]), bytes[index...].starts(with: Array("\\u".utf8)) {
                index += 2
                units.append(try readCodeUnit(escapeAt: start))
            }
            // A surrogate without its partner stands for no character.
            var decoder = UTF16()
            var iterator = units.makeIterator()
            guard case .scalarValue(let scalar) = decoder.decode(&iterator), iterator.next() == nil else {
                throw failure(.badEscape, at: start)
            }
            return Array(String(Character(scalar)).utf8)
        default: throw failure(.badEscape, at: start)
        }
    }

    private mutating func readCodeUnit(escapeAt start: Int) throws(JSONError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = Hexadecimal.value(try current()) else { throw failure(.badEscape, at: start) }
            unit = unit << 4 | UInt16(digit)
            index += 1
        }
        return unit
    }

    // MARK: - Moving on

    private func current() throws(JSONError) -> UInt8 {
        guard index < bytes.count else { throw failure(.unexpectedEnd) }
        return bytes[index]
    }

    private mutating func skipSpace() {
        index = end(from: index, JSONReader.isSpace)
    }

    /// Returns the end of a run of bytes of one kind, in one go: in a debug build, calls cost far more than the bytes.
    private func end(from start: Int, _ isIncluded: (UInt8) -> Bool) -> Int {
        bytes.withUnsafeBufferPointer { bytes in
            var end = start
            while end < bytes.count, isIncluded(bytes[end]) { end += 1 }
            return end
        }
    }

    /// Skips white space and then the byte, if it comes next; returns whether it did.
    private mutating func skip(_ byte: UInt8) throws(JSONError) -> Bool {
        skipSpace()
        guard try current() == byte else { return false }
        index += 1
        return true
    }

    private mutating func open() throws(JSONError) {
        guard depth < JSONReader.deepest else { throw .tooDeep(limit: JSONReader.deepest, at: position(index)) }
        depth += 1
        index += 1
    }

    private func failure(_ fault: JSONError.Fault, at place: Int? = nil) -> JSONError {
        .syntax(fault, at: position(place ?? index))
    }

    private func position(_ offset: Int) -> JSONError.Position {
        JSONError.Position.start.moved(to: offset, in: bytes)
    }

    /// Throws where the text is not UTF-8: decoding would repair it, and so change it.
    private func checkEncoding() throws(JSONError) {
        guard !isASCII else { return }
        var repaired = String(decoding: bytes, as: UTF8.self)
        let same = repaired.withUTF8 { JSONReader.commonLength($0, bytes) }
        guard same < bytes.count || repaired.utf8.count > same else { return }
        throw .syntax(.notUTF8, at: position(same))
    }

    /// Whether all bytes are ASCII, of which UTF-8 has every sequence.
    private var isASCII: Bool {
        bytes.withUnsafeBufferPointer { bytes in
            var all: UInt8 = 0
            var index = 0
            while index < bytes.count {
                all |= bytes[index]
                index += 1
            }
            return all < 0x80
        }
    }

    /// Returns the number of bytes that two texts begin with alike.
    ///
    /// It is a loop, because a debug build calls a function for each step of a sequence.
    private static func commonLength(_ text: UnsafeBufferPointer<UInt8>, _ bytes: [UInt8]) -> Int {
        bytes.withUnsafeBufferPointer { bytes in
            let shorter = min(text.count, bytes.count)
            var length = 0
            while length < shorter, text[length] == bytes[length] { length += 1 }
            return length
        }
    }
}
