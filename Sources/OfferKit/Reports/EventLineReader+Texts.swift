import OfferKitServer

// Objects and texts of a line, byte by byte.

extension EventLineReader {
    /// Reads the members of an object, each at most once; they are looked for in the order in which they are written.
    ///
    /// - Returns: A bit for each member that was there.
    mutating func readMembers<Name: CaseIterable & RawRepresentable<String>>(
        _ type: Name.Type, _ names: [[UInt8]], _ read: (inout Self, Name) throws(EventFileError) -> Void
    ) throws(EventFileError) -> UInt32 where Name.AllCases == [Name] {
        let isFirst = index == start
        skipSpace()
        guard index < end, bytes[index] == UInt8(ascii: "{") else {
            throw failure(.syntax(expected: isFirst ? beginning : "An object"))
        }
        index += 1
        var seen: UInt32 = 0
        var next = 0
        skipSpace()
        if index < end, bytes[index] == UInt8(ascii: "}") {
            index += 1
            return seen
        }
        while true {
            skipSpace()
            let first = index
            let place = try memberPlace(names, from: next)
            guard seen & (1 << UInt32(place)) == 0 else {
                index = first
                throw failure(.repeatedMember(type.allCases[place].rawValue))
            }
            seen |= 1 << UInt32(place)
            next = place + 1
            try expect(UInt8(ascii: ":"), "A colon")
            skipSpace()
            try read(&self, type.allCases[place])
            skipSpace()
            guard index < end else { throw failure(.syntax(expected: "A comma or the end of the object")) }
            defer { index += 1 }
            if bytes[index] == UInt8(ascii: "}") { return seen }
            guard bytes[index] == UInt8(ascii: ",") else {
                throw failure(.syntax(expected: "A comma or the end of the object"))
            }
        }
    }

    /// Reads a name, and returns its place among the names that there are.
    mutating func memberPlace(_ names: [[UInt8]], from next: Int) throws(EventFileError) -> Int {
        let first = index
        let text = try textRange("A name")
        let content = (text.lowerBound + 1)..<(text.upperBound - 1)
        for offset in names.indices {
            let place = (next + offset) % names.count
            if names[place].count == content.count, names[place].elementsEqual(bytes[content]) { return place }
        }
        let name = try self.text(text, "name")
        index = first
        throw failure(.unknownMember(name))
    }

    mutating func expect(_ byte: UInt8, _ name: String) throws(EventFileError) {
        skipSpace()
        guard index < end, bytes[index] == byte else { throw failure(.syntax(expected: name)) }
        index += 1
    }

    mutating func skipSpace() {
        while index < end, [0x20, 0x09, 0x0D].contains(bytes[index]) { index += 1 }
    }

    /// Passes over a text, and returns its range, quotation marks included.
    mutating func textRange(_ expected: String) throws(EventFileError) -> Range<Int> {
        let first = index
        guard index < end, bytes[index] == UInt8(ascii: "\"") else { throw failure(.syntax(expected: expected)) }
        index += 1
        while index < end, bytes[index] != UInt8(ascii: "\"") {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        guard index < end else {
            index = first
            throw failure(.syntax(expected: "The end of the text that begins here"))
        }
        index += 1
        return first..<index
    }

    /// The words for what was expected at the beginning of a line, and for what editors and other programs put there.
    private var beginning: String {
        let line = bytes[start..<end]
        if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { return "An object, and no empty line," }
        return line.starts(with: [0xEF, 0xBB, 0xBF]) ? "An object, and no byte order mark," : "An object"
    }

    /// Passes over an object in which no other stands, and returns its range.
    mutating func objectRange(_ name: String) throws(EventFileError) -> Range<Int> {
        let first = index
        guard index < end, bytes[index] == UInt8(ascii: "{") else {
            throw failure(.wrongForm(name, expected: "an object"))
        }
        while index < end, bytes[index] != UInt8(ascii: "}") {
            if bytes[index] == UInt8(ascii: "\"") { _ = try textRange("A text") } else { index += 1 }
        }
        guard index < end else {
            index = first
            throw failure(.syntax(expected: "The end of the object that begins here"))
        }
        index += 1
        return first..<index
    }

    /// Returns the place of a name that was met before, or else of the one that is read anew.
    mutating func known(
        _ table: KnownTexts.Table, _ name: String,
        _ read: (inout Self, Range<Int>) throws(EventFileError) -> Int
    ) throws(EventFileError) -> Int {
        let first = index
        let isText = table == .kind || table == .reason
        if isText, index >= end || bytes[index] != UInt8(ascii: "\"") {
            throw failure(.wrongForm(name, expected: "a text"))
        }
        let range = isText ? try textRange("A text") : try objectRange(name)
        guard range.count <= EventLineReader.longestName else {
            index = first
            throw failure(.wrongForm(name, expected: "at most \(EventLineReader.longestName) bytes"))
        }
        if let place = known.place(of: bytes[range], in: table) { return place }
        let after = index
        // What is wrong is said of the place where it begins.
        index = first
        let place = try read(&self, range)
        index = after
        known.add(bytes[range], in: table, place)
        return place
    }

    /// Returns a text, with its escapes resolved.
    func text(_ range: Range<Int>, _ name: String) throws(EventFileError) -> String {
        var reader = JSONReader(Array(bytes[range]))
        guard case .string(let text)? = try? reader.read() else {
            throw failure(.wrongForm(name, expected: "a text without broken escapes"))
        }
        return text
    }

    /// Returns the members of an object.
    func object(_ range: Range<Int>, _ name: String) throws(EventFileError) -> [String: JSONValue] {
        var reader = JSONReader(Array(bytes[range]))
        guard case .object(let members)? = try? reader.read(), reader.repeatedKeys.isEmpty else {
            throw failure(.wrongForm(name, expected: "an object of JSON, each member once"))
        }
        return members
    }
}
