import Foundation
import OfferKit
import OfferKitTimelines

extension LocalAppStore {
    static let eventRoutes: [Route] = [
        Route(
            "GET", Route.base + "/events",
            "What happens, as server-sent events: log entries, deliveries, a new store after a reset, and that it is gone.",
            query: [
                .optional(
                    "from", .whole(Member.anyCount),
                    "The number of the first log entry; unless given, what Last-Event-ID says, or what comes next.")
            ]
        ) { request, server in
            let hosted = try server.store(request.variable("store"))
            let first = request.count("from") ?? request.lastEventID.map { $0 + 1 }
            return ControlAnswer(stream: EventFeed(hosted, from: first, in: try server.eventPlaces.take()))
        },
        .readCustomer(
            "/timeline", "The customer's life in a subscription group, step by step.",
            query: [
                .group,
                .optional(
                    "each", .choice(["hours", "days", "weeks", "months"]),
                    "What one step is; by the length of the life unless given."),
            ],
            answer: [
                .needed("group", .text, "The subscription group."),
                .needed("steps", .list(.named("TimelineStep")), "The steps, the first purchase first."),
                .optional("each", .text, "What one step is."), .optional("line", .text, "The life as one line."),
            ]
        ) { request, hosted, customer in
            try hosted.timeline(of: customer, inGroup: hosted.group(request.text("group")), each: request.text("each"))
        },
    ]
}

extension HostedStore {
    /// An entry of the log.
    static func row(_ entry: LogEntry) -> JSONValue {
        .row([
            "number": .count(entry.number), "date": .date(entry.date),
            "event": .text(ControlError.caseName(of: entry.event)),
            "customer": entry.customer.map { .whole(Int64($0.rawValue)) }, "text": .text(entry.text),
        ])
    }

    /// The steps of a customer's life in a group: what happened in each, or how the subscription stood.
    fileprivate func timeline(of customer: Customer, inGroup group: String, each name: String?) throws -> JSONValue {
        let own = try device(of: customer).transactions.filter { $0.subscriptionGroupID == group }
        guard let first = own.first else { return ["group": .text(group), "steps": []] }
        let length = store.now.timeIntervalSince(first.purchaseDate)
        let name = name ?? HostedStore.step(for: length)
        let step: TimeStep =
            switch name {
            case "hours": .hours(1)
            case "days": .days(1)
            case "weeks": .weeks(1)
            default: .months(1)
            }
        let timeline = try Timeline(of: customer, inGroup: group, each: step)
        let steps = timeline.cells.enumerated().map { place, cell in
            switch cell {
            case .standing(let standing):
                JSONValue.row([
                    "date": timeline.date(ofCell: place).map(JSONValue.date), "standing": .text("\(standing)"),
                ])
            case .events(let marks):
                JSONValue.row([
                    "date": timeline.date(ofCell: place).map(JSONValue.date),
                    "marks": .list(marks.map { ["name": .text("\($0)"), "letter": .text("\($0.rawValue)")] }),
                ])
            }
        }
        return [
            "group": .text(group), "each": .text(name), "line": .text(timeline.shortLine), "steps": .list(steps),
        ]
    }

    /// The step with which a life of so many seconds has about a hundred of them.
    private static func step(for length: TimeInterval) -> String {
        let day = 86_400.0
        return length <= 4 * day ? "hours" : length <= 150 * day ? "days" : length <= 1_000 * day ? "weeks" : "months"
    }
}
