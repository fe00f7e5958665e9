/// Instants as certificates write them: whole seconds since 1970 in UTC, from the year 0 to 9999.
///
/// RFC 5280 section 4.1.2.5: `YYMMDDHHMMSSZ` (UTCTime) from 1950 to 2049, `YYYYMMDDHHMMSSZ` (GeneralizedTime)
/// otherwise. Nothing else is read: no fractions, no other zones, no missing seconds.
enum CertificateTime {
    /// From 0000-01-01 00:00:00 to 9999-12-31 23:59:59.
    static let range: ClosedRange<Int64> = -62_167_219_200...253_402_300_799

    fileprivate static let yearsOfUTCTime: ClosedRange<Int64> = 1950...2049

    /// Year, month, day, hour, minute, second.
    fileprivate typealias Fields = (Int64, Int64, Int64, Int64, Int64, Int64)

    fileprivate static func fields(_ seconds: Int64) -> Fields {
        let clamped = min(max(seconds, range.lowerBound), range.upperBound)
        // The time is shifted by a multiple of 400 years to be positive: 0000-03-01 less 400 years is day 0.
        let shifted = clamped + 62_162_035_200 + 12_622_780_800
        let (day, second) = shifted.quotientAndRemainder(dividingBy: 86_400)
        let (era, dayOfEra) = day.quotientAndRemainder(dividingBy: 146_097)
        // The years counted here begin in March, so that leap days are at their end.
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let march = (5 * dayOfYear + 2) / 153
        let month = march < 10 ? march + 3 : march - 9
        let year = yearOfEra + era * 400 - 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * march + 2) / 5 + 1, second / 3_600, second / 60 % 60, second % 60)
    }

    /// Returns the seconds of a date on the calendar; nil for any other.
    fileprivate static func seconds(_ fields: Fields) -> Int64? {
        let (year, month, day, hour, minute, second) = fields
        guard (0...9_999).contains(year), (1...12).contains(month), (1...31).contains(day), (0...23).contains(hour),
            (0...59).contains(minute), (0...59).contains(second)
        else { return nil }
        let shiftedYear = year + 400 - (month <= 2 ? 1 : 0)
        let march = month > 2 ? month - 3 : month + 9
        let dayOfYear = (153 * march + 2) / 5 + day - 1
        let days = shiftedYear * 365 + shiftedYear / 4 - shiftedYear / 100 + shiftedYear / 400 + dayOfYear
        let result = days * 86_400 + hour * 3_600 + minute * 60 + second - 62_162_035_200 - 12_622_780_800
        // A day that the month does not have comes back as one of the next month.
        return CertificateTime.fields(result) == fields ? result : nil
    }

    // MARK: - Texts

    fileprivate static func digits(_ number: Int64, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}

extension DERWriter {
    /// Writes an instant; one outside of `CertificateTime.range` is written as the range's end.
    mutating func writeTime(_ seconds: Int64) {
        let (year, month, day, hour, minute, second) = CertificateTime.fields(seconds)
        let isShort = CertificateTime.yearsOfUTCTime.contains(year)
        let digits = CertificateTime.digits
        let text =
            (isShort ? digits(year % 100, 2) : digits(year, 4))
            + [month, day, hour, minute, second].map { digits($0, 2) }.joined() + "Z"
        write(isShort ? .utcTime : .generalizedTime, Array(text.utf8))
    }
}

extension CertificateReader {
    /// Reads an instant, in seconds since 1970.
    mutating func time(_ field: CertificateField) throws(CertificateError) -> Int64 {
        self.field = field
        let isShort = nextTag != .generalizedTime
        let element = try element(isShort ? .utcTime : .generalizedTime)
        var numbers = element.contents.map { Int64($0) - 0x30 }
        // Seven or eight pairs of digits, less the `Z`, which lies 42 above the zero.
        guard numbers.popLast() == 42, numbers.count == (isShort ? 12 : 14),
            numbers.allSatisfy({ (0...9).contains($0) })
        else { throw .malformedTime(field, offset: element.offset) }
        let pairs = stride(from: 0, to: numbers.count, by: 2).map { place -> Int64 in
            numbers[place] * 10 + numbers[place + 1]
        }
        let rest = Array(pairs.suffix(5))
        // One value at a time and with its type: the compiler would take seconds over a single statement.
        let century: Int64 = pairs[0] < 50 ? 2_000 : 1_900
        let year: Int64 = isShort ? century + pairs[0] : pairs[0] * 100 + pairs[1]
        guard let seconds = CertificateTime.seconds((year, rest[0], rest[1], rest[2], rest[3], rest[4])) else {
            throw .malformedTime(field, offset: element.offset)
        }
        guard isShort || !CertificateTime.yearsOfUTCTime.contains(year) else {
            throw .generalizedTimeNotNeeded(field, offset: element.offset)
        }
        return seconds
    }
}
