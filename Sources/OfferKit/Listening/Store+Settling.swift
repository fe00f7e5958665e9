import OfferKitCore

extension Store {
    /// Returns when every listener has taken all it was sent and asked for more.
    ///
    /// So a test never sleeps: after `await store.settled()`, each loop over ``events`` has worked through everything
    /// that had happened, and so has each loop over ``Device/App/updates``, ``Device/App/statusUpdates`` and
    /// ``Device/App/storefrontUpdates``.
    ///
    /// After the first purchase, where neither a loop over updates nor a payment queue has listened to the store yet,
    /// it gives the first one a quarter of a second to begin, once (C-215).
    ///
    /// It does not wait for a listener that is held up. A loop that waits for this very call cannot ask for more, and
    /// is found after a quarter of a second. A listener that has neither asked for more nor been handed anything for as
    /// long as `bound` says, though every task that could run has had its turn, is held up by something else: an open
    /// payment sheet, a blocked main queue, or a sequence that was read and has no loop. In both cases a sentence names
    /// the listener, where it was made (in debug builds on Linux), and how much it has not taken: in the running test,
    /// where that has the trait `.store()` of OfferKitTesting, or else on the standard error stream. As long as each
    /// listener gets on, it waits.
    ///
    /// - Parameter bound: The real time that a listener has to get on: at least none, at most a hundred years.
    /// - Returns: True; false where a listener is still busy, because it was held up as above or the task was
    ///   cancelled.
    @discardableResult
    public func settled(within bound: Duration = .seconds(10)) async -> Bool {
        await settled { try await TimerSleep.sleep(for: bound) }
    }

    /// Returns when every listener has taken all it was sent, or when one has not got on between two ends of `pause`.
    ///
    /// - Parameters:
    ///   - firstPause: The time that the first loop over the store has to begin.
    ///   - pause: The time that a listener has to get on.
    /// - Returns: True; false where a listener is still busy.
    package func settled(
        firstPausing firstPause: @escaping @Sendable () async throws -> Void = Store.pauseOfNewLoop,
        pausing pause: @escaping @Sendable () async throws -> Void
    ) async -> Bool {
        let task = TaskMark.current
        let isFirst = withContents { $0.state.ledger.last >= setup.firstTransactionID && $0.listeners.takeFirstTime() }
        if isFirst { _ = await awaitLoop(on: nil, pausing: firstPause) }
        let number = transact { $0.listeners.nextSettleNumber() }
        // A loop may be about to begin, in a task that was made just now; an iterator may have been handed to one, too.
        // And mostly the listeners only need a turn.
        CallPlace.prepare()
        for turn in 0..<Store.turnsOfOthers {
            let isSettled = withContents { $0.listeners.isSettled }
            if isSettled, turn >= Store.turnsOfNewTasks || Task.isCancelled { return true }
            if Task.isCancelled { return false }
            await Task.yield()
        }
        // While a task waits here, the loops that it runs can ask for no more. It may have handed one to a task that a busy
        // machine has not begun yet: that one has a little time.
        if let task, !busyListeners(of: task).isEmpty, await isOver(Store.pauseOfNewLoop) {
            let own = busyListeners(of: task)
            if !own.isEmpty {
                Complaints.say(UnsettledListeners(listeners: own, isWaitingForItself: true).description)
                return false
            }
        }
        let (isDone, heldUp) = await wait(number) {
            $0.settle(number, $1)
        } watching: { store in
            await store.watch(number, pause)
        }
        if !heldUp.isEmpty { Complaints.say(UnsettledListeners(listeners: heldUp).description) }
        return isDone
    }

    /// Waits for a change among the listeners.
    ///
    /// - Parameters:
    ///   - number: The wait's number.
    ///   - begin: Begins to wait.
    ///   - watch: Ends the wait where it is for nothing, and returns the listeners that hold it up.
    /// - Returns: Whether the change came about: not where the watch ended the wait, or the task was cancelled. And the
    ///   listeners that the watch returned.
    private func wait(
        _ number: UInt64, _ begin: (inout Listeners, AnswerWait<Bool>) -> Void,
        watching watch: @escaping @Sendable (Store) async -> [BusyListener]
    ) async -> (Bool, [BusyListener]) {
        if Task.isCancelled { return (false, []) }
        let wait = AnswerWait<Bool>()
        withContents { begin(&$0.listeners, wait) }
        // Only now, or it might end the wait before there is one. Detached, so that nothing of the caller's is kept
        // alive by it; it ends with this call.
        let watching = Task.detached { await watch(self) }
        let isDone = await wait.outcome { withContents { $0.listeners.stopWaiting(number) } } ?? false
        watching.cancel()
        if isDone { return (true, []) }
        return (false, await watching.value)
    }

    /// Waits until a loop over updates has begun on a device, or on any, or until the end of `pause`.
    fileprivate func awaitLoop(
        on device: Device?, pausing pause: @escaping @Sendable () async throws -> Void
    ) async -> Bool {
        let number = transact { $0.listeners.nextSettleNumber() }
        return await wait(number) {
            $0.awaitLoop(number, on: device, $1)
        } watching: { store in
            if await store.isOver(pause) { store.withContents { $0.listeners.stopWaiting(number) } }
            return []
        }.0
    }

    /// The listeners that are busy with an element that `task` took.
    private func busyListeners(of task: TaskMark) -> [BusyListener] {
        withContents { $0.listeners.busyListeners }.filter { $0.task == task }
    }

