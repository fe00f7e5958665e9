import Foundation
import OfferKit
import OfferKitSamples
import OfferKitTestHarness
import Testing

/// What a subscription's life brings to a device.
struct DeviceLifeTests {
    /// A subscriber by the week, whose first week is not free.
    private func subscriber(keeping retention: HistoryRetention = .everything) throws -> Shopping {
        let shopping = try Shopping(keeping: retention)
        try shopping.device.purchase(Shopping.weekly)
        return shopping
    }

    @Test(
        "B6-1: each renewal comes in the updates of every device, whatever the store keeps",
        arguments: [HistoryRetention.everything, .transactions, .liveOnly])
    func renewals(retention: HistoryRetention) async throws {
        let shopping = try subscriber(keeping: retention)
        await shopping.device.transactions[0].finish()
        let other = shopping.customer.addDevice()
        let listeners = [shopping.device, other].map { listen($0.app.updates) }
        try shopping.store.advance(by: .weeks(3))
        for listener in listeners {
            let renewals = await heard(listener, in: shopping.store).map(\.unsafePayloadValue)
            expectEqual(renewals.map(\.id), [2, 3, 4])
            #expect(renewals.allSatisfy { $0.reason == .renewal })
        }
    }

    @Test("B15-15: renewals while the app did not run come after launch, oldest first, and newest first by habit")
    func catchUp() async throws {
        for (isAwkward, expected) in [(false, [1, 2, 3] as [UInt64]), (true, [3, 2, 1])] {
            let shopping = try subscriber()
            shopping.device.terminate()
            try shopping.store.advance(by: .weeks(2))
            shopping.device.quirks.catchesUpNewestFirst = isAwkward
            shopping.device.launch()
            let ids = await heard(listen(shopping.device.app.updates), in: shopping.store).map(\.unsafePayloadValue.id)
            expectEqual(ids, expected)
        }
    }

    @Test("B10-1: a refund brings the purchase back in updates, revoked, on the device that bought it too")
    func refund() async throws {
        let shopping = try Shopping()
        for id in [Shopping.coins, Shopping.theme] { try shopping.device.purchase(id) }
        for transaction in shopping.device.transactions { await transaction.finish() }
        expectEqual(shopping.device.transactions.map(\.id), [2])
        let updates = listen(shopping.device.app.updates)
        for id: UInt64 in [1, 2] { try shopping.store.refund(id) }
        let revoked = await heard(updates, in: shopping.store).map(\.unsafePayloadValue)
        expectEqual(revoked.map(\.id), [1, 2])
        #expect(revoked.allSatisfy { $0.revocationDate != nil })
        // A refunded consumable is listed although it is finished; nothing refunded is an entitlement.
        expectEqual(shopping.device.transactions.map(\.id), [1, 2])
        expectEqual(shopping.device.currentEntitlements, [])
    }

    // S1-47: deferred first, purchased later.
    @Test("B10-8: Ask to Buy leaves the purchase pending, and the approved one comes in updates, on its own device too")
    func askToBuy() async throws {
        let shopping = try Shopping()
        let updates = listen(shopping.device.app.updates)
        shopping.device.sheetAnswer = .askToBuy
        guard case .pending = try await shopping.product(Shopping.coins).purchase() else {
            Issue.record("The purchase is not pending.")
            return
        }
        let pending = try #require(shopping.store.pendingPurchases.first)
        expectEqual(shopping.device.lastRefusal, .awaitingApproval(pending.id))
        #expect(pending.needsApproval && shopping.device.openSheets == [] && shopping.device.transactions == [])
        try pending.approve()
        await expectEqual(heard(updates, in: shopping.store).map(\.unsafePayloadValue.id), [1])
    }

    @Test("B10-8: an interrupted sheet leaves the purchase pending; it goes on once that is settled")
    func interrupted() async throws {
        let shopping = try Shopping()
        shopping.device.holdsSheets = true
        let updates = listen(shopping.device.app.updates)
        let product = try shopping.product(Shopping.coins)
        let purchase = Task { try await product.purchase() }
        let sheet = try #require(await shopping.device.nextSheet())
        sheet.interrupt()
        guard case .pending = try await purchase.value else {
            Issue.record("The app was told something else.")
            return
        }
        sheet.interrupt()
        try shopping.store.approve(sheet.id)
        await expectEqual(heard(updates, in: shopping.store).map(\.unsafePayloadValue.id), [1])
    }

    @Test("B7: grace, retry and recovery are each one change of status")
    func billing() async throws {
        let store = Store(try .sample(), seed: 1)
        let customer = store.addCustomer()
        let device = customer.addDevice()
        try device.purchase(Shopping.weekly)
        let statuses = listen(device.app.statusUpdates)
        customer.paymentMethod = .declining
        try store.advance(by: .weeks(1))
        customer.paymentMethod = .working
        try store.advance(by: .seconds(1))
        let states = await heard(statuses, in: store).map(\.state)
        expectEqual(states, [.inBillingRetryPeriod, .subscribed])
        expectEqual(device.currentEntitlements.map(\.id), [2])
    }

    @Test("habit: after each renewal the status says expired for a moment, and then what is so")
    func momentaryExpiry() async throws {
        let shopping = try subscriber()
        let (device, other) = (shopping.device, shopping.customer.addDevice())
        device.quirks.saysExpiredAfterRenewal = .milliseconds(700)
        func state(_ device: Device) async throws -> Product.SubscriptionInfo.RenewalState? {
            try await device.app.subscriptionStatuses(inGroup: Shopping.premium).first?.state
        }
        try await expectEqual(state(device), .subscribed)
        let listeners = [device, other].map { listen($0.app.statusUpdates) }
        try shopping.store.advance(by: .weeks(1))
        try await expectEqual(state(device), .expired)
        try await expectEqual(state(other), .subscribed)
        // What is so is not changed by what the app reads.
        expectEqual(device.subscriptionStatus(inGroup: Shopping.premium)?.state, .subscribed)
        expectEqual(device.currentEntitlements.map(\.id), [2])
        try shopping.store.advance(by: .milliseconds(699))
        try await expectEqual(state(device), .expired)
        try shopping.store.advance(by: .milliseconds(1))
        try await expectEqual(state(device), .subscribed)
        await expectEqual(heard(listeners[0], in: shopping.store).map(\.state), [.expired, .subscribed])
        await expectEqual(heard(listeners[1], in: shopping.store).map(\.state), [.subscribed])
    }
}
