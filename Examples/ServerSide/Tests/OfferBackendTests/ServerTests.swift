import Foundation
import Hummingbird
import LocalAppStore
import NIOCore
import NIOPosix
import OfferKit
import ServerBench
import ServerParts
import ServiceLifecycle
import Testing

@testable import OfferBackend

@Suite("The backend as a server", .serialized)
struct ServerTests {
    @Test("Another method is told which ones there are, and HEAD is answered as GET without its body")
    func methods() async throws {
        try await BothServers.run { both in
            let cases = [
                ("GET", "/notifications", "POST"), ("DELETE", "/users/\(UUID().uuidString)", "GET, HEAD"),
                ("POST", "/health", "GET, HEAD"), ("POST", "/users/a/activity", "PUT"),
            ]
            for (method, path, allowed) in cases {
                let (status, headers, body) = try await both.send(method, path)
                #expect(status == 405 && headers["Allow"] == allowed, "\(method) \(path)")
                #expect(body["error"]?["code"]?.text == "wrongMethod", "\(method) \(path)")
            }
            let head = try await both.send("HEAD", "/health")
            #expect(head.status == 200 && head.2 == .null)
            #expect(try await both.send("HEAD", "/nothing").status == 404)
            #expect(try await both.send("GET", "/users/a/b/c").2["error"]?["code"]?.text == "unknownPath")
        }
    }

    @Test("A client that sends a byte now and then is cut off, however long it goes on, and hangs nobody")
    func tricklingClients() async throws {
        try await BothServers.run { both in
            var limits = ClientLimits()
            limits.requestTimeout = .seconds(1)
            let (backend, short) = (both.backend, limits)
            try await whileListening(
                { backend.application(host: $0, port: $1, limits: short, onRunning: $2) },
                { address in
                    let beginnings = [
                        "POST /notifications HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100000\r\n\r\n",
                        "GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100000\r\n\r\n",
                        "GET /nothing HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100000\r\n\r\n", "GET /hea",
                    ]
                    for beginning in beginnings { try await trickle(beginning, to: address) }
                    #expect(try await BothServers.ask(both.client, "GET", "http://\(address)/health").status == 200)
                })
        }
    }

    @Test("While it catches up at its start, notifications are taken already (S0-91)")
    func catchingUpAside() async throws {
        try await BothServers.run { both in
            let (user, _) = try await both.subscriber()
            let payload = try await both.payloads()[0]
            // An App Store that answers nothing: who waits for it waits long.
            let silent = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .bind(host: "127.0.0.1", port: 0).get()
            let backend = try both.another(
                database: "behind.sqlite", appStore: "http://127.0.0.1:\(silent.localAddress?.port ?? 0)")
            let (ports, running) = AsyncStream.makeStream(of: Int.self)
            let application = backend.application { running.yield($0) }
            let (addresses, told) = AsyncStream.makeStream(of: Int.self)
            let group = ServiceGroup(
                configuration: ServiceGroupConfiguration(
                    services: [application, CatchUpService(backend, listeningAt: addresses)],
                    logger: both.backend.logger))
            async let end: Void = group.run()
            var iterator = ports.makeAsyncIterator()
            let port = try #require(await iterator.next())
            told.yield(port)
            let answer = try await BothServers.ask(
                both.client, "POST", "http://127.0.0.1:\(port)/notifications",
                JSONValue.object(["signedPayload": .text(payload)]).data)
            #expect(answer.status == 200 && answer.1["new"]?.flag == true)
            #expect(try await backend.database.user(user).rows.count == 1)
            // And it ends when it is told to, in the middle of that.
            await group.triggerGracefulShutdown()
            try await end
            try backend.close()
            try await silent.close()
        }
    }

    @Test("A server that is told to end does not wait for an App Store that does not answer to a catch-up")
    func endingWhileCatchingUp() async throws {
        try await BothServers.run { both in
            let (connections, connected) = AsyncStream.makeStream(of: Void.self)
            let silent = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .childChannelInitializer { channel in
                    connected.yield()
                    return channel.eventLoop.makeSucceededVoidFuture()
                }.bind(host: "127.0.0.1", port: 0).get()
            let backend = try both.another(
                database: "behind.sqlite", appStore: "http://127.0.0.1:\(silent.localAddress?.port ?? 0)")
            let (ports, running) = AsyncStream.makeStream(of: Int.self)
            let group = ServiceGroup(
                configuration: ServiceGroupConfiguration(
                    services: [backend.application { running.yield($0) }], logger: both.backend.logger))
            async let end: Void = group.run()
            var iterator = ports.makeAsyncIterator()
            let port = try #require(await iterator.next())
            async let answer = BothServers.ask(
                both.client, "POST", "http://127.0.0.1:\(port)/catch-up", nil,
                ["Authorization": "Bearer \(BothServers.token)"])
            // It is asking now.
            var asking = connections.makeAsyncIterator()
            await asking.next()
            let begun = ContinuousClock.now
            await group.triggerGracefulShutdown()
            let (status, told) = try await answer
            #expect(status == 503 && told["error"]?["message"]?.text?.hasPrefix("The server ends.") == true, "\(told)")
            try await end
            #expect(begun.duration(to: .now) < .seconds(30))
            try backend.close()
            try await silent.close()
        }
    }

    @Test("A port that is taken, or an address that is not this machine's, is named in words")
    func takenPort() async throws {
        try await BothServers.run { both in
            let port = Int(both.backendURL.split(separator: ":").last ?? "") ?? 0
            let application = both.backend.application(port: port)
            let error = await #expect(throws: IOError.self) { try await application.run() }
            let words = error.flatMap { WebRules.whyNotListening($0, host: "127.0.0.1", port: port) }
            #expect(words?.contains("listens at port \(port) already") == true)
        }
    }
}
