import OfferKitCore
import OfferKitEssentials

/// Writes a JSON object as one line, its members in the order in which they are given.
///
/// Signed data must be the same bytes every time, so no dictionary decides the order. A signed transaction has thirty
/// members, and a store may sign forty thousand in a second, so each member is written in one go: room is made for its
/// longest form, and then `JSONCursor` writes without looking at the buffer's end.
package struct JSONWriter {
    private var buffer: [UInt8]
    private var used = 0
    /// Whether a comma is needed before the next member.
    private var needsComma = false

    /// Makes a writer with room for so many bytes before its buffer has to grow.
    init(capacity: Int = 256) {
        buffer = [UInt8](repeating: 0, count: max(capacity, 16))
        write(atMost: 1) { $0.put("{") }
    }

    /// The object's UTF-8 bytes.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(used + 1)
        bytes.append(contentsOf: buffer[..<used])
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }

    mutating func add(_ name: String, _ value: String) {
        var value = value
        value.withUTF8 { text in
            add(name, atMost: JSONCursor.longest(text)) { $0.quote(text) }
        }
    }

    mutating func add(_ name: String, _ number: Int64) {
        add(name, atMost: JSONCursor.longestNumber) { $0.putDigits(number) }
    }

    mutating func add(_ name: String, _ flag: Bool) {
        add(name, json: flag ? "true" : "false")
    }

    mutating func add(_ name: String, _ values: [String]) {
        add(name, json: "[" + values.map(JSONWriter.quoted).joined(separator: ",") + "]")
    }

    /// Adds a number as text: the App Store's identifiers may be larger than JavaScript's exact numbers.
    mutating func add(_ name: String, textOf number: UInt64) {
        add(name, plainText: JSONCursor.longestNumber) { $0.putDigits(number) }
    }

    /// Adds a text that the caller writes, of at most so many characters, none of which needs an escape.
    @inline(__always)
    mutating func add(_ name: String, plainText length: Int, _ put: (inout JSONCursor) -> Void) {
        add(name, atMost: length + 2) { cursor in
            cursor.put("\"")
            put(&cursor)
            cursor.put("\"")
        }
    }

    /// Adds an array of texts that the caller writes, each of at most so many characters that need no escape.
    mutating func add<Element>(
        _ name: String, plainTexts elements: [Element], atMost length: Int,
        _ put: (Element, inout JSONCursor) -> Void
    ) {
        add(name, atMost: elements.count * (length + 3) + 2) { cursor in
            cursor.put("[")
            for (place, element) in elements.enumerated() {
                if place > 0 { cursor.put(",") }
                cursor.put("\"")
                put(element, &cursor)
                cursor.put("\"")
            }
            cursor.put("]")
        }
    }

    /// Adds a UUID in its 36 lower-case characters.
    mutating func add(_ name: String, _ uuid: UUID) {
        add(name, plainText: 36) { cursor in
            withUnsafeBytes(of: uuid.uuid) { bytes in
                for index in bytes.indices {
                    if index == 4 || index == 6 || index == 8 || index == 10 { cursor.put("-") }
                    cursor.putHexadecimal(bytes[index])
                }
            }
        }
    }

    /// Adds the members read under names that a payload does not know, in the order of the names.
    mutating func add<Member: RawRepresentable<String>>(_ others: [String: JSONText], besides known: Member.Type) {
        for (name, value) in others.sorted(by: { $0.key < $1.key }) where Member(rawValue: name) == nil {
            add(name, json: value.text)
        }
    }

    /// Adds a value that is JSON already.
    mutating func add(_ name: String, json value: String) {
        var value = value
        value.withUTF8 { text in
            add(name, atMost: text.count) { $0.put(text) }
        }
    }

    /// Adds an object.
    mutating func add(_ name: String, object write: (inout JSONWriter) -> Void) {
        add(name, atMost: 0) { _ in }
        putObject(write)
        needsComma = true
    }

    /// Adds an array of objects.
    mutating func add<Element>(
        _ name: String, objects elements: [Element], _ write: (Element, inout JSONWriter) -> Void
    ) {
        add(name, json: "[")
        for (place, element) in elements.enumerated() {
            if place > 0 { self.write(atMost: 1) { $0.put(",") } }
            putObject { write(element, &$0) }
        }
        self.write(atMost: 1) { $0.put("]") }
        needsComma = true
    }

    private mutating func putObject(_ members: (inout JSONWriter) -> Void) {
        write(atMost: 1) { $0.put("{") }
        needsComma = false
        members(&self)
        write(atMost: 1) { $0.put("}") }
    }

    /// Adds a member unless its value is nil.
    mutating func add(_ name: String, ifAny value: String?) {
        if let value { add(name, value) }
    }

    mutating func add(_ name: String, ifAny number: Int64?) {
        if let number { add(name, number) }
    }

    /// Adds a date in whole milliseconds since 1970.
    mutating func add(_ name: String, _ date: Date) {
        add(name, Instant(date).millisecondsSince1970)
    }

    mutating func add(_ name: String, ifAny date: Date?) {
        if let date { add(name, date) }
    }

    mutating func add(_ name: String, ifAny flag: Bool?) {
        if let flag { add(name, flag) }
    }

    mutating func add(_ name: String, ifAny uuid: UUID?) {
        if let uuid { add(name, uuid) }
    }

    /// Returns a text in quotation marks, with escapes where needed.
    package static func quoted(_ value: String) -> String {
        var value = value
        return value.withUTF8 { text in
            String(unsafeUninitializedCapacity: JSONCursor.longest(text)) { buffer in
                guard let start = buffer.baseAddress else { return 0 }
                var cursor = JSONCursor(next: start)
                cursor.quote(text)
                return cursor.next - start
            }
        }
    }

    /// Adds a member whose value takes at most so many bytes.
    @inline(__always)
    private mutating func add(_ name: String, atMost length: Int, _ value: (inout JSONCursor) -> Void) {
        let followsAnother = needsComma
        var name = name
        name.withUTF8 { name in
            write(atMost: length + JSONCursor.longest(name) + 2) { cursor in
                if followsAnother { cursor.put(",") }
                cursor.quote(name)
                cursor.put(":")
                value(&cursor)
            }
        }
        needsComma = true
    }

    @inline(__always)
    private mutating func write(atMost length: Int, _ body: (inout JSONCursor) -> Void) {
        if buffer.count - used < length {
            // An array is copied in one go; a debug build walks through other sequences byte by byte.
            buffer += [UInt8](repeating: 0, count: max(length, buffer.count))
        }
        let from = used
        used = buffer.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return from }
            var cursor = JSONCursor(next: start + from)
            body(&cursor)
            return cursor.next - start
        }
    }
}
