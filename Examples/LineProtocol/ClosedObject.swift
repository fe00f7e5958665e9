import OfferKit

/// A JSON object whose members are known, so that others are refused.
package protocol ClosedObject: Decodable, Sendable {
    associatedtype CodingKeys: CodingKey, CaseIterable
}

extension ClosedObject {
    /// The names of the members.
    package static var members: [String] { CodingKeys.allCases.map(\.stringValue) }
}

/// An object inside another object.
package struct Closed<Object: ClosedObject>: Decodable, Sendable {
    /// The object read.
    package let value: Object

    package init(from decoder: any Decoder) throws {
        try decoder.refuseMembers(besides: Object.members)
        value = try Object(from: decoder)
    }
}

/// An object that is a whole line, which may also have an `id`.
package struct ClosedLine<Object: ClosedObject>: Decodable, Sendable {
    /// The object read.
    package let value: Object

    package init(from decoder: any Decoder) throws {
        try decoder.refuseMembers(besides: Object.members, and: ["id"])
        value = try Object(from: decoder)
    }
}

/// Any name of a member.
package struct MemberName: CodingKey {
    package let stringValue: String
    package var intValue: Int? { nil }

    package init(stringValue: String) { self.stringValue = stringValue }
    package init?(intValue: Int) { nil }
}

extension Decoder {
    /// Throws for an object with unknown members; null counts as absent.
    ///
    /// - Parameters:
    ///   - known: The members of the object.
    ///   - own: Further members that are allowed, but not listed in the error.
    /// - Throws: ``LineError/unknownMember(at:known:)``.
    package func refuseMembers(besides known: [String], and own: [String] = []) throws {
        let members = try container(keyedBy: MemberName.self)
        let names = try members.allKeys.filter { try !members.decodeNil(forKey: $0) }.map(\.stringValue)
        guard let first = Set(names).subtracting(known + own).min() else { return }
        throw LineError.unknownMember(at: path(to: first), known: known)
    }

    /// Returns the place of a member, such as `offer.nonce`.
    package func path(to member: String? = nil) -> String {
        (codingPath.map(\.stringValue) + [member].compactMap { $0 }).joined(separator: ".")
    }
}

/// A text that is one of a few choices.
package protocol Choice: Decodable, CaseIterable, RawRepresentable, Sendable where RawValue == String {}

extension Choice {
    /// Reads the text; the error lists the choices.
    package init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let value = Self.allCases.first(where: { $0.rawValue.hasBytes(of: text) }) else {
            throw LineError.wrongValue(at: decoder.path(), text, known: Self.allCases.map(\.rawValue))
        }
        self = value
    }
}
