import Foundation
import OfferKit
import ServerParts

/// What must be there of several members that may be left out.
enum Need: Sendable {
    case nothing
    case exactlyOne([String])
    case atLeastOne([String])
    case atMostOne([String])

    /// Checks the members that came.
    func check(_ object: [String: JSONValue]) throws {
        func given(_ names: [String]) -> Int { names.count { object[$0] != nil } }
        switch self {
        case .nothing: return
        case .exactlyOne(let names) where given(names) != 1:
            throw ControlError(
                400, "wrongMembers", "Exactly one of \(names.joined(separator: ", ")) must be there.", known: names)
        case .atLeastOne(let names) where given(names) < 1:
            throw ControlError(
                400, "wrongMembers", "One of \(names.joined(separator: ", ")) must be there.", known: names)
        case .atMostOne(let names) where given(names) > 1:
            throw ControlError(
                400, "wrongMembers", "Only one of \(names.joined(separator: ", ")) can be there.", known: names)
        case .exactlyOne, .atLeastOne, .atMostOne: return
        }
    }

    /// The members that are counted.
    var names: [String] {
        switch self {
        case .nothing: []
        case .exactlyOne(let names), .atLeastOne(let names), .atMostOne(let names): names
        }
    }

    /// Whether there is no request without one of them.
    var isNeeded: Bool {
        switch self {
        case .exactlyOne, .atLeastOne: true
        case .nothing, .atMostOne: false
        }
    }

    /// What it adds to a JSON Schema.
    var schema: [String: JSONValue] {
        func each(_ names: [String]) -> JSONValue { .list(names.map { ["required": [.text($0)]] }) }
        return switch self {
        case .nothing: [:]
        case .exactlyOne(let names): ["oneOf": each(names)]
        case .atLeastOne(let names): ["anyOf": each(names)]
        case .atMostOne(let names): ["not": ["required": .list(names.map(JSONValue.text))]]
        }
    }
}

/// A member of a control request: its name and what it holds.
///
/// Requests are checked by it, and `openapi.json` is made of it.
struct Member: Sendable {
    /// What a member holds.
    indirect enum Shape: Sendable {
        case text
        /// What a store is called.
        case name
        /// What a snapshot is called.
        case label
        case whole(ClosedRange<Int64>)
        /// One of Apple's codes of errors.
        case errorCode
        case flag
        /// UTC or milliseconds since 1970.
        case date
        /// A sum of money as text.
        case sum
        case uuid
        case url
        /// The number of a transaction, as text.
        case transaction
        case storefront
        case choice([String])
        case list(Shape)
        case object([Member])
        /// An object whose `kind` says which other members it has.
        case variants([(kind: String, members: [Member])])
        case anyObject
        case either([Shape])
        /// What an answer holds: one of ``AnswerShapes``.
        case named(String)
    }

    let name: String
    let shape: Shape
    let isRequired: Bool
    let summary: String

    static func needed(_ name: String, _ shape: Shape, _ summary: String) -> Member {
        Member(name: name, shape: shape, isRequired: true, summary: summary)
    }

    /// Everything that one of ``AnswerShapes`` has, as the answer itself.
    static func all(_ name: String) -> Member { Member(name: "", shape: .named(name), isRequired: true, summary: "") }

    static func optional(_ name: String, _ shape: Shape, _ summary: String) -> Member {
        Member(name: name, shape: shape, isRequired: false, summary: summary)
    }

    /// What a name is written with.
    static let nameBytes = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-".utf8)
    /// The numbers that Apple's codes of errors have, the HTTP status first.
    static let errorCodes: ClosedRange<Int64> = 4_000_000...5_999_999
    /// Any number that can count something.
    static let anyCount: ClosedRange<Int64> = 0...1_000_000_000

