/// The shape of the value of a member, in a line or in an answer.
package indirect enum Shape: Hashable, Sendable {
    /// A text.
    case text
    /// True or false.
    case flag
    /// A whole number.
    case whole
    /// A decimal number as text.
    case sum
    /// A date: RFC 3339, or whole milliseconds since 1970.
    case date
    /// A UUID of 36 characters.
    case uuid
    /// A storefront's code of three letters.
    case storefront
    /// The number of a transaction, as text or as a number.
    case transaction
    /// One of these texts.
    case oneOf([String])
    /// A list of values of one shape.
    case list(Shape)
    /// An object with any names.
    case map(Shape)
    /// An object with these members and no others.
    case object([Member])
    /// One of several shapes.
    case either([Shape])
    /// Any JSON object.
    case anyObject
}

/// A member of a line: its name, its shape, and whether it is required.
package struct Member: Hashable, Sendable {
    /// The name.
    package let name: String
    /// The shape of its value.
    package let shape: Shape
    /// Whether the line is refused without it.
    package let isRequired: Bool

    /// Makes a required member.
    package static func needed(_ name: String, _ shape: Shape) -> Member {
        Member(name: name, shape: shape, isRequired: true)
    }

    /// Makes an optional member; null counts as absent.
    package static func optional(_ name: String, _ shape: Shape) -> Member {
        Member(name: name, shape: shape, isRequired: false)
    }
}

extension Shape {
    /// The shape, in a few words.
    package var words: String {
        switch self {
        case .text: "text"
        case .flag: "true or false"
        case .whole: "whole number"
        case .sum: "sum as text"
        case .date: "date"
        case .uuid: "UUID"
        case .storefront: "storefront"
        case .transaction: "number of a transaction"
        case .oneOf(let texts): texts.map { "\"\($0)\"" }.joined(separator: " | ")
        case .list(let shape): "list of \(shape.words)"
        case .map(let shape): "object of \(shape.words)"
        case .object(let members):
            "{" + members.map { "\($0.name)\($0.isRequired ? "" : "?")" }.joined(separator: ", ") + "}"
        case .either(let shapes): shapes.map(\.words).joined(separator: " | ")
        case .anyObject: "object"
        }
    }

    /// The shape as a JSON Schema (draft 2020-12).
    package var schema: LineValue {
        func type(_ name: String, _ more: [String: LineValue] = [:]) -> LineValue {
            .object(more.merging(["type": .text(name)]) { first, _ in first })
        }
        switch self {
        case .text: return type("string")
        case .flag: return type("boolean")
        case .whole: return type("integer")
        case .sum: return type("string", ["pattern": .text("^[0-9]+(\\.[0-9]+)?$")])
        case .date:
            return .object(["anyOf": .list([type("string", ["format": .text("date-time")]), type("integer")])])
        case .uuid: return type("string", ["format": .text("uuid")])
        case .storefront: return type("string", ["pattern": .text("^[A-Z]{3}$")])
        case .transaction:
            return .object(["anyOf": .list([type("string", ["pattern": .text("^[0-9]+$")]), type("integer")])])
        case .oneOf(let texts): return type("string", ["enum": .list(texts.map(LineValue.text))])
        case .list(let shape): return type("array", ["items": shape.schema])
        case .map(let shape): return type("object", ["additionalProperties": shape.schema])
        case .object(let members): return Member.schema(of: members)
        case .either(let shapes): return .object(["anyOf": .list(shapes.map(\.schema))])
        case .anyObject: return type("object")
        }
    }
}

extension Member {
    /// Returns the schema of an object with these members and no others; null counts as absent.
    package static func schema(of members: [Member], constants: [String: String] = [:]) -> LineValue {
        var properties: [String: LineValue] = [:]
        for member in members {
            properties[member.name] =
                member.isRequired
                ? member.shape.schema
                : .object(["anyOf": .list([member.shape.schema, .object(["type": .text("null")])])])
        }
        for (name, text) in constants { properties[name] = .object(["const": .text(text)]) }
        let required = members.filter(\.isRequired).map(\.name) + constants.keys
        return .object([
            "type": .text("object"), "properties": .object(properties), "additionalProperties": .flag(false),
            "required": .list(required.sorted().map(LineValue.text)),
        ])
    }

    /// The member as in the answer to `help`.
    package var row: LineValue {
        var members: [String: LineValue] = [
            "name": .text(name), "type": .text(shape.words), "required": .flag(isRequired),
        ]
        if case .object(let inner) = shape { members["members"] = .list(inner.map(\.row)) }
        return .object(members)
    }
}
