import OfferKitCore

/// Where a call of the app waits for what becomes of its sheet.
final class SheetWait: Sendable {
    typealias Outcome = Result<Transaction, PurchaseRefusal>

    private enum State {
        case empty
        case waiting(CheckedContinuation<Outcome?, Never>)
        /// It is over, with what became of the sheet; or with nothing, because the call did not wait.
        case over(Outcome?)
    }

    private let state = Locked(State.empty)
    /// Told of the end as well, outside the lock: for those who cannot suspend.
    private let tell: @Sendable (Outcome?) -> Void

    /// - Parameter tell: Gets what became of the sheet; nil when the call was given up.
    init(telling tell: @escaping @Sendable (Outcome?) -> Void = { _ in }) { self.tell = tell }

    /// What became of the sheet; nil when the call was given up.
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

    func fulfil(_ outcome: Outcome) {
        end(outcome)
    }

    func abandon() {
        end(nil)
    }

    /// The first end counts.
    private func end(_ outcome: Outcome?) {
        let (isFirst, continuation) = state.withLock { state -> (Bool, CheckedContinuation<Outcome?, Never>?) in
            switch state {
            case .over: return (false, nil)
            case .empty:
                state = .over(outcome)
                return (true, nil)
            case .waiting(let continuation):
                state = .over(outcome)
                return (true, continuation)
            }
        }
        continuation?.resume(returning: outcome)
        if isFirst { tell(outcome) }
    }
}
