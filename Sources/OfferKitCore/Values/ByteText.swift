/// A text that is compared by its bytes: identifiers of products, offers and keys, and codes (C-64).
///
/// Swift takes two spellings of one letter for the same text; the App Store does not. Swift's comparison also takes
/// time that grows with the square of the length of a run of combining marks, which anybody can send: so whatever comes
/// from outside is compared as this type.
package struct ByteText: Hashable, Sendable {
    /// The text itself.
    package let text: String

    /// A text to compare by its bytes.
    package init(_ text: String) {
        self.text = text
    }

    /// Texts with the same bytes are equal.
    package static func == (a: ByteText, b: ByteText) -> Bool {
        a.text.hasBytes(of: b.text)
    }

    /// Hashes the bytes.
    package func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

extension ByteText: CustomStringConvertible {
    /// The text itself.
    package var description: String { text }
}

extension ByteText: ExpressibleByStringLiteral {
    /// A literal to compare with a text from outside.
    package init(stringLiteral text: String) { self.init(text) }
}

extension ByteText: StablyOrdered {
    /// Orders texts by their bytes.
    package static func precedes(_ a: ByteText, _ b: ByteText) -> Bool {
        a.text.utf8.lexicographicallyPrecedes(b.text.utf8)
    }
}

extension ByteText: Codable {
    /// Reads a text.
    package init(from decoder: any Decoder) throws { self.init(try String(from: decoder)) }

    /// Writes the text.
    package func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
}

extension String {
    /// Returns whether two texts have the same bytes (C-64).
    package func hasBytes(of other: String) -> Bool {
        var (own, other) = (self, other)
        // Compares bytes in memory, because the UTF-8 view looks up each of its bytes anew.
        return own.withUTF8 { own in
            other.withUTF8 { other in
                guard own.count == other.count else { return false }
                // A loop, because without the optimiser `elementsEqual` makes several calls for each byte.
                var place = 0
                while place < own.count, own[place] == other[place] { place += 1 }
                return place == own.count
            }
        }
    }
}

extension Sequence<String> {
    /// Returns whether one of the texts has the same bytes as `text` (C-64).
    package func contains(bytesOf text: String) -> Bool { contains { $0.hasBytes(of: text) } }
}

extension UInt8 {
    /// Whether the byte is that of a decimal digit.
    var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
}

extension String {
    /// The beginning of a text from outside, at most 80 bytes, as errors and the log keep it.
    package var beginning: String { beginning(ofBytes: 80) }

    /// Returns the text, or as many of its first scalars as fit in `most` bytes: one character can be of any length.
    func beginning(ofBytes most: Int) -> String {
        guard utf8.count > most else { return self }
        var count = 0
        let scalars = unicodeScalars.prefix {
            count += UTF8.width($0)
            return count <= most
        }
        return String(UnicodeScalarView(scalars))
    }
}
