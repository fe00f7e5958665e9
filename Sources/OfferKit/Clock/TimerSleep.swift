import Foundation

/// A sleep on one of the system's clocks that leaves nothing behind when it is cut short.
///
/// A task that sleeps leaves its timer with the system until its time, however soon it is cancelled: for weeks, where a
/// store waited for a renewal.
enum TimerSleep {
    /// The longest sleep before the clock is read again: timers stand still while the machine sleeps, a clock may not.
    private static let longest = Duration.seconds(60)

    /// Sleeps until a clock shows a time.
    ///
    /// - Parameters:
    ///   - time: The time.
    ///   - now: Reads the clock.
    /// - Throws: `CancellationError`.
    static func sleep(until time: Duration, now: () -> Duration) async throws {
        while true {
            let left = time - now()
            guard left > .zero else { return }
            try await sleep(for: min(left, longest))
        }
    }

    /// Sleeps until the system's clock has run on by that much.
    ///
    /// - Throws: `CancellationError`.
    static func sleep(for duration: Duration) async throws {
        let end = AnswerWait<Void>()
        let timer = DispatchSource.makeTimerSource()
        timer.setEventHandler { end.end(with: ()) }
        // A hundred years are longer than anybody waits, and fit.
        let (seconds, attoseconds) = min(max(duration, .zero), .seconds(100 * 365 * 86_400)).components
        // One nanosecond is added, so that the sleep ends no earlier than its time.
        timer.schedule(
            deadline: .now() + .seconds(Int(clamping: seconds)) + .nanoseconds(Int(attoseconds / 1_000_000_000) + 1))
        timer.activate()
        defer { timer.cancel() }
        guard await end.outcomeUnlessCancelled() != nil else { throw CancellationError() }
    }
}
