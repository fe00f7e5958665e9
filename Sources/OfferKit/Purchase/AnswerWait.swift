import OfferKitCore

/// Where a call of the app waits for what becomes of its sheet.
typealias SheetWait = AnswerWait<Result<Transaction, PurchaseRefusal>>

/// Where a call of the app waits for an answer that somebody gives later.
final class AnswerWait<Outcome: Sendable>: Sendable {
    private enum State {
        case empty
        case waiting(CheckedContinuation<Outcome?, Never>)
        /// It is over, with what became of it; or with nothing, because the call did not wait.
        case over(Outcome?)
    }

    private let state = Locked(State.empty)
    /// Told of the end as well, outside the lock: for those who cannot suspend.
    private let tell: @Sendable (Outcome?) -> Void

    /// - Parameter tell: Gets what became of it; nil when the call was given up.
    init(telling tell: @escaping @Sendable (Outcome?) -> Void = { _ in }) { self.tell = tell }

    /// What became of it; nil when the call was given up.
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

    /// Ends the wait with what became of the sheet; with nil when the call is given up.
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
