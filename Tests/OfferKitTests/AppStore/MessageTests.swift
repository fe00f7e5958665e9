import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// Messages of the App Store.
struct MessageTests {
    /// A customer whose renewal on 1 February 2026 fails.
    private func failing(grace: BillingGracePeriod? = nil) throws -> OutsideShop {
        let shop = try OutsideShop(grace: grace)
        let device = shop.customer.addDevice()
        try device.purchase(OutsideShop.basic)
        shop.customer.paymentMethod = .declining
        try shop.store.advance(to: date("2026-02-01T00:00:00Z"))
        return shop
    }

    private func reasons(_ listener: Task<[Message], Never>, in shop: OutsideShop) async -> [Message.Reason] {
        await heard(listener, in: shop.store).map(\.reason)
    }

    // Nothing was configured for it.
    @Test("S3-12, B7-15: a billing problem is shown daily for 3 days, then every 3, 4 and 5 days until day 60")
    func billingSchedule() throws {
        let shop = try failing()
        let device = shop.customer.addDevice(app: .installed)
        var days: [Int] = []
        for day in 0..<61 {
            let before = shop.store.log.count
            device.launch()
            if shop.events(since: before).contains(.messageShown(shop.customer.id, .billingIssue)) {
                days.append(day + 1)
            }
            // Launched a second time, it has nothing new to say.
            let after = shop.store.log.count
            device.terminate()
            device.launch()
            expectEqual(shop.store.log.count, after)
            device.terminate()
            try shop.store.advance(by: .days(1))
        }
        // Counted by hand from the schedule; day 61 is after billing retry.
        expectEqual(days, [1, 2, 3, 4, 7, 10, 13, 16, 17, 21, 25, 29, 31, 36, 41, 46, 51, 56])
    }

    @Test("B7-16, C-104: who was not in the app for days sees one message, not all that were missed")
    func missed() throws {
        let shop = try failing()
        let device = shop.customer.addDevice(app: .installed)
        try shop.store.advance(by: .days(12))
        let before = shop.store.log.count
        device.launch()
        expectEqual(
            shop.events(since: before),
            [.messageSent(shop.customer.id, .billingIssue), .messageShown(shop.customer.id, .billingIssue)])
    }

    @Test("S3-18: the customer updates the payment details in the app, and the subscription recovers at once")
    func repair() throws {
        let shop = try failing()
        let device = shop.customer.addDevice(app: .installed)
        device.messageAnswers.billingIssue = .updatePaymentMethod
        try shop.store.advance(by: .days(5))
        expectEqual(device.subscriptionStatus(inGroup: OutsideShop.group)?.state, .inBillingRetryPeriod)
        device.launch()
        expectEqual(device.subscriptionStatus(inGroup: OutsideShop.group)?.state, .subscribed)
        // S3-17: without grace the new cycle starts with the recovery.
        expectEqual(device.currentEntitlements.first?.expirationDate, date("2026-03-06T00:00:00Z"))
    }

    @Test("B7-15: it comes in grace too, and stops with the solution, a cancellation or the end", arguments: [0, 1, 2])
    func stops(way: Int) async throws {
        let shop = try failing(grace: BillingGracePeriod(.sixteenDays))
        let device = shop.customer.addDevice()
        let message = try #require(await heard(listen(device.app.messages), in: shop.store).first)
        expectEqual(message.reason, .billingIssue)
        switch way {
        case 0: shop.customer.paymentMethod = .working
        case 1: try shop.customer.setAutoRenew(false, inGroup: OutsideShop.group)
        default: try shop.store.advance(by: .days(61))
        }
        #expect(throws: MessageRefusal.noLongerRelevant) { try message.display() }
        device.enterForeground()
        #expect(await !reasons(listen(device.app.messages), in: shop).contains(.billingIssue))
    }

