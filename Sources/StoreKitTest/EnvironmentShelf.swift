import Foundation
import OfferKit

/// Where a slot keeps its test environment, which sessions on one configuration share (C-126).
final class EnvironmentShelf: Sendable {
    /// Held by every session on an environment: it lives while one of them does.
    final class Ticket: Sendable {
        let environment: TestEnvironment

        init(_ environment: TestEnvironment) {
            self.environment = environment
        }
    }

    private struct Contents: Sendable {
        var environment: TestEnvironment?
        weak var ticket: Ticket?
    }

    private let contents = Locked(Contents())

    /// The environment for a configuration, as far as the slot of this task, or of the process, has it.
    ///
    /// While a session on the same configuration lives, it is that session's (C-126). Its device comes into the slot.
    static func ticket(for configuration: StoreKitConfiguration) -> Ticket {
        let slot = DeviceSlot.current
        let shelf = slot.companion { EnvironmentShelf() }
        let ticket = shelf.ticket(for: configuration)
        slot.device = ticket.environment.device
        return ticket
    }

    private func ticket(for configuration: StoreKitConfiguration) -> Ticket {
        // In one turn, so that two sessions that begin at once share what they are to share.
        contents.withLock { contents in
            let known = contents.environment.flatMap { $0.configuration == configuration ? $0 : nil }
            if let known, let live = contents.ticket {
                known.resetSwitches()
                return live
            }
            let environment: TestEnvironment
            if let known, known.canBeginAfresh {
                known.beginAfresh()
                environment = known
            } else {
                environment = TestEnvironment(configuration)
            }
            let ticket = Ticket(environment)
            contents.environment = environment
            contents.ticket = ticket
            return ticket
        }
    }
}