    /// Checks an object: every member known and of its shape, none missing; `null` counts as absent.
    ///
    /// - Parameters:
    ///   - object: What came.
    ///   - members: What there may be.
    ///   - place: Where the object stands, empty for the body itself.
    /// - Returns: The object without its nulls.
    /// - Throws: ``ControlError`` that names the member.
    static func checked(
        _ object: [String: JSONValue], _ members: [Member], at place: String = ""
    ) throws -> [String: JSONValue] {
        let path = { (name: String) in place.isEmpty ? name : "\(place).\(name)" }
        let known = members.map(\.name)
        if let stranger = object.keys.filter({ !known.contains($0) }).min() {
            throw ControlError.unknownMember(path(stranger), known: known)
        }
        let object = object.filter { $0.value != .null }
        for member in members {
            if let value = object[member.name] {
                try member.shape.check(value, at: path(member.name))
            } else if member.isRequired {
                throw ControlError.missing(path(member.name), expected: member.shape.words)
            }
        }
        return object
    }
}

extension Member.Shape {
    /// What the value must be, in words.
    var words: String {
        switch self {
        case .text: "text"
        case .name: "1 to 64 letters, digits, dots, hyphens or underscores, and no dot at the beginning"
        case .label: "a text of 1 to 40 characters, and of 100 bytes at most"
        case .whole(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .flag: "true or false"
        case .date: "a date such as 2026-01-31T09:00:00Z, or milliseconds since 1970"
        case .sum: "a sum as text, such as \"9.99\""
        case .uuid: "a UUID"
        case .url: "a URL such as http://127.0.0.1:3000/notifications"
        case .transaction: "the number of a transaction, as text"
        case .storefront: "the three letters of a country or region with an App Store, such as USA"
        case .choice([""]): "empty"
        case .choice(let names): "one of \(names.joined(separator: ", "))"
        case .errorCode: "one of Apple's codes, such as 4290000 for HTTP 429, or 5000000 for 500"
        case .list(let shape): "a list, each \(shape.words)"
        case .variants(let variants): "an object with \"kind\", \(Member.Shape.choice(variants.map(\.kind)).words)"
        case .object, .anyObject, .named: "an object"
        case .either(let shapes): shapes.map(\.words).joined(separator: ", or ")
        }
    }

    func check(_ value: JSONValue, at place: String) throws {
        let isGood: Bool
        switch (self, value) {
        case (.text, .text), (.flag, .flag), (.anyObject, .object): isGood = true
        case (.name, .text(let text)):
            isGood =
                (1...64).contains(text.utf8.count) && text.first != "."
                && text.utf8.allSatisfy { Member.nameBytes.contains($0) }
        case (.label, .text(let text)):
            // Its bytes in hexadecimal digits are a file's name.
            isGood = (1...40).contains(text.unicodeScalars.count) && text.utf8.count <= 100
        case (.whole(let range), .whole(let number)): isGood = range.contains(number)
        case (.errorCode, .whole(let number)): isGood = Member.errorCodes.contains(number)
        case (.date, _): isGood = Date(control: value) != nil
        case (.sum, .text(let text)): isGood = Decimal(sum: text) != nil
        case (.url, .text(let text)): isGood = WebRules.address(text) != nil
        case (.transaction, .text(let text)): isGood = UInt64(text).map { String($0) == text } ?? false
        case (.uuid, .text(let text)): isGood = text.utf8.count == 36 && UUID(uuidString: text) != nil
        case (.storefront, .text(let text)): isGood = Territory(code: text) != nil
        case (.choice(let names), .text(let text)):
            guard names.contains(text) else {
                throw ControlError.wrongValue(
                    place,
                    "\"\(place)\" cannot be \"\(text.shortened)\". \(ControlError.meant(text, names))There are: "
                        + "\(names.joined(separator: ", ")).", known: names)
            }
            return
        case (.list(let shape), .list(let elements)):
            for (index, element) in elements.enumerated() { try shape.check(element, at: "\(place)[\(index)]") }
            return
        case (.object(let members), .object(let object)):
            _ = try Member.checked(object, members, at: place)
            return
        case (.variants(let variants), .object(let object)):
            guard let name = object["kind"], name != .null else {
                throw ControlError.missing(
                    "\(place).kind", expected: Member.Shape.choice(variants.map(\.kind)).words)
            }
            try Member.Shape.choice(variants.map(\.kind)).check(name, at: "\(place).kind")
            let variant = variants.first { .text($0.kind) == name }
            _ = try Member.checked(object, Member.kind(variants.map(\.kind)) + (variant?.members ?? []), at: place)
            return
        case (.either(let shapes), _):
            isGood = shapes.contains { shape in (try? shape.check(value, at: place)) != nil }
        default: isGood = false
        }
        guard isGood else { throw ControlError.wrongType(place, expected: words) }
    }

    /// The JSON Schema.
    var schema: JSONValue {
        switch self {
        case .text: ["type": "string"]
        case .name: ["type": "string", "pattern": "^[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}$"]
        case .whole(let range):
            ["type": "integer", "minimum": .whole(range.lowerBound), "maximum": .whole(range.upperBound)]
        case .errorCode: Member.Shape.whole(Member.errorCodes).schema
        case .flag: ["type": "boolean"]
        case .label: ["type": "string", "minLength": 1, "maxLength": 40]
        case .date:
            [
                "anyOf": [
                    ["type": "string", "format": "date-time"], ["type": "string", "format": "date"],
                    ["type": "integer", "minimum": 0, "maximum": .whole(Date.latestMilliseconds)],
                ]
            ]
        case .sum: ["type": "string", "pattern": "^[0-9]{1,9}(\\.[0-9]{1,3})?$"]
        case .uuid: ["type": "string", "format": "uuid"]
        case .url:
            ["type": "string", "format": "uri", "maxLength": 2_048, "pattern": "^[Hh][Tt][Tt][Pp][Ss]?://[^/?#]+"]
        case .transaction: ["type": "string", "pattern": "^(0|[1-9][0-9]{0,19})$"]
        case .storefront: ["$ref": "#/components/schemas/Storefront"]
        case .choice(let names): ["type": "string", "enum": .list(names.map(JSONValue.text))]
        case .list(let shape): ["type": "array", "items": shape.schema]
        case .object(let members): Member.schema(of: members)
        case .variants(let variants):
            ["anyOf": .list(variants.map { Member.schema(of: Member.kind([$0.kind]) + $0.members) })]
        case .anyObject: ["type": "object"]
        case .either(let shapes): ["anyOf": .list(shapes.map(\.schema))]
        case .named(let name): ["$ref": .text("#/components/schemas/\(name)")]
        }
    }
}

extension Member {
    /// The member of an object that says which kind it is.
    fileprivate static func kind(_ kinds: [String]) -> [Member] { [.needed("kind", .choice(kinds), "The kind.")] }

