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
