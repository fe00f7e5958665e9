import Foundation
import NIOConcurrencyHelpers
import OfferKit
import OfferKitTimelines

extension LocalAppStore {
    /// How many streams of events one server keeps open.
    static let mostStreams = 100

    static let eventRoutes: [Route] = [
        Route(
            "GET", Route.base + "/events",
            "What happens, as server-sent events: log entries, deliveries, and a new store after a reset.",
            query: [
                .optional(
                    "from", .whole(Member.anyCount),
                    "The number of the first log entry; unless given, what Last-Event-ID says, or what comes next.")
            ]
        ) { request, server in
            let hosted = try server.store(request.variable("store"))
            let first = request.count("from") ?? request.lastEventID.map { $0 + 1 }
            return ControlAnswer(stream: EventFeed(hosted, from: first, in: try StreamPlace(server.openStreams)))
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

/// One of the streams of events that a server keeps open, counted for as long as anything holds it.
final class StreamPlace: Sendable {
    private let open: NIOLockedValueBox<Int>

    /// A place, where there is one.
    ///
    /// - Throws: ``ControlError`` with the status 503.
    init(_ open: NIOLockedValueBox<Int>) throws {
        self.open = open
        let count = open.withLockedValue { open in
            open += 1
            return open
        }
        // One that is refused is let go of, too, and counts itself out.
        guard count <= LocalAppStore.mostStreams else {
            throw ControlError(
                503, "tooManyStreams", "\(LocalAppStore.mostStreams) streams of events are open. Close some.",
                at: "events")
        }
    }

    deinit { open.withLockedValue { $0 -= 1 } }
}

/// The events of one store, as the text of a stream of server-sent events.
///
/// Whoever reads too slowly is cut off, and may go on with the number of the last entry that arrived.
struct EventFeed: Sendable {
    /// How often deliveries and a change of the store are looked for.
    private static let interval = Duration.milliseconds(200)
    /// A comment is sent after so many looks without news, so that both ends know that the connection stands.
    private static let looksBetweenComments = 20

    private let hosted: HostedStore
    private let first: Int?
    private let place: StreamPlace

    init(_ hosted: HostedStore, from first: Int?, in place: StreamPlace) {
        self.hosted = hosted
        self.first = first
        self.place = place
    }

    /// The messages; the stream ends when its task is cancelled, and when too much waits.
    func messages() -> EventQueue.Messages {
        let (queue, messages) = EventQueue.make()
        let (hosted, place) = (hosted, place)
        let task = Task {
            await EventFeed.run(hosted, from: first, into: queue)
            queue.finish()
            withExtendedLifetime(place) {}
        }
        queue.onEnd { task.cancel() }
        return messages
    }

    /// Follows one store after another, as a reset puts them there.
    private static func run(
        _ hosted: HostedStore, from first: Int?, into messages: EventQueue
    ) async {
        var first = first
        while !Task.isCancelled {
            let (store, generation) = hosted.withState { ($0.store, $0.generation) }
            // It listens before it reads what was, so that nothing falls between the two.
            let events = store.events
            let past = store.log
            let start = min(first ?? past.count, past.count)
            let opening: JSONValue = [
                "now": .date(store.now), "entries": .count(past.count), "generation": .text(generation),
            ]
            guard messages.say(message("store", opening)) else { return }
            for entry in past[start...] {
                guard await messages.sayInTime(message(entry)) else { return }
            }
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    for await entry in events where entry.number >= past.count {
                        guard messages.say(message(entry)) else { return }
                    }
                }
                group.addTask { await watch(hosted, store, messages) }
                await group.next()
                group.cancelAll()
            }
            guard hosted.store !== store else { return }
            first = 0
        }
    }

    /// Tells of deliveries, until the store is another one or nobody listens.
    private static func watch(
        _ hosted: HostedStore, _ store: Store, _ messages: EventQueue
    ) async {
        var told = hosted.withState { $0.sent.count }
        var looks = 0
        while hosted.store === store {
            do { try await Task.sleep(for: interval) } catch { return }
            let count = hosted.withState { $0.sent.count }
            looks += 1
            if count != told {
                guard messages.say(message("delivery", ["attempts": .count(count - told)])) else { return }
                (told, looks) = (count, 0)
            } else if looks >= looksBetweenComments {
                guard messages.say(": \n\n") else { return }
                looks = 0
            }
        }
    }

    private static func message(_ entry: LogEntry) -> String {
        "id: \(entry.number)\n" + message("log", HostedStore.row(entry))
    }

    private static func message(_ event: String, _ data: JSONValue) -> String {
        // JSON on one line: a text in it cannot end the message.
        "event: \(event)\ndata: \(String(decoding: data.data, as: UTF8.self))\n\n"
    }
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
