/// Gives tests their turns: those that reach the process run one after another and alone, others together (C-216).
///
/// Detached tasks of a test with the reach of a task find the process's slot, so no such test runs beside one that
/// fills it. A session of StoreKitTest cannot wait for its turn, and may fill it.
actor ProcessTurn {
    private static let process = ProcessTurn()
    /// Whether this task has a turn already: a trait that is used by hand within a test takes no further turn.
    @TaskLocal private static var isMine = false

    private var sharing = 0
    private var isTakenAlone = false
    private var waiting:
        [(number: UInt64, reach: StoreTrait.Reach, continuation: CheckedContinuation<Void, any Error>)] = []
    private var lastNumber: UInt64 = 0

    /// Runs `body` in the turn of a test with a reach.
    ///
    /// - Throws: The error of `body`, or `CancellationError` when the task is cancelled while it waits.
    static func withTurn(for reach: StoreTrait.Reach, _ body: @Sendable () async throws -> Void) async throws {
        if isMine { return try await body() }
        try await process.take(reach)
        let result = await Result { try await $isMine.withValue(true, operation: body) }
        await process.pass(reach)
        try result.get()
    }

    private func take(_ reach: StoreTrait.Reach) async throws {
        if waiting.isEmpty, begin(reach) { return }
        lastNumber += 1
        let number = lastNumber
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                if Task.isCancelled {
                    continuation.resume(throwing: CancellationError())
                } else {
                    waiting.append((number, reach, continuation))
                }
            }
        } onCancel: {
            Task { await giveUp(number) }
        }
    }

    /// Takes a turn, if it is free; returns whether it was.
    private func begin(_ reach: StoreTrait.Reach) -> Bool {
        guard !isTakenAlone, reach == .task || sharing == 0 else { return false }
        if reach == .process { isTakenAlone = true } else { sharing += 1 }
        return true
    }

    private func giveUp(_ number: UInt64) {
        guard let place = waiting.firstIndex(where: { $0.number == number }) else { return }
        waiting.remove(at: place).continuation.resume(throwing: CancellationError())
        callNext()
    }

    private func pass(_ reach: StoreTrait.Reach) {
        if reach == .process { isTakenAlone = false } else { sharing -= 1 }
        callNext()
    }

    /// Resumes the next in line whose turn it is, in the order in which they came.
    private func callNext() {
        while let next = waiting.first, begin(next.reach) {
            waiting.removeFirst().continuation.resume()
        }
    }
}

extension Result where Success == Void, Failure == any Error {
    /// Runs a test's body and keeps how it ended, so that what follows is done either way.
    init(_ body: () async throws -> Void) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
