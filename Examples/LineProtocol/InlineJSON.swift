package import Foundation

/// Any JSON object inside a line, as the bytes of a separate document.
package struct InlineJSON: Decodable, Sendable {
    /// The document, in UTF-8.
    package let data: Data

    package init(from decoder: any Decoder) throws {
        guard case .object(let members) = try InlineJSON.value(decoder.singleValueContainer()) else {
            throw LineError.wrongType(at: decoder.path(), expected: "an object")
        }
        data = try JSONEncoder().encode(members)
    }

    private static func value(_ container: any SingleValueDecodingContainer) throws -> LineValue {
        try container.decode(LineValue.self)
    }
}

extension LineValue: Decodable {
    /// Reads any JSON value whose numbers are whole and fit; others become text.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? container.decode(Int64.self) {
            self = .number(number)
        } else if let number = try? container.decode(Double.self) {
            self = .text("\(number)")
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let list = try? container.decode([LineValue].self) {
            self = .list(list)
        } else {
            self = .object(try container.decode([String: LineValue].self))
        }
    }
}
