import Foundation
import OfferKit

extension LocalAppStore {
    /// Every route of the control API.
    static let routes = RouteTable(
        routes: serverRoutes + storeRoutes + customerRoutes + purchaseRoutes + aftercareRoutes + offerRoutes
            + clockRoutes
            + notificationRoutes + failureRoutes + readingRoutes + eventRoutes)
}

extension Route {
    /// The path of a store.
    static let base = "/_control/stores/{store}"

    /// A route that reads a store.
    static func read(
        _ path: String, _ summary: String, query: [Member] = [], answer: [Member] = [],
        _ handler: @escaping @Sendable (ControlRequest, HostedStore) async throws -> JSONValue
    ) -> Route {
        Route("GET", base + path, summary, query: query, answer: answer) { request, server in
            ControlAnswer(try await handler(request, try server.store(request.variable("store"))))
        }
    }

    /// A route that does something in a store, and is answered when the notifications of it were sent.
    static func change(
        _ method: String = "POST", _ path: String, _ summary: String, body: [Member] = [],
        need: Need = .nothing, answer: [Member] = [], movesClock: Bool = false,
        _ handler: @escaping @Sendable (ControlRequest, HostedStore, LocalAppStore) async throws -> [String: JSONValue]
    ) -> Route {
        Route(method, base + path, summary, body: body, need: need, answer: answer + Member.ofChange) {
            request, server in
            let hosted = try server.store(request.variable("store"))
            return try await hosted.answering(
                server.webhook, movesClock: movesClock, doing: { try await handler(request, hosted, server) })
        }
    }
}

extension Member {
    /// What every request that changes something is answered with.
    static let ofChange: [Member] = [
        .needed("now", .date, "The store's time."),
        .needed(
            "notifications", .list(.named("Notification")),
            "The notifications that were made or sent meanwhile, each with the attempts to deliver it: those of this request first, and "
                + "then those of others at the same time."),
        .needed(
            "pending", .whole(Member.anyCount),
            "How many of them were not sent yet; without a webhook that is all, until there is one."),
    ]
}

extension HostedStore {
    /// How far a store has come: what is made and sent later stands after it.
    private struct Mark {
        let store: Store
        let notifications: NotificationMark
        let sent: Int
    }

    private var mark: Mark {
        let (store, sent) = withState { ($0.store, $0.sent.count) }
        return Mark(store: store, notifications: store.notificationMark, sent: sent)
    }

    /// Does something, delivers what it brought about, and answers with both.
    ///
    /// - Parameters:
    ///   - webhook: Posts.
    ///   - movesClock: Whether it moves the clock: then it waits until nobody else delivers or moves.
    ///   - target: Where the clock goes, worked out when nobody else moves it; nil for nowhere.
    ///   - body: What is done, while no other request of the store changes anything.
    /// - Returns: What `body` returned, with the notifications.
    /// - Throws: What `body` throws, as long as nothing was done; and then ``ControlError/afterwards(_:)``.
    func answering(
        _ webhook: Webhook, movesClock: Bool = false,
        movingTo target: (Store) throws -> Date? = { _ in nil },
        doing body: () async throws -> [String: JSONValue] = { [:] }
    ) async throws -> ControlAnswer {
        let deliveries = movesClock ? try await claimDeliveries(within: webhook.clockPatience) : nil
        defer { deliveries?.leave() }
        let (done, begun, own) = try await turn.alone {
            try checkIsThere()
            let begun = mark
            let members: [String: JSONValue]
            do { members = try await body() } catch { throw ControlError.refused(error, because: store.journalError) }
            // After a reset or a restoration it is another store.
            guard begun.store === self.store else { return (members, mark, Set<UUID>()) }
            // Nobody else changes anything in the meantime; and one that is sent anew has a name.
            let named = members["notificationUUID"]?.text.flatMap { UUID(uuidString: $0) }
            let made = begun.store.notifications(since: begun.notifications).map(\.id)
            return (members, begun, Set(made + [named].compactMap { $0 }))
        }
        var members = done
        if movesClock {
            let date = try target(store)
            let moved: MoveTally
            do {
                moved = try await settle(movingTo: date, webhook)
            } catch {
                throw date.map { ControlError.onTheWay(error, from: store.now, to: $0, because: store.journalError) }
                    ?? .afterwards(error, because: store.journalError)
            }
            if date != nil { members.merge(moved.json, uniquingKeysWith: { first, _ in first }) }
        } else {
            do {
                try await settle(webhook)
            } catch {
                // A store that was reset or deleted meanwhile takes no results any more.
                guard begun.store !== store || withState({ $0.isRemoved }) else {
                    throw ControlError.afterwards(error, because: store.journalError)
                }
            }
        }
        let (rows, pending) = begun.store === store ? told(since: begun, first: own) : ([], 0)
        members["now"] = .date(store.now)
        members["notifications"] = .list(rows)
        members["pending"] = .count(pending)
        return ControlAnswer(.object(members))
    }

    /// The notifications that were made or sent since then, each with the attempts since then, and how many are still to be sent.
    private func told(since mark: Mark, first own: Set<UUID>) -> (rows: [JSONValue], pending: Int) {
        let (sent, version) = withState { ($0.sent.since(mark.sent), $0.delivery.version) }
        let attempts = Dictionary(grouping: sent, by: \.notification)
        let made = mark.store.notifications(since: mark.notifications)
        let known = Set(made.map(\.id))
        let older =
            attempts.keys.allSatisfy(known.contains)
            ? [] : mark.store.notifications.filter { attempts[$0.id] != nil && !known.contains($0.id) }
        let all = older + made
        let rows = (all.filter { own.contains($0.id) } + all.filter { !own.contains($0.id) })
            .map { HostedStore.row($0, attempts[$0.id] ?? []) }
        // What version 1 does not have is never sent.
        let pending = all.count { attempts[$0.id] == nil && (version == .v2 || $0.version1Type != nil) }
        return (rows, pending)
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
