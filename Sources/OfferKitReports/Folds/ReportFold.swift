import OfferKitCore
import OfferKitEssentials

/// A choice of reports to make.
public struct ReportSelection: OptionSet, Hashable, Sendable {
    /// One bit for each report.
    public let rawValue: Int

    /// The reports with those bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Subscribers by day: ``SubscriptionStateReport``.
    public static let state = ReportSelection(rawValue: 1)
    /// Subscription events by day: ``SubscriptionEventReport``.
    public static let events = ReportSelection(rawValue: 2)
    /// Cohorts, churn and recovery: ``RetentionReport``.
    public static let retention = ReportSelection(rawValue: 4)
    /// Money charged and the developer's share: ``ProceedsReport``.
    public static let proceeds = ReportSelection(rawValue: 8)
    /// The results of offers: ``OfferReport``.
    public static let offers = ReportSelection(rawValue: 16)
    /// Every report.
    public static let all: ReportSelection = [.state, .events, .retention, .proceeds, .offers]
}

/// Makes reports of events, one after another, and keeps none of the events.
///
/// Feed it a log in its order, or each customer's events in theirs: a log may be split by customer among several folds,
/// whose ``Reports`` are merged. A fold takes the events of one log, with its ``ReportNames``. The reports can be read
/// at any time; they cover the events so far. No event makes it fail: events that a store's log does not have are
/// skipped and counted (``Reports/PassedOver``).
///
/// Its memory grows with subscriptions, by 85 to 110 bytes for each whatever the number of reports, and with days,
/// months and terms. Of events it keeps only those that later ones refer to: refunds, and periods that were cut short
/// or extended.
public struct ReportFold: Sendable {
    /// The reports to make.
    let selection: ReportSelection
    private var table: SubscriptionTable
    private var dates = ReportDates()
    private var state = StateFold()
    private var events = EventFold()
    private var retention = RetentionFold()
    private var proceeds = ProceedsFold()
    private var offers = OfferFold()
    private var eventCount = 0
    private var firstDate: Instant?
    private var lastDate: Instant?

    /// A fold that has read nothing.
    ///
    /// - Parameters:
    ///   - selection: The reports to be made; the others stay empty.
    ///   - isInSmallBusinessProgram: Whether the developer gets 85 % from the start (B17-12).
    public init(_ selection: ReportSelection = .all, isInSmallBusinessProgram: Bool = false) {
        self.selection = selection
        table = SubscriptionTable(isSmallBusiness: isInSmallBusinessProgram)
    }

    /// Reads the next event.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - names: The names for the numbers in it; they may have grown since the event before.
    public mutating func add(_ event: ReportEvent, _ names: ReportNames) {
        eventCount &+= 1
        if firstDate.map({ event.instant < $0 }) ?? true { firstDate = event.instant }
        if lastDate.map({ event.instant > $0 }) ?? true { lastDate = event.instant }
        dates.turn(to: event.instant)
        guard let change = table.apply(event, names) else { return }
        if selection.contains(.state) { state.count(change, dates.day) }
        if selection.contains(.events) { events.count(change, dates.day) }
        if selection.contains(.retention) { retention.count(change, dates.month) }
        if selection.contains(.proceeds) { proceeds.count(change, dates.month) }
        if selection.contains(.offers) { offers.count(change) }
    }

    /// The reports of all events so far; those that were not selected are empty.
    public var reports: Reports {
        var reports = Reports()
        let day = lastDate.map { ReportDay($0) }
        if selection.contains(.state) {
            (reports.state.changes, reports.state.latestDay) = (named(state.cells, table.book), day)
        }
        if selection.contains(.events) {
            (reports.events.cells, reports.events.latestDay) = (named(events.cells, table.book), day)
        }
        if selection.contains(.retention) { reports.retention = retention.report(table, latestMonth: day?.month) }
        if selection.contains(.proceeds) { reports.proceeds = proceeds.report(table.book, latestMonth: day?.month) }
        if selection.contains(.offers) { reports.offers = offers.report(table.book) }
        reports.eventCount = eventCount
        reports.passedOver = table.passedOver
        (reports.firstDate, reports.lastDate) = (firstDate.map { Date($0) }, lastDate.map { Date($0) })
        return reports
    }

    /// The number of running subscriptions, as far as the events tell.
    package var runningSubscriptions: Int { table.countOfRunning }
    /// The approximate bytes kept for subscriptions, without those for days, months and terms.
    package var bytesOfSubscriptions: Int { table.bytes }
}
