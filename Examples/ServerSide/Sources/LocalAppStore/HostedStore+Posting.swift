import Foundation
import Logging
import OfferKit

/// What came of posting a notification.
enum PostOutcome: Sendable {
    case answered(Int)
    case timedOut
    case failed

    /// The answer for the store, which finds out by itself that time ran out.
    func told() async throws -> Int {
        switch self {
        case .answered(let status): return status
        case .failed: throw DroppedOnTheWay()
        case .timedOut:
            // The store stops waiting in a moment, and cancels this.
            try await Task.sleep(for: .seconds(86_400))
            throw DroppedOnTheWay()
        }
    }
}

/// A notification that was dropped, or that nobody answered.
private struct DroppedOnTheWay: Error {}

extension HostedStore {
    /// Posts one notification, once or twice, or drops it.
    ///
    /// - Throws: `CancellationError`, when the server ends while it waits for an answer.
    func post(
        _ notification: ServerNotification, _ version: NotificationVersion, _ mode: DeliveryPlan.Mode, to url: String,
        _ webhook: Webhook
    ) async throws -> PostOutcome {
        let body = version == .v1 ? notification.version1Body() ?? Data() : notification.body
        let date = notification.store.now
        let end = ContinuousClock.now + webhook.timeout
        func send() async throws -> PostOutcome {
            do {
                let reply = try await webhook.post(body, to: url, until: end)
                note(
                    notification, date, mode == .double ? "doubled" : "sent", status: reply.status,
                    answer: reply.status < 300 ? nil : reply.beginning)
                return .answered(reply.status)
            } catch {
                let isLate = ContinuousClock.now >= end
                if Task.isCancelled, !isLate {
                    note(notification, date, "cancelled", error: "the server ended, or the delivery was stopped")
                    throw CancellationError()
                }
                note(notification, date, "unanswered", error: isLate ? "no answer in time" : Webhook.words(error))
                return isLate || Webhook.isTimeout(error) ? .timedOut : .failed
            }
        }
        switch mode {
        case .drop:
            note(notification, date, "dropped")
            return .failed
        case .double:
            // Both have the time of one, as the store counts it.
            if case .timedOut = try await send() {
                note(notification, date, "cancelled", error: "the first of the two had no answer in time")
                return .timedOut
            }
            return try await send()
        case .send, .hold, .reorder: return try await send()
        }
    }

    private func note(
        _ notification: ServerNotification, _ date: Date, _ outcome: String, status: Int? = nil, answer: String? = nil,
        error: String? = nil
    ) {
        let record = SendRecord(
            notification: notification.id, date: date, outcome: outcome, status: status,
            answer: answer.flatMap { $0.isEmpty ? nil : $0 }, error: error)
        withState { $0.sent.add(record) }
        logger.info(
            "notification",
            metadata: [
                "store": "\(name)", "type": "\(notification.type.rawValue)",
                "uuid": "\(notification.id.uuidString.lowercased())", "outcome": "\(outcome)",
                "status": "\(status.map { "\($0)" } ?? "none")", "error": "\(error ?? "none")",
            ])
    }
}
