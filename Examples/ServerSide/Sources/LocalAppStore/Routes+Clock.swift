import Foundation
import OfferKit

extension LocalAppStore {
    private static let steps = ["years", "months", "weeks", "days", "hours", "minutes", "seconds", "milliseconds"]

    static let clockRoutes: [Route] = [
        .read(
            "/clock", "The store's clock.",
            answer: [
                .needed("now", .date, "The store's time."),
                .optional("nextDue", .date, "When something falls due next."),
                .needed("runsBy", .choice(["system", "manual"]), "Whether time runs, or is moved by hand."),
            ]
        ) { _, hosted in hosted.clock },
        moving("PUT", "/clock", "Sets the clock; it goes forwards.", body: [.needed("to", .date, "The date.")]) {
            request, _, _ in request.date("to")
        },
        moving(
            "POST", "/clock/advance", "Moves the clock on by one of these, and does what falls due on the way.",
            body: steps.map { .optional($0, .whole(0...1_000_000_000_000), "So many \($0).") }, need: .exactlyOne(steps)
        ) { request, _, store in
            guard let name = steps.first(where: { request.members[$0] != nil }) else { return nil }
            return store.now.adding(step(name, request.count(name) ?? 0))
        },
        moving("POST", "/clock/next", "Moves the clock to what falls due next, where anything does.", body: []) {
            _, hosted, store in hosted.nextDue(of: store).map { max($0, store.now) }
        },
    ]

    private static func step(_ name: String, _ count: Int) -> TimeStep {
        switch name {
        case "years": .years(count)
        case "months": .months(count)
        case "weeks": .weeks(count)
        case "days": .days(count)
        case "hours": .hours(count)
        case "minutes": .minutes(count)
        case "seconds": .seconds(count)
        default: .milliseconds(count)
        }
    }

    /// What the move brought about; left out where nothing was due.
    private static let moved: [Member] = [
        .optional("renewed", .whole(Member.anyCount), "How many subscriptions renewed."),
        .optional("failed", .whole(Member.anyCount), "How many renewals failed."),
        .optional("recovered", .whole(Member.anyCount), "How many recovered."),
        .optional("lapsed", .whole(Member.anyCount), "How many ended."),
        .optional("entries", .whole(Member.anyCount), "How many entries the log has more."),
    ]

    private static func moving(
        _ method: String, _ path: String, _ summary: String, body: [Member],
        need: Need = .nothing, _ target: @escaping @Sendable (ControlRequest, HostedStore, Store) throws -> Date?
    ) -> Route {
        Route(method, Route.base + path, summary, body: body, need: need, answer: moved + Member.ofChange) {
            request, server in
            let hosted = try server.store(request.variable("store"))
            return try await hosted.answering(
                server.webhook, movesClock: true,
                movingTo: { store in
                    let date = try target(request, hosted, store)
                    if let date, date.timeIntervalSince1970 * 1_000 > Double(Date.latestMilliseconds) {
                        throw ControlError(
                            409, "clockAtEnd", "The clock goes to the end of the year 9999, and no further.",
                            at: "clock")
                    }
                    return date
                })
        }
    }
}

extension HostedStore {
    /// Returns when something falls due next, notifications that are sent again among it; nil where nothing will.
    func nextDue(of store: Store) -> Date? {
        // The sandbox sends everything once.
        let isSentAgain = withState { $0.delivery.url != nil } && store.environment != .sandbox
        let attempts = isSentAgain ? store.notificationDeliveries.compactMap(\.nextAttempt) : []
        return ([store.nextDue].compactMap { $0 } + attempts.filter { $0 > store.now }).min()
    }

    var clock: JSONValue {
        let store = store
        return .row([
            "now": .date(store.now), "nextDue": nextDue(of: store).map(JSONValue.date),
            "runsBy": .text(options.followsSystemClock ? "system" : "manual"),
        ])
    }
}
