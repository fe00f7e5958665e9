/// A clock that a store follows, read as the time passed on it since the store began to follow it.
final class FollowedClock: Sendable {
    /// A reading of the clock.
    struct Reading: Sendable {
        let clock: FollowedClock
        /// The time passed since the store began to follow the clock.
        let milliseconds: Int64
    }

    private let elapsed: @Sendable () -> Duration
    private let sleep: @Sendable (Duration) async throws -> Void

    init<C: Clock>(_ clock: C) where C.Duration == Duration {
        let start = clock.now
        elapsed = { start.duration(to: clock.now) }
        if clock is ContinuousClock || clock is SuspendingClock {
            sleep = { time in try await TimerSleep.sleep(until: time) { start.duration(to: clock.now) } }
        } else {
            sleep = { time in try await clock.sleep(until: start.advanced(by: time), tolerance: nil) }
        }
    }

    /// Reads the clock, which runs its owner's code.
    func read() -> Reading {
        Reading(clock: self, milliseconds: elapsed().wholeMilliseconds)
    }

    /// Sleeps until that much time has passed since the store began to follow the clock; false when the sleep was cut
    /// short.
    func sleep(untilMilliseconds milliseconds: Int64) async -> Bool {
        do {
            try await sleep(.milliseconds(milliseconds))
            return !Task.isCancelled
        } catch {
            return false
        }
    }
}

extension Duration {
    /// The whole milliseconds of the duration, held at the ends of the range.
    fileprivate var wholeMilliseconds: Int64 {
        // `components` traps where the seconds alone are too many.
        guard self < .milliseconds(Int64.max) else { return .max }
        guard self > .milliseconds(Int64.min) else { return .min }
        let (seconds, attoseconds) = components
        return seconds * 1_000 + attoseconds / 1_000_000_000_000_000
    }
}
