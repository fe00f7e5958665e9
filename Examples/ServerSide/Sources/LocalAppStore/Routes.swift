import Foundation
import OfferKit

extension LocalAppStore {
    /// Every route of the control API.
    static let routes = RouteTable(
        routes: serverRoutes + storeRoutes + customerRoutes + purchaseRoutes + aftercareRoutes + offerRoutes
            + clockRoutes
            + notificationRoutes + readingRoutes + eventRoutes)
}

extension Route {
    /// The path of a store.
    static let base = "/_control/stores/{store}"

    /// A route that reads a store.
    static func read(
        _ path: String, _ summary: String, query: [Member] = [],
        _ handler: @escaping @Sendable (ControlRequest, HostedStore) async throws -> JSONValue
    ) -> Route {
        Route("GET", base + path, summary, query: query) { request, server in
            ControlAnswer(try await handler(request, try server.store(request.variable("store"))))
        }
    }

    /// A route that does something in a store, and is answered when the notifications of it were sent.
    static func change(
        _ method: String = "POST", _ path: String, _ summary: String, body: [Member] = [],
        need: Need = .nothing,
        _ handler: @escaping @Sendable (ControlRequest, HostedStore, LocalAppStore) async throws -> [String: JSONValue]
    ) -> Route {
        Route(method, base + path, summary, body: body, need: need) { request, server in
            let hosted = try server.store(request.variable("store"))
            return try await hosted.answering(server.webhook) { try await handler(request, hosted, server) }
        }
    }
}

extension HostedStore {
    /// Does something, delivers what it brought about, and answers with both.
    func answering(
        _ webhook: Webhook, movingTo target: Date? = nil,
        _ body: () async throws -> [String: JSONValue] = { [:] }
    ) async throws -> ControlAnswer {
        let (store, mark) = withState { ($0.store, $0.sent.count) }
        let before = store.notificationMark
        var members = try await body()
        let moved = try await settle(movingTo: target, webhook)
        if target != nil { members.merge(moved.json, uniquingKeysWith: { first, _ in first }) }
        // After a reset or a restoration it is another store, and nothing was sent.
        let now = self.store
        members["now"] = .date(now.now)
        members["notifications"] = now === store ? told(since: before, mark) : []
        return ControlAnswer(.object(members))
    }

    /// The notifications that were made or sent since then, each with the attempts since then.
    private func told(since before: NotificationMark, _ mark: Int) -> JSONValue {
        let (store, sent) = withState { ($0.store, $0.sent.since(mark)) }
        let attempts = Dictionary(grouping: sent, by: \.notification)
        let made = store.notifications(since: before)
        let known = Set(made.map(\.id))
        let older =
            attempts.keys.allSatisfy(known.contains)
            ? [] : store.notifications.filter { attempts[$0.id] != nil && !known.contains($0.id) }
        return .list((older + made).map { HostedStore.row($0, attempts[$0.id] ?? []) })
    }

    /// A notification with attempts to deliver it.
    static func row(_ notification: ServerNotification, _ attempts: [SendRecord]) -> JSONValue {
        .row([
            "notificationUUID": .text(notification.id.uuidString.lowercased()),
            "notificationType": .text(notification.type.rawValue),
            "subtype": notification.subtype.map { .text($0.rawValue) },
            "signedDate": .date(notification.signedDate), "status": notification.status.map { .count($0.rawValue) },
            "customer": notification.customer.map { .whole(Int64($0.rawValue)) },
            "transactionId": notification.transaction.map { .text("\($0.transactionID)") },
            "attempts": .list(attempts.map(\.json)),
        ])
    }
}
