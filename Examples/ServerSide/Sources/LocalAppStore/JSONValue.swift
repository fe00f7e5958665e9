public import Foundation

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
    static func date(_ date: Date) -> JSONValue { .text(date.controlText) }

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

extension Date {
    /// The date in UTC, with thousandths only where there are any: `2026-01-31T09:00:00Z`.
    var controlText: String {
        let thousandths = (timeIntervalSince1970 * 1_000).rounded()
        let isWhole = thousandths.truncatingRemainder(dividingBy: 1_000) == 0
        let rounded = Date(timeIntervalSince1970: thousandths / 1_000)
        return rounded.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: !isWhole))
    }
}
