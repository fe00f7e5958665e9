import Foundation
import OfferKit

extension LocalAppStore {
    static let notificationRoutes: [Route] = [
        .read(
            "/notifications", "What was told, oldest first, with every attempt to deliver it.",
            query: [
                .optional("from", .whole(Member.anyCount), "The number of the first one."),
                .optional("count", .whole(0...10_000), "How many at most; 100 unless given."),
                .optional("type", .text, "Of one type alone."),
            ]
        ) { request, hosted in hosted.notifications(request) },
        .change(
            "POST", "/notifications", "Plays the shortest life that ends in a notification.",
            body: [
                .needed("type", .text, "The type, such as DID_RENEW."),
                .optional("subtype", .text, "The subtype, such as BILLING_RECOVERY."),
                .optional("customer", .whole(Member.anyCount), "Whose life it is; somebody new unless given."),
                .optional(
                    "transaction", .transaction, "Makes it of this transaction, though nothing like it happened."),
            ]
        ) { request, hosted, _ in try hosted.trigger(request) },
        .change("POST", "/notifications/test", "Sends a notification of the type TEST.") { _, hosted, _ in
            HostedStore.made(try hosted.store.requestTestNotification())
        },
        .change("POST", "/notifications/{uuid}/resend", "Sends a notification once more.") { request, hosted, _ in
            guard let id = UUID(uuidString: request.variable("uuid")) else {
                throw ControlError.wrongType("uuid", expected: "a UUID")
            }
            return HostedStore.made(try hosted.store.resendNotification(id))
        },
        .read("/delivery", "What becomes of notifications on their way.") { _, hosted in hosted.deliveryPlan },
        .change(
            "PUT", "/delivery", "Holds, doubles, reorders or drops notifications, or sends them elsewhere.",
            body: [
                .optional("url", .either([.url, .choice([""])]), "Where they are posted to; empty for nowhere."),
                .optional("mode", .choice(DeliveryPlan.Mode.allCases.map(\.rawValue)), "What becomes of them."),
                .optional("next", .whole(1...1_000_000), "With double and drop: how many, before the rest is sent."),
                .optional("version", .whole(1...2), "The version of the notifications."),
            ]
        ) { request, hosted, _ in try hosted.setDelivery(request) },
        Route("POST", Route.base + "/delivery/release", "Sends what was held, and sends from now on.") {
            request, server in
            let hosted = try server.store(request.variable("store"))
            return try await hosted.answering(server.webhook) {
                hosted.withState { state in
                    state.delivery.mode = .send
                    state.delivery.remaining = nil
                }
                return [:]
            }
        },
    ]
}

extension HostedStore {
    fileprivate static func made(_ notification: ServerNotification) -> [String: JSONValue] {
        [
            "notificationUUID": .text(notification.id.uuidString.lowercased()),
            "signedPayload": .text(notification.signedPayload),
        ]
    }

    fileprivate func trigger(_ request: ControlRequest) throws -> [String: JSONValue] {
        let type = NotificationType(rawValue: try request.neededText("type").shortened)
        let subtype = request.text("subtype").map { NotificationSubtype(rawValue: $0.shortened) }
        let owner = try request.whole("customer").map { try customer("\($0)") }
        if let transaction = request.text("transaction") {
            return HostedStore.made(
                try store.makeSyntheticNotification(type, subtype, of: transactionID(transaction)))
        }
        return HostedStore.made(try store.triggerNotification(type, subtype, for: owner))
    }

    fileprivate func notifications(_ request: ControlRequest) -> JSONValue {
        let (store, sent) = withState { ($0.store, $0.sent.since(0)) }
        let attempts = Dictionary(grouping: sent, by: \.notification)
        let (from, type) = (request.count("from") ?? 0, request.text("type"))
        let all = store.notificationDeliveries
        let wanted = all.filter { $0.number >= from && (type == nil || $0.notification.type.rawValue == type) }
        let rows = wanted.prefix(request.count("count") ?? 100).map { delivery in
            var row = HostedStore.row(delivery.notification, attempts[delivery.notification.id] ?? []).object ?? [:]
            row["number"] = .count(delivery.number)
            row["signedPayload"] = .text(delivery.notification.signedPayload)
            row["nextAttempt"] = delivery.nextAttempt.map(JSONValue.date)
            row["results"] = .list(
                delivery.attempts.map { ["date": .date($0.date), "result": .text($0.result.rawValue)] })
            return JSONValue.object(row)
        }
        return ["total": .count(all.count), "notifications": .list(rows)]
    }

    fileprivate var deliveryPlan: JSONValue {
        let (store, plan) = withState { ($0.store, $0.delivery) }
        return .row([
            "url": plan.url.map(JSONValue.text), "mode": .text(plan.mode.rawValue),
            "next": plan.remaining.map(JSONValue.count), "version": .count(plan.version.rawValue),
            "pending": .count(store.notificationDeliveries.count { $0.nextAttempt != nil }),
        ])
    }

    fileprivate func setDelivery(_ request: ControlRequest) throws -> [String: JSONValue] {
        let url = request.text("url")
        let mode = request.text("mode").flatMap { DeliveryPlan.Mode(rawValue: $0) }
        let next = request.count("next")
        if next != nil, mode != .double, mode != .drop {
            throw ControlError(409, "wrongMode", "\"next\" goes with the modes double and drop.", at: "next")
        }
        let version = request.count("version").flatMap { NotificationVersion(rawValue: $0) }
        let store = withState { state in
            if let url { state.delivery.url = url.isEmpty ? nil : url }
            if let mode { (state.delivery.mode, state.delivery.remaining) = (mode, next) }
            if let version { state.delivery.version = version }
            return state.store
        }
        if let version { store.setKeepsNotifications(true, version: version) }
        return [:]
    }
}
