import Foundation
import LocalAppStore
import OfferKit
import Testing

@Suite("Deliveries")
struct DeliveryTests {
    private static let monthly = "com.example.pro.monthly"

    /// A server in production, whose notifications go to a backend.
    private static func run(
        _ backend: Backend, timeout: Duration = .seconds(30), _ body: @Sendable @escaping (Bench) async throws -> Void
    ) async throws {
        try await backend.run { url in
            var configuration = LocalAppStore.Configuration()
            configuration.options.environment = .production
            configuration.options.notificationURL = url
            configuration.webhookTimeout = timeout
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

    @Test("A backend that never answers is given up after its time, and other requests are answered meanwhile")
    func neverAnswers() async throws {
        let backend = Backend(answering: [Backend.never])
        try await DeliveryTests.run(backend, timeout: .seconds(1)) { bench in
            _ = try await bench.post("customers")
            let begun = ContinuousClock.now
            async let bought = bench.post("customers/0/purchases", ["product": .text(DeliveryTests.monthly)])
            while try await bench.get("customers/0/transactions")["transactions"]?.list?.isEmpty ?? true {}
            let headers = try await bench.authorization()
            #expect(try await bench.ask("GET", "/inApps/v1/subscriptions/1", headers: headers).status == 200)
            let read = begun.duration(to: .now)
            let row = try await bought["notifications"]?[0]
            #expect(row?["attempts"]?[0]?["outcome"]?.text == "unanswered", "\(String(describing: row))")
            #expect(begun.duration(to: .now) < .seconds(10))
            #expect(read < begun.duration(to: .now))
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
}
