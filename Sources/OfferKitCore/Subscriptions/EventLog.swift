/// The store's events in order, in chunks: adding one never copies the past, and a copy of the log is cheap.
package struct EventLog: Sendable {
    private static let chunkSize = 1_024
    private var chunks: [[StoreEvent]] = []
    /// How many events were ever added; their numbers start at 0.
    package private(set) var count = 0

    package init() {}

    package mutating func append(_ event: StoreEvent) {
        if count % EventLog.chunkSize == 0 {
            var chunk: [StoreEvent] = []
            chunk.reserveCapacity(EventLog.chunkSize)
            chunks.append(chunk)
        }
        chunks[chunks.count - 1].append(event)
        count += 1
    }

    /// The events with these numbers, as far as there are any.
    package subscript(range: Range<Int>) -> [StoreEvent] {
        range.clamped(to: 0..<count).map { chunks[$0 / EventLog.chunkSize][$0 % EventLog.chunkSize] }
    }

    package var all: [StoreEvent] { self[0..<count] }
}

extension EventLog: Codable {
    package init(from decoder: any Decoder) throws {
        var events = try decoder.unkeyedContainer()
        while !events.isAtEnd { append(try events.decode(StoreEvent.self)) }
    }

    /// Only the events: how they are kept is nobody's business.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for event in chunks.joined() { try container.encode(event) }
    }
}
