import OfferKitCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Writes a JSON object as one line, its members in the order in which they are given.
///
/// What is signed has to be the same bytes every time, so no dictionary decides the order. A signed transaction has thirty
/// members, and a store may sign forty thousand in a second, so each member is written in one go: room is made for the
/// longest form that it can have, and then `JSONCursor` writes without looking at the buffer's end.
package struct JSONWriter {
    private var buffer: [UInt8]
    private var used = 0
    /// Whether a member stands before the next one in its object.
    private var needsComma = false

    /// A writer with room for so many bytes before its buffer has to grow.
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
        add(name, atMost: JSONCursor.longestNumber) { cursor in
            cursor.putDigits(number)
        }
    }

    mutating func add(_ name: String, _ flag: Bool) {
        add(name, json: flag ? "true" : "false")
    }

    mutating func add(_ name: String, _ values: [String]) {
        add(name, json: "[" + values.map(JSONWriter.quoted).joined(separator: ",") + "]")
    }

    /// A number as text: the App Store's identifiers may be larger than what JavaScript counts exactly.
    mutating func add(_ name: String, textOf number: UInt64) {
        add(name, atMost: JSONCursor.longestNumber + 2) { cursor in
            cursor.put("\"")
            cursor.putDigits(number)
            cursor.put("\"")
        }
    }

    /// Text of at most so many characters, none of which needs an escape, which the caller writes.
    @inline(__always)
    mutating func add(_ name: String, plainText length: Int, _ put: (inout JSONCursor) -> Void) {
        add(name, atMost: length + 2) { cursor in
            cursor.put("\"")
            put(&cursor)
            cursor.put("\"")
        }
    }

    /// An array of texts of at most so many characters each, none of which needs an escape, which the caller writes.
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

    /// A UUID in its 36 lower-case characters.
    mutating func add(_ name: String, _ uuid: UUID) {
        add(name, atMost: 38) { cursor in
            cursor.put("\"")
            withUnsafeBytes(of: uuid.uuid) { bytes in
                for index in bytes.indices {
                    if index == 4 || index == 6 || index == 8 || index == 10 { cursor.put("-") }
                    cursor.putHexadecimal(bytes[index])
                }
            }
            cursor.put("\"")
        }
    }

    /// What was read under names that a payload does not know, in the order of the names.
    mutating func add<Member: RawRepresentable<String>>(_ others: [String: JSONText], besides known: Member.Type) {
        for (name, value) in others.sorted(by: { $0.key < $1.key }) where Member(rawValue: name) == nil {
            add(name, json: value.text)
        }
    }

    /// A value that is JSON already.
    mutating func add(_ name: String, json value: String) {
        var value = value
        value.withUTF8 { text in
            add(name, atMost: text.count) { $0.put(text) }
        }
    }

    /// An object inside this one.
    mutating func add(_ name: String, object write: (inout JSONWriter) -> Void) {
        add(name, atMost: 0) { _ in }
        putObject(write)
        needsComma = true
    }

    /// An array of objects.
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

    /// A member that is left out where there is nothing to say.
    mutating func add(_ name: String, ifAny value: String?) {
        if let value { add(name, value) }
    }

    mutating func add(_ name: String, ifAny number: Int64?) {
        if let number { add(name, number) }
    }

    /// A date in whole milliseconds since 1970.
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

    /// A text in quotation marks; everything that needs no escape stands as it is.
    package static func quoted(_ value: String) -> String {
        var value = value
        return value.withUTF8 { text in
            String(unsafeUninitializedCapacity: JSONCursor.longest(text)) { buffer in
                guard let start = buffer.baseAddress else { return 0 }
                var cursor = JSONCursor(start)
                cursor.quote(text)
                return cursor.next - start
            }
        }
    }

    /// A member whose value takes at most so many bytes.
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
            // As an array, which is copied in one go: other sequences a debug build walks through byte by byte.
            buffer += [UInt8](repeating: 0, count: max(length, buffer.count))
        }
        let from = used
        used = buffer.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return from }
            var cursor = JSONCursor(start + from)
            body(&cursor)
            return cursor.next - start
        }
    }
}
