/// The events of a log, with the names that they speak of.
public struct ReportLog: Hashable, Sendable {
    /// What the numbers in the events stand for.
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
    /// Reads the events of a log, or of the next part of one.
    ///
    /// - Parameter log: The events; their names go on from those of the part before.
    public mutating func add(_ log: ReportLog) {
        for event in log.events { add(event, log.names) }
    }
}

extension Reports {
    /// The reports of a log.
    ///
    /// - Parameters:
    ///   - log: The log.
    ///   - selection: Which reports are made; the others stay empty.
    public init(of log: ReportLog, _ selection: ReportSelection = .all) {
        var fold = ReportFold(selection)
        fold.add(log)
        self = fold.reports
    }
}
