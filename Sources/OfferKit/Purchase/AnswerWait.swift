import OfferKitCore

/// The wait of a call of the app for the outcome of its sheet.
typealias SheetWait = AnswerWait<Result<Transaction, PurchaseRefusal>>

/// The wait of a call, of the app for instance, for an answer that somebody gives later.
final class AnswerWait<Outcome: Sendable>: Sendable {
    private enum State {
        case empty
        case waiting(CheckedContinuation<Outcome?, Never>)
        /// The wait is over, with its outcome; nil where the call was given up.
        case over(Outcome?)
    }

    private let state = Locked(State.empty)
    /// The closure that is told of the end as well, outside the lock: for those who cannot suspend.
    private let tell: @Sendable (Outcome?) -> Void

    /// Creates a wait that has not ended.
    ///
    /// - Parameter tell: Gets the outcome; nil when the call was given up.
    init(telling tell: @escaping @Sendable (Outcome?) -> Void = { _ in }) { self.tell = tell }

    /// Returns the outcome; nil when the call was given up.
    func outcome() async -> Outcome? {
        await withCheckedContinuation { continuation in
            let isOver: (Bool, Outcome?) = state.withLock { state in
                if case .over(let outcome) = state { return (true, outcome) }
                state = .waiting(continuation)
                return (false, nil)
            }
            if isOver.0 { continuation.resume(returning: isOver.1) }
        }
    }

    /// Returns the outcome, and runs a closure when the task is cancelled.
    func outcome(onCancel giveUp: @Sendable () -> Void) async -> Outcome? {
        await withTaskCancellationHandler(operation: { await outcome() }, onCancel: giveUp)
    }

    /// Returns the outcome, and gives the call up when the task is cancelled.
    func outcomeUnlessCancelled() async -> Outcome? {
        await outcome { end(with: nil) }
    }

    /// Ends the wait with the outcome; with nil when the call is given up.
    ///
    /// The first end counts.
    func end(with outcome: Outcome?) {
        let before = state.withLock { state -> State in
            if case .over = state { return state }
            defer { state = .over(outcome) }
            return state
        }
        if case .over = before { return }
        if case .waiting(let continuation) = before { continuation.resume(returning: outcome) }
        tell(outcome)
    }
}
