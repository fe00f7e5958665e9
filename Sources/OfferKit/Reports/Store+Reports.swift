import OfferKitCore
public import OfferKitReports

extension Store {
    /// The store's log as reports read it, from the first event on; as a file, it is ``EventFile``.
    ///
    /// Empty unless the store keeps ``HistoryRetention/everything``; otherwise ``collectsEvents`` has them as they
    /// happen.
    public var reportLog: ReportLog {
        let (events, state) = transact { ($0.log.all, $0.state) }
        var capture = ReportCapture()
        var history = ReportHistory()
        var found: [ReportEvent] = []
        for (number, event) in events.enumerated() {
            capture.note(event, number: number, in: state, standing: history.standing, into: &found)
            history.apply(event, state.ledger)
        }
        return ReportLog(names: capture.names, events: found)
    }

    /// Whether the store collects events for reports; false unless changed.
    ///
    /// Whoever turns this on takes what was collected from time to time (``takeEvents()``), so that memory does not
    /// grow with it. What is collected is no part of a snapshot or journal. When it is turned off, what was not taken
    /// yet is gone, and the names with it: events that are collected later are for a new fold.
    public var collectsEvents: Bool {
        get { withContents { $0.collecting != nil } }
        set {
            withContents { contents in
                guard (contents.collecting != nil) != newValue else { return }
                contents.collecting = newValue ? CollectedEvents() : nil
            }
        }
    }

    /// Returns the events that were collected since they were taken last; none where the store does not collect them.
    ///
    /// Their names include those of all that was taken before: a number means the same as before.
    public func takeEvents() -> ReportLog {
        transact { $0.collecting?.take() ?? ReportLog() }
    }
}

/// The events that a store collects for reports.
struct CollectedEvents: Sendable {
    private var capture = ReportCapture()
    private var events: [ReportEvent] = []

    mutating func note(_ event: StoreEvent, number: Int, before state: __shared StoreState) {
        capture.note(
            event, number: number, in: state,
            standing: { index in
                guard state.ledger.contains(index) else { return nil }
                return ReportCapture.Standing(latest: state[index].latest, isRunning: state[index].isRunning)
            }, into: &events)
    }

    mutating func take() -> ReportLog {
        let taken = events
        // The next part is about as long.
        events = []
        events.reserveCapacity(taken.count)
        return ReportLog(names: capture.names, events: taken)
    }
}
