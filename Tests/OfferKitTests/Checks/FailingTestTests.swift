import Foundation
import OfferKit
import OfferKitTesting
import Testing

@Suite("What a failing test shows of its store")
struct FailingTestTests {
    private enum Thrown: Error { case here }

    @Test("C-237: the first issue of a test shows the clock, each life and the end of the log; the others show nothing")
    func firstIssue() async throws {
        let found = try await issues(under: .store()) {
            let (store, device) = (try #require(Store.current), try #require(Device.current))
            try device.purchase(Shopping.pro)
            device.customer.paymentMethod = .declining
            try store.advance(by: .days(10))
            #expect(device.transactions.count == 7)
            #expect(device.transactions.isEmpty)
        }
        #expect(found.count == 2)
        let lines = try #require(found.first?.comments.last?.rawValue).components(separatedBy: "\n")
        #expect(lines.count <= 12)
        #expect(
            lines.prefix(2) == [
                "Store com.example.app at 2026-01-11T00:00:00Z: 6 products, 1 customer, 1 transaction",
                "customer 0, group 21000001, by days from 2026-01-01T00:00:00Z: i·6!r3",
            ])
        #expect(lines.contains { $0.hasSuffix("entries of its log, which is in store-log.txt:") })
        #expect(
            lines.contains { $0.hasPrefix("  2026-01-08T00:00:00Z renewal failed in group 21000001, payment declined") }
        )
        #expect(found.last?.comments == [])
    }

    @Test("C-237: an error that a test throws is its issue, with the store")
    func thrown() async throws {
        let found = try await issues(under: .store()) {
            try #require(Device.current).purchase(Shopping.coins)
            throw Thrown.here
        }
        #expect(found.count == 1)
        #expect(found.first?.error is Thrown)
        #expect(found.first?.text.contains("bought #1 com.example.coins.100 0.99 USD, customer 0") == true)
    }

    @Test("C-237: a requirement that is not met counts once")
    func requirement() async throws {
        let found = try await issues(under: .store()) { try #require(Device.current == nil) }
        // The last is what the harness makes of the error that Swift Testing throws.
        #expect(found.count == 2)
        #expect(found.first?.text.contains("Store com.example.app at") == true)
        #expect(found.last?.text.contains("Store com.example.app at") == false)
    }

    #if compiler(>=6.3)
    @Test("C-237: known issues and warnings show nothing, and do not count as the first")
    func lesser() async throws {
        let found = try await issues(under: .store()) {
            withKnownIssue { #expect(Store.current == nil) }
            Issue.record("a warning", severity: .warning)
            #expect(Store.current == nil)
        }
        // The testing library hands warnings on only where its caller asks for them.
        let shows = found.map { $0.text.contains("Store com.example.app at") }
        #expect(shows.last == true)
        #expect(shows.count { $0 } == 1)
    }
    #endif

    @Test("C-237: a store that keeps no log says so")
    func noLog() async throws {
        let trait: StoreTrait = .store { Store(try .sample(), keeping: .transactions) }
        let found = try await issues(under: trait) { Issue.record("fails") }
        #expect(found.first?.text.hasSuffix("The store keeps no log.") == true)
    }

    @Test("C-237: many customers and long lines leave at most twelve lines")
    func bounds() async throws {
        let found = try await issues(under: .store()) {
            let store = try #require(Store.current)
            for _ in 0..<20 { try store.addCustomer().addDevice().purchase(Shopping.pro) }
            let device = try #require(Device.current)
            #expect(throws: PurchaseRefusal.self) { try device.purchase(String(repeating: "x", count: 5_000)) }
            try store.advance(by: .years(3))
            Issue.record("fails")
        }
        let lines = try #require(found.first?.comments.last?.rawValue).components(separatedBy: "\n")
        #expect(lines.count == 12)
        #expect(lines.allSatisfy { $0.count < 200 })
    }

    @Test("Values are one line each in failing expectations", .store())
    func descriptions() async throws {
        let (store, device) = (try #require(Store.current), try #require(Device.current))
        let product = try #require(try await Product.products(for: [Shopping.weekly]).first)
        let result = try await product.purchase()
        let status = try #require(device.subscriptionStatus(inGroup: Shopping.premium))
        let renewal = try status.renewalInfo.payloadValue
        let entry = try #require(store.log.last { if case .transactionMade = $0.event { true } else { false } })
        let texts = [
            String(describingForTest: product), String(describingForTest: result),
            String(describingForTest: try #require(device.transactions.first)), String(describingForTest: status),
            String(describingForTest: status.transaction), String(describingForTest: renewal),
            String(describingForTest: store), String(describingForTest: device),
            String(describingForTest: device.customer), String(describingForTest: entry),
        ]
        let bought = "#1 com.example.basic.weekly $1.99"
        #expect(
            texts == [
                "com.example.basic.weekly $1.99", "success(\(bought))", bought, "subscribed, \(bought)", bought,
                "renews as com.example.basic.weekly on 2026-01-08T00:00:00Z $1.99",
                "Store com.example.app at 2026-01-01T00:00:00Z: 6 products, 1 customer, 1 transaction",
                "device of customer 0, USA, iOS 27.0", "customer 0 of com.example.app",
                "2026-01-01T00:00:00Z bought \(bought.replacingOccurrences(of: "$1.99", with: "1.99 USD")), customer 0",
            ])
        #expect("\(store)" == texts[6])
    }
}
