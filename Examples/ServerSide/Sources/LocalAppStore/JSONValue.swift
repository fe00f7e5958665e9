public import Foundation
import OfferKit

/// Any JSON value: what a control request says, and what it is answered with.
public indirect enum JSONValue: Hashable, Sendable {
    case null
    case flag(Bool)
    case whole(Int64)
    case number(Double)
    case text(String)
    case list([JSONValue])
    case object([String: JSONValue])

    /// An object without the members that are nil.
    static func row(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
        var object: [String: JSONValue] = [:]
        for (name, value) in members { object[name] = value }
        return .object(object)
    }

    /// The text of a date, in UTC.
    static func date(_ date: Date) -> JSONValue { .text(date.utcText) }

    /// A count.
    static func count(_ number: Int) -> JSONValue { .whole(Int64(number)) }

    /// The JSON document, names in alphabetical order.
    ///
    /// - Returns: UTF-8; `null` for a number that JSON cannot say.
    public var data: Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)) ?? Data("null".utf8)
    }

    /// The member of an object; nil for everything else.
    public subscript(_ name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members[name]
    }

    /// The element of a list; nil where there is none.
    public subscript(_ index: Int) -> JSONValue? {
        guard case .list(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }

    /// The text; nil for other values.
    public var text: String? {
        guard case .text(let text) = self else { return nil }
        return text
    }

    /// The whole number; nil for other values.
    public var whole: Int64? {
        guard case .whole(let number) = self else { return nil }
        return number
    }

    /// The truth value; nil for other values.
    public var flag: Bool? {
        guard case .flag(let flag) = self else { return nil }
        return flag
    }

    /// The elements of a list; nil for other values.
    public var list: [JSONValue]? {
        guard case .list(let elements) = self else { return nil }
        return elements
    }

    /// The members of an object; nil for other values.
    public var object: [String: JSONValue]? {
        guard case .object(let members) = self else { return nil }
        return members
    }
}

extension JSONValue {
    /// Reads a document from somewhere else, in time that grows with its length alone.
    ///
    /// - Parameter data: UTF-8.
    /// - Returns: Its value; nil for what is no JSON, and for more than 512 levels.
    static func read(_ data: Data) -> JSONValue? {
        guard let value = try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed) else { return nil }
        return JSONValue(value)
    }

    private init?(_ value: Any) {
        switch value {
        case let text as String: self = .text(text)
        case let list as [Any]: self = .list(list.compactMap { JSONValue($0) })
        case let members as [String: Any]: self = .object(members.compactMapValues { JSONValue($0) })
        case is NSNull: self = .null
        case let number as NSNumber:
            // A truth value is a number of C's type char.
            if number.objCType.pointee == UInt8(ascii: "c") || number.objCType.pointee == UInt8(ascii: "B") {
                self = .flag(number.boolValue)
            } else if let whole = Int64(exactly: number) {
                self = .whole(whole)
            } else {
                self = .number(number.doubleValue)
            }
        default: return nil
        }
    }
}

extension JSONValue: Codable {
    /// Reads any JSON value.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? container.decode(Int64.self) {
            self = .whole(number)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let list = try? container.decode([JSONValue].self) {
            self = .list(list)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    /// Writes the value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .flag(let flag): try container.encode(flag)
        case .whole(let number): try container.encode(number)
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        case .list(let list): try container.encode(list)
        case .object(let members): try container.encode(members)
        }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
    /// A text.
    public init(stringLiteral text: String) { self = .text(text) }
    /// A whole number.
    public init(integerLiteral number: Int64) { self = .whole(number) }
    /// A truth value.
    public init(booleanLiteral flag: Bool) { self = .flag(flag) }
}

extension JSONValue: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    /// A list.
    public init(arrayLiteral elements: JSONValue...) { self = .list(elements) }
    /// An object; of a name that stands twice the last value counts.
    public init(dictionaryLiteral members: (String, JSONValue)...) {
        self = .object(Dictionary(members, uniquingKeysWith: { _, last in last }))
    }
}
