/// The months of paid service that a customer has had in a row in one group (C-34, C-52).
///
/// Contiguous paid periods are joined and then counted in whole calendar months, so weekly periods add up. A free
/// period adds nothing and breaks nothing; a lapse starts afresh.
package struct PaidService: Hashable, Sendable, Codable {
    /// The stretch that the next paid period may continue; empty when start and end are the same.
    private(set) var start: Instant
    private(set) var end: Instant
    /// Whole months of the stretches of this run that are closed.
    private(set) var closedMonths: Int32 = 0
    /// Whether the subscription ended since, so that the next period starts afresh however soon it comes.
    private(set) var hasLapsed = false

    /// Returns the closed months of the run once a period has begun.
    ///
    /// A paid period that does not continue the stretch before it closes that one; any other leaves the closed months
    /// as they were.
    ///
    /// - Parameters:
    ///   - purchased: The start of the period.
    ///   - isPaid: Whether it is paid for; a free one closes nothing.
    /// - Returns: Whole months of the closed stretches of the run; 0 where the period begins a run.
    package func closing(from purchased: Instant, isPaid: Bool) -> Int32 {
        if hasLapsed { return 0 }
        return isPaid && purchased != end ? Int32(clamping: months) : closedMonths
    }

    /// Adds a period of service, with the months that ``closing(from:isPaid:)`` returned for it.
    package mutating func add(from purchased: Instant, to expires: Instant, isPaid: Bool, closing months: Int32) {
        if hasLapsed { self = PaidService(from: purchased) }
        guard isPaid else { return }
        if purchased != end {
            closedMonths = months
            start = purchased
        }
        end = expires
    }

    /// Ends the run, because the subscription lapsed; its months count until another run begins (C-34, C-196).
    package mutating func lapse() {
        hasLapsed = true
    }

    /// Cuts the current period short, when an upgrade ends it.
    mutating func cut(at instant: Instant) {
        end = max(start, min(end, instant))
    }

    /// Takes the latest period back, because it was refunded: the run ends before it (C-52).
    mutating func refundLatest(from purchased: Instant) {
        cut(at: purchased)
        lapse()
    }

    /// Gives the latest period back, because its refund was reversed: the run goes on.
    mutating func reinstate(from purchased: Instant, to expires: Instant, isPaid: Bool) {
        hasLapsed = false
        add(from: purchased, to: expires, isPaid: isPaid, closing: closing(from: purchased, isPaid: isPaid))
    }

    /// Whole months of paid service in the latest run.
    package var months: Int {
        Int(closedMonths) + end.wholeMonths(since: start)
    }
}

extension PaidService {
    /// A run that begins at an instant, without service yet.
    package init(from start: Instant) {
        self.init(start: start, end: start)
    }

    /// Whether a run can have come to this, as a saved one may not.
    var isPossible: Bool { start <= end && end <= .endOfClock && closedMonths >= 0 }
}

extension Instant {
    /// Whole calendar months completed since an earlier instant, days clamped to the month's end (C-34).
    ///
    /// From 31 January, one month is complete on 28 February and two on 31 March. 0 when `earlier` is not earlier.
    func wholeMonths(since earlier: Instant) -> Int {
        guard self > earlier else { return 0 }
        let from = CivilDate(daysSince1970: CivilDate.split(earlier).day)
        let to = CivilDate(daysSince1970: CivilDate.split(self).day)
        let months = (to.year - from.year) * 12 + (to.month - from.month)
        return Int(clamping: earlier.adding(months: months) <= self ? months : months - 1)
    }
}
