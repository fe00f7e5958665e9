import Foundation
import LocalAppStore
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import OfferKit
import ServerBench
import Testing

@Suite("Deliveries")
struct DeliveryTests {
    private static let monthly = "com.example.pro.monthly"

    /// A server in production, whose notifications go to a backend.
    private static func run(
        _ backend: Backend, timeout: Duration = testPatience, _ body: @Sendable @escaping (Bench) async throws -> Void
    ) async throws {
        try await backend.run { url in
            var configuration = LocalAppStore.Configuration()
            configuration.options.environment = .production
            configuration.options.notificationURL = url
            configuration.webhookTimeout = timeout
            // A busy machine is no reason to refuse.
            configuration.clockPatience = .seconds(120)
            try await Bench.run(configuration, body)
        }
    }

    private static func purchase(_ bench: Bench) async throws -> JSONValue {
        let customer = try await bench.post("customers")["customer"]?.whole ?? -1
        return try await bench.post("customers/\(customer)/purchases", ["product": .text(monthly)])
    }

    @Test("A request is answered when its notifications were sent, with their HTTP status; the backend can verify them")
    func sent() async throws {
        let backend = Backend(answering: [201])
        try await DeliveryTests.run(backend) { bench in
            let answer = try await DeliveryTests.purchase(bench)
            let row = try #require(answer["notifications"]?[0])
            #expect(row["notificationType"]?.text == "SUBSCRIBED")
            #expect(row["attempts"]?.list?.map { $0["status"] } == [201])
            let body = try #require(backend.bodies.first)
            let root = try SigningCertificate(pem: await bench.get("root-certificate")["pem"]?.text ?? "")
            let verifier = SignedDataVerifier(
                root: root, bundleID: Store.defaultBundleID, environment: .production,
                appAppleID: Store.defaultAppAppleID)
            let payload = try verifier.notification(body["signedPayload"]?.text ?? "")
            #expect(payload.notificationUUID.uuidString.lowercased() == row["notificationUUID"]?.text)
        }
    }

