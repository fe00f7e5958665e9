/// A form in which JSON is written: names in alphabetical order, with blanks or without.
enum JSONForm {
    /// No blanks at all.
    case compact
    /// A blank after each comma and colon, as Python writes.
    case spaced

    /// Returns the text of a value.
    func text(of value: JSONValue) -> String {
        let (comma, colon) = self == .compact ? (",", ":") : (", ", ": ")
        switch value {
        case .object(let members):
            let texts = members.sorted { $0.key < $1.key }.map { name, value in
                JSONWriter.quoted(name) + colon + text(of: value)
            }
            return "{\(texts.joined(separator: comma))}"
        case .array(let elements): return "[\(elements.map(text).joined(separator: comma))]"
        case .string(let text): return JSONWriter.quoted(text)
        case .number(let digits): return digits
        case .boolean(let flag): return "\(flag)"
        case .null: return "null"
        }
    }

    /// Returns a document without the white space between its values.
    static func withoutSpace(_ json: [UInt8]) -> [UInt8] {
        var isInString = false
        var isEscaped = false
        return json.filter { byte in
            defer { isEscaped = isInString && byte == UInt8(ascii: "\\") && !isEscaped }
            if byte == UInt8(ascii: "\""), !isEscaped { isInString.toggle() }
            return isInString || !JSONReader.isSpace(byte)
        }
    }

    /// Returns a document with a backslash before each slash, as some writers put it.
    static func escapingSlashes(_ json: [UInt8]) -> [UInt8] {
        json.flatMap { $0 == UInt8(ascii: "/") ? [UInt8(ascii: "\\"), $0] : [$0] }
    }
}
