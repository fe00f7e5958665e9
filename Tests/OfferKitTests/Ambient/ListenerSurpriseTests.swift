import Foundation
import OfferKit
import OfferKitTestHarness
import OfferKitTesting
import Testing

/// What an app's class does that listens for as long as it lives.
private final class Manager: Sendable {
    private let listening: Task<Void, Never>

    init(on device: Device) {
        let updates = device.app.updates
        listening = Task { for await _ in updates {} }
    }

    deinit { listening.cancel() }
}

/// A clock that stands still and does something of its owner's the next few times that it is read.
private final class MeddlingClock: Clock, Sendable {
    typealias Instant = ContinuousClock.Instant

    private let instant = ContinuousClock.now
    private let left = Locked<(times: Int, act: @Sendable () -> Void)>((0, {}))

    var minimumResolution: Duration { .zero }
    var now: Instant {
        let act = left.withLock { left -> (@Sendable () -> Void)? in
            guard left.times > 0 else { return nil }
            left.times -= 1
            return left.act
        }
        act?()
        return instant
    }

    // Nothing falls due in these tests.
    func sleep(until deadline: Instant, tolerance: Duration?) async throws { throw CancellationError() }

    /// Has it do something five times.
    func meddle(_ act: @escaping @Sendable () -> Void) {
        left.withLock { $0 = (5, act) }
    }
}

/// Listeners that never surprise.
struct ListenerSurpriseTests {
    /// How a sheet ends.
    enum End: String, CaseIterable, Sendable {
        case confirmed, cancelled, terminated, uninstalled
    }

    /// What a test looks for when it has been let go of.
    private struct Watched: Sendable { weak var manager: Manager? }

    /// Opens a sheet whose question to the app alone holds what listens, and whose call has been given up.
    private func openSheet(_ shopping: Shopping, _ watch: Locked<Watched>) async throws -> PaymentSheet {
        let manager = Manager(on: shopping.device)
        watch.withLock { $0.manager = manager }
        let product = try shopping.product(Shopping.coins)
        shopping.device.holdsSheets = true
        let call = Task { [manager] in
            try await product.purchase(
                options: [.onStorefrontChange { _ in withExtendedLifetime(manager) { true } }])
        }
        let sheet = try #require(await shopping.device.nextSheet())
        await shopping.store.settled()
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        return sheet
    }

    @Test("C-210: what a sheet held last may end its listening as it goes", arguments: End.allCases)
    func lastReference(end: End) async throws {
        let shopping = try Shopping()
        let watched = Locked(Watched())
        let sheet = try await openSheet(shopping, watched)
        #expect(watched.withLock { $0.manager != nil })
        switch end {
        case .confirmed: try sheet.confirm()
        case .cancelled: sheet.cancel()
        case .terminated: shopping.device.terminate()
        case .uninstalled: shopping.device.uninstall()
        }
        // The call that was given up lets go of its options in its own time.
        await waitUntil { watched.withLock { $0.manager == nil } }
        #expect(watched.withLock { $0.manager == nil })
        // Nobody listens any more: what comes now keeps nobody waiting.
        shopping.device.launch()
        try shopping.customer.addDevice().purchase(Shopping.coins)
        await shopping.store.settled()
    }

    /// An error of a test's own, which looks at the device as it goes.
    private final class Weight: Error, Sendable {
        let device: Device
        init(_ device: Device) { self.device = device }
        deinit { _ = device.storefront }
    }

    @Test("C-210: a simulated error may look at the device as it goes")
    func simulatedError() throws {
        let device = try Shopping().device
        for _ in 0..<2 { device.setSimulatedError(.generic(.systemError(Weight(device))), forAPI: .purchase) }
        device.setSimulatedError(.generic(.systemError(Weight(device))), forAPI: .purchase, next: 1)
        device.clearSimulatedErrors()
        expectEqual(device.storefront, "USA")
    }

