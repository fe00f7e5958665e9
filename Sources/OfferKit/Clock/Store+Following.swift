import OfferKitCore

extension Store {
    /// Makes the store's clock run as another one does, from its present time on.
    ///
    /// From then on the store's time is its time at the call, plus what has passed on `clock` since, in whole
    /// milliseconds. Every call brings the store up to date first, so nobody sees it late; and when something falls due
    /// while nobody calls, the store wakes up and tells its listeners.
    ///
    /// ```swift
    /// store.follow(ContinuousClock())          // a store that lives in real time
    /// store.follow(clock)                      // or in that of a test's clock
    /// for await entry in store.events { … }
    /// ```
    ///
    /// The store asks `clock` for the time once in every call, and sleeps on it once for each thing that is due next.
    /// Between, it never looks at the clock, except at the system's own clocks, once a minute. It holds the clock until
    /// it stops following it, but the clock does not hold the store: when the store goes, its sleep is cancelled. Time
    /// that passes leaves no entry in the log, but for what happens in it. A store that follows a clock already follows
    /// the new one instead.
    ///
    /// - Parameter clock: The clock. Its time may stand still, or jump; where it goes back, the store's stands still.
    public func follow(_ clock: some Clock<Duration>) {
        let clock = FollowedClock(clock)
        transact { contents in
            contents.stopFollowing()
            contents.following = Following(clock: clock, base: contents.machine.now)
        }
    }

    /// Stops following a clock: the store's clock stands still, to be moved by hand again.
    ///
    /// The last move gets its entry in the log. Nothing happens in a store that follows no clock.
    public func stopFollowing() {
        transact { $0.stopFollowing() }
    }

    /// Carries out everything that is due by the followed clock, which runs its owner's code.
    func keepUp() { transact { _ in } }

    /// Handles the alarm by which the followed clock woke the store.
    fileprivate func alarmRang(_ number: UInt64, of clock: FollowedClock) {
        transact { contents in
            // The alarm is over, even where the clock woke the store too early; the same turn sets the next one.
            guard contents.following?.clock === clock, contents.following?.alarm?.number == number else { return }
            contents.following?.alarm = nil
        }
    }
}

/// The state of a store that follows a clock.
struct Following: Sendable {
    /// A task that sleeps on the clock until something is due.
    struct Alarm: Sendable {
        let number: UInt64
        let due: Instant
        let task: Task<Void, Never>
    }

    let clock: FollowedClock
    /// The store's time when it began to follow the clock.
    let base: Instant
    var alarm: Alarm?
    fileprivate var lastNumber: UInt64 = 0

    mutating func setAlarm(of store: Store, to due: Instant) {
        lastNumber += 1
        // Detached, because a task that took over the caller's task-local values might keep the store alive through
        // them. For the same reason the reference is weak.
        let task = Task.detached { [weak store, clock, base, number = lastNumber] in
            guard await clock.sleep(untilMilliseconds: due.milliseconds(since: base)) else { return }
            store?.alarmRang(number, of: clock)
        }
        alarm = Alarm(number: lastNumber, due: due, task: task)
    }
}

extension Store.Contents {
    /// Carries out everything that is due by a reading of the followed clock, and moves the store's clock to it.
    mutating func keepUp(with reading: FollowedClock.Reading) {
        guard let following else { return }
        let target = min(following.base.adding(milliseconds: reading.milliseconds), .endOfClock)
        catchUp(to: target)
        // The clock must not pass what is due and cannot be recorded.
        guard machine.now < target, machine.nextDue.map({ $0 > target }) ?? true else { return }
        // Not recorded: a log that grew with every look at the store would tell who looked. What happens next is
        // recorded at its own instant, so replaying the log takes the clock there.
        machine.apply(StoreEvent(at: target, .clockMoved))
        isAheadOfLog = true
    }

    /// Sets an alarm for the next item that falls due, unless it is set already.
    mutating func setAlarm(of store: Store) {
        guard let following, following.alarm?.due != machine.nextDue, !(journal?.isClosed ?? false) else { return }
        dropAlarm()
        if let due = machine.nextDue { self.following?.setAlarm(of: store, to: due) }
    }

    fileprivate mutating func stopFollowing() {
        dropAlarm()
        following = nil
        if isAheadOfLog { record(StoreEvent(at: machine.now, .clockMoved)) }
    }

    private mutating func dropAlarm() {
        guard let alarm = following?.alarm else { return }
        following?.alarm = nil
        // Cancelling runs code of the clock's, so it waits until the lock is free.
        outdated.append(alarm)
    }
}
