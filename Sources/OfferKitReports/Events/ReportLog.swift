/// The events of a log, with the names that they refer to.
public struct ReportLog: Hashable, Sendable {
    /// The names for the numbers in the events.
    public var names: ReportNames
    /// The events, the oldest first.
    public var events: [ReportEvent]

    /// A log of events.
    public init(names: ReportNames = ReportNames(), events: [ReportEvent] = []) {
        self.names = names
        self.events = events
    }
}

extension ReportFold {
    /// Reads the events of a log, or of its next part.
    ///
    /// - Parameter log: The events; their names continue those of the part before.
    public mutating func add(_ log: ReportLog) {
        for event in log.events { add(event, log.names) }
    }
}

extension Reports {
    /// The reports of a log.
    ///
    /// - Parameters:
    ///   - log: The log.
    ///   - selection: The reports to make; the others stay empty.
    public init(of log: ReportLog, _ selection: ReportSelection = .all) {
        var fold = ReportFold(selection)
        fold.add(log)
        self = fold.reports
    }
}
