/// The store's events in order; they are numbered from 0.
///
/// A type of its own and no alias, so that the list is compiled for events, wherever it is used.
package struct EventLog: Hashable, Sendable {
    private var events = ChunkedArray<StoreEvent>()

    package init() {}

    package var count: Int { events.count }

    package mutating func append(_ event: StoreEvent) {
        events.append(event)
    }

    /// The events with these numbers, as far as there are any.
    package subscript(range: Range<Int>) -> [StoreEvent] { events[range] }

    package var all: [StoreEvent] { events.all }
}

extension EventLog: Codable {
    package init(from decoder: any Decoder) throws {
        events = try decoder.singleValueContainer().decode(ChunkedArray<StoreEvent>.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(events)
    }
}
