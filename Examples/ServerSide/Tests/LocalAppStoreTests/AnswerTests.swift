import Foundation
import LocalAppStore
import NIOConcurrencyHelpers
import OfferKit
import Testing

@Suite("What requests are answered with")
struct AnswerTests {
    private static let purchase: JSONValue = ["product": "com.example.pro.monthly"]

    @Test("The notifications of a request stand before those that others told at the same time")
    func ownFirst() async throws {
        try await Bench.run { bench in
            let backend = Backend()
            let second = NIOLockedValueBox<Task<JSONValue, any Error>?>(nil)
            @Sendable func buyMeanwhile() async {
                let isFirst = second.withLockedValue { second in
                    guard second == nil else { return false }
                    second = Task { try await bench.post("customers/1/purchases", AnswerTests.purchase) }
                    return true
                }
                guard isFirst else { return }
                // That one has begun when its purchase is there; this notification is answered after that.
                for _ in 0..<10_000 {
                    let rows = try? await bench.get("customers/1/transactions")["transactions"]?.list
                    if rows?.isEmpty == false { return }
                }
            }
            try await backend.run(onNotification: buyMeanwhile) { url in
                for _ in 1...2 { _ = try await bench.post("customers") }
                _ = try await bench.put("delivery", ["url": .text(url)])
                let first = try await bench.post("customers/0/purchases", AnswerTests.purchase)
                #expect(first["notifications"]?[0]?["customer"]?.whole == 0, "\(first)")
                let task = try #require(second.withLockedValue { $0 })
                let answer = try await task.value
                let customers = answer["notifications"]?.list?.map { $0["customer"]?.whole ?? -1 }
                #expect(customers == [1, 0], "\(answer)")
                // One that is sent anew is the one that was asked for.
                let uuid = first["notifications"]?[0]?["notificationUUID"]?.text ?? ""
                let again = try await bench.post("notifications/\(uuid)/resend")
                #expect(again["notifications"]?[0]?["notificationUUID"]?.text == uuid)
            }
        }
    }

    @Test("What version 1 has no notification for is not pending")
    func version1() async throws {
        try await Bench.run { bench in
            let first = try await bench.post("notifications/test")
            #expect(first["pending"]?.whole == 1, "\(first)")
            _ = try await bench.put("delivery", ["version": 1])
            let second = try await bench.post("notifications/test")
            #expect(second["notifications"]?.list?.count == 1 && second["pending"]?.whole == 0, "\(second)")
            _ = try await bench.post("customers")
            let bought = try await bench.post("customers/0/purchases", AnswerTests.purchase)
            #expect(bought["pending"]?.whole == 1, "\(bought)")
        }
    }

    @Test("A code for programs is never the first word of a sentence")
    func codes() async throws {
        try await Bench.run { bench in
            let pem = try await bench.get(Bench.store)["privateKeyPEM"] ?? .null
            let cases: [(String, JSONValue, String)] = [
                ("api-keys", ["keyID": "", "issuerID": "", "pem": pem], "emptyIdentifier"),
                ("api-keys", ["keyID": "K", "issuerID": "", "pem": pem], "emptyIssuer"),
                ("api-keys", ["keyID": "K", "issuerID": "I", "pem": "none"], "malformedKey"),
                ("/_control/stores", ["bundleID": ""], "wrongType"),
                ("/_control/stores", ["bundleID": .text(String(repeating: "a", count: 256))], "wrongType"),
                ("/_control/stores", ["storekit": ["products": 5]], ""),
            ]
            for (path, body, code) in cases {
                let answer = try await bench.ask("POST", path, body)
                #expect(answer.status >= 400 && (code.isEmpty || answer.code == code), "\(path): \(answer.text)")
                #expect(answer.code?.first?.isLowercase == true, "\(path): \(answer.text)")
            }
        }
    }

    @Test("A type that only time brings about is refused by the name of the clock where that one runs by itself")
    func runningClock() async throws {
        var configuration = LocalAppStore.Configuration()
        configuration.options.followsSystemClock = true
        try await Bench.run(configuration) { bench in
            let answer = try await bench.ask("POST", "notifications", ["type": "DID_RENEW"])
            #expect(answer.status == 409 && answer.code == "clockIsFollowing", "\(answer.text)")
            #expect(!answer.text.contains("stopFollowing"), "\(answer.text)")
        }
    }
}
