import OfferKitCore

/// The days and months of instants; the latest is remembered, as logs hardly go back.
struct ReportDates: Sendable {
    private var start: Int64 = 1
    private var end: Int64 = 0
    /// The latest day, since 1970.
    private(set) var day: Int32 = 0
    /// The month of that day, since year 0.
    private(set) var month: Int32 = 0

    /// Sets the day and month to those of an instant.
    @inline(__always)
    mutating func turn(to date: Instant) {
        let milliseconds = date.millisecondsSince1970
        if milliseconds < start || milliseconds >= end { look(up: date) }
    }

    @inline(never)
    private mutating func look(up date: Instant) {
        let reportDay = ReportDay(date)
        (day, month) = (Int32(reportDay.daysSince1970), Int32(reportDay.month.monthsSinceYear0))
        start = Int64(day) * Instant.millisecondsPerDay
        end = start + Instant.millisecondsPerDay
    }
}
