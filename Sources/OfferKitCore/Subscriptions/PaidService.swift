/// How many months of paid service a customer has had in a row in one group (C-34, C-52).
///
/// Contiguous paid periods are joined and then counted in whole calendar months, so weekly periods add up. A free
/// period adds nothing and breaks nothing; a lapse starts afresh.
package struct PaidService: Hashable, Sendable {
    /// Whole months of the stretches of this run that are closed.
    private var closedMonths = 0
    /// The stretch that the next paid period may continue; empty when start and end are the same.
    private var start: Instant
    private var end: Instant
    /// The end of the last period of any kind, paid or free.
    private var serviceEnd: Instant
    /// Whether the subscription ended since, so that the next period starts afresh however soon it comes.
    private var hasLapsed = false

    package init(from start: Instant) {
        (self.start, end, serviceEnd) = (start, start, start)
    }

    /// Adds a period of service.
    package mutating func add(from purchased: Instant, to expires: Instant, isPaid: Bool) {
        if hasLapsed || purchased > serviceEnd {
            self = PaidService(from: purchased)
        }
        if isPaid {
            if purchased != end {
                closedMonths += end.wholeMonths(since: start)
                start = purchased
            }
            end = expires
        }
        serviceEnd = expires
    }

    /// Ends the run, because the subscription lapsed; its months count until another run begins (C-34).
    package mutating func lapse() {
        hasLapsed = true
    }

    /// Cuts the current period short, when an upgrade ends it.
    package mutating func cut(at instant: Instant) {
        end = min(end, instant)
        serviceEnd = min(serviceEnd, instant)
    }

    /// Whole months of paid service in the latest run.
    package var months: Int {
        closedMonths + end.wholeMonths(since: start)
    }
}

extension Instant {
    /// Whole calendar months completed since an earlier instant, days clamped to the month's end (C-34).
    ///
    /// From 31 January, one month is complete on 28 February and two on 31 March. 0 when `earlier` is not earlier.
    package func wholeMonths(since earlier: Instant) -> Int {
        guard self > earlier else { return 0 }
        let from = CivilDate(daysSince1970: CivilDate.split(earlier).day)
        let to = CivilDate(daysSince1970: CivilDate.split(self).day)
        let months = (to.year - from.year) * 12 + (to.month - from.month)
        return Int(clamping: earlier.adding(months: months) <= self ? months : months - 1)
    }
}
