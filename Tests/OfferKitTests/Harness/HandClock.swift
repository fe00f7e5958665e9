import Foundation

/// A clock that stands still until a test moves it, and knows its sleepers.
final class HandClock: Clock, @unchecked Sendable {
    struct Instant: InstantProtocol {
        var offset: Duration

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
    }

    private struct Contents {
        var now = Instant(offset: .zero)
        var sleepers: [Int: (deadline: Instant, continuation: CheckedContinuation<Void, any Error>)] = [:]
        /// The number of sleeps that did not end at once.
        var sleeps = 0
        var watchers: [(deadlines: [Duration], continuation: CheckedContinuation<Void, Never>)] = []

        var deadlines: [Duration] { sleepers.values.map(\.deadline.offset).sorted() }
    }

    private let lock = NSLock()
    private var contents = Contents()

    var now: Instant { change { $0.now } }
    var minimumResolution: Duration { .zero }
    /// The number of sleeps that did not end at once.
    var sleeps: Int { change { $0.sleeps } }

    /// Moves the clock, backwards too, and wakes the sleepers whose time has come.
    func move(by duration: Duration) {
        change { $0.now.offset += duration }
        wake { $0 <= $1 }
    }

    /// Wakes all sleepers, whether or not their time has come.
    func wakeAll() {
        wake { _, _ in true }
    }

    /// Waits until the sleepers are those waiting for these times since the clock was made.
    func sleepersWait(for deadlines: Duration...) async {
        await withCheckedContinuation { continuation in
            change { $0.watchers.append((deadlines.sorted(), continuation)) }
        }
    }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = change { contents in
            contents.sleeps += 1
            return contents.sleeps
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isOver = change { contents in
                    if deadline <= contents.now { return true }
                    contents.sleepers[id] = (deadline, continuation)
                    return false
                }
                if isOver { continuation.resume() }
                if Task.isCancelled { end(id) }
            }
        } onCancel: {
            end(id)
        }
    }

    private func end(_ id: Int) {
        change { $0.sleepers.removeValue(forKey: id) }?.continuation.resume(throwing: CancellationError())
    }

    private func wake(_ isDue: (Instant, Instant) -> Bool) {
        let woken = change { contents in
            let now = contents.now
            let ids = contents.sleepers.filter { isDue($0.value.deadline, now) }.keys
            return ids.compactMap { contents.sleepers.removeValue(forKey: $0)?.continuation }
        }
        for continuation in woken { continuation.resume() }
    }

    /// Changes the contents under the lock, and resumes the waiters for their new state.
    private func change<Result>(_ body: (inout Contents) -> Result) -> Result {
        lock.lock()
        let result = body(&contents)
        let deadlines = contents.deadlines
        let seen = contents.watchers.filter { $0.deadlines == deadlines }
        contents.watchers.removeAll { $0.deadlines == deadlines }
        lock.unlock()
        for watcher in seen { watcher.continuation.resume() }
        return result
    }
}

extension Duration {
    static func days(_ count: Int) -> Duration { .seconds(86_400 * count) }
}
