/// A length of time: a number of milliseconds, or of calendar months.
///
/// ```swift
/// try store.advance(by: .days(3))
/// try store.advance(by: .months(1))   // 31 January → 28 February
/// ```
public struct TimeStep: Hashable, Sendable, Codable {
    let months: Int64
    let milliseconds: Int64

    /// That many milliseconds.
    public static func milliseconds(_ count: Int) -> TimeStep { exact(count, 1) }
    /// That many seconds.
    public static func seconds(_ count: Int) -> TimeStep { exact(count, 1_000) }
    /// That many minutes of 60 seconds.
    public static func minutes(_ count: Int) -> TimeStep { exact(count, 60_000) }
    /// That many hours of 3,600 seconds.
    public static func hours(_ count: Int) -> TimeStep { exact(count, 3_600_000) }
    /// That many days of 86,400 seconds.
    public static func days(_ count: Int) -> TimeStep { exact(count, 86_400_000) }
    /// That many weeks of seven days.
    public static func weeks(_ count: Int) -> TimeStep { exact(count, 604_800_000) }
    /// That many calendar months in UTC, ending on the last day of a month that has no such day (C-19).
    public static func months(_ count: Int) -> TimeStep { TimeStep(months: Int64(count), milliseconds: 0) }
    /// That many calendar years in UTC.
    public static func years(_ count: Int) -> TimeStep {
        TimeStep(months: Int64(count).multipliedClamping(by: 12), milliseconds: 0)
    }

    /// No time at all.
    public static let zero = TimeStep(months: 0, milliseconds: 0)

    private static func exact(_ count: Int, _ unit: Int64) -> TimeStep {
        TimeStep(months: 0, milliseconds: Int64(count).multipliedClamping(by: unit))
    }
}

extension TimeStep {
    /// That many milliseconds.
    package init(_ milliseconds: Int64) { self.init(months: 0, milliseconds: milliseconds) }

    /// The length in milliseconds, with months as long as the first ones of 1970: 31 days, 28, 31.
    package var length: Int64 { Instant.epoch.adding(self).millisecondsSince1970 }
}

extension Instant {
    /// The instant one step later, or earlier for a negative step.
    package func adding(_ step: TimeStep) -> Instant {
        let moved = step.months == 0 ? self : adding(months: step.months)
        return moved.adding(milliseconds: step.milliseconds)
    }
}

extension Instant {
    /// The instant `count` steps later.
    ///
    /// Months are counted from this instant, so its day comes back: one month after 31 January is 28 February, two are
    /// 31 March (C-19).
    package func adding(_ step: TimeStep, times count: Int) -> Instant {
        let count = Int64(count)
        return adding(
            TimeStep(
                months: step.months.multipliedClamping(by: count),
                milliseconds: step.milliseconds.multipliedClamping(by: count)))
    }
}
