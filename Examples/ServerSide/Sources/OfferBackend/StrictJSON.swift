import Foundation
import ServerParts

extension KeyedDecodingContainer {
    /// A number that may be missing.
    ///
    /// The decoder does not say where a number stands that does not fit; this does.
    ///
    /// - Throws: `DecodingError`.
    func number<Number: Numeric & Decodable>(_ key: Key) throws -> Number? {
        do {
            return try decodeIfPresent(Number.self, forKey: key)
        } catch {
            if let error = error as? DecodingError {
                guard case .dataCorrupted(let context) = error, context.codingPath.isEmpty else { throw error }
            }
            throw DecodingError.dataCorrupted(
                .init(codingPath: codingPath + [key], debugDescription: "The number does not fit."))
        }
    }
}

/// JSON that may have no other members than its type knows: a name that was mistyped is an error, and not passed over.
enum StrictJSON {
    /// A member that nobody knows.
    struct UnknownMember: Error {
        /// Where it stands, such as `offers[0].typ`.
        let place: String
    }

    /// A member that stands twice in one object: nobody knows which one counts.
    struct TwiceGivenMember: Error {
        /// Where it stands, such as `offers[0].type`.
        let place: String
    }

    /// Reads a value.
    ///
    /// - Throws: ``UnknownMember``, ``TwiceGivenMember``, or what the decoder throws.
    static func decode<Value: Codable>(_ type: Value.Type, from data: Data) throws -> Value {
        // A zero byte is in no JSON of UTF-8, and in every one of UTF-16 and UTF-32.
        guard !data.contains(0) else {
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "The text is not in UTF-8."))
        }
        let value = try JSONDecoder().decode(type, from: data)
        if let place = RepeatedMember.place(in: data) { throw TwiceGivenMember(place: place) }
        let known = try JSONSerialization.jsonObject(with: JSONEncoder().encode(value))
        if let place = unknown(in: try JSONSerialization.jsonObject(with: data), known, at: "") {
            throw UnknownMember(place: place)
        }
        return value
    }

    /// The first member of `given` that was not read, and so is not among what is written again.
    private static func unknown(in given: Any, _ known: Any, at place: String) -> String? {
        if let given = given as? [String: Any], let known = known as? [String: Any] {
            for (name, value) in given.sorted(by: { $0.key < $1.key }) where !(value is NSNull) {
                let inner = place.isEmpty ? name : "\(place).\(name)"
                guard let same = known[name] else { return inner }
                if let found = unknown(in: value, same, at: inner) { return found }
            }
        } else if let given = given as? [Any], let known = known as? [Any] {
            for (index, (value, same)) in zip(given, known).enumerated() {
                if let found = unknown(in: value, same, at: "\(place)[\(index)]") { return found }
            }
        }
        return nil
    }
}
