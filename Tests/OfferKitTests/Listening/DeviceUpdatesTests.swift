import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// Starts to listen now, and collects in a task until the loop ends.
func listen<News: AsyncSequence & Sendable>(
    _ news: News
) -> Task<[News.Element], Never> where News.Element: Sendable, News.Failure == Never {
    Task {
        var elements: [News.Element] = []
        for await element in news { elements.append(element) }
        return elements
    }
}

/// What a listener has heard, once the store has settled and the loop was ended.
func heard<Element: Sendable>(_ listener: Task<[Element], Never>, in store: Store) async -> [Element] {
    await store.settled()
    listener.cancel()
    return await listener.value
}

/// What comes to a customer's devices.
struct DeviceUpdatesTests {
    private func ids(
        _ listener: Task<[VerificationResult<Transaction>], Never>, in store: Store
    ) async -> [UInt64] {
        await heard(listener, in: store).map(\.unsafePayloadValue.id)
    }

    @Test("B15-15: a purchase is the result on its own device and comes in the updates of the customer's others")
    func otherDevices() async throws {
        let shopping = try Shopping()
        let other = shopping.customer.addDevice()
        let stranger = shopping.store.addCustomer().addDevice()
        let listeners = [shopping.device, other, stranger].map { listen($0.app.updates) }
        let product = try shopping.product(Shopping.coins)
        _ = try await product.purchase()
        try shopping.device.purchase(Shopping.weekly)
        try shopping.device.requestPurchase(Shopping.theme).confirm()
        await expectEqual(ids(listeners[0], in: shopping.store), [])
        await expectEqual(ids(listeners[1], in: shopping.store), [1, 2, 3])
        await expectEqual(ids(listeners[2], in: shopping.store), [])
    }

    // S1-46: the transaction arrives by itself.
    @Test("S1-41: a redeemed code comes in the updates of every device of the customer")
    func codes() async throws {
        let shopping = try Shopping()
        let other = shopping.customer.addDevice()
        let listeners = [shopping.device, other].map { listen($0.app.updates) }
        let code = try shopping.store.createCodes(1, for: "Spring campaign", of: Shopping.pro)[0]
        let transaction = try await shopping.device.app.redeem(code: code).payloadValue
        for listener in listeners {
            await expectEqual(heard(listener, in: shopping.store), [.verified(transaction)])
        }
    }

    // C-81: a listener of its own.
    @Test("every loop hears everything for itself, and starts with what is not finished")
    func loops() async throws {
        let shopping = try Shopping()
        let other = shopping.customer.addDevice()
        let early = listen(other.app.updates)
        try shopping.device.purchase(Shopping.coins)
        let late = listen(other.app.updates)
        try shopping.device.purchase(Shopping.theme)
        await expectEqual(ids(early, in: shopping.store), [1, 2])
        await expectEqual(ids(late, in: shopping.store), [1, 2])
    }

    @Test("B15-15: after launch each transaction not finished comes once, oldest first, and none that is finished")
    func launch() async throws {
        let shopping = try Shopping()
        let device = shopping.device
        for id in [Shopping.coins, Shopping.theme, Shopping.weekly] { try device.purchase(id) }
        await device.transactions[1].finish()
        await expectEqual(ids(listen(device.app.updates), in: shopping.store), [])
        device.terminate()
        device.launch()
        let listener = listen(device.app.updates)
        await shopping.store.settled()
        try device.purchase(Shopping.pass)
        await expectEqual(ids(listener, in: shopping.store), [1, 3])
        for transaction in device.unfinished { await transaction.finish() }
        device.terminate()
        device.launch()
        await expectEqual(ids(listen(device.app.updates), in: shopping.store), [])
    }

    @Test("B15-15: what happened while the app did not run is on the lists, and comes after launch")
    func meanwhile() async throws {
        let shopping = try Shopping()
        let device = shopping.device
        let other = shopping.customer.addDevice()
        device.terminate()
        #expect(!device.isRunning && other.isRunning)
        let bought = try other.purchase(Shopping.theme)
        other.finish(bought)
        try other.purchase(Shopping.coins)
        device.launch()
        #expect(device.isRunning)
        expectEqual(device.transactions.map(\.id), [1, 2])
        expectEqual(device.currentEntitlements.map(\.id), [1])
        await expectEqual(ids(listen(device.app.updates), in: shopping.store), [2])
    }

    @Test("terminating ends every loop of that device and of no other, and settled() waits for them no more")
    func terminate() async throws {
        let shopping = try Shopping()
        let other = shopping.customer.addDevice()
        let ending = listen(shopping.device.app.updates)
        let statuses = listen(shopping.device.app.statusUpdates)
        let storefronts = listen(shopping.device.app.storefrontUpdates)
        let staying = listen(other.app.updates)
        await shopping.store.settled()
        shopping.device.terminate()
        await expectEqual(ending.value, [])
        await expectEqual(statuses.value, [])
        await expectEqual(storefronts.value.count, 0)
        // While the app does not run there is nothing to hear.
        await expectEqual(listen(shopping.device.app.updates).value, [])
        shopping.device.launch()
        let fresh = listen(shopping.device.app.updates)
        try other.purchase(Shopping.coins)
        await expectEqual(ids(fresh, in: shopping.store), [1])
        await expectEqual(ids(staying, in: shopping.store), [])
    }

