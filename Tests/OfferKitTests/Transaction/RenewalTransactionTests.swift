import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// Transactions, log and counts of renewals.
struct RenewalTransactionTests {
    @Test("B5-1, B5-2, B5-11: each transaction of an offer carries it; renewal info carries it while the next one will")
    func offers() throws {
        let life = try Lives("basic")
        for (number, nextOffer, price) in [(1, true, "0.99"), (2, false, "0.99"), (3, false, "4.99")] {
            let (_, info, transaction) = try life.status()
            expectEqual(transaction.id, UInt64(number))
            expectEqual(transaction.reason, number == 1 ? .purchase : .renewal)
            expectEqual(transaction.price, Decimal(string: price))
            expectEqual(transaction.offer != nil, number < 3)
            if let offer = transaction.offer {
                #expect(offer.type == .introductory && offer.id == nil && offer.paymentMode == .payAsYouGo)
                expectEqual(offer.period?.iso8601, "P2M")
            }
            expectEqual(info.offer != nil, nextOffer)
            expectEqual(info.renewalPrice, Decimal(string: nextOffer ? "0.99" : "4.99"))
            try life.go(number == 1 ? "2026-02-10" : "2026-03-10")
        }
    }

    // S4-11, S4-38, S4-39: in every transaction under the offer.
    @Test("B15-18: a win-back redemption is of type 4 with its identifier, on the renewal too")
    func winBack() throws {
        let life = try Lives()
        try life.customer.setAutoRenew(false, inGroup: Lives.group)
        try life.go("2026-02-10")
        try life.device.purchase("pro", offer: .winBack("back"))
        try life.go("2026-03-10")
        let offers = life.device.transactions.dropFirst().compactMap(\.offer)
        expectEqual(offers.map(\.type), [.winBack, .winBack])
        expectEqual(offers.map(\.id), ["back", "back"])
        expectEqual(life.device.transactions.map(\.originalID), [1, 1, 1])
    }

    @Test("C-22, B0-10: renewals keep the first number, the first date and the account token")
    func kept() throws {
        let token = UUID(uuid: (1, 2, 3, 4, 5, 6, 0x47, 8, 0x89, 10, 11, 12, 13, 14, 15, 16))
        let life = try Lives()
        let other = life.store.addCustomer().addDevice()
        let bought = try other.purchase("pro", account: .token(token))
        try life.go("2026-02-10")
        let renewal = try #require(other.transactions.last)
        #expect(renewal.id == 4 && renewal.originalID == 2)
        expectEqual(renewal.appAccountToken, token)
        expectEqual(renewal.originalPurchaseDate, date("2026-01-10T09:00:00Z"))
        expectEqual(renewal.purchaseDate, date("2026-02-10T09:00:00Z"))
        expectEqual(renewal.expirationDate, date("2026-03-10T09:00:00Z"))
        #expect(renewal.webOrderLineItemID != bought.webOrderLineItemID)
    }

    @Test("the log tells a failed renewal, the end of grace, the recovery and the renewal, in order")
    func log() throws {
        let life = try Lives(grace: BillingGracePeriod(.threeDays))
        life.customer.failNextCharges()
        let count = life.store.log.count
        try life.go("2026-02-15")
        life.customer.paymentMethod = .working
        try life.customer.setAutoRenew(false, inGroup: Lives.group)
        try life.go("2026-03-15")
        let id = life.customer.id
        let events = life.store.log[count...].map(\.event).filter { $0 != .clockMoved }
        expectEqual(
            events,
            [
                .renewalFailed(
                    id, group: Lives.group, .paymentDeclined, graceUntil: date("2026-02-13T09:00:00Z"),
                    retryUntil: date("2026-04-11T09:00:00Z")),
                .graceEnded(id, group: Lives.group),
                .paymentMethodChanged(id, .working),
                .subscriptionRecovered(id, group: Lives.group),
                .subscriptionRenewed(id: 2, id, product: "pro", price: 9.99, offer: nil),
                .autoRenewChanged(id, group: Lives.group, isOn: false),
                .subscriptionLapsed(id, group: Lives.group, .autoRenewDisabled),
            ])
    }

    @Test("a move of the clock counts what it brought: renewals, failures, recoveries, ends")
    func advance() throws {
        let life = try Lives()
        let other = life.store.addCustomer()
        try other.addDevice().purchase("basic")
        try other.setAutoRenew(false, inGroup: Lives.group)
        life.customer.failCharges(from: date("2026-03-10T09:00:00Z"), until: date("2026-03-20T09:00:00Z"))
        // The first renews on 10 February, fails on 10 March and recovers on the 20th; the other ends on 10 February.
        let moved = try life.go("2026-04-01")
        let counts = [moved.renewed, moved.failed, moved.recovered, moved.lapsed]
        expectEqual(counts, [2, 1, 1, 1])
        expectEqual(moved.date, date("2026-04-01T09:00:00Z"))
        let numbers = life.store.log.suffix(moved.entries.count).map(\.number)
        expectEqual(numbers, Array(moved.entries))
        expectEqual(life.store.nextDue, date("2026-04-20T09:00:00Z"))
        try expectEqual(life.store.advanceToNext()?.renewed, 1)
    }

    @Test("B10-8, C-47: a purchase that waits for approval is judged again, and renews from its approval on")
    func askToBuy() throws {
        let life = try Lives()
        try life.customer.setAutoRenew(false, inGroup: Lives.group)
        try life.go("2026-02-10")
        life.device.sheetAnswer = .askToBuy
        #expect(throws: PurchaseRefusal.self) { try life.device.purchase("pro", offer: .winBack("back")) }
        let pending = try #require(life.store.pendingPurchases.first)
        #expect(pending.needsApproval && pending.productID == "pro")
        try life.go("2026-02-20")
        try pending.approve()
        try expectEqual(life.status().transaction.expirationDate, date("2026-03-20T09:00:00Z"))
        #expect(life.store.pendingPurchases.isEmpty)
        // Approved a second time it is over.
        #expect(throws: PurchaseRefusal.sheetAlreadyClosed) { try pending.approve() }
    }

    @Test("C-47: a product taken off sale meanwhile fails the pending purchase")
    func refusedLater() throws {
        let life = try Lives()
        try life.customer.setAutoRenew(false, inGroup: Lives.group)
        try life.go("2026-02-10")
        life.device.sheetAnswer = .askToBuy
        #expect(throws: PurchaseRefusal.self) { try life.device.purchase("basic") }
        let pending = try #require(life.store.pendingPurchases.first)
        try life.store.setForSale(false, of: "basic")
        #expect(throws: PurchaseRefusal.productUnavailable(.removedFromSale("basic"))) {
            try pending.approve()
        }
        #expect(life.store.pendingPurchases.isEmpty)
        expectEqual(life.device.transactions.count, 1)
    }
}