    @Test("What the backend refuses is sent again an hour later by the store's clock, the same by its UUID")
    func retried() async throws {
        let backend = Backend(answering: [503, 500])
        try await DeliveryTests.run(backend) { bench in
            _ = try await DeliveryTests.purchase(bench)
            let moved = try await bench.post("clock/advance", ["hours": 13])
            #expect(moved["notifications"]?[0]?["attempts"]?.list?.map { $0["status"] } == [500, 200])
            #expect(Set(backend.payloads.map { $0["notificationUUID"] }).count == 1)
            let row = try #require(try await bench.get("notifications")["notifications"]?[0])
            #expect(
                row["results"]?.list?.map { $0["result"] } == [
                    "UNSUCCESSFUL_HTTP_RESPONSE_CODE", "UNSUCCESSFUL_HTTP_RESPONSE_CODE", "SUCCESS",
                ])
            #expect(row["attempts"]?.list?.count == 3)
        }
    }

    @Test("What falls due next is the next attempt, where that comes before anything else")
    func nextAttempt() async throws {
        let backend = Backend(answering: [503])
        try await DeliveryTests.run(backend) { bench in
            _ = try await DeliveryTests.purchase(bench)
            let now = try #require(try await bench.get("clock")["now"]?.text)
            let due = try #require(try await bench.get("clock")["nextDue"]?.text)
            #expect(try Date(utc: due) == Date(utc: now).adding(.hours(1)))
            let moved = try await bench.post("clock/next")
            #expect(moved["notifications"]?[0]?["attempts"]?.list?.map { $0["status"] } == [200])
            #expect(try await bench.get("clock")["now"]?.text == due)
        }
    }

    @Test("A backend that never answers is given up after its time, and other requests are answered meanwhile")
    func neverAnswers() async throws {
        let backend = Backend(answering: [Backend.never])
        try await DeliveryTests.run(backend, timeout: .seconds(15)) { bench in
            _ = try await bench.post("customers")
            let isAnswered = NIOLockedValueBox(false)
            async let bought = {
                let answer = try await bench.post("customers/0/purchases", ["product": .text(DeliveryTests.monthly)])
                isAnswered.withLockedValue { $0 = true }
                return answer
            }()
            while try await bench.get("customers/0/transactions")["transactions"]?.list?.isEmpty ?? true {}
            let headers = try await bench.authorization()
            #expect(try await bench.ask("GET", "/inApps/v1/subscriptions/1", headers: headers).status == 200)
            #expect(isAnswered.withLockedValue { !$0 })
            let answer = try await bought
            #expect(answer["pending"] == 0)
            let row = answer["notifications"]?[0]
            #expect(row?["attempts"]?[0]?["outcome"]?.text == "unanswered", "\(String(describing: row))")
            let kept = try await bench.get("notifications")["notifications"]?[0]
            #expect(kept?["results"]?[0]?["result"]?.text == "TIMED_OUT")
        }
    }

    @Test("Nobody listens: the request is answered all the same")
    func nobody() async throws {
        var configuration = LocalAppStore.Configuration()
        configuration.options.notificationURL = "http://127.0.0.1:1/"
        try await Bench.run(configuration) { bench in
            let answer = try await DeliveryTests.purchase(bench)
            #expect(answer["transaction"] != nil)
            let attempt = answer["notifications"]?[0]?["attempts"]?[0]
            #expect(attempt?["outcome"]?.text == "unanswered" && attempt?["error"]?.text?.isEmpty == false)
        }
    }

    @Test("Notifications are held and released, doubled, dropped and sent newest first")
    func modes() async throws {
        let backend = Backend()
        try await DeliveryTests.run(backend) { bench in
            _ = try await bench.put("delivery", ["mode": "hold"])
            let held = try await DeliveryTests.purchase(bench)
            #expect(held["notifications"]?[0]?["attempts"]?.list == [])
            _ = try await bench.post("clock/advance", ["weeks": 1])
            #expect(backend.types == [])
            #expect(try await bench.get("delivery")["pending"]?.whole == 2)
            _ = try await bench.post("delivery/release")
            #expect(backend.types == ["SUBSCRIBED", "DID_RENEW"])

            _ = try await bench.put("delivery", ["mode": "double", "next": 1])
            _ = try await bench.post("clock/advance", ["months": 2])
            #expect(backend.types.suffix(3) == ["DID_RENEW", "DID_RENEW", "DID_RENEW"])
            let ids = backend.payloads.suffix(3).map { $0["notificationUUID"] }
            #expect(ids[0] == ids[1] && ids[1] != ids[2])

            _ = try await bench.put("delivery", ["mode": "drop", "next": 1])
            let dropped = try await bench.post("clock/advance", ["months": 1])
            #expect(dropped["notifications"]?[0]?["attempts"]?[0]?["outcome"]?.text == "dropped")
            #expect(backend.types.count == 5)
            _ = try await bench.post("clock/advance", ["hours": 1])  // the App Store heard no answer
            #expect(backend.types.count == 6)

            _ = try await bench.put("delivery", ["mode": "reorder"])
            _ = try await bench.post("clock/advance", ["months": 3])
            let dates = backend.payloads.suffix(3).compactMap { $0["signedDate"]?.whole }
            #expect(dates == dates.sorted(by: >) && dates.count == 3)
            #expect(try await bench.get("delivery")["pending"]?.whole == 0)
        }
    }

    @Test("Newest first, with a backend that leaves one without an answer: that one timed out, and each is sent once")
    func reorderedTimeout() async throws {
        let backend = Backend(answering: [200, Backend.never, 200])
        try await DeliveryTests.run(backend, timeout: .seconds(1)) { bench in
            _ = try await bench.put("delivery", ["mode": "hold"])
            _ = try await DeliveryTests.purchase(bench)
            _ = try await DeliveryTests.purchase(bench)
            _ = try await DeliveryTests.purchase(bench)
            _ = try await bench.put("delivery", ["mode": "reorder"])
            #expect(Set(backend.payloads.map { $0["notificationUUID"] }).count == 3)
            #expect(backend.bodies.count == 3)
            let rows = try await bench.get("notifications")["notifications"]?.list ?? []
            #expect(rows.map { $0["results"]?[0]?["result"]?.text } == ["SUCCESS", "TIMED_OUT", "SUCCESS"])
        }
    }

    @Test("Newest first, from many requests at once: each notification is sent once, and none stays")
    func reorderedTogether() async throws {
        let backend = Backend()
        try await DeliveryTests.run(backend) { bench in
            _ = try await bench.put("delivery", ["mode": "reorder"])
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<20 { group.addTask { _ = try await DeliveryTests.purchase(bench) } }
                try await group.waitForAll()
            }
            #expect(backend.types == Array(repeating: "SUBSCRIBED", count: 20))
            #expect(Set(backend.payloads.map { $0["notificationUUID"] }).count == 20)
            #expect(try await bench.get("delivery")["pending"]?.whole == 0)
            let rows = try await bench.get("notifications")["notifications"]?.list ?? []
            #expect(rows.allSatisfy { $0["results"]?.list?.map { $0["result"] } == ["SUCCESS"] })
        }
    }

    @Test("What is held while others are on their way stays, and goes out when it is released")
    func heldMeanwhile() async throws {
        let backend = Backend()
        let server = NIOLockedValueBox<Bench?>(nil)
        try await backend.run(onNotification: {
            guard let bench = server.withLockedValue({ $0 }) else { return }
            _ = try? await bench.put("delivery", ["mode": "hold"])
        }) { url in
            var configuration = LocalAppStore.Configuration()
            configuration.options.notificationURL = url
            try await Bench.run(configuration) { bench in
                server.withLockedValue { $0 = bench }
                _ = try await bench.put("delivery", ["mode": "hold"])
                for _ in 0..<3 { _ = try await DeliveryTests.purchase(bench) }
                let released = try await bench.post("delivery/release")
                // The first one is sent; who hears it holds the others back.
                #expect(backend.bodies.count == 1)
                #expect(released["notifications"]?.list?.count == 1)
                #expect(try await bench.get("delivery")["pending"] == 2)
                server.withLockedValue { $0 = nil }
                _ = try await bench.post("delivery/release")
                #expect(Set(backend.payloads.map { $0["notificationUUID"] }).count == 3)
                #expect(backend.bodies.count == 3)
            }
        }
    }

    @Test("The second of two is not sent when the first had no answer in time, and is not told as if it was")
    func doubledTimeout() async throws {
        let backend = Backend(answering: [Backend.never])
        try await DeliveryTests.run(backend, timeout: .seconds(1)) { bench in
            _ = try await bench.put("delivery", ["mode": "double"])
            let bought = try await DeliveryTests.purchase(bench)
            let attempts = bought["notifications"]?[0]?["attempts"]?.list ?? []
            #expect(attempts.map { $0["outcome"] } == ["unanswered", "cancelled"], "\(attempts)")
            #expect(backend.bodies.count == 1)
            let kept = try await bench.get("notifications")["notifications"]?[0]
            #expect(kept?["results"]?[0]?["result"]?.text == "TIMED_OUT")
        }
    }

    @Test("Moves of the clock at once are made one after another: ten days are ten days")
    func movesAtOnce() async throws {
        let backend = Backend()
        try await DeliveryTests.run(backend) { bench in
            let before = try #require(try await bench.get("clock")["now"]?.text)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<10 {
                    group.addTask {
                        let answer = try await bench.ask("POST", "clock/advance", ["days": 1])
                        #expect(answer.status == 200, "\(answer.text)")
                    }
                }
                try await group.waitForAll()
            }
            let after = try #require(try await bench.get("clock")["now"]?.text)
            let days = try Date(utc: after).timeIntervalSince(Date(utc: before)) / 86_400
            #expect(abs(days - 10) < 0.001)
        }
    }

    @Test("A trigger waits for a delivery under way, and is no refusal of the life")
    func triggeredMeanwhile() async throws {
        let backend = Backend()
        try await DeliveryTests.run(backend) { bench in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask { _ = try await DeliveryTests.purchase(bench) }
                    group.addTask {
                        let made = try await bench.ask("POST", "notifications", ["type": "DID_RENEW"])
                        #expect(made.status == 200, "\(made.text)")
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test("What a backend says when it takes nothing is told with the attempt")
    func answerBody() async throws {
        let backend = Backend(answering: [500], saying: "no such user")
        try await DeliveryTests.run(backend) { bench in
            let bought = try await DeliveryTests.purchase(bench)
            #expect(bought["notifications"]?[0]?["attempts"]?[0]?["answer"] == "no such user")
        }
    }

    @Test("Any notification is made, sent again, and tested")
    func triggered() async throws {
        let backend = Backend()
        try await DeliveryTests.run(backend) { bench in
            let made = try await bench.post("notifications", ["type": "EXPIRED", "subtype": "VOLUNTARY"])
            #expect(backend.types.last == "EXPIRED")
            let id = try #require(made["notificationUUID"]?.text)
            _ = try await bench.post("notifications/\(id)/resend")
            #expect(backend.types.suffix(2) == ["EXPIRED", "EXPIRED"])
            _ = try await bench.post("notifications/test")
            #expect(backend.types.last == "TEST")
        }
    }

    @Test("What a request to Apple's API brings about is told after its answer")
    func afterAPI() async throws {
        let backend = Backend()
        try await DeliveryTests.run(backend) { bench in
            let headers = try await bench.authorization()
            let answer = try await bench.ask("POST", "/inApps/v1/notifications/test", headers: headers)
            let token = try #require(answer.json["testNotificationToken"]?.text)
            var attempts: [JSONValue] = []
            while attempts.isEmpty {
                let status = try await bench.ask("GET", "/inApps/v1/notifications/test/\(token)", headers: headers)
                attempts = status.json["sendAttempts"]?.list ?? []
            }
            #expect(attempts[0]["sendAttemptResult"]?.text == "SUCCESS")
            #expect(backend.types == ["TEST"])
        }
    }

    @Test("A store's time that runs by itself delivers by itself")
    func systemClock() async throws {
        let backend = Backend()
        try await backend.run { url in
            var configuration = LocalAppStore.Configuration()
            configuration.options.notificationURL = url
            configuration.options.followsSystemClock = true
            configuration.options.pace = .oneRenewal(every: .milliseconds(200))
            try await Bench.run(configuration) { bench in
                let before = try await bench.get("clock")["now"]
                #expect(try await bench.get("clock")["runsBy"]?.text == "system")
                let answer = try await DeliveryTests.purchase(bench)
                #expect(answer["notifications"]?[0]?["attempts"]?.list?.count == 1)
                #expect(try await bench.ask("POST", "clock/advance", ["days": 1]).code == "clockIsFollowing")
                while try await bench.get("clock")["now"] == before {}
                while !backend.types.contains("DID_RENEW") {
                    bench.server.deliverByTheClock()
                    _ = try await bench.get("clock")
                }
            }
        }
    }

    @Test("An answer whose status is none counts as no answer, and ends nothing", arguments: ["000", "099"])
    func impossibleStatus(_ status: String) async throws {
        let group = MultiThreadedEventLoopGroup.singleton
        let channel = try await ServerBootstrap(group: group)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(SaysStatus(status))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(channel.localAddress?.port)
        try await Bench.run { bench in
            _ = try await bench.put("delivery", ["url": .text("http://127.0.0.1:\(port)/")])
            let told = try await bench.post("notifications/test")
            let attempt = told["notifications"]?[0]?["attempts"]?[0]
            #expect(attempt?["outcome"] == "unanswered", "\(told)")
            #expect(try await bench.ask("GET", "customers").status == 200)
        }
        try await channel.close()
    }

    @Test("A backend that does not run is told of in plain words")
    func nobodyListens() async throws {
        try await Bench.run { bench in
            _ = try await bench.put("delivery", ["url": "http://127.0.0.1:9/"])
            let told = try await bench.post("notifications/test")
            #expect(told["notifications"]?[0]?["attempts"]?[0]?["error"] == "nothing listens there", "\(told)")
        }
    }
}

/// Answers whatever comes with a status line.
private final class SaysStatus: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let status: String

    init(_ status: String) { self.status = status }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let answer = ByteBuffer(string: "HTTP/1.1 \(status) X\r\nContent-Length: 0\r\n\r\n")
        context.writeAndFlush(wrapOutboundOut(answer), promise: nil)
    }
}
