import Foundation
import OfferKitServer

/// A line that is one JSON object, in which no name occurs twice.
package struct LineObject: Sendable {
    /// The most bytes a line may have, without its line break.
    package static let longest = 1_048_576

    private let bytes: [UInt8]
    private let members: [String: JSONValue]

    /// Reads a line, strictly.
    ///
    /// - Parameter line: The bytes of a line, without its line break.
    /// - Throws: ``LineError`` for a line that is no JSON object in UTF-8, is too long, or has a name twice.
    package init(_ line: [UInt8]) throws(LineError) {
        guard line.count <= LineObject.longest else { throw .lineTooLong(limit: LineObject.longest) }
        guard String(validating: line, as: UTF8.self) != nil else { throw .notUTF8 }
        var reader = JSONReader(line)
        guard let value = try? reader.read(), case .object(let members) = value else { throw .notJSON }
        if let doubled = reader.repeatedKeys.min() { throw .doubledMember(doubled) }
        bytes = line.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(line.dropFirst(3)) : line
        self.members = members
    }

    /// Returns whether the line has such a member, other than null.
    package func has(_ name: String) -> Bool {
        members[name].map { $0 != .null } ?? false
    }

    /// Returns the member as JSON text, numbers in their own digits; nil where it is absent or null.
    package func text(of name: String) -> String? {
        guard let value = members[name], value != .null else { return nil }
        return JSONText(value).text
    }

    /// Decodes the object.
    package func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try JSONDecoder().decode(type, from: Data(bytes))
    }
}

/// Writes answers: one line each, names in alphabetical order.
package enum LineText {
    /// Returns the JSON text of an answer.
    ///
    /// - Parameters:
    ///   - answer: An object.
    ///   - id: The JSON text of the line's `id`, which comes first.
    /// - Returns: The text, without a line break.
    /// - Throws: The encoder's error.
    package static func of(_ answer: some Encodable, id: String? = nil) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let text = String(decoding: try encoder.encode(answer), as: UTF8.self)
        guard let id, text.first == "{" else { return text }
        let rest = text.dropFirst()
        return "{\"id\":\(id)" + (rest == "}" ? "" : ",") + rest
    }
}
