import Foundation
import OfferKit

/// Where a slot keeps its test environments, which sessions on one configuration share (C-126).
final class EnvironmentShelf: Sendable {
    /// Held by every session on an environment: it lives while one of them does.
    final class Ticket: Sendable {
        let environment: TestEnvironment

        init(_ environment: TestEnvironment) { self.environment = environment }
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
    static func ticket(for configuration: StoreKitConfiguration) -> Ticket {
        let slot = DeviceSlot.current
        let shelf = slot.companion { EnvironmentShelf() }
        return shelf.ticket(for: configuration, in: slot)
    }

    private func ticket(for configuration: StoreKitConfiguration, in slot: DeviceSlot) -> Ticket {
        // All in one turn, so that two sessions that begin at once share what they are to share, and the slot has the device of
        // the later one. Nobody but sessions that begin asks for this lock.
        places.withLock { places in
            let index = places.firstIndex { $0.environment.configuration == configuration }
            let ticket: Ticket
            if let index, let live = places[index].ticket {
                live.environment.resetSwitches()
                ticket = live
            } else {
                let known = index.map { places.remove(at: $0).environment }
                let kept = known.flatMap { $0.beginAfresh() ? $0 : nil }
                ticket = Ticket(kept ?? TestEnvironment(configuration))
                places.append(Place(environment: ticket.environment, ticket: ticket))
            }
            slot.device = ticket.environment.device
            return ticket
        }
    }
}
