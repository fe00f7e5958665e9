import Foundation
import OfferKit
import OfferKitCore
import OfferKitReports
import OfferKitTestHarness
import Testing

/// The events of a store's log.
struct EventCaptureTests {
    // C-191.
    @Test(
        "collected as they happen they are those that the log gives",
        arguments: 0..<(Effort.isFull ? 24 : 12) as Range<UInt64>)
    func collectedIsTheLog(seed: UInt64) throws {
        // Seeds that are 0 or 1 of 4 keep everything.
        let seed = seed / 2 * 4 + seed % 2
        let store = try RandomShopping.store(seed: seed)
        store.collectsEvents = true
        var shopping = RandomShopping(seed: seed)
        var collected = ReportLog()
        for _ in 0..<6 {
            shopping.steps(20, on: store)
            let part = store.takeEvents()
            collected.names = part.names
            collected.events += part.events
        }
        expectEqual(collected, store.reportLog, "seed \(seed)")
        let read = try EventFile.read(EventFile.data(of: collected))
        expectEqual(read.events.map(\.kind), collected.events.map(\.kind), "seed \(seed)")
        expectEqual(EventFile.data(of: read), EventFile.data(of: collected), "seed \(seed)")
        expectEqual(Reports(of: read), Reports(of: collected), "seed \(seed)")
        expectEqual(Reports(of: read).passedOver.total, 0, "seed \(seed)")
    }

    // C-191: The store opens on 10 January at 9:00. A trial is none of gold's offers: the first month costs 9.99.
    @Test("a life is told with what each purchase replaced")
    func life() throws {
        let shop = try NoticeShop.ofOneWhoComesBack()
        let log = shop.store.reportLog
        let lines = log.events.filter { $0.subscription != nil }.map { event in
            let replaced = event.replaced.map { " for \($0.transaction) \(log.names.products[$0.product].id)" } ?? ""
            let offer = event.offer.map { " \(log.names.offers[$0].id ?? "-") \(event.offerCharge)" } ?? ""
            let price = event.price.map { " \(Amount(nearest: $0).milliunits)" } ?? ""
            let reason = event.reason.map { " " + log.names.reasons[$0] } ?? ""
            return
                "\(event.date.utcText) \(event.kind.rawValue) \(event.transaction ?? 0)\(price)\(offer)\(replaced)\(reason)"
        }
        // Of silver's 31 days, 10 were used: 21/31 of 4.99 is 3.380.
        expectEqual(
            lines,
            [
                "2026-01-10T09:00:00Z subscribed 1 4990",
                "2026-01-20T09:00:00Z periodProrated 1 3380",
                "2026-01-20T09:00:00Z planChanged 2 9990 for 1 silver",
                "2026-02-20T09:00:00Z renewed 3 9990 for 2 gold",
                "2026-02-21T09:00:00Z autoRenewTurnedOff 3",
                "2026-03-20T09:00:00Z lapsed 3 autoRenewDisabled",
                "2026-04-01T09:00:00Z resubscribed 4 2990 back 1 for 3 gold",
            ])
    }

    @Test("what is not collected is not there, and a store that keeps less has no log to read later")
    func notCollected() throws {
        let shop = try NoticeShop(keeping: .liveOnly, keepsNotifications: false)
        try shop.device.purchase("gold")
        expectEqual(shop.store.takeEvents(), ReportLog())
        expectEqual(shop.store.reportLog, ReportLog())
        shop.store.collectsEvents = true
        try shop.go("2026-02-10")
        expectEqual(shop.store.takeEvents().events.map(\.kind), [.renewed])
        #expect(shop.store.takeEvents().events.isEmpty)
    }

    // C-191.
    @Test("a failed renewal carries its limits, and what makes it good is a recovery")
    func recovery() throws {
        let shop = try NoticeShop(grace: BillingGracePeriod(.sixteenDays), keepsNotifications: false)
        try shop.device.purchase("gold")
        shop.customer.paymentMethod = .declining
        try shop.go("2026-02-12")
        shop.customer.paymentMethod = .working
        let log = shop.store.reportLog
        let failed = try #require(log.events.first { $0.kind == .renewalFailed })
        // Due on 10 February at 9:00: grace for 16 days, billing retry for 60.
        expectEqual(failed.graceEnd?.utcText, "2026-02-26T09:00:00Z")
        expectEqual(failed.end?.utcText, "2026-04-11T09:00:00Z")
        expectEqual(failed.reason.map { log.names.reasons[$0] }, "paymentDeclined")
        let recovered = try #require(log.events.first { $0.kind == .recovered })
        expectEqual(recovered.price, 9.99)
        #expect(!log.events.contains { $0.kind == .renewed })
    }

    @Test("what is erased is told once for each chain, and what is bought then begins anew")
    func erased() throws {
        let shop = try NoticeShop(keepsNotifications: false)
        shop.store.collectsEvents = true
        try shop.device.purchase("gold")
        try shop.device.purchase("theme")
        try shop.go("2026-02-20")
        shop.customer.eraseTransactions()
        try shop.device.purchase("gold")
        let log = shop.store.takeEvents()
        let told = log.events.filter { $0.transaction != nil }.map { "\($0.kind.rawValue) \($0.transaction ?? 0)" }
        expectEqual(told, ["subscribed 1", "purchased 2", "renewed 3", "erased 3", "erased 2", "subscribed 4"])
        expectEqual(Reports(of: log).passedOver.total, 0)
        try expectEqual(Reports(of: EventFile.read(EventFile.data(of: log))), Reports(of: log))
        let whole = shop.store.reportLog.events.filter { $0.transaction != nil }
        expectEqual(whole, log.events.filter { $0.transaction != nil })
    }