    @Test("C-211: a device that two tasks put into a slot at once is heard from the moment the first is done")
    func sameDeviceTwice() async throws {
        for round in 0..<(Effort.isFull ? 1_000 : 300) {
            let shopping = try Shopping()
            let slot = DeviceSlot()
            let statuses = slot.provide { SubscriptionStatus.updates }
            let other = shopping.customer.addDevice()
            // With a loop over updates in the store, the wait below is without the first loop's time.
            let manager = Manager(on: other)
            DispatchQueue.concurrentPerform(iterations: 4) { _ in
                slot.device = shopping.device
                _ = try? other.purchase(Shopping.weekly)
            }
            let heard = Task { await statuses.first { _ in true }?.state }
            await shopping.store.settled()
            heard.cancel()
            await expectEqual(heard.value, .subscribed, "round \(round)")
            withExtendedLifetime(manager) {}
        }
    }

    @Test("C-211: an intent reaches the loop in a slot whose device two tasks put there at once")
    func intentOnce() async throws {
        for round in 0..<200 {
            let shop = try OutsideShop()
            try shop.churn()
            try shop.turnOffStreamlinedPurchasing()
            let device = shop.customer.addDevice(app: .installed)
            try device.redeemWinBackOffer("comeback", of: OutsideShop.pro, at: .link)
            let slot = DeviceSlot()
            let intents = slot.provide { PurchaseIntent.intents }
            let manager = Manager(on: shop.customer.addDevice())
            DispatchQueue.concurrentPerform(iterations: 4) { _ in slot.device = device }
            let heard = Task { await intents.first { _ in true }?.id }
            await shop.store.settled()
            heard.cancel()
            await expectEqual(heard.value, OutsideShop.pro, "round \(round)")
            withExtendedLifetime(manager) {}
        }
    }

    @Test("C-211: a clock that is followed may put the device into the slot again while a loop takes its place there")
    func clockOfTheirs() async throws {
        let shopping = try Shopping()
        let clock = MeddlingClock()
        shopping.store.follow(clock)
        let slot = DeviceSlot()
        let (updates, messages) = slot.provide { (Transaction.updates, Message.messages) }
        let queue = SlotListener(slot, for: "A queue") { _, _ in
        }
        clock.meddle { slot.device = shopping.device }
        slot.device = shopping.device
        let heard = Task { await updates.first { _ in true }?.unsafePayloadValue.productID }
        try shopping.customer.addDevice().purchase(Shopping.coins)
        await expectEqual(heard.value, Shopping.coins)
        withExtendedLifetime((messages, queue)) {}
    }

    @Test("C-211: a clock that is followed may put a device into the slot while another is made there")
    func clockWhileMaking() throws {
        let (shopping, other) = (try Shopping(), try Shopping())
        let clock = MeddlingClock()
        shopping.store.follow(clock)
        let slot = DeviceSlot(making: { shopping.store.addCustomer().addDevice() })
        clock.meddle { slot.device = other.device }
        #expect(slot.device === other.device)
    }

    @Test("C-211: of many who ask at once for a device that is still to be made, all get the same one")
    func madeOnce() throws {
        for _ in 0..<100 {
            let shopping = try Shopping()
            let before = shopping.store.customers.count
            let slot = DeviceSlot(making: { shopping.store.addCustomer().addDevice() })
            let got = Locked<[Device?]>([])
            DispatchQueue.concurrentPerform(iterations: 4) { _ in
                let device = slot.device
                got.withLock { $0.append(device) }
            }
            expectEqual(shopping.store.customers.count, before + 1)
            #expect(got.withLock { devices in devices.allSatisfy { $0 != nil && $0 === devices[0] } })
        }
    }

