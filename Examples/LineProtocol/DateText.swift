package import Foundation
package import OfferKit

/// A date: RFC 3339 with any offset and any number of decimals, or whole milliseconds since 1970.
///
/// It is written in UTC. The store counts whole milliseconds; fractions are cut off.
package struct DateText: Codable, Hashable, Sendable {
    /// The date.
    package let date: Date

    package init(_ date: Date) {
        self.date = date
    }

    private static let form = "a date such as 2026-01-31T09:00:00Z, or milliseconds since 1970"

    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let number = try? value.decode(Int64.self) {
            if let unit = DateText.otherUnit(number) {
                throw LineError.wrongForm(
                    at: decoder.path(), "\(number)", expected: "\(DateText.form) (these are \(unit))")
            }
            date = Date(millisecondsSince1970: number)
            return
        }
        guard let text = try? value.decode(String.self) else {
            throw LineError.wrongType(at: decoder.path(), expected: DateText.form)
        }
        guard let instant = DateText.instant(text) else {
            throw LineError.wrongForm(at: decoder.path(), text, expected: DateText.form)
        }
        date = Date(instant)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(date.utcText)
    }

    /// Returns the likely unit of a number that cannot be milliseconds since 1970; nil for a plausible one.
    private static func otherUnit(_ number: Int64) -> String? {
        switch number.magnitude {
        case 100_000_000..<100_000_000_000: "seconds: multiply by 1,000"
        case 1_000_000_000_000_000..<1_000_000_000_000_000_000: "microseconds: divide by 1,000"
        case 1_000_000_000_000_000_000...: "nanoseconds: divide by 1,000,000"
        default: nil
        }
    }

    /// Returns the instant of an RFC 3339 text; nil for any other text, and for dates not on the calendar.
    package static func instant(_ text: String) -> Instant? {
        var rest = Array(text.utf8)[...]
        func number(_ count: Int) -> Int? {
            let digits = rest.prefix(count)
            guard digits.count == count, digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else {
                return nil
            }
            rest = rest.dropFirst(count)
            return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        }
        func skip(_ letters: String) -> Bool {
            guard let first = rest.first, letters.utf8.contains(first) else { return false }
            rest = rest.dropFirst()
            return true
        }
        guard let year = number(4), skip("-"), let month = number(2), skip("-"), let day = number(2), skip("Tt "),
            let hour = number(2), skip(":"), let minute = number(2), skip(":"), let second = number(2),
            (1...12).contains(month), (1...days(in: month, of: year)).contains(day), hour < 24, minute < 60, second < 60
        else { return nil }
        var milliseconds: Int64 = 0
        if skip(".") {
            let digits = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
            guard !digits.isEmpty else { return nil }
            rest = rest.dropFirst(digits.count)
            let three = Array(digits.prefix(3)) + Array(repeating: UInt8(ascii: "0"), count: max(0, 3 - digits.count))
            milliseconds = three.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
        }
        var offset = 0
        if !skip("Zz") {
            let sign = rest.first == UInt8(ascii: "-") ? -1 : 1
            guard skip("+-"), let hours = number(2), skip(":"), let minutes = number(2), hours < 24, minutes < 60 else {
                return nil
            }
            offset = sign * (hours * 60 + minutes)
        }
        guard rest.isEmpty else { return nil }
        let clock = (hour * 60 + minute - offset) * 60 + second
        return Instant(
            millisecondsSince1970: (Int64(dayNumber(year, month, day)) * 86_400 + Int64(clock)) * 1_000 + milliseconds)
    }

    private static func days(in month: Int, of year: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return switch month {
        case 2: isLeap ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Returns the days since 1 January 1970 in the Gregorian calendar; years begin in March, with leap days last.
    private static func dayNumber(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let (shifted, months) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * months + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}
