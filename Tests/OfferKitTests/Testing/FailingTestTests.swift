import Foundation
import OfferKit
import OfferKitTestHarness
import OfferKitTesting
import Testing

/// What a failing test shows of its store.
struct FailingTestTests {
    private enum Thrown: Error { case here }

    @Test("C-237: the first issue of a test shows the clock, each life and the end of the log; the others show nothing")
    func firstIssue() async throws {
        let found = try await issues(under: .store()) {
            let (store, device) = (try #require(Store.current), try #require(Device.current))
            try device.purchase(Shopping.pro)
            device.customer.paymentMethod = .declining
            try store.advance(by: .days(10))
            expectEqual(device.transactions.count, 7)
            #expect(device.transactions.isEmpty)
        }
        expectEqual(found.count, 2)
        let lines = try #require(found.first?.comments.last?.rawValue).components(separatedBy: "\n")
        #expect(lines.count <= 12)
        expectEqual(
            lines.prefix(2),
            [
                "Store com.example.app at 2026-01-11T00:00:00Z: 6 products, 1 customer, 1 transaction",
                "customer 0, group 21000001, by days from 2026-01-01T00:00:00Z: i·6!r3",
            ])
        #expect(lines.contains { $0.hasSuffix("entries of its log, which is in store-log.txt:") })
        #expect(
            lines.contains { $0.hasPrefix("  2026-01-08T00:00:00Z renewal failed in group 21000001, payment declined") }
        )
        expectEqual(found.last?.comments, [])
    }

    @Test("C-237: an error that a test throws is its issue, with the store")
    func thrown() async throws {
        let found = try await issues(under: .store()) {
            try #require(Device.current).purchase(Shopping.coins)
            throw Thrown.here
        }
        expectEqual(found.count, 1)
        #expect(found.first?.error is Thrown)
        expectContains(found.first?.text, "bought #1 com.example.coins.100 0.99 USD, customer 0")
    }

