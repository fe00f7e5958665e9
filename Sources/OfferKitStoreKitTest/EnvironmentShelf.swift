import Foundation
import OfferKit

/// Where a slot keeps its test environments, which sessions on one configuration share (C-126).
final class EnvironmentShelf: Sendable {
    /// Held by every session on an environment: it lives while one of them does.
    final class Ticket: Sendable {
        let environment: TestEnvironment
        /// Keeps tests that want the slot for themselves waiting.
        private let hold: SlotHold

        init(_ environment: TestEnvironment, _ hold: SlotHold) {
            self.environment = environment
            self.hold = hold
        }
    }

    /// An environment, and whether sessions on it live.
    private struct Place: Sendable {
        let environment: TestEnvironment
        weak var ticket: Ticket?
    }

    /// One for each configuration, the latest.
    private let places = Locked<[Place]>([])

    /// The environment for a configuration, as far as the slot of this task, or of the process, has it.
    ///
    /// While a session on the same configuration lives, it is that session's (C-126). Its device comes into the slot.
    ///
    /// - Parameters:
    ///   - configuration: The configuration.
    ///   - name: What the session is called in sentences.
    /// - Returns: What the session holds; nil where a test has the process's slot to itself, which is said then (C-217).
    static func ticket(for configuration: StoreKitConfiguration, _ name: String) -> Ticket? {
        let slot = DeviceSlot.nearest
        guard let hold = slot.hold(for: name) else { return nil }
        return slot.companion { EnvironmentShelf() }.ticket(for: configuration, in: slot, hold)
    }

    private func ticket(
        for configuration: StoreKitConfiguration, in slot: DeviceSlot, _ hold: SlotHold
    ) -> Ticket {
        // What was a test's own goes when the lock is free, and may begin a session then (C-210).
        var old: [any Sendable] = []
        // All in one turn, so that two sessions that begin at once share what they are to share, and the slot has the device of
        // the later one. Nobody but sessions that begin asks for this lock.
        let ticket = places.withLock { places in
            let index = places.firstIndex { $0.environment.configuration == configuration }
            let ticket: Ticket
            if let index, let live = places[index].ticket {
                old += live.environment.resetSwitches()
                ticket = live
            } else {
                let known = index.map { places.remove(at: $0).environment }
                old.append(known)
                let kept = known.flatMap { $0.beginAfresh(&old) ? $0 : nil }
                ticket = Ticket(kept ?? TestEnvironment(configuration), hold)
                places.append(Place(environment: ticket.environment, ticket: ticket))
            }
            old.append(slot.exchangeDevice(for: ticket.environment.device))
            return ticket
        }
        // A hold that the ticket does not keep was held until the device stood in the slot.
        withExtendedLifetime((old, hold)) {}
        return ticket
    }
}
