import OfferKitCore

extension Store.Contents {
    /// Whether somebody asked for notifications; otherwise the store works none out.
    var notifies: Bool { machine.keepsNotifications || listeners.hearNotifications }

    /// Returns the notifications that a command's events will bring, worked out on a copy of the state.
    ///
    /// So they are written together with the command, and neither is ever there without the other.
    func notifications(of decision: Decision<some Sendable, some Error>) -> [Boxed<NotificationRecord>] {
        // Purchases that a test dates back bring no notifications: those were sent at that time (C-125).
        guard notifies, !decision.makesHistory, !decision.events.isEmpty, !decision.events.allSatisfy(\.isDelivery)
        else { return [] }
        return state.notifications(of: decision.events, after: happened)
    }

    /// Makes the events of a command happen in a store without a journal, and hands over their notifications.
    mutating func happen(_ kinds: [StoreEvent.Kind], isHistory: Bool) {
        // Purchases that a test dates back bring no notifications: those were sent at that time (C-125).
        let notifies = notifies && !isHistory && !kinds.allSatisfy(\.isDelivery)
        if notifies { noticing.startOver() }
        for kind in kinds {
            if notifies { noticing.note(kind, number: happened, before: state) }
            record(StoreEvent(at: machine.now, kind))
        }
        if notifies, !noticing.isEmpty { tellOfDecision(comesOfTime: false) }
    }

    /// Hands over the notifications of a decision, all of whose events have happened.
    mutating func tellOfDecision(comesOfTime: Bool) {
        let isKept = machine.keepsNotifications
        // An event that would be thrown away at once is not made.
        let isUnheard = isKept && isUnheard(comesOfTime: comesOfTime)
        if isUnheard, !listeners.hearNotifications, machine.keepRenewal(of: &noticing) { countUnheard() }
        while !noticing.isEmpty, let notification = noticing.takeNext(in: state) {
            if isUnheard {
                machine.keep(notification)
                countUnheard()
            } else if isKept {
                record(StoreEvent(at: machine.now, .notificationMade(notification)), comesOfTime: comesOfTime)
            }
            if listeners.hearNotifications { tell(notification.value) }
        }
    }

    /// Counts a present event that was not made because nobody would hear it.
    private mutating func countUnheard() {
        isAheadOfLog = false
        eventCount += 1
    }

    /// Hands a notification to the listeners.
    mutating func tell(_ notification: NotificationRecord) {
        if listeners.hearNotifications { listeners.send(notification, \.notifications, to: nil) }
    }
}

extension StoreEvent.Kind {
    /// Whether the event only records notifications.
    fileprivate var isDelivery: Bool {
        switch self {
        case .notificationKeepingChanged, .notificationMade, .notificationSent, .notificationPassedOver: true
        default: false
        }
    }
}
