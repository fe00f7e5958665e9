import Foundation
import LocalAppStore
import OfferKit
import Testing

@Suite("What was set is told")
struct StateTests {
    private static let monthly = "com.example.pro.monthly"

    @Test("Planned failures are read, and count down with what they answer")
    func failures() async throws {
        try await Bench.run { bench in
            #expect(try await bench.get("api-failures") == [:])
            #expect(try await bench.get("receipt-failures") == [:])
            let set = try await bench.put("api-failures", ["code": 4_290_000, "next": 2])
            #expect(set["code"] == 4_290_000 && set["next"] == 2 && set["now"] != nil, "\(set)")
            _ = try await bench.ask("GET", "/inApps/v1/subscriptions/1")
            #expect(try await bench.get("api-failures") == ["code": 4_290_000, "next": 1])
            _ = try await bench.ask("GET", "/inApps/v1/subscriptions/1")
            #expect(try await bench.get("api-failures") == [:])

            let outage = try await bench.put("receipt-failures", ["status": 21_199, "isRetryable": false, "next": 1])
            #expect(outage["status"] == 21_199 && outage["isRetryable"] == false && outage["next"] == 1, "\(outage)")
            _ = try await bench.ask("POST", "/verifyReceipt", ["receipt-data": "x"])
            #expect(try await bench.get("receipt-failures") == [:])
            _ = try await bench.put("receipt-failures", ["httpStatus": 503])
            _ = try await bench.ask("POST", "/verifyReceipt", ["receipt-data": "x"])
            #expect(try await bench.get("receipt-failures") == ["httpStatus": 503])
            _ = try await bench.post("reset")
            #expect(try await bench.get("receipt-failures") == [:])
        }
    }

    @Test("A request that sets something is answered with how it stands then")
    func afterSetting() async throws {
        try await Bench.run { bench in
            let plan = try await bench.put("delivery", ["mode": "drop", "next": 3, "url": "http://127.0.0.1:9/"])
            #expect(plan["mode"] == "drop" && plan["next"] == 3 && plan["url"] == "http://127.0.0.1:9/", "\(plan)")
            #expect(plan["version"] == 2 && plan["pending"] == 0)
            #expect(try await bench.post("delivery/release")["mode"] == "send")
            _ = try await bench.post("customers")
            #expect(try await bench.put("customers/0/payment", ["works": false])["paymentWorks"] == false)
            let priced = try await bench.put("products/\(StateTests.monthly)/price", ["price": "14.99"])
            #expect(priced["id"]?.text == StateTests.monthly && priced["price"] == "14.99", "\(priced)")
            let sold = try await bench.put("products/\(StateTests.monthly)/sale", ["isForSale": false])
            #expect(sold["isForSale"] == false)
        }
    }

    @Test("A list of one type says how many of that type there are")
    func totals() async throws {
        try await Bench.run { bench in
            for customer in 0..<3 {
                _ = try await bench.post("customers")
                _ = try await bench.post("customers/\(customer)/purchases", ["product": .text(StateTests.monthly)])
            }
            _ = try await bench.post("notifications/test")
            #expect(try await bench.get("notifications")["total"] == 4)
            let bought = try await bench.get("notifications?type=SUBSCRIBED&count=2")
            #expect(bought["total"] == 3 && bought["notifications"]?.list?.count == 2, "\(bought)")
            #expect(try await bench.get("notifications?type=SUBSCRIBED&from=2")["total"] == 3)
            let none = try await bench.get("notifications?type=REFUND")
            #expect(none["total"] == 0 && none["notifications"]?.list == [])
        }
    }

    @Test("A snapshot that takes the place of another one says so")
    func replaced() async throws {
        try await Bench.run { bench in
            for expected in [false, true] {
                #expect(try await bench.post("snapshots", ["name": "one"])["replaced"] == .flag(expected))
            }
            _ = try await bench.ask("DELETE", "snapshots/one")
            #expect(try await bench.post("snapshots", ["name": "one"])["replaced"] == false)
        }
    }
}
