import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// Awkward quirks of a device.
struct StoreKitQuirksTests {
    @Test("a purchase is listed on its own device after the lag and not a moment sooner; on others at once")
    func lag() async throws {
        let shopping = try Shopping()
        let (device, other) = (shopping.device, shopping.customer.addDevice())
        device.quirks.listsPurchasesAfter = .seconds(1)
        let transaction = try device.purchase(Shopping.theme)
        await expectEqual(listed(other), [[transaction], [transaction], [transaction]])
        await expectEqual(listed(device), [[], [], []])
        expectNil(await device.app.latestTransaction(for: Shopping.theme))
        // What is so is not changed by what the app reads.
        let held = [device.transactions, device.unfinished, device.currentEntitlements]
        expectEqual(held, [[transaction], [transaction], [transaction]])
        expectEqual(device.latest(for: Shopping.theme), transaction)
        try shopping.store.advance(by: .milliseconds(999))
        await expectEqual(listed(device), [[], [], []])
        try shopping.store.advance(by: .milliseconds(1))
        await expectEqual(listed(device), [[transaction], [transaction], [transaction]])
    }

    @Test("the lag ends with sync(), with a relaunch and with the habit")
    func lagEnds() async throws {
        let shopping = try Shopping()
        let device = shopping.device
        device.quirks.listsPurchasesAfter = .days(1)
        try device.purchase(Shopping.coins)
        await expectEqual(listed(device)[0].count, 0)
        try await device.app.sync()
        await expectEqual(listed(device)[0].count, 1)
        try device.purchase(Shopping.coins)
        await expectEqual(listed(device)[0].count, 1)
        device.terminate()
        device.launch()
        await expectEqual(listed(device)[0].count, 2)
        try device.purchase(Shopping.coins)
        device.quirks = StoreKitQuirks()
        await expectEqual(listed(device)[0].count, 3)
    }

    /// What the app reads: all transactions, those not finished, and the current entitlements.
    private func listed(_ device: Device) async -> [[Transaction]] {
        var lists: [[Transaction]] = []
        for list in [Device.TransactionList.all, .unfinished, .currentEntitlements] {
            lists.append(await device.app.transactions(list).reduce(into: []) { $0.append($1.unsafePayloadValue) })
        }
        return lists
    }

    @Test("newest first, the catch-up after launch is turned round and what comes later is not")
    func newestFirst() async throws {
        let shopping = try Shopping()
        let device = shopping.device
        device.quirks.catchesUpNewestFirst = true
        for id in [Shopping.coins, Shopping.theme, Shopping.pass] { try device.purchase(id) }
        device.terminate()
        device.launch()
        let updates = listen(device.app.updates)
        await shopping.store.settled()
        let other = shopping.customer.addDevice()
        try other.purchase(Shopping.coins)
        try other.purchase(Shopping.coins)
        let ids = await heard(updates, in: shopping.store).map(\.unsafePayloadValue.id)
        expectEqual(ids, [3, 2, 1, 4, 5])
    }

    @Test("the first answer on introductory offers sticks until the app is launched again")
    func stickyEligibility() async throws {
        let shopping = try Shopping()
        let other = shopping.customer.addDevice()
        shopping.device.quirks.keepsFirstIntroEligibility = true
        let sticky = try #require(shopping.product(Shopping.pro).subscription)
        let honest = try #require(other.product(Shopping.pro)?.subscription)
        #expect(await sticky.isEligibleForIntroOffer)
        // The sample's introductory offer is on the monthly product; having had it ends the right to it (S1-16).
        try expectEqual(shopping.device.purchase(Shopping.pro).offer?.type, .intro)
        #expect(await sticky.isEligibleForIntroOffer)
        #expect(await !honest.isEligibleForIntroOffer)
        shopping.device.terminate()
        shopping.device.launch()
        #expect(await !sticky.isEligibleForIntroOffer)
    }

    @Test("reads of a cancelled task are empty with the habit, and as ever without", arguments: [true, false])
    func cancelledReads(isAwkward: Bool) async throws {
        let shopping = try Shopping()
        let device = shopping.device
        try device.purchase(Shopping.weekly)
        device.quirks.emptiesReadsOfCancelledTasks = isAwkward
        func counts() async throws -> [Int] {
            [
                try await device.app.products([Shopping.pro]).count,
                try await device.app.subscriptionStatuses(inGroup: Shopping.premium).count,
                await device.app.transactions(.currentEntitlements).reduce(0) { count, _ in count + 1 },
                await device.app.latestTransaction(for: Shopping.weekly) == nil ? 0 : 1,
            ]
        }
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await counts()
        }
        try await expectEqual(task.value, isAwkward ? [0, 0, 0, 0] : [1, 1, 1, 1])
        try await expectEqual(counts(), [1, 1, 1, 1])
    }

    @Test("a new device has no habit, and all of them are five")
    func none() throws {
        let quirks = try Shopping().device.quirks
        expectEqual(quirks, StoreKitQuirks())
        #expect(quirks.listsPurchasesAfter == nil && quirks.saysExpiredAfterRenewal == nil)
        #expect(!quirks.catchesUpNewestFirst && !quirks.keepsFirstIntroEligibility)
        #expect(!quirks.emptiesReadsOfCancelledTasks)
        expectEqual(StoreKitQuirks.all.listsPurchasesAfter, .seconds(1))
        expectEqual(StoreKitQuirks.all.saysExpiredAfterRenewal, .milliseconds(700))
    }
}
