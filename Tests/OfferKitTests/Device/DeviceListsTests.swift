import OfferKit
import OfferKitTestHarness
import Testing

/// Lists of transactions on a device.
struct DeviceListsTests {
    private func collect(_ sequence: Transaction.Transactions) async -> [UInt64] {
        await sequence.reduce(into: []) { $0.append($1.unsafePayloadValue.id) }
    }

    @Test(
        "C-83: a finished consumable leaves every list on every device; other products leave only the unfinished",
        arguments: [HistoryRetention.everything, .transactions, .liveOnly])
    func finished(retention: HistoryRetention) async throws {
        let shopping = try Shopping(keeping: retention)
        let (device, other) = (shopping.device, shopping.customer.addDevice())
        let products = [Shopping.coins, Shopping.coins, Shopping.theme, Shopping.pass, Shopping.weekly]
        for id in products { try device.purchase(id) }
        expectEqual(other.unfinished.map(\.id), [1, 2, 3, 4, 5])
        for transaction in [1, 2, 3, 4].map({ other.transactions[$0] }) { await transaction.finish() }
        for device in [device, other] {
            expectEqual(device.transactions.map(\.id), [1, 3, 4, 5])
            expectEqual(device.unfinished.map(\.id), [1])
            expectEqual(device.currentEntitlements.map(\.id), [3, 4, 5])
            expectEqual(device.latest(for: Shopping.coins)?.id, 1)
            await expectEqual(collect(device.app.transactions(.all)), [1, 3, 4, 5])
            await expectEqual(collect(device.app.transactions(.unfinished)), [1])
            await expectEqual(collect(device.app.transactions(.currentEntitlements)), [3, 4, 5])
        }
    }

    @Test("an app that asks for its history of consumables has them in its lists when they are finished, too")
    func consumableHistory() async throws {
        let shopping = try Shopping()
        let device = shopping.device
        device.listsFinishedConsumables = true
        for _ in 0..<2 { device.finish(try device.purchase(Shopping.coins)) }
        expectEqual(device.transactions.map(\.id), [1, 2])
        expectEqual(device.latest(for: Shopping.coins)?.id, 2)
        await expectEqual(collect(device.app.transactions(.all)), [1, 2])
        #expect(device.unfinished.isEmpty)
        #expect(device.currentEntitlements.isEmpty)
    }

    @Test("finishing twice, or what is somebody else's, records nothing")
    func finishedTwice() async throws {
        let shopping = try Shopping()
        let transaction = try shopping.device.purchase(Shopping.coins)
        let count = shopping.store.log.count
        let stranger = shopping.store.addCustomer()
        stranger.addDevice().finish(transaction)
        expectEqual(shopping.device.unfinished, [transaction])
        await transaction.finish()
        await transaction.finish()
        shopping.device.finish(transaction)
        let expected: [LogEntry.Event] = [.customerAdded(stranger.id), .transactionFinished(id: transaction.id)]
        expectEqual(shopping.store.log[count...].map(\.event), expected)
        expectEqual(shopping.device.unfinished, [])
    }

    @Test("the latest of a product is its newest transaction, and nil for one never bought")
    func latest() async throws {
        let shopping = try Shopping()
        for id in [Shopping.coins, Shopping.theme, Shopping.coins] { try shopping.device.purchase(id) }
        expectEqual(shopping.device.latest(for: Shopping.coins)?.id, 3)
        try await expectEqual(shopping.device.app.latestTransaction(for: Shopping.theme)?.payloadValue.id, 2)
        expectNil(shopping.device.latest(for: Shopping.pass))
        expectNil(await shopping.device.app.latestTransaction(for: Shopping.pass))
    }

    @Test("of a non-renewing subscription bought again only the latest purchase is an entitlement, finished or not")
    func nonRenewing() async throws {
        let shopping = try Shopping()
        for id in [Shopping.pass, Shopping.theme, Shopping.pass] { try shopping.device.purchase(id) }
        for transaction in shopping.device.transactions { await transaction.finish() }
        expectEqual(shopping.device.transactions.map(\.id), [1, 2, 3])
        expectEqual(shopping.device.currentEntitlements.map(\.id), [2, 3])
        expectEqual(shopping.device.currentEntitlements(for: Shopping.pass).map(\.id), [3])
        await expectEqual(collect(shopping.device.app.transactions(.currentEntitlements, for: Shopping.theme)), [2])
    }

    @Test("a list is read when a loop begins, not when it is asked for")
    func lazy() async throws {
        let shopping = try Shopping()
        let list = shopping.device.app.transactions(.all)
        await expectEqual(collect(list), [])
        try shopping.device.purchase(Shopping.coins)
        await expectEqual(collect(list), [1])
    }
}
