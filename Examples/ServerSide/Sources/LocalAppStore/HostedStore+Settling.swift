import Foundation
import NIOConcurrencyHelpers
import OfferKit

extension HostedStore {
    /// The most entries of the log that one request brings about.
    static let mostEntries = 100_000
    /// How long a request that leaves the clock alone waits for one that delivers already.
    ///
    /// A backend that asks back, and answers only then, would wait for itself without an end.
    static let patience = Duration.seconds(2)

    /// Lets this task deliver, and move the clock.
    ///
    /// - Parameter limit: How long it waits for another one.
    /// - Returns: What it leaves when it is done.
    /// - Throws: ``ControlError`` where another request is still at it; `CancellationError`.
    func claimDeliveries(within limit: Duration) async throws -> Turnstile {
        let deliveries = withState { $0.deliveries }
        guard await deliveries.enter(within: limit) else {
            try Task.checkCancellation()
            throw ControlError(
                409, "advancing",
                "Another request delivers notifications or moves the clock, and waits for your backend. Nothing was done: send "
                    + "this one again when that one was answered.", at: "clock")
        }
        // A store that took the place of this one meanwhile has its own turnstile.
        guard withState({ $0.deliveries === deliveries }) else {
            deliveries.leave()
            return try await claimDeliveries(within: limit)
        }
        return deliveries
    }

    /// Delivers what is due, unless another call is at it for long: that one takes these notifications, too.
    ///
    /// - Parameter webhook: Posts.
    /// - Throws: ``ClockRefusal/notRecorded``, `CancellationError`.
    func settle(_ webhook: Webhook) async throws {
        let (deliveries, plan) = withState { ($0.deliveries, $0.delivery) }
        guard plan.url != nil, plan.mode != .hold else { return }
        guard await deliveries.enter(within: HostedStore.patience) else { return try Task.checkCancellation() }
        defer { deliveries.leave() }
        // A store that took the place of this one meanwhile has its own turnstile.
        guard withState({ $0.deliveries === deliveries }) else { return try await settle(webhook) }
        _ = try await settle(movingTo: nil, webhook)
    }

    /// Delivers what is due, and moves the clock before that where a date is given; for who has claimed the deliveries.
    ///
    /// No lock is held while a webhook is waited for. What becomes of a notification is looked up when it is about to be sent, so that
    /// who holds deliveries back, or sends them elsewhere, is heeded at once.
    ///
    /// - Parameters:
    ///   - target: Where the clock goes; nil for nowhere.
    ///   - webhook: Posts.
    /// - Returns: What the move brought about.
    /// - Throws: ``ControlError``, ``ClockRefusal``, `CancellationError`.
    func settle(movingTo target: Date?, _ webhook: Webhook) async throws -> MoveTally {
        let store = store
        let tally = NIOLockedValueBox(MoveTally())
        // Another store in its place, after a reset, is settled by who put it there.
        while self.store === store {
            let plan = withState { $0.delivery }
            guard plan.url != nil, ![.hold, .reorder].contains(plan.mode) else {
                if let target { try await move(store, to: target, tally, nil) }
                if plan.url != nil, plan.mode == .reorder { try await deliverNewestFirst(store, plan, webhook) }
                break
            }
            let isDone = try await HostedStore.unlessStopped { stop in
                let handler = self.handler(of: store, plan, webhook, stop)
                let timeout = webhook.storeTimeout
                if let target {
                    try await self.move(store, to: target, tally, (plan.version, timeout, handler))
                } else {
                    try await store.deliverNotifications(version: plan.version, timeout: timeout, to: handler)
                }
            }
            if isDone { break }
        }
        return tally.withLockedValue { $0 }
    }

    /// Ends a call that delivers: what it was about to send counts as not sent, and stays.
    typealias Stop = AsyncStream<Void>.Continuation

