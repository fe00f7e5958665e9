import NIOConcurrencyHelpers
import NIOCore

/// The streams of events that a server keeps open, so many and no more.
///
/// Where all places are taken, the stream that has been open longest gives way to a new one, once it has had its time: whoever listens
/// comes back, and who reads nothing has no place for ever.
final class EventPlaces: Sendable {
    private struct State {
        var numbers: UInt64 = 0
        /// By their numbers, which grow: the smallest is the oldest.
        var open: [UInt64: Taken] = [:]
    }

    private struct Taken {
        let since: ContinuousClock.Instant
        /// The connection, once an answer goes over it.
        var channel: (any Channel)?
    }

    private let most: Int
    private let patience: Duration
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state = NIOLockedValueBox(State())

    /// Places for so many streams, each of which is safe for a time by a clock.
    init(
        most: Int, patience: Duration, now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
    ) {
        self.most = most
        self.patience = patience
        self.now = now
    }

    /// How many streams are open.
    var count: Int { state.withLockedValue { $0.open.count } }

    /// Takes a place for a stream.
    ///
    /// - Throws: ``ControlError`` with the status 503 where all are taken, and none for long.
    func take() throws -> EventPlace {
        let now = now()
        let (number, displaced) = try state.withLockedValue { state -> (UInt64, Taken?) in
            var displaced: Taken?
            if state.open.count >= most {
                guard let oldest = state.open.min(by: { $0.key < $1.key }),
                    oldest.value.since.duration(to: now) >= patience
                else {
                    throw ControlError(
                        503, "tooManyStreams", "\(most) streams of events are open. Close some.", at: "events")
                }
                displaced = state.open.removeValue(forKey: oldest.key)
            }
            state.numbers += 1
            state.open[state.numbers] = Taken(since: now)
            return (state.numbers, displaced)
        }
        displaced?.channel?.close(promise: nil)
        return EventPlace(number, in: self)
    }

    fileprivate func leave(_ number: UInt64) {
        state.withLockedValue { $0.open[number] = nil }
    }

    /// Whether the stream has its place still, and the connection that it goes over.
    fileprivate func holds(_ number: UInt64) -> Bool { state.withLockedValue { $0.open[number] != nil } }

    fileprivate func note(_ channel: any Channel, of number: UInt64) {
        state.withLockedValue { $0.open[number]?.channel = channel }
    }
}

/// The place of one stream, for as long as anything holds it.
final class EventPlace: Sendable {
    private let number: UInt64
    private let places: EventPlaces

    fileprivate init(_ number: UInt64, in places: EventPlaces) {
        self.number = number
        self.places = places
    }

    /// Whether it has not given way to another stream.
    var isHeld: Bool { places.holds(number) }

    /// Says over which connection the stream goes, which is closed when it gives way.
    func goes(over channel: any Channel) { places.note(channel, of: number) }

    deinit { places.leave(number) }
}
