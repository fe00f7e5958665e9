/// The store's events in order; they are numbered from 0.
///
/// It forgets the private half of a key that was downloaded (C-101). It is a type of its own, so that the compiler
/// makes a list for events alone.
package struct EventLog: Hashable, Sendable {
    private var events = ChunkedArray<StoreEvent>()

    /// A log without events.
    package init() {}

    /// The number of events.
    package var count: Int { events.count }

    /// Adds the next event.
    package mutating func append(_ event: consuming StoreEvent) {
        if case .keyDownloaded(let id) = event.kind { forgetPrivateHalf(of: id) }
        // A year of a subscription has some thirty events.
        events.append(event, firstRoom: 32)
    }

    /// Removes a key's private half from the event of its making (S0-16).
    ///
    /// The log must not give the key away, and gives the same state without it.
    private mutating func forgetPrivateHalf(of key: String) {
        for place in stride(from: events.count - 1, through: 0, by: -1) {
            guard case .keyGenerated(let id, let name, let publicKey, _) = events[place].kind, id.hasBytes(of: key)
            else { continue }
            let kind = StoreEvent.Kind.keyGenerated(id: id, name: name, publicKey: publicKey, privateKey: [])
            events[place] = StoreEvent(at: events[place].instant, kind)
            return
        }
    }

    /// The events with these numbers; numbers without an event are ignored.
    package subscript(range: Range<Int>) -> [StoreEvent] { events.elements(in: range) }

    /// Returns the customer of a purchase that was asked for by an event before one of a number; nil where there is none.
    package func buyer(of attempt: AttemptID, before number: Int) -> CustomerID? {
        for place in stride(from: min(number, events.count) - 1, through: 0, by: -1) {
            if case .purchaseRequested(let one, _) = events[place].kind, one.id == attempt { return one.customer }
        }
        return nil
    }

    /// Every event, the oldest first.
    package var all: [StoreEvent] { events.all }
}

extension EventLog: Codable {
    /// Reads the list of events.
    package init(from decoder: any Decoder) throws {
        events = try decoder.singleValueContainer().decode(ChunkedArray<StoreEvent>.self)
    }

    /// Writes the list of events.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(events)
    }
}
