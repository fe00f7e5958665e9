/// A length of time as the rules know them: so many days of 86,400 seconds, or so many months of a calendar.
enum ModelLength: Hashable {
    case days(Int)
    case months(Int)

    static let week = ModelLength.days(7)
    static let month = ModelLength.months(1)
    static let year = ModelLength.months(12)

    func times(_ count: Int) -> ModelLength {
        switch self {
        case .days(let days): .days(days * count)
        case .months(let months): .months(months * count)
        }
    }

    /// How many of another length it has; the lengths of win-back offers have whole numbers of their products' periods.
    func count(of other: ModelLength) -> Int64 {
        switch (self, other) {
        case (.days(let all), .days(let one)), (.months(let all), .months(let one)): Int64(all / one)
        default: 0
        }
    }

    /// The ISO 8601 duration (B0-8).
    var iso8601: String {
        switch self {
        case .days(let days): days % 7 == 0 ? "P\(days / 7)W" : "P\(days)D"
        case .months(let months): months % 12 == 0 ? "P\(months / 12)Y" : "P\(months)M"
        }
    }
}

/// The Gregorian calendar as it stands on a wall: the first day of each year in a list, and twelve lengths of months (C-19).
enum ModelCalendar {
    /// Milliseconds of a day.
    static let day: Int64 = 86_400_000

    /// The days from 1 January 1970 to the first day of each year since.
    private static let firstDays: [Int64] = {
        var days: Int64 = 0
        return (1970..<2300).map { year in
            defer { days += isLeap(year) ? 366 : 365 }
            return days
        }
    }()

    private static func isLeap(_ year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    private static func daysOfMonth(_ month: Int, _ year: Int) -> Int64 {
        month == 1 && isLeap(year) ? 29 : [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month]
    }

    /// The date so many months later at the same time of day, on the month's last day where it has no such day.
    ///
    /// The offset says how many milliseconds the calendar's days are ahead of UTC (C-98).
    static func adding(months: Int, to date: Int64, offset: Int64 = 0) -> Int64 {
        let local = date + offset
        var dayOfYear = local / day
        let timeOfDay = local % day
        var year = 1970
        while firstDays[year - 1969] <= dayOfYear { year += 1 }
        dayOfYear -= firstDays[year - 1970]
        var month = 0
        while dayOfYear >= daysOfMonth(month, year) {
            dayOfYear -= daysOfMonth(month, year)
            month += 1
        }
        month += months
        year += month / 12
        month %= 12
        var days = firstDays[year - 1970] + min(dayOfYear, daysOfMonth(month, year) - 1)
        for earlier in 0..<month { days += daysOfMonth(earlier, year) }
        return days * day + timeOfDay - offset
    }

    /// The date so many lengths later.
    static func adding(_ length: ModelLength, times count: Int, to date: Int64, offset: Int64) -> Int64 {
        switch length {
        case .days(let days): date + Int64(days * count) * day
        case .months(let months): adding(months: months * count, to: date, offset: offset)
        }
    }

    /// How many whole months lie between two dates, in UTC (C-34).
    static func wholeMonths(from start: Int64, to end: Int64) -> Int {
        var months = 0
        while adding(months: months + 1, to: start) <= end { months += 1 }
        return months
    }
}