    /// A subscriber whose renewal failed because the product is off sale.
    private func shopOffSale() throws -> (shop: OutsideShop, device: Device) {
        let shop = try OutsideShop()
        let device = shop.customer.addDevice(app: .installed)
        try device.purchase(OutsideShop.basic)
        try shop.store.setForSale(false, of: OutsideShop.basic)
        try shop.store.advance(to: date("2026-02-02T00:00:00Z"))
        return (shop, device)
    }

    @Test("C-17, C-104: a product that is off sale brings no message about billing, which no customer can mend")
    func offSale() throws {
        let (shop, device) = try shopOffSale()
        expectEqual(device.subscriptionStatus(inGroup: OutsideShop.group)?.state, .inBillingRetryPeriod)
        let before = shop.store.log.count
        device.launch()
        expectEqual(shop.store.log.count, before)
    }

    @Test("C-195, B7-15: a product that is back on sale and not paid for brings the message about billing")
    func backOnSale() throws {
        let (shop, device) = try shopOffSale()
        shop.customer.paymentMethod = .declining
        try shop.store.setForSale(true, of: OutsideShop.basic)
        let before = shop.store.log.count
        device.launch()
        expectEqual(
            shop.events(since: before),
            [.messageSent(shop.customer.id, .billingIssue), .messageShown(shop.customer.id, .billingIssue)])
    }

    @Test("S4-9, S4-21: by default the win-back sheet is shown; S4-27: redeemed there, the transaction is an update")
    func winBackSheet() async throws {
        let shop = try OutsideShop()
        try shop.churn()
        let device = shop.customer.addDevice(app: .installed)
        device.messageAnswers.winBackOffer = .redeem
        device.launch()
        let transaction = try #require(device.currentEntitlements.first)
        // C-29: the free month saves more than the one for 4.99.
        expectEqual(transaction.offer?.id, "comeback")
        expectEqual(transaction.offer?.type, .winBack)
        await expectContains(heard(listen(device.app.updates), in: shop.store), .verified(transaction))
    }

    @Test("S4-27: shown while the app listens, the sheet's purchase comes to that very app")
    func winBackUpdate() async throws {
        let shop = try OutsideShop()
        try shop.churn()
        let device = shop.customer.addDevice()
        device.messageAnswers.winBackOffer = .redeem
        for transaction in device.unfinished { await transaction.finish() }
        let (updates, messages) = (listen(device.app.updates), listen(device.app.messages))
        let message = try #require(await heard(messages, in: shop.store).first)
        expectEqual(message.reason, .winBackOffer)
        try message.display()
        await expectEqual(heard(updates, in: shop.store).compactMap { $0.unsafePayloadValue.offer?.id }, ["comeback"])
    }

    // S3-48: the message about a billing problem, put off by the app.
    @Test("B7-16, C-104: an app that listens may show a message later, once, or never")
    func deferred() async throws {
        let shop = try failing()
        let device = shop.customer.addDevice()
        let before = shop.store.log.count
        let message = try #require(await heard(listen(device.app.messages), in: shop.store).first)
        expectEqual(shop.events(since: before), [.messageSent(shop.customer.id, .billingIssue)])
        try shop.store.advance(by: .hours(20))
        try message.display()
        expectEqual(shop.store.log.last?.event, .messageShown(shop.customer.id, .billingIssue))
        #expect(throws: MessageRefusal.alreadyShown) { try message.display() }
        // Suppressed: fetched by the app, it comes neither again nor to another device.
        try shop.store.advance(by: .hours(4))
        await expectEqual(reasons(listen(device.app.messages), in: shop), [.billingIssue])
        await expectEqual(reasons(listen(device.app.messages), in: shop), [])
        let other = shop.customer.addDevice()
        await expectEqual(reasons(listen(other.app.messages), in: shop), [])
    }

