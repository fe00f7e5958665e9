import NIOConcurrencyHelpers

/// Lets one task in at a time; the others wait in the order in which they came.
final class Turnstile: Sendable {
    private struct Waiter {
        let number: UInt64
        let continuation: CheckedContinuation<Bool, Never>
        /// Ends the wait when its time is over.
        let alarm: Task<Void, Never>?
    }

    private struct State {
        var isTaken = false
        var waiting: [Waiter] = []
        var numbers: UInt64 = 0
    }

    private let state = NIOLockedValueBox(State())

    /// Goes in where nobody is inside.
    func enterAtOnce() -> Bool {
        state.withLockedValue { state in
            defer { state.isTaken = true }
            return !state.isTaken
        }
    }

    /// Waits until it is this task's turn.
    ///
    /// - Parameter limit: How long it waits at most; nil for as long as it takes.
    /// - Returns: Whether it is inside; false when the time was over, or the task cancelled, before.
    func enter(within limit: Duration? = nil) async -> Bool {
        let number = state.withLockedValue { state in
            state.numbers += 1
            return state.numbers
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer = state.withLockedValue { state -> Bool? in
                    if Task.isCancelled { return false }
                    if !state.isTaken {
                        state.isTaken = true
                        return true
                    }
                    let alarm = limit.map { limit in
                        Task {
                            try? await Task.sleep(for: limit)
                            self.giveUp(number)
                        }
                    }
                    state.waiting.append(Waiter(number: number, continuation: continuation, alarm: alarm))
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            giveUp(number)
        }
    }

    /// Lets the next one in.
    func leave() {
        let next = state.withLockedValue { state -> Waiter? in
            guard !state.waiting.isEmpty else {
                state.isTaken = false
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.alarm?.cancel()
        next?.continuation.resume(returning: true)
    }

    /// Runs `body` inside.
    ///
    /// - Throws: What `body` throws; `CancellationError` when the task is cancelled while it waits.
    func alone<Result>(_ body: () async throws -> Result) async throws -> Result {
        guard await enter() else { throw CancellationError() }
        defer { leave() }
        return try await body()
    }

    private func giveUp(_ number: UInt64) {
        let waiter = state.withLockedValue { state in
            state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0) }
        }
        waiter?.alarm?.cancel()
        waiter?.continuation.resume(returning: false)
    }
}
