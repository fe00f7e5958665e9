import OfferKitCore

extension Store {
    /// Returns when every listener has taken all it was sent and asked for more.
    ///
    /// So a test never sleeps: after `await store.settled()`, each loop over ``events`` has worked through everything that
    /// had happened, and so has each loop over ``Device/updates``, ``Device/statusUpdates`` and
    /// ``Device/storefrontUpdates``.
    ///
    /// It does not wait for ever (C-215). A loop that waits for this very call cannot ask for more: that is found at once. Where
    /// no listener has asked for more for as long as `bound` says, and every task that could run has had its turn since,
    /// something else holds one up: an open payment sheet, a blocked main queue, a sequence that was read and over which nobody
    /// loops. In both cases a sentence says which listener it is, where it was made and what it has not taken: in the running
    /// test, where that has the trait `.store()` of OfferKitTesting, or else on the standard error stream.
    ///
    /// - Parameter bound: How long no listener may get on, in real time.
    /// - Returns: True; false where a listener is still busy, because it was held up as above or the task was cancelled.
    @discardableResult
    public func settled(within bound: Duration = .seconds(10)) async -> Bool {
        await settled { try await TimerSleep.sleep(for: bound) }
    }

    /// Returns when every listener has taken all it was sent, or when none has got on between two ends of `pause`.
    package func settled(pausing pause: @escaping @Sendable () async throws -> Void) async -> Bool {
        let task = TaskMark.current
        let (number, isSettled) = transact { ($0.listeners.nextSettleNumber(), $0.listeners.isSettled) }
        if isSettled { return true }
        let own = await ownLoops(of: task)
        if !own.isEmpty {
            Complaints.say(UnsettledListeners(own, isWaitingForItself: true).description)
            return false
        }
        let isDone = await wait(number, pause) { $0.settle(number, $1) }
        if isDone || Task.isCancelled { return isDone }
        let busy = withContents { $0.listeners.busyListeners }
        guard !busy.isEmpty else { return true }
        Complaints.say(UnsettledListeners(busy).description)
        return false
    }

    /// Waits for something that becomes of the listeners.
    ///
    /// - Parameters:
    ///   - number: The wait's number.
    ///   - pause: How long no listener may get on.
    ///   - begin: Begins to wait.
    /// - Returns: Whether it came about; not where no listener got on, or the task was cancelled.
    private func wait(
        _ number: UInt64, _ pause: @escaping @Sendable () async throws -> Void,
        _ begin: (inout Listeners, CheckedContinuation<Bool, Never>) -> Void
    ) async -> Bool {
        // Detached, so that nothing of the caller's is kept alive by it; it ends with this call.
        let watch = Task.detached { await self.watch(number, pause) }
        defer { watch.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled {
                    continuation.resume(returning: false)
                } else {
                    withContents { begin(&$0.listeners, continuation) }
                    // Cancelled between the question and the answer, the task would never be woken.
                    if Task.isCancelled { withContents { $0.listeners.stopWaiting(number) } }
                }
            }
        } onCancel: {
            withContents { $0.listeners.stopWaiting(number) }
        }
    }

    /// Waits until a loop over updates has begun on a device.
    fileprivate func awaitLoop(
        on device: Device, pausing pause: @escaping @Sendable () async throws -> Void
    ) async -> Bool {
        let number = transact { $0.listeners.nextSettleNumber() }
        return await wait(number, pause) { $0.awaitLoop(number, on: device, $1) }
    }

    /// The busy listeners that asked last in a task: while that waits, they can ask for no more.
    private func ownLoops(of task: TaskMark?) async -> [BusyListener] {
        guard let task else { return [] }
        // An iterator may have been handed to a task that has not begun: it has its turn first.
        for _ in 0..<Store.turnsOfOthers {
            guard withContents({ $0.listeners.isBusy(in: task) }) else { return [] }
            await Task.yield()
        }
        return withContents { $0.listeners.busyListeners }.filter { $0.task == task }
    }

    /// How often others have their turn before it counts that a listener has not got on.
    private static let turnsOfOthers = 100

    /// Ends a wait when no listener asks for more between two ends of `pause`.
    private func watch(_ number: UInt64, _ pause: @Sendable () async throws -> Void) async {
        var questions = withContents { $0.listeners.questions }
        while true {
            do { try await pause() } catch { return }
            // A busy machine may have kept a listener from running at all; whoever can run does so before this goes on.
            for _ in 0..<Store.turnsOfOthers { await Task.yield() }
            if Task.isCancelled { return }
            let now = withContents { $0.listeners.questions }
            if now == questions { return withContents { $0.listeners.stopWaiting(number) } }
            questions = now
        }
    }
}

