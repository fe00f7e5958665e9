package import Foundation

/// A UUID, in small or capital letters.
package struct UUIDText: Decodable, Hashable, Sendable {
    /// The UUID.
    package let uuid: UUID

    package init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard text.utf8.count == 36, let uuid = UUID(uuidString: text) else {
            throw LineError.wrongForm(at: decoder.path(), text, expected: "a UUID")
        }
        self.uuid = uuid
    }
}

/// A whole number.
package struct Whole<Number: FixedWidthInteger & Decodable & Sendable>: Decodable, Sendable {
    /// The number.
    package let value: Number

    package init(from decoder: any Decoder) throws {
        do {
            value = try decoder.singleValueContainer().decode(Number.self)
        } catch let error as DecodingError {
            throw error
        } catch {
            // A number out of range is an error of another type inside Foundation, and would lose its place.
            throw LineError.wrongType(at: decoder.path(), expected: "a whole number within its range")
        }
    }
}

/// A timestamp as servers send it: a number, or its digits as text; the error for any other value has its place.
package struct TimestampText: Decodable, Sendable {
    /// The digits; empty for an empty text.
    package let digits: String

    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let number = try? value.decode(Int64.self) {
            digits = String(number)
            guard number >= 0 else { throw TimestampText.error(decoder, digits) }
            return
        }
        guard let text = try? value.decode(String.self) else {
            throw LineError.wrongType(at: decoder.path(), expected: TimestampText.form)
        }
        let isPlain = text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        guard
            text.isEmpty
                || isPlain && (text.utf8.count == 1 || text.utf8.first != UInt8(ascii: "0")) && Int64(text) != nil
        else {
            throw TimestampText.error(decoder, text)
        }
        digits = text
    }

    private static let form = "whole milliseconds since 1970, in plain decimal digits"

    private static func error(_ decoder: any Decoder, _ text: String) -> LineError {
        .wrongForm(at: decoder.path(), text, expected: form)
    }
}

/// A nonce: a UUID, or an empty text, which the store answers with the missing part.
package struct NonceText: Decodable, Sendable {
    /// The text, which may be empty.
    package let text: String

    package init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
        guard text.isEmpty || text.utf8.count == 36 && UUID(uuidString: text) != nil else {
            throw LineError.nonceNotUUID(at: decoder.path(), text)
        }
    }
}
