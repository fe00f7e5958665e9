import NIOConcurrencyHelpers

/// What waits for the reader of one stream of events: so much and no more, however long nobody reads.
final class EventQueue: Sendable {
    /// How many bytes may wait; a single message may have more.
    static let longest = 262_144

    /// What the reader of a queue reads.
    typealias Messages = AsyncMapSequence<AsyncStream<String>, String>

    private let continuation: AsyncStream<String>.Continuation
    private let waiting: NIOLockedValueBox<Int>

    private init(_ continuation: AsyncStream<String>.Continuation, _ waiting: NIOLockedValueBox<Int>) {
        (self.continuation, self.waiting) = (continuation, waiting)
    }

    /// A queue and its messages, for one reader; the queue does not hold them, so that it knows when the reader is gone.
    static func make() -> (queue: EventQueue, messages: Messages) {
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        let waiting = NIOLockedValueBox(0)
        let messages = stream.map { text in
            waiting.withLockedValue { $0 -= text.utf8.count }
            return text
        }
        return (EventQueue(continuation, waiting), messages)
    }

    /// How many bytes wait.
    var bytes: Int { waiting.withLockedValue { $0 } }

    /// Calls a function when the reader is gone, or has read the last one.
    func onEnd(_ end: @escaping @Sendable () -> Void) { continuation.onTermination = { _ in end() } }

    /// Hands a message on; false where the reader is gone or too slow.
    func say(_ text: String) -> Bool {
        guard hasRoom(for: text.utf8.count) else { return false }
        guard case .enqueued = continuation.yield(text) else { return false }
        return true
    }

    /// Hands a message on that was there before, when there is room for it; false where the reader is gone.
    func sayInTime(_ text: String) async -> Bool {
        while !hasRoom(for: text.utf8.count) {
            do { try await Task.sleep(for: .milliseconds(20)) } catch { return false }
        }
        guard case .enqueued = continuation.yield(text) else { return false }
        return true
    }

    /// Ends the stream: what waits is read before.
    func finish() { continuation.finish() }

    /// Takes the room for a message, where there is any.
    private func hasRoom(for length: Int) -> Bool {
        waiting.withLockedValue { waiting in
            guard waiting == 0 || waiting + length <= EventQueue.longest else { return false }
            waiting += length
            return true
        }
    }
}