extension Device {
    /// Returns true once a loop over ``updates`` has begun on this device; at once where one has.
    ///
    /// A task that was made just now may not have begun its loop, and ``Store/settled(within:)`` knows nothing of loops to come.
    /// So a test waits for the app to listen:
    ///
    /// ```swift
    /// let shop = Shop()                       // listens in a task that it makes
    /// #expect(await device.isListening())
    /// try other.purchase("pro.monthly")
    /// await store.settled()                   // the loop has seen the purchase
    /// ```
    ///
    /// - Parameter bound: How long to wait while no listener of the store gets on, in real time.
    /// - Returns: Whether one has begun; false, with a sentence as for ``Store/settled(within:)``, where none has.
    @discardableResult
    public func isListening(within bound: Duration = .seconds(10)) async -> Bool {
        await isListening { try await TimerSleep.sleep(for: bound) }
    }

    package func isListening(pausing pause: @escaping @Sendable () async throws -> Void) async -> Bool {
        if await store.awaitLoop(on: self, pausing: pause) { return true }
        if !Task.isCancelled {
            Complaints.say("device.isListening() gives up: no loop over updates has begun on this device.")
        }
        return false
    }
}

extension Listeners {
    /// Whether a listener that asked last in a task is busy.
    func isBusy(in task: TaskMark) -> Bool {
        busyListeners.contains { $0.task == task }
    }
}

/// Why a store does not settle, in words.
struct UnsettledListeners: CustomStringConvertible {
    private let listeners: [BusyListener]
    private let isWaitingForItself: Bool
    /// So many are named.
    private static let most = 8

    init(_ listeners: [BusyListener], isWaitingForItself: Bool = false) {
        self.listeners = listeners
        self.isWaitingForItself = isWaitingForItself
    }

    var description: String {
        let rest = listeners.count - UnsettledListeners.most
        let named = listeners.prefix(UnsettledListeners.most).map { "\n- \(words(for: $0))" }.joined()
        let who = listeners.count == 1 ? "a listener has" : "\(listeners.count) listeners have"
        return "store.settled() gives up: \(who) not asked for more.\(named)\(rest > 0 ? "\n- and \(rest) more" : "")"
    }

    private func words(for listener: BusyListener) -> String {
        let place = listener.origin.place.description
        let whose = listener.customer.map { " on a device of customer \($0.rawValue)" } ?? ""
        let name = "\(listener.origin.call)\(whose)\(place.isEmpty ? "" : ", read at \(place)")"
        let count = listener.waiting == 1 ? "1 element waits" : "\(listener.waiting) elements wait"
        if isWaitingForItself {
            return "\(name): its loop itself calls settled(), and so cannot ask for more; \(count). Call it outside."
        }
        guard listener.task != nil else {
            return "\(name): nobody loops over it; \(count). Start the loop, or let go of the sequence."
        }
        let sheets =
            listener.sheets == 0 ? "" : " A payment sheet is open there: it may wait for the customer's answer."
        return "\(name): its loop is still busy with what it took last; \(count).\(sheets)"
    }
}
