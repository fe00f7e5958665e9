import OfferKitCore
import OfferKitTestHarness
import Testing

extension Bench {
    /// Returns the events that notify of a decision, where the store keeps notifications.
    func notices(of kinds: [StoreEvent.Kind]) -> [StoreEvent.Kind] {
        guard state.outbox.keeping != .nothing else { return [] }
        return state.notifications(of: kinds, after: happened).map { .notificationMade($0) }
    }

    /// Records a due item and its notifications.
    ///
    /// They are gathered as they happen, and foreseen on a copy, and must be the same; so must the short form of a
    /// renewal's.
    mutating func recordDue(_ kinds: [StoreEvent.Kind], at due: Instant) {
        let foreseen = notices(of: kinds)
        var noticing = Noticing()
        for kind in kinds {
            noticing.note(kind, number: happened, before: state)
            record([kind], at: due)
        }
        guard state.outbox.keeping != .nothing else { return }
        var shorter = noticing
        if let notice = shorter.takeRenewal(in: state) {
            expectEqual([.notificationMade(Boxed(notice.notification))], foreseen)
        }
        let made = noticing.takeAll(in: state).map { StoreEvent.Kind.notificationMade($0) }
        expectEqual(made, foreseen)
        record(made, at: due)
    }

    /// Delivers the due notifications to a server.
    ///
    /// Every third is refused the first time, and every seventh is one that the server does not accept.
    mutating func deliver() {
        while let next = state.outbox.next, next.due <= state.now {
            if next.number % 7 == 6 {
                try? perform { $0.outbox.decidePassingOver(next.number) }
                continue
            }
            let isRefused = next.number % 3 == 0 && state.outbox[next.number]?.attempts.isEmpty ?? false
            try? perform {
                $0.outbox.decideAttempt(
                    on: next.number, isRefused ? .unsuccessfulStatus : .success, of: next.number % 2 == 0 ? .v2 : .v1,
                    at: $0.now, in: .production)
            }
        }
    }
}
