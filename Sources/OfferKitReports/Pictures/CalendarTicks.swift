import OfferKitCore

/// Ticks at the beginnings of days, weeks, months and years.
enum CalendarTicks {
    /// Returns the ticks of a range of days since 1970; weeks begin on Monday.
    ///
    /// - Parameters:
    ///   - range: The first and the last day.
    ///   - most: The most labels that fit.
    /// - Returns: The finest ticks that fit, or the ends of the range where it has fewer than two.
    static func days(_ range: ClosedRange<Double>, most: Int) -> [Tick] {
        let (first, last) = (Int64(range.lowerBound.rounded(.up)), Int64(range.upperBound.rounded(.down)))
        guard first < last else { return [dayTick(first)] }
        // 1 January 1970 was a Thursday, so day 4 was a Monday.
        let steps: [(length: Int64, origin: Int64)] = [(1, 0), (2, first), (7, 4), (14, 4)]
        var ticks: [Tick] = []
        if let step = steps.first(where: { (last - first) / $0.length < Int64(most) }) {
            let start = first + remainder(step.origin - first, step.length)
            ticks = stride(from: start, through: last, by: Int64.Stride(step.length)).map(dayTick)
        } else {
            let months = monthTicks(
                from: month(of: first - 1) + 1, through: month(of: last), most: most)
            ticks = months.map { Tick(place: Double(firstDay(of: $0.month)), label: $0.label) }
        }
        return ticks.count > 1 ? ticks : [dayTick(first), dayTick(last)]
    }

    /// Returns the ticks of a range of months since January 1970.
    static func months(_ range: ClosedRange<Double>, most: Int) -> [Tick] {
        let (first, last) = (Int64(range.lowerBound.rounded(.up)), Int64(range.upperBound.rounded(.down)))
        let ticks = monthTicks(from: first, through: last, most: most)
        guard ticks.count > 1 || first == last else {
            return [first, last].map { Tick(place: Double($0), label: monthLabel($0)) }
        }
        return ticks.map { Tick(place: Double($0.month), label: $0.label) }
    }

    /// Returns the label of a day: `2026-03-31`.
    static func dayLabel(_ day: Int64) -> String { CivilDate(daysSince1970: day).description }

    /// Returns the label of a month: `2026-03`.
    static func monthLabel(_ month: Int64) -> String { String(dayLabel(firstDay(of: month)).dropLast(3)) }

    private static func dayTick(_ day: Int64) -> Tick { Tick(place: Double(day), label: dayLabel(day)) }

    /// Returns ticks at every month, second, third or sixth month, or 1, 2 or 5 times a power of ten years.
    ///
    /// Years are counted from year 0.
    private static func monthTicks(
        from first: Int64, through last: Int64, most: Int
    ) -> [(month: Int64, label: String)] {
        guard first <= last else { return [] }
        var years: Int64 = 1
        var steps: [Int64] = [1, 2, 3, 6]
        // Instants reach 300 million years into either direction.
        while years <= 100_000_000 {
            steps += [12 * years, 24 * years, 60 * years]
            years *= 10
        }
        let step = steps.first { (last - first) / $0 < Int64(most) } ?? 12 * years
        // January of year 0 is month -1970 × 12.
        let start = first + remainder(-1970 * 12 - first, step)
        return stride(from: start, through: last, by: Int64.Stride(step)).map { month in
            let label = monthLabel(month)
            return (month, step < 12 ? label : String(label.dropLast(3)))
        }
    }

    private static func month(of day: Int64) -> Int64 {
        let date = CivilDate(daysSince1970: day)
        return (date.year - 1970) * 12 + date.month - 1
    }

    private static func firstDay(of month: Int64) -> Int64 {
        CivilDate(year: 1970, month: 1, day: 1).adding(months: month).daysSince1970
    }

    /// Returns the remainder, which is never negative.
    private static func remainder(_ number: Int64, _ divisor: Int64) -> Int64 {
        let rest = number % divisor
        return rest < 0 ? rest + divisor : rest
    }
}
