import OfferKitCore

/// The facts that reports keep of subscriptions, once for all reports.
///
/// It takes events in the order of the log and turns each into a transition. A running subscription takes a row of
/// ``SubscriptionFacts``; one that has ended takes a smaller one of ``SubscriptionHistory``, because the subscriber may
/// come back, and a refund may come late.
struct SubscriptionTable: Sendable {
    /// Whether the developer is in the Small Business Program (B17-12).
    let isSmallBusiness: Bool
    /// The terms in the log.
    var book = TermsBook()
    /// The reasons for which subscriptions ended.
    var reasons = ReasonBook()
    /// The cohorts by their places: the month of the first subscription, and its storefront's territory.
    var cohorts: [RetentionReport.Cohort] { cohortTable.values }
    /// The number of skipped events.
    var passedOver = Reports.PassedOver()

    /// The row of each subscription: from 1 up while it runs, from -1 down once it has ended, 0 for none.
    private var places = PlaceTable()
    private var running = RowTable<SubscriptionFacts>()
    private var ended = RowTable<SubscriptionHistory>()
    var offers = RowTable<RedeemedOffer>()

    private var cohortTable = NameTable<RetentionReport.Cohort>()
    private var latestCohort: (month: Int32, terms: TermsBook.Place, place: Int32) = (-1, -1, 0)

    /// The date of a failed renewal that is not recovered yet, by the place of the subscription.
    var failures: [Int: Instant] = [:]
    /// The sums of subscribers in currencies that they do not pay in now, by the place of the subscription (C-181).
    var otherCurrencies: [Int: [TermsBook.Place: Takings]] = [:]
    /// Transactions at which the rate changed again after it had first risen, by the place of the subscription.
    var laterRateSwitches: [Int: [UInt64]] = [:]
    /// The refunds that were not reversed, by transaction.
    var refunds: [UInt64: RememberedRefund] = [:]
    /// The end of paid service in a current period whose end was extended or came early, by transaction.
    var endsBeforeExtension: [UInt64: Instant] = [:]
    /// The paid service of periods where it does not follow from their dates, by transaction, in milliseconds.
    var unusualService: [UInt64: Int64] = [:]

    init(isSmallBusiness: Bool) { self.isSmallBusiness = isSmallBusiness }

    /// The number of running subscriptions.
    var countOfRunning: Int { running.count }

    /// The approximate bytes kept of all subscriptions.
    var bytes: Int {
        places.bytes + running.bytes + ended.bytes + offers.bytes
            + (refunds.capacity + laterRateSwitches.capacity + otherCurrencies.capacity) * 48
            + (failures.capacity + endsBeforeExtension.capacity + unusualService.capacity) * 24
    }

    /// Applies an event, and returns its transition; nil for an event that no report counts.
    @inline(__always)
    mutating func apply(_ event: ReportEvent, _ names: ReportNames) -> Transition? {
        switch event.kind {
        case .subscribed, .resubscribed, .planChanged, .renewed, .recovered: return begin(event, names)
        case .autoRenewTurnedOff, .autoRenewTurnedOn, .renewalPlanned, .renewalFailed, .graceEnded, .lapsed,
            .renewalExtended, .periodEnded, .periodProrated, .erased:
            return change(event, names)
        case .purchased: return purchase(event, names)
        case .refunded: return refund(event, names)
        case .refundReversed: return reverseRefund(event, names)
        default: return nil
        }
    }

    /// Counts an event that is skipped, for which there is no transition (C-185).
    @inline(never)
    mutating func skip(_ reason: WritableKeyPath<Reports.PassedOver, Int>) -> Transition? {
        passedOver[keyPath: reason] &+= 1
        return nil
    }

    // MARK: - Rows

    /// Returns the facts of a known subscription; nil for one whose beginning was not read.
    ///
    /// A subscription that has ended has no start and no failure.
    @inline(__always)
    func facts(at place: Int) -> SubscriptionFacts? {
        let row = places[place]
        if row > 0 { return running[row - 1] }
        return row == 0 ? nil : SubscriptionFacts(history: ended[-row - 1])
    }

    /// Stores the facts of a subscription, in the table where it belongs.
    @inline(__always)
    mutating func set(_ place: Int, _ facts: SubscriptionFacts) {
        let row = places[place]
        if row > 0, facts.history.standing != .ended {
            running[row - 1] = facts
        } else {
            move(place, from: row, facts)
        }
    }

    @inline(never)
    private mutating func move(_ place: Int, from row: Int32, _ facts: SubscriptionFacts) {
        free(row)
        let isOver = facts.history.standing == .ended
        places.set(place, isOver ? -ended.insert(facts.history) - 1 : running.insert(facts) + 1)
    }

    /// Frees a row; 0 is none.
    private mutating func free(_ row: Int32) {
        if row > 0 { running.remove(row - 1) }
        if row < 0 { ended.remove(-row - 1) }
    }

    /// Removes a subscription.
    mutating func forget(_ place: Int) {
        guard let facts = facts(at: place) else { return }
        if facts.history.offer >= 0 { offers.remove(facts.history.offer) }
        free(places[place])
        places.set(place, 0)
        laterRateSwitches[place] = nil
        failures[place] = nil
        otherCurrencies[place] = nil
        endsBeforeExtension[facts.history.transaction] = nil
    }

    /// Returns the place of the cohort of a first subscription (C-183).
    mutating func cohort(of date: Instant, _ terms: TermsBook.Place) -> Int32 {
        let month = ReportDay(date).month
        let number = Int32(month.monthsSinceYear0)
        if latestCohort.month == number, latestCohort.terms == terms { return latestCohort.place }
        let cohort = RetentionReport.Cohort(month: month, territory: book.names[Int(terms)].storefront.territory)
        let place = Int32(truncatingIfNeeded: cohortTable.place(of: cohort))
        latestCohort = (number, terms, place)
        return place
    }

    /// Makes a transition of a subscription, with its standing before and its cohort.
    @inline(__always)
    func transition(
        _ kind: ReportEvent.Kind, _ terms: TermsBook.Place, from history: SubscriptionHistory
    ) -> Transition {
        var result = Transition(kind: kind, terms: terms)
        (result.before, result.termsBefore) = (history.standing, history.terms)
        (result.after, result.termsAfter) = (history.standing, history.terms)
        result.cohort = history.cohort
        result.cohortMonth = Int32(truncatingIfNeeded: cohorts[Int(history.cohort)].month.monthsSinceYear0)
        return result
    }
}
