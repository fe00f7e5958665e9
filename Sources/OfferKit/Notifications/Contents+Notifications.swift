import OfferKitCore

extension Store.Contents {
    /// Whether somebody asked for notifications; a store that nobody asked works none out.
    var notifies: Bool { machine.state.outbox.keeping != .nothing || listeners.hearNotifications }

    /// The notifications that the events of a command will bring, worked out on a copy of the state: so they are written together
    /// with the command, and neither is ever there without the other.
    func notifications(of decision: Decision<some Sendable, some Error>) -> [NotificationRecord] {
        // What is made up as the past was told of in that past (C-125).
        guard notifies, !decision.makesHistory, !decision.events.isEmpty, !decision.events.allSatisfy(\.isDelivery)
        else { return [] }
        return machine.state.notifications(of: decision.events, after: happened)
    }

    /// Tells what has come of time, all of whose events have happened.
    mutating func tell(_ noticing: Noticing) {
        for notification in noticing.records(in: machine.state) {
            if machine.state.outbox.keeping != .nothing {
                record(StoreEvent(at: machine.state.now, .notificationMade(notification)), comesOfTime: true)
            }
            tell(notification)
        }
    }

    /// Hands a notification to those who listen.
    mutating func tell(_ notification: NotificationRecord) {
        if listeners.hearNotifications { afterwards.wakes += listeners.send(notification, \.notifications, to: nil) }
    }
}

extension StoreEvent.Kind {
    /// Whether it only tells of notifications.
    fileprivate var isDelivery: Bool {
        switch self {
        case .notificationKeepingChanged, .notificationMade, .notificationSent: true
        default: false
        }
    }
}
