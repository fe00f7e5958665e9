import Foundation
import OfferKit

/// The test environments of a slot, which sessions on one configuration share (C-126).
final class EnvironmentShelf: Sendable {
    /// A ticket that every session on an environment holds: the environment is in use while a ticket lives.
    final class Ticket: Sendable {
        let environment: TestEnvironment
        /// The hold on the slot, for which tests that want the slot to themselves wait.
        private let hold: SlotHold

        init(_ environment: TestEnvironment, _ hold: SlotHold) {
            self.environment = environment
            self.hold = hold
        }
    }

    /// An environment, with the ticket of its live sessions.
    private struct Place: Sendable {
        let environment: TestEnvironment
        weak var ticket: Ticket?
    }

    /// The latest environment of each configuration.
    private let places = Locked<[Place]>([])

    /// Returns a ticket for the environment of a configuration, in the slot of this task or else of the process.
    ///
    /// The environment's device is put into the slot.
    ///
    /// While a session on the same configuration lives, its environment is shared (C-126).
    ///
    /// - Parameters:
    ///   - configuration: The configuration.
    ///   - name: The session's name in messages.
    /// - Returns: The ticket; nil, with a message, where a test has the process's slot to itself (C-217).
    static func ticket(for configuration: StoreKitConfiguration, _ name: String) -> Ticket? {
        let slot = DeviceSlot.nearest
        guard let hold = slot.hold(for: name) else { return nil }
        return slot.companion { EnvironmentShelf() }.ticket(for: configuration, in: slot, hold)
    }

    private func ticket(
        for configuration: StoreKitConfiguration, in slot: DeviceSlot, _ hold: SlotHold
    ) -> Ticket {
        // A test's own values are released when the lock is free, and may begin a session then (C-210).
        var old: [any Sendable] = []
        // Everything happens in one turn, so that two sessions that begin at once share what they should, and the slot
        // has the device of the later one. Only sessions that begin take this lock.
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
        // A hold that the ticket does not keep lasts until the device is in the slot.
        withExtendedLifetime((old, hold)) {}
        return ticket
    }
}
