import Foundation
import OfferKit

/// Where a slot keeps its test environment.
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
        let (known, live) = contents.withLock { contents -> (TestEnvironment?, Ticket?) in
            guard let known = contents.environment, known.configuration == configuration else { return (nil, nil) }
            return (known, contents.ticket)
        }
        if let live {
            live.environment.resetSwitches()
            return live
        }
        var environment: TestEnvironment
        if let known, known.canBeginAfresh {
            known.beginAfresh()
            environment = known
        } else {
            environment = TestEnvironment(configuration)
        }
        let ticket = Ticket(environment)
        contents.withLock { contents in
            contents.environment = environment
            contents.ticket = ticket
        }
        return ticket
    }
}
