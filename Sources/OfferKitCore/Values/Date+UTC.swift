public import OfferKitEssentials

extension Date {
    /// A date in UTC from its text, in the form in which events and messages write it (C-235).
    ///
    /// ```swift
    /// let store = try Store(catalog: catalog, startingAt: Date(utc: "2026-01-31"))
    /// try store.advance(to: Date(utc: "2026-02-28 09:30"))
    /// ```
    ///
    /// - Parameter text: A day, `2026-01-31`, which begins at 00:00; or a day and a time of 24 hours after a space or a
    ///   T: `2026-01-31 09:30`, `2026-01-31T09:30:00Z`, `2026-01-31T09:30:00.250Z`. The Z may be left out; other time
    ///   zones are not taken.
    /// - Throws: ``UTCDateError``, where the text has another form, or there is no such day or time.
    public init(utc text: String) throws(UTCDateError) {
        var digits = DateDigits(rest: text.utf8[...])
        guard let parts = digits.parts() else { throw .unreadable(text.beginning) }
        guard 1...12 ~= parts.month, 1...CivilDate.lastDay(ofMonth: parts.month, year: parts.year) ~= parts.day,
            parts.hour < 24, parts.minute < 60, parts.second < 60
        else { throw .impossible(text.beginning) }
        let day = CivilDate(year: parts.year, month: parts.month, day: parts.day).daysSince1970
        let seconds = ((day * 24 + parts.hour) * 60 + parts.minute) * 60 + parts.second
        self.init(Instant(millisecondsSince1970: seconds * Instant.millisecondsPerSecond + parts.milliseconds))
    }
}

/// Reads the numbers of a date off the beginning of a text.
private struct DateDigits {
    /// The numbers as the text has them, possible or not.
    struct Parts {
        let year: Int64
        let month: Int64
        let day: Int64
        var hour: Int64 = 0
        var minute: Int64 = 0
        var second: Int64 = 0
        var milliseconds: Int64 = 0
    }

    var rest: Substring.UTF8View

    /// Reads the numbers of the whole text; nil where it has another form.
    mutating func parts() -> Parts? {
        guard let year = number(4), skip("-"), let month = number(2), skip("-"), let day = number(2) else { return nil }
        var parts = Parts(year: year, month: month, day: day)
        if rest.isEmpty { return parts }
        guard skip("T "), let hour = number(2), skip(":"), let minute = number(2) else { return nil }
        (parts.hour, parts.minute) = (hour, minute)
        if skip(":") {
            guard let second = number(2) else { return nil }
            parts.second = second
            if skip(".") {
                guard let decimals = decimals() else { return nil }
                parts.milliseconds = decimals
            }
        }
        _ = skip("Z")
        return rest.isEmpty ? parts : nil
    }

    /// Reads one to three decimals as thousandths.
    private mutating func decimals() -> Int64? {
        let count = rest.prefix(while: \.isDigit).count
        guard 1...3 ~= count, let number = number(count) else { return nil }
        return count == 1 ? number * 100 : count == 2 ? number * 10 : number
    }

    /// Reads a number of exactly `count` digits.
    private mutating func number(_ count: Int) -> Int64? {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy(\.isDigit) else { return nil }
        rest = rest.dropFirst(count)
        return digits.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
    }

    /// Skips the next character if it is one of these, and returns whether it was.
    private mutating func skip(_ characters: String) -> Bool {
        guard let first = rest.first, characters.utf8.contains(first) else { return false }
        rest = rest.dropFirst()
        return true
    }
}

/// The reason why a text is not read as a date (C-235).
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum UTCDateError: Error, Hashable, Sendable {
    /// The text has none of the forms of a date.
    case unreadable(String)
    /// The text names no existing day, or no existing time of the day.
    case impossible(String)
}

extension UTCDateError: CustomStringConvertible {
    /// The text, with advice on what to write instead.
    public var description: String {
        switch self {
        case .unreadable(let text):
            "\(VisibleText.quoted(text)) is no date in UTC. Write 2026-01-31, 2026-01-31 09:30 or 2026-01-31T09:30:00Z; "
                + "seconds may have up to three decimals, as in 2026-01-31T09:30:00.250Z."
        case .impossible(let text):
            "\(VisibleText.quoted(text)) has the form of a date, but there is no such day, or no such time of the day: days end "
                + "at 23:59:59."
        }
    }
}
