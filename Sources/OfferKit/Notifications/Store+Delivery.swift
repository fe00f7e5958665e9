public import Foundation
public import OfferKitCore

// Delivering notifications to the developer's server (B11-2).

extension Store {
    /// A closure that takes a notification to the developer's server, and returns the HTTP status of the answer.
    ///
    /// From 200 to 206 the notification is delivered. With any other status, or an error, it is sent again 1, 12, 24,
    /// 48 and 72 hours after the attempt before, by the store's clock, and with the same `notificationUUID`; in version
    /// 1, 6, 24 and 48 hours after it; in the sandbox it is not sent again (B11-2, C-130).
    public typealias NotificationHandler = @Sendable (ServerNotification) async throws -> Int

    /// Moves the clock to a date that is not before ``now``, and delivers each notification on the way, when it is due.
    ///
    /// ```swift
    /// try await store.advance(to: end) { notification in
    ///     try await server.post(notification.body)            // the HTTP status
    /// }
    /// ```
    ///
    /// In version 1 the handler posts ``ServerNotification/version1Body(options:appVersion:)``. A notification that version
    /// 1 does not have is not handed over: it counts as delivered, without an attempt (C-152).
    ///
    /// The clock stops at each attempt, at its own instant, and goes on when the handler has answered. The handler runs
    /// without the store's lock: it may use the store, but not move its clock. What was not delivered when the clock
    /// has arrived is tried again by the next call, also of another process that opens the store's journal or snapshot.
    /// From this call on the store keeps what is not delivered yet; see ``setKeepsNotifications(_:version:)`` for
    /// keeping everything.
    ///
    /// - Parameters:
    ///   - date: The date to move to.
    ///   - version: The version that the server takes, which decides when a notification is sent again.
    ///   - timeout: How long the handler has for an answer, in real time, before the attempt counts as timed out.
    ///   - handler: Takes a notification to the server.
    /// - Returns: What the move brought about. The numbers count entries that others made on the way, too.
    /// - Throws: ``ClockRefusal/clockCannotGoBack(now:asked:)``, ``ClockRefusal/afterTheEnd(asked:)``,
    ///   ``ClockRefusal/noDate``, ``ClockRefusal/clockIsFollowing``; ``ClockRefusal/advancing`` while another call
    ///   delivers notifications; ``ClockRefusal/notRecorded``. `CancellationError` when the task is cancelled: the
    ///   attempt under way counts as not made, and nothing is lost.
    @discardableResult
    public func advance(
        to date: Date, version: NotificationVersion = .v2, timeout: Duration = .seconds(30),
        delivering handler: @escaping NotificationHandler
    ) async throws -> Advance {
        guard !date.timeIntervalSince1970.isNaN else { throw ClockRefusal.noDate }
        return try await deliver(version, timeout, handler) { _ in Instant(date) }.advance
    }

    /// Moves the clock forwards, and delivers each notification on the way, as
    /// ``advance(to:version:timeout:delivering:)`` does.
    ///
    /// - Parameters:
    ///   - step: How far, from where the clock stands at the call.
    ///   - version: The version that the server takes.
    ///   - timeout: How long the handler has for an answer, in real time.
    ///   - handler: Takes a notification to the server.
    /// - Returns: What the move brought about.
    /// - Throws: As ``advance(to:version:timeout:delivering:)``.
    @discardableResult
    public func advance(
        by step: TimeStep, version: NotificationVersion = .v2, timeout: Duration = .seconds(30),
        delivering handler: @escaping NotificationHandler
    ) async throws -> Advance {
        try await deliver(version, timeout, handler) { $0.adding(step) }.advance
    }

    /// Delivers the notifications that are due now, without moving the clock; in a store that follows a clock, too.
    ///
    /// - Parameters:
    ///   - version: The version that the server takes.
    ///   - timeout: How long the handler has for an answer, in real time.
    ///   - handler: Takes a notification to the server.
    /// - Returns: How many attempts were made.
    /// - Throws: ``ClockRefusal/advancing`` while another call delivers notifications, ``ClockRefusal/notRecorded``,
    ///   `CancellationError`.
    @discardableResult
    public func deliverNotifications(
        version: NotificationVersion = .v2, timeout: Duration = .seconds(30), to handler: @escaping NotificationHandler
    ) async throws -> Int {
        try await deliver(version, timeout, handler, nil).attempts
    }