    /// Runs `body` until it is done or a handler in it stops it.
    ///
    /// - Returns: Whether it came to its own end.
    /// - Throws: What `body` throws.
    private static func unlessStopped(_ body: @escaping @Sendable (Stop) async throws -> Void) async throws -> Bool {
        let (stops, stop) = AsyncStream.makeStream(of: Void.self)
        return try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await body(stop)
                return true
            }
            group.addTask {
                for await _ in stops { return false }
                throw CancellationError()
            }
            let isDone = try await group.next() ?? true
            group.cancelAll()
            guard !isDone else { return true }
            do {
                _ = try await group.next()
            } catch is CancellationError {
                // That is how it is stopped.
                try Task.checkCancellation()
            }
            return false
        }
    }

    /// Stops the call that delivers from within its handler.
    private static func stopped(_ stop: Stop) async throws -> Int {
        stop.yield()
        // The handler is cancelled in a moment; an answer would count as one of the backend.
        try await Task.sleep(for: .seconds(86_400))
        throw CancellationError()
    }

    private func handler(
        of store: Store, _ plan: DeliveryPlan, _ webhook: Webhook, _ stop: Stop
    ) -> Store.NotificationHandler {
        { notification in
            guard let (url, mode) = self.wayOfNext(of: store, plan) else { return try await HostedStore.stopped(stop) }
            return try await self.post(notification, plan.version, mode, to: url, webhook).told()
        }
    }

    /// Where the next notification goes, and what becomes of it; nil where it is not for the call that began with this plan.
    private func wayOfNext(of store: Store, _ plan: DeliveryPlan) -> (url: String, DeliveryPlan.Mode)? {
        withState { state in
            guard state.store === store, let url = state.delivery.url, state.delivery.version == plan.version,
                ![.hold, .reorder].contains(state.delivery.mode)
            else { return nil }
            return (url, state.delivery.next())
        }
    }

    /// Moves the clock stop by stop, so that a request for thousands of years ends.
    private func move(
        _ store: Store, to target: Date, _ tally: NIOLockedValueBox<MoveTally>,
        _ sending: (NotificationVersion, Duration, Store.NotificationHandler)?
    ) async throws {
        func advance(to date: Date) async throws {
            let advance: Store.Advance
            if let (version, timeout, handler) = sending {
                advance = try await store.advance(to: date, version: version, timeout: timeout, delivering: handler)
            } else {
                advance = try store.advance(to: date)
            }
            tally.withLockedValue { $0.add(advance) }
        }
        while let due = store.nextDue, due <= target {
            guard tally.withLockedValue({ $0.entries }) < HostedStore.mostEntries else {
                throw ControlError(
                    409, "tooMuchDue",
                    "More than \(HostedStore.mostEntries) things happened on the way. The clock stands at "
                        + "\(store.now.utcText); to go on, send PUT clock {\"to\": \"\(target.utcText)\"}.",
                    at: "clock")
            }
            try Task.checkCancellation()
            try await advance(to: max(due, store.now))
        }
        try await advance(to: target)
    }

    /// Posts what is due newest first, and then tells the store how each was answered, until nothing is due any more.
    private func deliverNewestFirst(_ store: Store, _ plan: DeliveryPlan, _ webhook: Webhook) async throws {
        while let url = withState({ $0.store === store && $0.delivery.mode == .reorder ? $0.delivery.url : nil }) {
            let now = store.now
            let due = store.notificationDeliveries.filter { $0.nextAttempt.map { $0 <= now } ?? false }
            var outcomes: [UUID: PostOutcome] = [:]
            for delivery in due.reversed() where plan.version == .v2 || delivery.notification.version1Type != nil {
                try Task.checkCancellation()
                let notification = delivery.notification
                outcomes[notification.id] = try await post(notification, plan.version, .reorder, to: url, webhook)
            }
            let posted = outcomes
            // Each outcome is known; one that timed out lets the store's time run out once more, which is short here.
            _ = try await HostedStore.unlessStopped { stop in
                try await store.deliverNotifications(version: plan.version, timeout: .seconds(1)) { notification in
                    // One that was made meanwhile is for the next round.
                    guard let outcome = posted[notification.id] else { return try await HostedStore.stopped(stop) }
                    return try await outcome.told()
                }
            }
            if posted.isEmpty { return }
        }
    }
}
