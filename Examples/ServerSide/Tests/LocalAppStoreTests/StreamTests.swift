import Foundation
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import OfferKit
import Testing

@testable import LocalAppStore

@Suite("Streams of events that nobody reads")
struct StreamTests {
    /// A server of so many streams, and of so much patience with each.
    private static func configuration(most: Int = 100, patience: Duration = .seconds(30))
        -> LocalAppStore.Configuration
    {
        var configuration = LocalAppStore.Configuration()
        (configuration.mostStreams, configuration.streamPatience) = (most, patience)
        return configuration
    }

    /// Opens a stream whose reader takes nothing.
    private static func open(_ path: String, _ bench: Bench) async throws -> any Channel {
        let port = Int(bench.url.split(separator: ":").last ?? "") ?? 0
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(ChannelOptions.autoRead, value: false)
            .channelOption(ChannelOptions.socketOption(.so_rcvbuf), value: 4_096)
            .connect(host: "127.0.0.1", port: port).get()
        try await channel.writeAndFlush(
            ByteBuffer(string: "GET \(Bench.store)/\(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"))
        return channel
    }

    /// Waits until so many streams are open.
    private static func waitUntil(_ bench: Bench, has count: Int) async throws {
        while bench.server.eventPlaces.count != count { try await Task.sleep(for: .milliseconds(10)) }
    }

    @Test("The past is read in pages, each when the one before was taken, and each entry once")
    func pages() async throws {
        try await Bench.run { bench in
            let hosted = try bench.server.store("default")
            for _ in 0..<(EventFeed.page + 50) { hosted.store.addCustomer() }
            let count = hosted.store.logCount
            var reader = EventFeed(hosted, from: 0, in: try bench.server.eventPlaces.take()).makeAsyncIterator()
            var (numbers, pages): ([String], Int) = ([], 0)
            while numbers.count < count, let text = await reader.next() {
                let page = text.split(separator: "\n").filter { $0.hasPrefix("id: ") }.map { String($0.dropFirst(4)) }
                #expect(page.count <= EventFeed.page)
                (numbers, pages) = (numbers + page, pages + 1)
            }
            #expect(numbers == (0..<count).map { "\($0)" } && pages >= 2)
        }
    }

    @Test("More streams than there may be are refused with 503, and there is room again when one is closed")
    func mostStreams() async throws {
        try await Bench.run(StreamTests.configuration(most: 5)) { bench in
            var channels: [any Channel] = []
            for _ in 0..<5 { channels.append(try await StreamTests.open("events", bench)) }
            try await StreamTests.waitUntil(bench, has: 5)
            let refused = try await bench.ask("GET", "events")
            #expect(refused.status == 503 && refused.code == "tooManyStreams", "\(refused.text)")
            #expect(try await bench.ask("POST", "customers").status == 200)
            try await channels.removeLast().close()
            try await StreamTests.waitUntil(bench, has: 4)
            var events = try await bench.events("events")
            #expect(try await events.next()?.event == "store")
            for channel in channels { try await channel.close() }
        }
    }

    @Test("Where all places are taken, the stream that has been open longest gives way once it has had its time")
    func displaced() async throws {
        let begun = ContinuousClock.now
        let clock = NIOLockedValueBox(begun)
        let places = EventPlaces(most: 2, patience: .seconds(30), now: { clock.withLockedValue { $0 } })
        try await Bench.run { bench in
            let hosted = try bench.server.store("default")
            let channel = try await StreamTests.open("events", bench)
            let first = try places.take()
            var reader = EventFeed(hosted, from: nil, in: first).over(channel).makeAsyncIterator()
            #expect(await reader.next()?.contains("event: store") == true)
            clock.withLockedValue { $0 = begun + .seconds(10) }
            let second = try places.take()
            clock.withLockedValue { $0 = begun + .seconds(29) }
            #expect(throws: ControlError.self) { try places.take() }
            clock.withLockedValue { $0 = begun + .seconds(30) }
            let third = try places.take()
            #expect(!first.isHeld && second.isHeld && third.isHeld && places.count == 2)
            #expect(await reader.next() == nil)
            try await channel.closeFuture.get()
        }
        #expect(places.count == 0)
    }

    @Test("Who takes nothing of a long log is cut off, and its place is free")
    func stuck() async throws {
        try await Bench.run(StreamTests.configuration(patience: .milliseconds(300))) { bench in
            _ = try await bench.post("customers")
            _ = try await bench.post("customers/0/purchases", ["product": "com.example.pro.monthly"])
            // More than the buffers of a connection hold.
            _ = try await bench.post("clock/advance", ["years": 1_500])
            let channel = try await StreamTests.open("events?from=0", bench)
            try await StreamTests.waitUntil(bench, has: 1)
            try await StreamTests.waitUntil(bench, has: 0)
            try? await channel.close()
        }
    }

    @Test("A stream of a store that is deleted says so, and ends")
    func deleted() async throws {
        try await Bench.run { bench in
            _ = try await bench.post("/_control/stores", ["name": "brief"])
            var events = try await bench.events("/_control/stores/brief/events")
            #expect(try await events.next()?.event == "store")
            _ = try await bench.ask("DELETE", "/_control/stores/brief")
            let last = try await events.next()
            #expect(last?.event == "gone" && last?.data["store"] == "brief")
            #expect(try await events.next() == nil)
            try await StreamTests.waitUntil(bench, has: 0)
        }
    }
}
