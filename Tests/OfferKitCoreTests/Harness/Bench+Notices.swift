import OfferKitCore
import Testing

extension Bench {
    /// The events that tell of what a decision brings, where the store keeps notifications.
    func notices(of kinds: [StoreEvent.Kind]) -> [StoreEvent.Kind] {
        guard state.outbox.keeping != .nothing else { return [] }
        return state.notifications(of: kinds, after: happened).map { .notificationMade($0) }
    }

    /// Records what falls due, and what it tells the developer's server: gathered as it happens, and foreseen on a copy, which has to
    /// be the same; and so has the short form of a renewal's.
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
            #expect([.notificationMade(Boxed(notice.notification))] == foreseen)
        }
        let made = noticing.takeAll(in: state).map { StoreEvent.Kind.notificationMade($0) }
        #expect(made == foreseen)
        record(made, at: due)
    }

    /// Takes to a server what is due; every third notification is refused the first time, and every seventh is none that the server
    /// takes.
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