    @Test("C-211: of two tasks that ask one iterator while there is no device, the first is told that nothing comes")
    func twoOnOneIterator() async throws {
        let shopping = try Shopping()
        let slot = DeviceSlot()
        // Each task has a copy: what they share is the listener.
        nonisolated(unsafe) let iterator = slot.provide { Transaction.updates.makeAsyncIterator() }
        let ended = Locked(0)
        let asked = (0..<2).map { _ in
            Task {
                var mine = iterator
                let result = await mine.next()
                if result == nil { ended.withLock { $0 += 1 } }
                return result?.unsafePayloadValue.productID
            }
        }
        await waitUntil { ended.withLock { $0 } > 0 }
        expectEqual(ended.withLock { $0 }, 1)
        slot.device = shopping.device
        try shopping.customer.addDevice().purchase(Shopping.coins)
        await expectEqual(Set([asked[0].value, asked[1].value]), [nil, Shopping.coins])
    }

    @Test("C-211: who asked an iterator and is cancelled takes nothing from the one who asked it later")
    func cancelledBesideAnother() async throws {
        let shopping = try Shopping()
        let slot = DeviceSlot()
        // Each task has a copy: what they share is the listener.
        nonisolated(unsafe) let iterator = slot.provide { Transaction.updates.makeAsyncIterator() }
        let ask: @Sendable () async -> String? = {
            var mine = iterator
            return await mine.next()?.unsafePayloadValue.productID
        }
        let first = Task { await ask() }
        for _ in 0..<100 { await Task.yield() }
        let second = Task { await ask() }
        first.cancel()
        expectNil(await first.value)
        slot.device = shopping.device
        try shopping.customer.addDevice().purchase(Shopping.coins)
        await expectEqual(second.value, Shopping.coins)
    }

    /// What a test has left behind.
    private struct Left: Sendable {
        weak var store: Store?
        weak var device: Device?

        var isGone: Bool { store == nil && device == nil }
    }

    @Test("C-212: when a test is over, a loop that nobody ended keeps neither store nor device")
    func emptiedSlot() async throws {
        let left = Locked(Left())
        func run() async throws {
            let test = try #require(Test.current)
            try await StoreTrait.store().provideScope(for: test, testCase: Test.Case.current) {
                let updates = Transaction.updates
                Task { for await _ in updates {} }
                Task { for await _ in Transaction.updates {} }
                left.withLock { $0 = Left(store: Store.current, device: Device.current) }
                await Store.current?.settled()
            }
        }
        try await run()
        await waitUntil { left.withLock { $0.isGone } }
        #expect(left.withLock { $0.isGone })
    }

    @Test("What listens to a slot hears what concerns the customer of its device, and of nobody else")
    func ownCustomer() async throws {
        let shopping = try Shopping()
        let slot = DeviceSlot(shopping.device)
        let heard = Locked<[LogEntry.Event]>([])
        let queue = SlotListener(slot, for: "A queue") { _, news in
            if case .entry(let entry) = news { heard.withLock { $0.append(entry.event) } }
        }
        let stranger = shopping.store.addCustomer().addDevice()
        stranger.finish(try stranger.purchase(Shopping.coins))
        stranger.sheetAnswer = .askToBuy
        #expect(throws: PurchaseRefusal.self) { try stranger.purchase(Shopping.coins) }
        for waiting in shopping.store.pendingPurchases { shopping.store.decline(waiting.id) }
        await shopping.store.settled()
        #expect(heard.withLock { $0.isEmpty })
        try shopping.customer.addDevice().purchase(Shopping.coins)
        await shopping.store.settled()
        #expect(heard.withLock { !$0.isEmpty })
        withExtendedLifetime(queue) {}
    }

    @Test("C-213: drawing a life changes no byte, and no device that is made while it is drawn")
    func drawing() throws {
        let (drawn, plain) = (try Shopping(), try Shopping())
        for shopping in [drawn, plain] { try shopping.device.purchase(Shopping.weekly) }
        let (customer, other) = (drawn.store.addCustomer(), plain.store.addCustomer())
        let before = try drawn.store.snapshot()
        _ = try Timeline(of: customer, inGroup: Shopping.premium, each: .days(1))
        try expectEqual(drawn.store.snapshot(), before)
        expectEqual(customer.addDevice().verificationID, other.addDevice().verificationID)
    }
}
