import Foundation
import OfferKit

/// A text that is one of a few.
protocol Choice: Decodable, CaseIterable, RawRepresentable where RawValue == String {}

extension Choice {
    /// Reads the text, or says which there are.
    init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let value = Self(rawValue: text) else {
            throw ProtocolError.wrongValue(at: decoder.path(), text, known: Self.allCases.map(\.rawValue))
        }
        self = value
    }
}

/// A date as this program writes it: ISO 8601 in UTC.
struct DateText: Codable {
    let date: Date

    init(_ date: Date) {
        self.date = date
    }

    init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains("."))
        // Reading is lenient, 31 February for instance; what comes out otherwise than it went in was no date.
        guard let date = try? style.parse(text), DateText.write(date) == text else {
            throw ProtocolError.wrongForm(
                at: decoder.path(), text, expected: "a date such as 2026-01-31T09:00:00Z, in UTC")
        }
        self.date = date
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(DateText.write(date))
    }

    private static func write(_ date: Date) -> String { "\(Instant(date))" }
}

/// A sum as text, such as `9.99`.
struct SumText: Decodable {
    let amount: Amount

    init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let amount = Amount(decimal: text) else {
            throw ProtocolError.wrongForm(at: decoder.path(), text, expected: "a sum such as 9.99, as text")
        }
        self.amount = amount
    }
}

/// The code of a storefront, such as `USA`.
struct StorefrontCode: Decodable {
    let territory: Territory

    init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let territory = Territory(code: text) else {
            throw ProtocolError.wrongForm(
                at: decoder.path(), text, expected: "the three letters of a country or region with an App Store")
        }
        self.territory = territory
    }
}

/// The number of a transaction: as text, which is how it is written, or as a number.
struct TransactionNumber: Decodable {
    let id: UInt64

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let id = try? container.decode(UInt64.self) {
            self.id = id
            return
        }
        let text = try container.decode(String.self)
        guard let id = UInt64(text), String(id) == text else {
            throw ProtocolError.wrongForm(at: decoder.path(), text, expected: "the number of a transaction")
        }
        self.id = id
    }
}

/// A UUID, in small or capital letters.
struct UUIDText: Decodable {
    let uuid: UUID

    init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let uuid = UUID(uuidString: text) else {
            throw ProtocolError.wrongForm(at: decoder.path(), text, expected: "a UUID")
        }
        self.uuid = uuid
    }
}

/// A whole number.
struct Whole<Number: FixedWidthInteger & Decodable & Sendable>: Decodable {
    let value: Number

    init(from decoder: any Decoder) throws {
        do {
            value = try decoder.singleValueContainer().decode(Number.self)
        } catch let error as DecodingError {
            throw error
        } catch {
            // A number that does not fit is an error of another type inside Foundation, and would lose its place.
            throw ProtocolError.wrongType(at: decoder.path(), expected: "a whole number within its range")
        }
    }
}