    /// The JSON Schema of an answer with these members, and perhaps others.
    static func answerSchema(of members: [Member]) -> JSONValue {
        let (whole, own) = (members.filter { $0.name.isEmpty }, members.filter { !$0.name.isEmpty })
        var properties: [String: JSONValue] = [:]
        for member in own {
            var schema = member.shape.schema.object ?? [:]
            schema["description"] = .text(member.summary)
            properties[member.name] = .object(schema)
        }
        let required = own.filter(\.isRequired).map { JSONValue.text($0.name) }
        return .row([
            "type": "object", "properties": properties.isEmpty ? nil : .object(properties),
            "required": required.isEmpty ? nil : .list(required),
            "allOf": whole.isEmpty ? nil : .list(whole.map(\.shape.schema)),
        ])
    }

    /// The JSON Schema of an object with these members and no others; null counts as absent.
    ///
    /// - Parameters:
    ///   - members: The members.
    ///   - counted: Those that are counted by a ``Need``, where null makes no sense.
    /// - Returns: The schema.
    static func schema(of members: [Member], counted: [String] = []) -> JSONValue {
        var properties: [String: JSONValue] = [:]
        for member in members {
            let shape = member.shape.schema
            let isNeeded = member.isRequired || counted.contains(member.name)
            var schema = isNeeded ? shape.object ?? [:] : ["anyOf": [shape, ["type": "null"]]]
            schema["description"] = .text(member.summary)
            properties[member.name] = .object(schema)
        }
        let required = members.filter(\.isRequired).map { JSONValue.text($0.name) }
        return .row([
            "type": "object", "properties": .object(properties), "additionalProperties": false,
            "required": required.isEmpty ? nil : .list(required),
        ])
    }
}