    // C-124, C-185: the first transaction takes the subscription along, the latest ends it, another changes nothing.
    @Test("a subscription of which a later transaction is erased goes on, and without its latest it is over")
    func erasedLater() throws {
        let shop = try NoticeShop(keepsNotifications: false)
        shop.store.collectsEvents = true
        try shop.device.purchase("gold")
        try shop.go("2026-04-20")
        expectEqual(shop.store.eraseTransaction(2), [2])
        try shop.go("2026-05-20")
        let running = Reports(of: shop.store.reportLog)
        expectEqual(running.passedOver.total, 0)
        try expectEqual(running.state.counts(at: #require(running.lastDate.map { ReportDay($0) })).active, 1)
        expectEqual(shop.store.eraseTransaction(5), [5])
        try shop.device.purchase("gold")
        let log = shop.store.takeEvents()
        let told = log.events.filter { $0.transaction != nil }.map { "\($0.kind.rawValue) \($0.transaction ?? 0)" }
        expectEqual(
            told, ["subscribed 1", "renewed 2", "renewed 3", "renewed 4", "renewed 5", "lapsed 5", "resubscribed 6"])
        let lapsed = try #require(log.events.first { $0.kind == .lapsed })
        expectEqual(lapsed.reason.map { log.names.reasons[$0] }, "erased")
        expectEqual(Reports(of: log).passedOver.total, 0)
        try expectEqual(Reports(of: EventFile.read(EventFile.data(of: log))), Reports(of: log))
        let whole = shop.store.reportLog.events.filter { $0.transaction != nil }
        expectEqual(whole, log.events.filter { $0.transaction != nil })
    }

    /// What events of purchases and codes say besides the customer: product, offer, territory, quantity and reason.
    private func told(_ log: ReportLog) -> [String] {
        log.events.filter { $0.subscription == nil && $0.customer != nil && $0.kind != .customerAdded }.map { event in
            let product = event.product.map { " " + log.names.products[$0].id } ?? ""
            let offer = event.offer.map { " " + (log.names.offers[$0].id ?? "-") } ?? ""
            let storefront = event.storefront.map { " " + log.names.storefronts[$0].territory } ?? ""
            let reason = event.reason.map { " " + log.names.reasons[$0] } ?? ""
            return event.kind.rawValue + product + offer + storefront + reason
        }
    }

    // C-191.
    @Test("a purchase is told with its offer and storefront from the sheet on, and a code with its product")
    func purchases() throws {
        let shop = try NoticeShop(keepsNotifications: false)
        shop.store.collectsEvents = true
        try shop.device.purchase("gold")
        try shop.buy("gold", promo: "save")
        shop.device.sheetAnswer = .cancel
        #expect(throws: PurchaseRefusal.cancelled) { try shop.device.purchase("silver") }
        #expect(throws: (any Error).self) { try shop.device.purchase("silver", offer: .winBack("back")) }
        #expect(throws: (any Error).self) { try shop.device.redeem(code: "NONE") }
        shop.device.sheetAnswer = .confirm
        let codes = try shop.store.createCodes(1, for: "Spring", of: "gold")
        try shop.device.redeem(code: try #require(codes.first))
        #expect(throws: (any Error).self) { try shop.device.redeem(code: try #require(codes.first)) }
        let log = shop.store.takeEvents()
        expectEqual(
            told(log),
            [
                "purchaseRequested gold USA", "purchaseRequested gold save USA", "purchaseRequested silver USA",
                "purchaseRefused silver USA cancelled", "purchaseRefused silver invalidOfferIdentifier",
                "codeRefused unknownCode", "codeRedeemed gold", "codeRefused gold usedCode",
            ])
        expectEqual(told(shop.store.reportLog), told(log))
    }

    // B10-3, C-24, C-191.
    @Test("what turned auto-renew off is told where it was not the customer")
    func turnedOff() throws {
        let shop = try NoticeShop(keepsNotifications: false)
        let first = try shop.device.purchase("gold")
        try shop.customer.setAutoRenew(false, inGroup: NoticeShop.group)
        try shop.customer.setAutoRenew(true, inGroup: NoticeShop.group)
        // Another day's request, which the App Store thinks about; auto-renew stays off afterwards.
        try shop.customer.requestRefund(of: first.id, answer: .wait)
        try shop.customer.setAutoRenew(true, inGroup: NoticeShop.group)
        try shop.customer.setAutoRenew(false, inGroup: NoticeShop.group)
        try shop.customer.setAutoRenew(true, inGroup: NoticeShop.group)
        try shop.store.refund(first.id)
        let log = shop.store.reportLog
        let reasons = log.events.filter { $0.kind == .autoRenewTurnedOff }.map { event in
            event.reason.map { log.names.reasons[$0] }
        }
        expectEqual(reasons, [nil, "refundRequested", nil, "refunded"])
    }

    @Test("a refusal gives the error's name, and so does its text")
    func refusals() throws {
        let shop = try NoticeShop(keepsNotifications: false)
        shop.device.sheetAnswer = .cancel
        #expect(throws: PurchaseRefusal.cancelled) { try shop.device.purchase("gold") }
        #expect(throws: (any Error).self) { try shop.device.redeem(code: "NONE") }
        let log = shop.store.reportLog
        expectEqual(log.events.compactMap { $0.reason.map { log.names.reasons[$0] } }, ["cancelled", "unknownCode"])
        let refused: [PurchaseRefusal] = [.cancelled, .declined, .paymentFailed, .purchaseNotAllowed, .notRecorded]
        for refusal in refused { expectPrefix("\(refusal)", refusal.code + ":") }
        expectPrefix("\(CodeRefusal.unknownCode("x"))", CodeRefusal.unknownCode("x").code + ":")
    }
}
