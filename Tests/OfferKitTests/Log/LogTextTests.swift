import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// The log in words.
struct LogTextTests {
    @Test("C-240: each entry is a sentence with its date and its customer")
    func sentences() throws {
        let shopping = try Shopping()
        try shopping.device.purchase(Shopping.pro)
        try shopping.store.advance(by: .weeks(1))
        shopping.customer.paymentMethod = .declining
        shopping.device.sheetAnswer = .cancel
        #expect(throws: PurchaseRefusal.cancelled) { try shopping.device.purchase(Shopping.coins) }
        let lines = shopping.store.log.map(\.description)
        for line in [
            "2026-01-01T00:00:00Z added, customer 0",
            "2026-01-01T00:00:00Z payment sheet open for com.example.pro.monthly, attempt 1, customer 0",
            "2026-01-01T00:00:00Z purchase confirmed, attempt 1, customer 0",
            "2026-01-01T00:00:00Z bought #1 com.example.pro.monthly 0.00 USD, introductory offer, customer 0",
            "2026-01-08T00:00:00Z renewed #2 com.example.pro.monthly 9.99 USD, customer 0",
            "2026-01-08T00:00:00Z payment method declines, customer 0",
        ] {
            expectContains(lines, line)
        }
        #expect(lines.contains { $0.contains("purchase of com.example.coins.100 refused, attempt 2: ") })
        #expect(!lines.contains { $0.contains("Optional") || $0.contains("\n") })
    }

    @Test("C-240: whoever answers a sheet is known from the log and by those who listen")
    func buyers() async throws {
        let shopping = try Shopping()
        let other = shopping.store.addCustomer().addDevice()
        let begun = shopping.store.log.count
        var events = shopping.store.events.makeAsyncIterator()
        other.sheetAnswer = .askToBuy
        #expect(throws: PurchaseRefusal.self) { try other.purchase(Shopping.coins) }
        try shopping.device.purchase(Shopping.theme)
        try shopping.store.approve(try #require(shopping.store.pendingPurchases.first).id)
        let log = shopping.store.log.dropFirst(begun)
        let wanted = log.filter {
            switch $0.event {
            case .purchaseDeferred, .purchaseConfirmed: true
            default: false
            }
        }
        expectEqual(wanted.map(\.customer), [other.customer.id, shopping.customer.id, other.customer.id])
        for entry in log { await expectEqual(events.next(), entry) }
    }

    @Test("C-240: every kind of event that names a customer, a transaction or a subscription says whose it is")
    func customers() throws {
        let shopping = try Shopping()
        shopping.store.setKeepsNotifications(true)
        try shopping.device.purchase(Shopping.pro)
        try shopping.buy(promo: "half3")
        try shopping.store.advance(by: .months(3))
        let transaction = try #require(shopping.device.transactions.last)
        try shopping.store.refund(transaction.id)
        let unnamed = shopping.store.log.filter { $0.customer == nil }.map { $0.text }
        #expect(
            unnamed.allSatisfy { text in
                ["clock moved", "notifications kept", "terms of ", "a new account token", "key ", "1 code created"]
                    .contains {
                        text.hasPrefix($0)
                    }
            }, "\(unnamed)")
    }

    @Test("C-221: where numbers begin afresh, the log tells that a history was cleared, and whose")
    func cleared() throws {
        var rules = StoreRules.documents
        rules.numbersFromZero = true
        let shopping = try Shopping(rules: rules)
        try shopping.device.purchase(Shopping.coins)
        shopping.customer.eraseTransactions()
        let entry = try #require(shopping.store.log.last)
        expectEqual(entry.event, .historyCleared(shopping.customer.id))
        expectEqual(entry.text, "history cleared, customer 0")
        expectEqual(entry.customer, shopping.customer.id)
        expectEqual(try shopping.device.purchase(Shopping.coins).id, 0)
    }
}
