import Foundation
import NIOCore
import OfferKit

/// The events of one store, as texts of a stream of server-sent events.
///
/// The store's log is all that waits: a reader that takes its time has some entries in memory at once, however long the log is, and no
/// request waits for it.
struct EventFeed: AsyncSequence, Sendable {
    /// How often news is looked for.
    fileprivate static let interval = Duration.milliseconds(100)
    /// A comment is sent after so many looks without news, so that both ends know that the connection stands.
    fileprivate static let looksBetweenComments = 40
    /// So many entries are read at once.
    static let page = 200

    fileprivate let hosted: HostedStore
    fileprivate let first: Int?
    fileprivate let place: EventPlace
    fileprivate var channel: (any Channel)?

    init(_ hosted: HostedStore, from first: Int?, in place: EventPlace) {
        self.hosted = hosted
        self.first = first
        self.place = place
    }

    /// The same over a connection, with which it ends.
    func over(_ channel: any Channel) -> EventFeed {
        place.goes(over: channel)
        var feed = self
        feed.channel = channel
        return feed
    }

    /// Begins at its first entry.
    func makeAsyncIterator() -> Iterator { Iterator(feed: self) }

    /// Where one reader is.
    struct Iterator: AsyncIteratorProtocol {
        private let feed: EventFeed
        private var store: Store?
        private var generation: String?
        /// The number of the next entry.
        private var next = 0
        /// How many attempts to deliver were told of.
        private var told = 0
        private var isOver = false

        fileprivate init(feed: EventFeed) { self.feed = feed }

        /// The next messages; nil when the store was deleted, the connection is closed, or the place given to another.
        mutating func next() async -> String? {
            var looks = 0
            while !isOver, feed.place.isHeld, feed.channel?.isActive ?? true {
                if let news = news() { return news }
                looks += 1
                if looks >= EventFeed.looksBetweenComments { return ": \n\n" }
                do { try await Task.sleep(for: EventFeed.interval) } catch { return nil }
            }
            return nil
        }

        private mutating func news() -> String? {
            let (store, generation, sent, isRemoved) = feed.hosted.withState {
                ($0.store, $0.generation, $0.sent.count, $0.isRemoved)
            }
            if isRemoved {
                isOver = true
                return EventFeed.message("gone", ["store": .text(feed.hosted.name)])
            }
            var text = ""
            if store !== self.store {
                let count = store.logCount
                // After a reset all of the new store is told; one that was opened again goes on.
                let isFirst = self.store == nil
                next = isFirst ? Swift.min(feed.first ?? count, count) : generation == self.generation ? next : 0
                (self.store, self.generation, told) = (store, generation, sent)
                text = EventFeed.message(
                    "store",
                    ["now": .date(store.now), "entries": .count(count), "generation": .text(generation)])
            }
            for entry in store.log(from: next, count: EventFeed.page) {
                text += EventFeed.message(entry)
                next = entry.number + 1
            }
            if sent > told {
                text += EventFeed.message("delivery", ["attempts": .count(sent - told)])
                told = sent
            }
            return text.isEmpty ? nil : text
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
