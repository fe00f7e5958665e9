/// Whose turn it is: tests that reach the process one after another and alone, the others together (C-216).
///
/// Detached tasks of a test with the reach of a task find the process's slot. So none of them runs beside a test that fills it. A
/// session of StoreKitTest cannot wait for its turn, and may fill it.
actor ProcessTurn {
    /// How a test takes its turn.
    enum Kind: Sendable {
        /// Beside others of this kind.
        case shared
        /// Alone.
        case alone
    }

    private static let process = ProcessTurn()
    /// Whether this task has a turn already: a trait that is used by hand within a test that has one takes no other.
    @TaskLocal private static var isMine = false

    private var sharing = 0
    private var isTakenAlone = false
    private var waiting: [(number: UInt64, kind: Kind, continuation: CheckedContinuation<Void, any Error>)] = []
    private var lastNumber: UInt64 = 0

    /// Runs `body` when it is its turn.
    ///
    /// - Throws: What `body` throws, or `CancellationError` when the task is cancelled while it waits.
    static func withTurn(_ kind: Kind, _ body: @Sendable () async throws -> Void) async throws {
        if isMine { return try await body() }
        try await process.take(kind)
        let result = await Result { try await $isMine.withValue(true, operation: body) }
        await process.pass(kind)
        try result.get()
    }

    private func take(_ kind: Kind) async throws {
        if waiting.isEmpty, begin(kind) { return }
        lastNumber += 1
        let number = lastNumber
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                if Task.isCancelled {
                    continuation.resume(throwing: CancellationError())
                } else {
                    waiting.append((number, kind, continuation))
                }
            }
        } onCancel: {
            Task { await giveUp(number) }
        }
    }

    /// Takes the turn, if it is free.
    private func begin(_ kind: Kind) -> Bool {
        guard !isTakenAlone, kind == .shared || sharing == 0 else { return false }
        if kind == .alone { isTakenAlone = true } else { sharing += 1 }
        return true
    }

    private func giveUp(_ number: UInt64) {
        guard let place = waiting.firstIndex(where: { $0.number == number }) else { return }
        waiting.remove(at: place).continuation.resume(throwing: CancellationError())
        callNext()
    }

    private func pass(_ kind: Kind) {
        if kind == .alone { isTakenAlone = false } else { sharing -= 1 }
        callNext()
    }

    /// Calls those whose turn it is, in the order in which they came.
    private func callNext() {
        while let next = waiting.first, begin(next.kind) {
            waiting.removeFirst().continuation.resume()
        }
    }
}

extension Result where Success == Void, Failure == any Error {
    fileprivate init(_ body: () async throws -> Void) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
