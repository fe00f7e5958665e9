import Foundation
import OfferKit

extension LocalAppStore {
    /// What a request that makes a notification is answered with.
    private static let made: [Member] = [
        .needed("notificationUUID", .uuid, "The notification's identifier."),
        .needed("signedPayload", .text, "What is posted, signed."),
    ]

    /// What becomes of notifications on their way.
    private static let delivery: [Member] = [
        .optional("url", .url, "Where they are posted to; nowhere where it is left out."),
        .needed("mode", .choice(DeliveryPlan.Mode.allCases.map(\.rawValue)), "What becomes of them."),
        .optional("next", .whole(Member.anyCount), "How many are doubled or dropped before the rest is sent."),
        .needed("version", .whole(1...2), "The version of the notifications."),
    ]

    static let notificationRoutes: [Route] = [
        .read(
            "/notifications",
            "What was told, oldest first: every attempt by its result, and those since the server was started as they went over the wire.",
            query: [
                .optional("from", .whole(Member.anyCount), "The number of the first one."),
                .optional("count", .whole(0...10_000), "How many at most; 100 unless given."),
                .optional("type", .text, "Of one type alone."),
            ],
            answer: [
                .needed("total", .whole(Member.anyCount), "How many there are, of the type that was asked for."),
                .needed("notifications", .list(.named("KeptNotification")), "Those that were asked for."),
            ]
        ) { request, hosted in hosted.notifications(request) },
        .change(
            "POST", "/notifications",
            "Plays the shortest life that ends in a notification, which may move everybody's clock; what came of it is delivered when it "
                + "was played. With a transaction, any type is sent as it is.",
            body: [
                .needed("type", .text, "The type, such as DID_RENEW."),
                .optional("subtype", .text, "The subtype, such as BILLING_RECOVERY."),
                .optional("customer", .whole(Member.anyCount), "Whose life it is; somebody new unless given."),
                .optional(
                    "transaction", .transaction, "Makes it of this transaction, though nothing like it happened."),
            ], answer: made, movesClock: true
        ) { request, hosted, _ in try hosted.trigger(request) },
        .change("POST", "/notifications/test", "Sends a notification of the type TEST.", answer: made) { _, hosted, _ in
            HostedStore.made(try hosted.store.requestTestNotification())
        },
        .change("POST", "/notifications/{uuid}/resend", "Sends a notification once more.", answer: made) {
            request, hosted, _ in
            guard let id = UUID(uuidString: request.variable("uuid")) else {
                throw ControlError.wrongType("uuid", expected: "a UUID")
            }
            return HostedStore.made(try hosted.store.resendNotification(id))
        },
        .read(
            "/delivery", "What becomes of notifications on their way.",
            answer: delivery + [
                .needed("pending", .whole(Member.anyCount), "How many are still to be sent, now or later.")
            ]
        ) { _, hosted in
            let pending = hosted.store.notificationDeliveries.count { $0.nextAttempt != nil }
            return .object(hosted.deliveryPlan.merging(["pending": .count(pending)]) { plan, _ in plan })
        },
        .change(
            "PUT", "/delivery",
            "Holds, doubles, reorders or drops notifications, or sends them elsewhere. What one request brings about is reordered, and "
                + "what was held before: hold, do several things, and then reorder.",
            body: [
                .optional("url", .either([.url, .choice([""])]), "Where they are posted to; empty for nowhere."),
                .optional("mode", .choice(DeliveryPlan.Mode.allCases.map(\.rawValue)), "What becomes of them."),
                .optional("next", .whole(1...1_000_000), "With double and drop: how many, before the rest is sent."),
                .optional("version", .whole(1...2), "The version of the notifications."),
            ], answer: delivery
        ) { request, hosted, _ in
            try hosted.setDelivery(request)
            return hosted.deliveryPlan
        },
        .change(
            "POST", "/delivery/release", "Sends what was held, and sends from now on.", answer: delivery
        ) { _, hosted, _ in
            try hosted.changeSetup { state in
                state.delivery.mode = .send
                state.delivery.remaining = nil
            }
            return hosted.deliveryPlan
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
        do {
            return HostedStore.made(try store.triggerNotification(type, subtype, for: owner))
        } catch {
            // A life that ended because a step of it could not be written.
            if let trouble = store.journalError { throw ControlError.notRecorded(trouble) }
            if case NotificationRefusal.unreachable(_, _, let reason) = error, reason.hasPrefix("clockIsFollowing") {
                throw ControlError.clockIsFollowing
            }
            throw error
        }
    }

    fileprivate func notifications(_ request: ControlRequest) -> JSONValue {
        let (store, sent) = withState { ($0.store, $0.sent.since(0)) }
        let attempts = Dictionary(grouping: sent, by: \.notification)
        let (from, type) = (request.count("from") ?? 0, request.text("type"))
        let all = store.notificationDeliveries
        let ofType = type.map { type in all.filter { $0.notification.type.rawValue == type } } ?? all
        let rows = ofType.drop { $0.number < from }.prefix(request.count("count") ?? 100).map { delivery in
            var row = HostedStore.row(delivery.notification, attempts[delivery.notification.id] ?? []).object ?? [:]
            row["number"] = .count(delivery.number)
            row["signedPayload"] = .text(delivery.notification.signedPayload)
            row["nextAttempt"] = delivery.nextAttempt.map(JSONValue.date)
            row["results"] = .list(
                delivery.attempts.map { ["date": .date($0.date), "result": .text($0.result.rawValue)] })
            return JSONValue.object(row)
        }
        return ["total": .count(ofType.count), "notifications": .list(rows)]
    }

    fileprivate var deliveryPlan: [String: JSONValue] {
        let plan = withState { $0.delivery }
        var members: [String: JSONValue] = [
            "mode": .text(plan.mode.rawValue), "version": .count(plan.version.rawValue),
        ]
        members["url"] = plan.url.map(JSONValue.text)
        members["next"] = plan.remaining.map(JSONValue.count)
        return members
    }

    fileprivate func setDelivery(_ request: ControlRequest) throws {
        let url = request.text("url")
        let mode = request.text("mode").flatMap { DeliveryPlan.Mode(rawValue: $0) }
        let next = request.count("next")
        if next != nil, mode != .double, mode != .drop {
            throw ControlError(409, "wrongMode", "\"next\" goes with the modes double and drop.", at: "next")
        }
        let version = request.count("version").flatMap { NotificationVersion(rawValue: $0) }
        let before = withState { $0.delivery.version }
        if let version { try recording { $0.setKeepsNotifications(true, version: version) } }
        do {
            try changeSetup { state in
                if let url { state.delivery.url = url.isEmpty ? nil : url }
                if let mode { (state.delivery.mode, state.delivery.remaining) = (mode, next) }
                if let version { state.delivery.version = version }
            }
        } catch {
            if version != nil { store.setKeepsNotifications(true, version: before) }
            throw error
        }
    }
}
