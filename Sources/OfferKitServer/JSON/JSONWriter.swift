#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Writes a JSON object as one line, its members in the order in which they are given.
///
/// What is signed has to be the same bytes every time, so no dictionary decides the order. It writes into one buffer of
/// bytes: a signed transaction has thirty members, and a store may sign forty thousand of them in a second.
package struct JSONWriter {
    private var text: [UInt8]

    /// A writer with room for so many bytes before its buffer has to grow.
    init(capacity: Int = 256) {
        text = []
        text.reserveCapacity(capacity)
        text.append(UInt8(ascii: "{"))
    }

    /// The object's UTF-8 bytes.
    var bytes: [UInt8] { text + CollectionOfOne(UInt8(ascii: "}")) }

    mutating func add(_ name: String, _ value: String) {
        add(name)
        JSONWriter.append(value, to: &text)
    }

    mutating func add(_ name: String, _ number: Int64) {
        add(name)
        if number < 0 { text.append(UInt8(ascii: "-")) }
        JSONWriter.append(digitsOf: number.magnitude, to: &text)
    }

    mutating func add(_ name: String, _ flag: Bool) {
        add(name)
        text.append(contentsOf: (flag ? "true" : "false").utf8)
    }

    mutating func add(_ name: String, _ values: [String]) {
        add(name)
        text.append(UInt8(ascii: "["))
        for (index, value) in values.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            JSONWriter.append(value, to: &text)
        }
        text.append(UInt8(ascii: "]"))
    }

    /// A number as text: the App Store's identifiers may be larger than what JavaScript counts exactly.
    mutating func add(_ name: String, textOf number: UInt64) {
        add(name)
        text.append(UInt8(ascii: "\""))
        JSONWriter.append(digitsOf: number, to: &text)
        text.append(UInt8(ascii: "\""))
    }

    /// A UUID in its 36 lower-case characters.
    mutating func add(_ name: String, _ uuid: UUID) {
        add(name)
        text.append(UInt8(ascii: "\""))
        withUnsafeBytes(of: uuid.uuid) { bytes in
            for (index, byte) in bytes.enumerated() {
                if index == 4 || index == 6 || index == 8 || index == 10 { text.append(UInt8(ascii: "-")) }
                text.append(Hexadecimal.lowerCaseDigits[Int(byte &>> 4)])
                text.append(Hexadecimal.lowerCaseDigits[Int(byte & 15)])
            }
        }
        text.append(UInt8(ascii: "\""))
    }

    /// A value that is JSON already.
    mutating func add(_ name: String, json value: String) {
        add(name)
        text.append(contentsOf: value.utf8)
    }

    /// A member that is left out where there is nothing to say.
    mutating func add(_ name: String, ifAny value: String?) {
        if let value { add(name, value) }
    }

    mutating func add(_ name: String, ifAny number: Int64?) {
        if let number { add(name, number) }
    }

    mutating func add(_ name: String, ifAny flag: Bool?) {
        if let flag { add(name, flag) }
    }

    mutating func add(_ name: String, ifAny uuid: UUID?) {
        if let uuid { add(name, uuid) }
    }

    /// A text in quotation marks; everything that needs no escape stands as it is.
    static func quoted(_ value: String) -> String {
        var text: [UInt8] = []
        append(value, to: &text)
        return String(decoding: text, as: UTF8.self)
    }
}

extension JSONWriter {
    private mutating func add(_ name: String) {
        if text.count > 1 { text.append(UInt8(ascii: ",")) }
        JSONWriter.append(name, to: &text)
        text.append(UInt8(ascii: ":"))
    }

    private static func append(_ value: String, to text: inout [UInt8]) {
        var value = value
        text.append(UInt8(ascii: "\""))
        value.withUTF8 { bytes in
            var start = 0
            for index in bytes.indices where needsEscape(bytes[index]) {
                text.append(contentsOf: bytes[start..<index])
                append(escaped: bytes[index], to: &text)
                start = index + 1
            }
            text.append(contentsOf: bytes[start...])
        }
        text.append(UInt8(ascii: "\""))
    }

    @inline(__always)
    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private static func append(escaped byte: UInt8, to text: inout [UInt8]) {
        text.append(UInt8(ascii: "\\"))
        guard byte < 0x20 else { return text.append(byte) }
        text.append(contentsOf: "u00".utf8)
        text.append(Hexadecimal.lowerCaseDigits[Int(byte &>> 4)])
        text.append(Hexadecimal.lowerCaseDigits[Int(byte & 15)])
    }

    private static func append(digitsOf number: UInt64, to text: inout [UInt8]) {
        // No number of 64 bits has more than twenty digits.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var rest = number
            var start = 20
            repeat {
                start &-= 1
                let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
                digits[start] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit)
                rest = quotient
            } while rest > 0
            text.append(contentsOf: digits[start...])
        }
    }
}