    @Test("S4-31: no win-back sheet while the app has a purchase intent to complete")
    func intentFirst() async throws {
        let shop = try OutsideShop()
        try shop.churn()
        try shop.turnOffStreamlinedPurchasing()
        let device = shop.customer.addDevice(app: .installed)
        device.messageAnswers.winBackOffer = .redeem
        try expectEqual(device.redeemWinBackOffer("saver", of: OutsideShop.pro, at: .link), .handedToApp)
        #expect(device.currentEntitlements.isEmpty)
        let intent = try #require(await heard(listen(device.app.purchaseIntents), in: shop.store).first)
        device.enterForeground()
        #expect(device.currentEntitlements.isEmpty)
        _ = try await intent.product.purchase()
        expectEqual(device.currentEntitlements.map { $0.offer?.id }, ["saver"])
    }

    @Test("S4-31: a message fetched before may not be shown during an intent either")
    func heldMessage() async throws {
        let shop = try OutsideShop()
        try shop.churn()
        try shop.turnOffStreamlinedPurchasing()
        let device = shop.customer.addDevice()
        let message = try #require(await heard(listen(device.app.messages), in: shop.store).first)
        try device.startPromotedPurchase(of: OutsideShop.coins)
        #expect(throws: MessageRefusal.purchaseInProgress) { try message.display() }
    }

    @Test("B9-3: a rise that needs consent is asked about in the app", arguments: [true, false])
    func consent(agrees: Bool) throws {
        let shop = try OutsideShop()
        let device = shop.customer.addDevice(app: .installed)
        try device.purchase(OutsideShop.basic)
        try shop.store.setBasePrice(of: OutsideShop.basic, to: 9.99, policy: .requiresConsent)
        // Ten days before the renewal of 1 February the customer is told (B9-9).
        try shop.store.advance(to: date("2026-01-23T00:00:00Z"))
        device.messageAnswers.priceIncreaseConsent = agrees ? .agree : .decline
        device.launch()
        let info = try #require(device.subscriptionStatus(inGroup: OutsideShop.group)).renewalInfo.payloadValue
        expectEqual(info.willAutoRenew, agrees)
        expectEqual(info.priceIncreaseStatus, agrees ? .agreed : .pending)
    }

    @Test("B15-20: a generic message comes once")
    func generic() async throws {
        let shop = try OutsideShop()
        let device = shop.customer.addDevice()
        shop.customer.sendGenericMessage()
        await expectEqual(reasons(listen(device.app.messages), in: shop), [.generic])
        shop.customer.sendGenericMessage()
        shop.customer.sendGenericMessage()
        await expectEqual(reasons(listen(device.app.messages), in: shop), [.generic, .generic])
    }

    private static let supported: [(DeviceSystem, [Message.Reason])] = [
        (.iOS(18), [.billingIssue, .winBackOffer]), (.iOS(17), [.billingIssue]), (.iOS(16, 3), []), (.macOS(15), []),
        (.visionOS(2), [.billingIssue, .winBackOffer]), (.tvOS(18), []),
    ]

    @Test("B15-20: which messages there are depends on the system", arguments: supported)
    func systems(system: DeviceSystem, expected: [Message.Reason]) async throws {
        let shop = try OutsideShop()
        try shop.churn()
        let device = shop.customer.addDevice(system: system)
        await expectEqual(reasons(listen(device.app.messages), in: shop), expected.filter { $0 == .winBackOffer })
        let other = try failing()
        let second = other.customer.addDevice(system: system)
        await expectEqual(reasons(listen(second.app.messages), in: other), expected.filter { $0 == .billingIssue })
    }

    @Test("what was sent and shown is kept with the store")
    func restored() async throws {
        let shop = try failing()
        let device = shop.customer.addDevice()
        await expectEqual(reasons(listen(device.app.messages), in: shop), [.billingIssue])
        let store = try Store(snapshot: shop.store.snapshot())
        let other = (try #require(store.customers.first)).addDevice()
        await expectEqual(heard(listen(other.app.messages), in: store), [])
        try store.advance(by: .days(1))
        await expectEqual(heard(listen(other.app.messages), in: store).map(\.reason), [.billingIssue])
    }
}