    @Test("B15-15: a value of updates that was read before a relaunch hears what comes after it")
    func readBefore() async throws {
        let shopping = try Shopping()
        let updates = shopping.device.app.updates
        shopping.device.terminate()
        let more = shopping.device.app.updates
        try shopping.customer.addDevice().purchase(Shopping.coins)
        shopping.device.launch()
        for value in [updates, more] {
            var iterator = value.makeAsyncIterator()
            await expectEqual(iterator.next()?.unsafePayloadValue.id, 1)
        }
    }

    @Test("launching an app that runs, and terminating one that does not, change nothing")
    func idle() async throws {
        let shopping = try Shopping()
        let listener = listen(shopping.device.app.updates)
        try shopping.device.purchase(Shopping.coins)
        shopping.device.launch()
        await expectEqual(ids(listener, in: shopping.store), [])
        await expectEqual(ids(listen(shopping.device.app.updates), in: shopping.store), [])
        shopping.device.terminate()
        shopping.device.terminate()
        shopping.device.launch()
        await expectEqual(ids(listen(shopping.device.app.updates), in: shopping.store), [1])
    }

    @Test(
        "updates are the same whatever the store keeps",
        arguments: [HistoryRetention.everything, .transactions, .liveOnly])
    func retentions(retention: HistoryRetention) async throws {
        let shopping = try Shopping(keeping: retention)
        let other = shopping.customer.addDevice()
        let updates = listen(other.app.updates)
        let statuses = listen(other.app.statusUpdates)
        try shopping.device.purchase(Shopping.weekly)
        try shopping.customer.setAutoRenew(false, inGroup: Shopping.premium)
        try shopping.store.advance(by: .months(1))
        try shopping.device.purchase(Shopping.weekly)
        try shopping.buy(promo: "half3")
        await expectEqual(ids(updates, in: shopping.store), [1, 2, 3])
        let states = await heard(statuses, in: shopping.store).map(\.state)
        expectEqual(states, [.subscribed, .subscribed, .expired, .subscribed, .subscribed])
    }

    @Test("a purchase in a thousand is heard once by each of several listeners, whatever the threads do")
    func threads() async throws {
        let shopping = try Shopping()
        let other = shopping.customer.addDevice()
        let listeners = (0..<3).map { _ in listen(other.app.updates) }
        let own = listen(shopping.device.app.updates)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<100 {
                group.addTask { _ = try? shopping.device.purchase(Shopping.coins) }
                // A loop that starts in the middle of a purchase must not hear of it.
                group.addTask { _ = await heard(listen(shopping.device.app.updates), in: shopping.store) }
            }
        }
        await expectEqual(ids(own, in: shopping.store), [])
        for listener in listeners { await expectEqual(ids(listener, in: shopping.store), Array(1...100)) }
    }
}

/// Changes of status and storefront.
struct DeviceStatusTests {
    @Test("each change of a subscription is told once, with what stands then")
    func changes() async throws {
        let shopping = try Shopping()
        let listener = listen(shopping.device.app.statusUpdates)
        try shopping.device.purchase(Shopping.weekly)
        try shopping.customer.setAutoRenew(false, inGroup: Shopping.premium)
        // Nothing changes: a consumable, another customer, the same once more.
        try shopping.device.purchase(Shopping.coins)
        try shopping.store.addCustomer().addDevice().purchase(Shopping.weekly)
        try shopping.customer.setAutoRenew(false, inGroup: Shopping.premium)
        try shopping.store.advance(by: .weeks(1))
        let statuses = await heard(listener, in: shopping.store)
        expectEqual(statuses.map(\.state), [.subscribed, .subscribed, .expired])
        expectEqual(statuses.map { $0.renewalInfo.unsafePayloadValue.willAutoRenew }, [true, false, false])
        expectEqual(statuses.last, shopping.device.subscriptionStatus(inGroup: Shopping.premium))
    }

    @Test("B8-2: a downgrade planned twice is one change")
    func plannedTwice() async throws {
        let shopping = try Shopping()
        try shopping.device.purchase(Shopping.pro)
        let listener = listen(shopping.device.app.statusUpdates)
        for _ in 0..<2 { try shopping.device.purchase(Shopping.weekly) }
        let statuses = await heard(listener, in: shopping.store)
        expectEqual(statuses.map { $0.renewalInfo.unsafePayloadValue.autoRenewPreference }, [Shopping.weekly])
    }

    @Test("B8-1: an upgrade is one change, to the new transaction")
    func upgrade() async throws {
        let shopping = try Shopping()
        try shopping.device.purchase(Shopping.weekly)
        let listener = listen(shopping.device.app.statusUpdates)
        let new = try shopping.device.purchase(Shopping.pro)
        let statuses = await heard(listener, in: shopping.store)
        expectEqual(statuses.map(\.transaction), [.verified(new)])
    }

    @Test("B0-7: a storefront is told when it changes, not when it is set to what it is")
    func storefronts() async throws {
        let shopping = try Shopping()
        let listener = listen(shopping.device.app.storefrontUpdates)
        let other = listen(shopping.customer.addDevice().app.storefrontUpdates)
        shopping.device.storefront = "USA"
        shopping.device.storefront = "JPN"
        shopping.device.storefront = "JPN"
        shopping.device.storefront = "USA"
        await expectEqual(heard(listener, in: shopping.store).map(\.countryCode), ["JPN", "USA"])
        await expectEqual(heard(other, in: shopping.store).count, 0)
    }
}