    @Test("C-237: a requirement that is not met counts once")
    func requirement() async throws {
        let found = try await issues(under: .store()) { try #require(Device.current == nil) }
        // The last is what the harness makes of the error that Swift Testing throws.
        expectEqual(found.count, 2)
        expectContains(found.first?.text, "Store com.example.app at")
        expectLacks(found.last?.text, "Store com.example.app at")
    }

    #if compiler(>=6.3)
    @Test("C-237: known issues and warnings show nothing, and do not count as the first")
    func lesser() async throws {
        let found = try await issues(under: .store()) {
            withKnownIssue { #expect(Store.current == nil) }
            Issue.record("a warning", severity: .warning)
            expectNil(Store.current)
        }
        // The testing library hands warnings on only where its caller asks for them.
        let shows = found.map { $0.text.contains("Store com.example.app at") }
        expectEqual(shows.last, true)
        expectEqual(shows.count { $0 }, 1)
    }
    #endif

    @Test("C-237: a store that keeps no log says so")
    func noLog() async throws {
        let trait: StoreTrait = .store { Store(try .sample(), keeping: .transactions) }
        let found = try await issues(under: trait) { Issue.record("fails") }
        expectSuffix(found.first?.text, "The store keeps no log.")
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
        expectEqual(lines.count, 12)
        // A refusal is shown whole, and quotes a part of the name.
        #expect(lines.dropLast().allSatisfy { $0.count < 200 })
        expectPrefix(lines.last, "The last purchase of customer 20 was refused: ")
        #expect(try #require(lines.last).count < 1_000)
    }

    @Test("C-237: a refusal is shown whole, and where the last purchase was refused, it is said where the diagnosis is")
    func refusals() async throws {
        let found = try await issues(under: .store()) {
            let (store, device) = (try #require(Store.current), try #require(Device.current))
            let signer = try #require(store.configuredSigner)
            let signed = try store.sign(offer: "half3", of: Shopping.pro, for: .userName("u1"), with: signer)
            let wrong = PaymentDiscount(
                identifier: "half3", keyIdentifier: "NOKEY", nonce: signed.nonce, signature: signed.signature,
                timestamp: signed.timestamp)
            #expect(throws: PurchaseRefusal.self) {
                try device.purchase(Shopping.pro, offer: .promotional(wrong), account: .userName("u1"))
            }
            try store.advance(by: .days(1))
            Issue.record("fails")
        }
        let lines = try #require(found.first?.comments.last?.rawValue).components(separatedBy: "\n")
        let refusal = try #require(lines.first { $0.contains("refused") })
        #expect(refusal.count > 200)
        expectLacks(refusal, "…")
        #expect(refusal.contains("invalidSignature: ") && refusal.hasSuffix(", customer 0"))
        expectEqual(
            lines.last, "The last purchase of customer 0 was refused: device.lastRefusal holds the whole diagnosis.")
    }

    @Test("C-237: a refusal that leaves no entry in the log is shown, too, where it was the last of a purchase")
    func untold() async throws {
        let found = try await issues(under: .store()) {
            let device = try #require(Device.current)
            try device.purchase(Shopping.coins)
            #expect(throws: PurchaseRefusal.self) { try device.purchase("gone") }
            Issue.record("fails")
        }
        let last = try #require(found.first?.text.components(separatedBy: "\n").last)
        #expect(
            last.contains(
                "customer 0 was refused: device.lastRefusal holds the whole diagnosis. It is productUnavailable: "))
        expectSuffix(last, ".")
    }

    @Test(
        "C-237: where the last purchase went through or waits, nothing is said of a diagnosis",
        arguments: [true, false])
    func noRefusal(goesThrough: Bool) async throws {
        let found = try await issues(under: .store()) {
            let device = try #require(Device.current)
            #expect(throws: PurchaseRefusal.self) { try device.purchase("gone") }
            device.sheetAnswer = goesThrough ? .confirm : .askToBuy
            _ = try? device.purchase(Shopping.pro)
            Issue.record("fails")
        }
        expectEqual(found.count, 1)
        expectLacks(found.first?.text, "lastRefusal")
    }

    @Test("C-237: a loop that has something to take is named, with the call that waits for it; one that rests is not")
    func forgotten() async throws {
        let found = try await issues(under: .store()) {
            let device = try #require(Device.current)
            // It takes the purchase, and goes on only when the test has failed.
            let mayGoOn = Locked(false)
            let app = Task {
                for await result in Transaction.updates {
                    while !mayGoOn.withLock({ $0 }) { await Task.yield() }
                    await result.unsafePayloadValue.finish()
                }
            }
            #expect(await device.isListening())
            try device.customer.addDevice().purchase(Shopping.coins)
            Issue.record("fails")
            mayGoOn.withLock { $0 = true }
            app.cancel()
        }
        expectEqual(found.count, 1)
        let last = try #require(found.first?.text.components(separatedBy: "\n").last)
        expectPrefix(
            last, "A listener had not taken all by then; the test waits for it with await store.settled(): ")
        expectContains(last, "Transaction.updates on a device of customer 0")
        let settled = try await issues(under: .store()) {
            let (store, device) = (try #require(Store.current), try #require(Device.current))
            let app = Task { for await result in Transaction.updates { await result.unsafePayloadValue.finish() } }
            #expect(await device.isListening())
            try device.customer.addDevice().purchase(Shopping.coins)
            await store.settled()
            Issue.record("fails")
            app.cancel()
        }
        expectLacks(settled.first?.text, "settled()")
    }

    @Test("C-237: the loop in which an expectation fails is not said to have something to take")
    func ownLoop() async throws {
        let found = try await issues(under: .store()) {
            let device = try #require(Device.current)
            let updates = Transaction.updates
            try device.customer.addDevice().purchase(Shopping.coins)
            for await _ in updates {
                Issue.record("fails")
                break
            }
        }
        expectLacks(found.first?.text, "settled()")
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
        let bought = "#1 com.example.basic.weekly $1.99, 2026-01-01 – 2026-01-08"
        expectEqual(
            texts,
            [
                "com.example.basic.weekly $1.99", "success(\(bought))", bought, "subscribed, \(bought)", bought,
                "renews as com.example.basic.weekly on 2026-01-08T00:00:00Z $1.99",
                "Store com.example.app at 2026-01-01T00:00:00Z: 6 products, 1 customer, 1 transaction",
                "device of customer 0, USA, iOS 27.0", "customer 0 of com.example.app",
                "2026-01-01T00:00:00Z bought #1 com.example.basic.weekly 1.99 USD, customer 0",
            ])
        expectEqual("\(store)", texts[6])
    }

    @Test("Transactions, reasons and kinds of offers are in words in failing expectations", .store())
    func words() async throws {
        let (store, device) = (try #require(Store.current), try #require(Device.current))
        let trial = try device.purchase(Shopping.pro)
        try store.refund(trial.id, reason: .developerIssue)
        let transaction = try #require(device.transactions.first)
        let texts = [
            String(describingForTest: transaction), String(describingForTest: transaction.offer?.type),
            String(describingForTest: transaction.revocationReason),
            String(describingForTest: Transaction.RevocationReason(rawValue: 7)),
            String(describingForTest: OfferType(rawValue: 9)),
        ]
        expectEqual(
            texts,
            [
                "#1 com.example.pro.monthly $0.00, 2026-01-01 – 2026-01-08, introductory offer, revoked 2026-01-01",
                "introductory offer", "developerIssue", "RevocationReason(7)", "offer type 9",
            ])
    }
}
