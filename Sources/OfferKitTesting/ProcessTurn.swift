/// Whose turn it is to have the process's slot: one test after another.
actor ProcessTurn {
    private static let shared = ProcessTurn()
    /// Whether this task has the turn already, as a test has whose suite carries the trait too.
    @TaskLocal private static var isMine = false

    private var isTaken = false
    private var waiting: [(number: UInt64, continuation: CheckedContinuation<Void, any Error>)] = []
    private var lastNumber: UInt64 = 0

    /// Runs `body` when it is its turn.
    ///
    /// - Throws: What `body` throws, or `CancellationError` when the task is cancelled while it waits.
    static func withTurn(_ body: @Sendable () async throws -> Void) async throws {
        if isMine { return try await body() }
        try await shared.take()
        do {
            try await $isMine.withValue(true, operation: body)
        } catch {
            await shared.pass()
            throw error
        }
        await shared.pass()
    }

    private func take() async throws {
        if !isTaken {
            isTaken = true
            return
        }
        lastNumber += 1
        let number = lastNumber
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                if Task.isCancelled {
                    continuation.resume(throwing: CancellationError())
                } else {
                    waiting.append((number, continuation))
                }
            }
        } onCancel: {
            Task { await giveUp(number) }
        }
    }

    private func giveUp(_ number: UInt64) {
        guard let place = waiting.firstIndex(where: { $0.number == number }) else { return }
        waiting.remove(at: place).continuation.resume(throwing: CancellationError())
    }

    private func pass() {
        if waiting.isEmpty {
            isTaken = false
        } else {
            waiting.removeFirst().continuation.resume()
        }
    }
}