    /// The time that a loop has to begin: the first over a store, where something was bought and nothing listens, since the
    /// first calls of a process are slow, and one that goes on in a new task, since a busy machine may begin it late.
    package static let pauseOfNewLoop: @Sendable () async throws -> Void = {
        try await TimerSleep.sleep(for: .milliseconds(250))
    }
    /// The number of turns that other tasks have before it counts that a listener has not got on.
    private static let turnsOfOthers = 100
    /// The number of turns that other tasks have before it counts that no listener is busy.
    private static let turnsOfNewTasks = 20

    /// Ends a wait when a busy listener has not got on between two ends of `pause`.
    ///
    /// Each is judged by itself: one that never rests does not hide another that is held up.
    ///
    /// - Returns: The listeners that have not got on; none where the wait was over before.
    private func watch(_ number: UInt64, _ pause: @Sendable () async throws -> Void) async -> [BusyListener] {
        var last = withContents { $0.listeners.step }
        while await isOver(pause) {
            let heldUp = withContents { contents -> [BusyListener] in
                let heldUp = contents.listeners.busyListeners.filter { $0.step <= last }
                if !heldUp.isEmpty { contents.listeners.stopWaiting(number) }
                last = contents.listeners.step
                return heldUp
            }
            if !heldUp.isEmpty { return heldUp }
        }
        return []
    }

    /// Returns true when `pause` is over and every task that can run has had its turn since; false once the task is
    /// cancelled.
    private func isOver(_ pause: @Sendable () async throws -> Void) async -> Bool {
        do { try await pause() } catch { return false }
        // A busy machine may have kept a listener from running at all; whoever can run does so before this goes on.
        for _ in 0..<Store.turnsOfOthers { await Task.yield() }
        return !Task.isCancelled
    }
}

extension Device {
    /// Returns true once a loop over ``App/updates`` has begun on this device; at once where one has.
    ///
    /// ``Store/settled(within:)`` gives the first loop of a store a quarter of a second to begin, and each later one
    /// some turns; it knows nothing of a loop that begins later than that. Where it has to be certain, a test waits for
    /// the app to listen:
    ///
    /// ```swift
    /// let shop = Shop()                       // listens in a task that it makes
    /// #expect(await device.isListening())
    /// try other.purchase("pro.monthly")
    /// await store.settled()                   // the loop has seen the purchase
    /// ```
    ///
    /// - Parameter bound: How long to wait, in real time; every task that can run has had its turn after that.
    /// - Returns: Whether one has begun; false, with a sentence as for ``Store/settled(within:)``, where none has.
    @discardableResult
    public func isListening(within bound: Duration = .seconds(10)) async -> Bool {
        await isListening { try await TimerSleep.sleep(for: bound) }
    }

    /// Whether a loop over the device's updates has begun by the end of a pause.
    package func isListening(pausing pause: @escaping @Sendable () async throws -> Void) async -> Bool {
        if await store.awaitLoop(on: self, pausing: pause) { return true }
        if !Task.isCancelled {
            Complaints.say("device.isListening() gives up: no loop over updates has begun on this device.")
        }
        return false
    }
}

extension Store {
    /// A sentence on the listeners that have not taken all they were sent, which ``settled(within:)`` waits for; nil where
    /// there are none.
    ///
    /// A loop of the running task does not count: it is working on an element now.
    package var sentenceOnListeners: String? {
        let task = TaskMark.current
        let busy = withContents { $0.listeners.busyListeners }.filter { listener in
            (listener.task != nil || listener.waiting > 0) && (task == nil || listener.task != task)
        }
        return busy.isEmpty ? nil : UnsettledListeners(listeners: busy).sentence
    }
}

/// The reason why a store does not settle, in words.
struct UnsettledListeners: CustomStringConvertible {
    let listeners: [BusyListener]
    /// Whether the task that waits for them is the one that does not ask for more.
    var isWaitingForItself = false
    /// The most listeners that are named.
    private static let most = 8

    var description: String {
        let listing = listeners.listing(atMost: UnsettledListeners.most, words)
        let who = listeners.count == 1 ? "a listener has" : "\(listeners.count) listeners have"
        return "store.settled() gives up: \(who) not asked for more.\(listing)"
    }

    /// The first listener, in the words of ``description``, and the call that waits for it.
    var sentence: String {
        let first = listeners.first.map { words(for: $0) } ?? ""
        let rest = listeners.count > 1 ? " And \(listeners.count - 1) more." : ""
        return "A listener had not taken all by then; the test waits for it with await store.settled(): \(first)\(rest)"
    }

    private func words(for listener: BusyListener) -> String {
        let place = listener.origin.place.description
        let whose = listener.customer.map { " on a device of customer \($0.rawValue)" } ?? ""
        let name = "\(listener.origin.call)\(whose)\(place.isEmpty ? "" : ", read at \(place)")"
        let count = listener.waiting == 1 ? "1 element waits" : "\(listener.waiting) elements wait"
        if isWaitingForItself {
            return """
                \(name): this task took an element from it and has not asked for more; \(count). Call settled() in another task, or \
                let go of the iterator first.
                """
        }
        guard listener.task != nil else {
            return "\(name): nobody loops over it; \(count). Start the loop, or let go of the sequence."
        }
        let sheets =
            listener.sheets == 0 ? "" : " A payment sheet is open there: it may wait for the customer's answer."
        return
            "\(name): its loop works on the element that it took last\(listener.waiting == 0 ? "" : "; \(count)").\(sheets)"
    }
}
