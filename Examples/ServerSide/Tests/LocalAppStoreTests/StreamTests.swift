import Foundation
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import OfferKit
import Testing

@testable import LocalAppStore

@Suite("Streams of events that nobody reads")
struct StreamTests {
    @Test("So many bytes wait for a reader, and no more, however long its messages are")
    func bounded() async throws {
        for length in [10, 5_000, 100_000, 1_000_000] {
            let (queue, waiting) = EventQueue.make()
            let text = String(repeating: "x", count: length)
            var taken = 0
            while queue.say(text) { taken += 1 }
            #expect(taken == max(1, EventQueue.longest / length), "\(length)")
            #expect(queue.bytes <= max(length, EventQueue.longest))
            // Who reads makes room.
            var messages = waiting.makeAsyncIterator()
            #expect(await messages.next() == text)
            #expect(queue.say(text))
            queue.finish()
            while let message = await messages.next() { #expect(message == text) }
            #expect(queue.bytes == 0)
        }
    }

    @Test("What was there before waits for room, and a reader that goes ends it")
    func waiting() async throws {
        let (queue, waiting) = EventQueue.make()
        let text = String(repeating: "x", count: EventQueue.longest)
        #expect(queue.say(text))
        let late = Task { await queue.sayInTime("late") }
        var messages = waiting.makeAsyncIterator()
        #expect(await messages.next() == text)
        #expect(await late.value)
        #expect(await messages.next() == "late")
        #expect(queue.say(text))
        let never = Task { await queue.sayInTime("never") }
        never.cancel()
        #expect(await never.value == false)
    }

    @Test("More streams than there may be are refused with 503, and there is room again when one is closed")
    func mostStreams() async throws {
        try await Bench.run { bench in
            let port = Int(bench.url.split(separator: ":").last ?? "") ?? 0
            var channels: [any Channel] = []
            for _ in 0..<LocalAppStore.mostStreams {
                let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                    .connect(host: "127.0.0.1", port: port).get()
                try await channel.writeAndFlush(
                    ByteBuffer(string: "GET \(Bench.store)/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"))
                channels.append(channel)
            }
            while bench.server.openStreams.withLockedValue({ $0 }) < LocalAppStore.mostStreams {
                try await Task.sleep(for: .milliseconds(10))
            }
            let refused = try await bench.ask("GET", "events")
            #expect(refused.status == 503 && refused.code == "tooManyStreams", "\(refused.text)")
            #expect(try await bench.ask("POST", "customers").status == 200)
            try await channels.removeLast().close()
            while bench.server.openStreams.withLockedValue({ $0 }) >= LocalAppStore.mostStreams {
                try await Task.sleep(for: .milliseconds(10))
            }
            var events = try await bench.events("events")
            #expect(try await events.next()?.event == "store")
            for channel in channels { try await channel.close() }
        }
    }
}