    private func deliver(
        _ version: NotificationVersion, _ timeout: Duration, _ handler: @escaping NotificationHandler,
        _ target: ((Instant) -> Instant)?
    ) async throws -> (advance: Advance, attempts: Int) {
        try Task.checkCancellation()
        let (end, first) = try transact { contents -> Result<(Instant?, Int), ClockRefusal> in
            contents.beginDelivering(target).map { ($0, contents.eventCount) }
        }.get()
        defer { withContents { $0.isDelivering = false } }
        try perform { $0.outbox.decideDelivering(version) as Decision<Void, ClockRefusal> }
        var tally = Tally()
        var attempts = 0
        while true {
            try Task.checkCancellation()
            let stop = try transact { contents -> Result<DeliveryStop, ClockRefusal> in
                contents.nextStop(until: end, into: &tally)
            }.get()
            switch stop {
            case .reached(let now, let count):
                return (Advance(date: Date(now), entries: first..<max(first, count), tally: tally), attempts)
            case .attempt(let number, let record):
                let notification = ServerNotification(record: record, store: self)
                guard version == .v2 || notification.version1Type != nil else {
                    try perform { $0.outbox.decidePassingOver(number) }
                    continue
                }
                let result = try await SendAttemptResult.wait(timeout) { try await handler(notification) }
                attempts += 1
                try perform {
                    $0.outbox.decideAttempt(on: number, result, of: version, at: $0.now, in: $0.setup.environment)
                }
            }
        }
    }
}

/// The point at which a call that delivers notifications stops.
private enum DeliveryStop {
    /// The call is at an attempt that is due.
    case attempt(Int, NotificationRecord)
    /// The call is at its end, with that many events in the store.
    case reached(Instant, eventCount: Int)
}

extension Store.Contents {
    /// Lets one call deliver, and returns the instant to which it moves the clock.
    fileprivate mutating func beginDelivering(
        _ target: ((Instant) -> Instant)?
    ) -> Result<Instant?, ClockRefusal> {
        guard !isDelivering else { return .failure(.advancing) }
        let end = target.map { $0(machine.now) }
        if let end, let refusal = refusalToAdvance(to: end) { return .failure(refusal) }
        isDelivering = true
        return .success(end)
    }

    /// Moves the clock to the next attempt that is due; at one instant what comes of time is first (C-43).
    ///
    /// - Parameters:
    ///   - end: How far the clock is moved at most; nil for not at all.
    ///   - tally: Counts what happens.
    /// - Returns: The attempt, or the end; or why the clock cannot go on.
    fileprivate mutating func nextStop(
        until end: Instant?, into tally: inout Store.Tally
    ) -> Result<DeliveryStop, ClockRefusal> {
        while true {
            let now = machine.now
            let next = state.outbox.next
            if let next, next.due <= now {
                guard let delivery = state.outbox[next.number] else { return .failure(.notRecorded) }
                return .success(.attempt(next.number, delivery.notification))
            }
            guard let end else { return .success(.reached(now, eventCount: eventCount)) }
            guard following == nil else { return .failure(.clockIsFollowing) }
            let attempt = next?.due ?? .distantFuture
            if let due = machine.nextDue, due <= min(attempt, end) {
                guard doNextDue(until: due, into: &tally) else { return .failure(.notRecorded) }
                while doNextDue(until: due, into: &tally) {}
            } else {
                if now < min(attempt, end) { record(StoreEvent(at: min(attempt, end), .clockMoved)) }
                guard attempt <= end else { return .success(.reached(machine.now, eventCount: eventCount)) }
                guard machine.now >= attempt else { return .failure(.notRecorded) }
            }
        }
    }
}

extension SendAttemptResult {
    /// Runs a handler and waits for its answer; one that goes on after its time is left alone.
    ///
    /// - Throws: `CancellationError` when the waiting task is cancelled before there is an answer.
    fileprivate static func wait(
        _ timeout: Duration, for handler: @escaping @Sendable () async throws -> Int
    ) async throws -> SendAttemptResult {
        let first = AnswerWait<SendAttemptResult>()
        let work = Task {
            do { first.end(with: SendAttemptResult(status: try await handler())) } catch { first.end(with: .other) }
        }
        let clock = Task {
            do {
                try await ContinuousClock().sleep(for: timeout)
                first.end(with: .timedOut)
            } catch {}
        }
        defer {
            work.cancel()
            clock.cancel()
        }
        guard let result = await first.outcomeUnlessCancelled() else { throw CancellationError() }
        return result
    }

    /// The result of an attempt that was answered with that HTTP status.
    private init(status: Int) {
        switch status {
        case 200...206: self = .success
        case 100...599: self = .unsuccessfulStatus
        default: self = .invalidResponse
        }
    }
}
