import OfferKit
import OfferKitTestHarness
import StoreKit
import StoreKitTest
import Testing

/// A test's own code runs outside the locks of sessions.
///
/// What a test's own code may do while it is called, or as it goes.
struct SessionLockTests {
    /// An error of a test's own, which does something as it goes.
    private final class Weight: Error, Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
        deinit { body() }
    }

    @Test("C-210: a simulated error may turn a session's switches as it goes, whichever call lets go of it")
    func switches() async throws {
        try await TestShop.open { session in
            let gone = Locked(0)
            func weight() -> SKTestFailures.Purchase {
                .generic(
                    .systemError(
                        Weight { [weak session] in
                            session?.disableDialogs.toggle()
                            gone.withLock { $0 += 1 }
                        }))
            }
            try await session.setSimulatedError(weight(), forAPI: .purchase)
            try await session.setSimulatedError(weight(), forAPI: .purchase)
            try await session.setSimulatedError(nil, forAPI: .purchase)
            expectEqual(gone.withLock { $0 }, 2)
            session.device.setSimulatedError(weight(), forAPI: .purchase)
            session.failTransactionsEnabled = true
            expectEqual(gone.withLock { $0 }, 3)
            try await session.setSimulatedError(weight(), forAPI: .purchase)
            session.resetToDefaultState()
            expectEqual(gone.withLock { $0 }, 4)
        }
    }

    @Test("C-210: a simulated error may begin a session as it goes with another one", arguments: [true, false])
    func sessions(lives: Bool) throws {
        try DeviceSlot().provide {
            let gone = Locked(0)
            var session: SKTestSession? = try SKTestSession(configurationFileNamed: "TestShop")
            session?.device.setSimulatedError(
                .generic(
                    .systemError(
                        Weight {
                            if (try? SKTestSession(configurationFileNamed: "TestShop")) != nil {
                                gone.withLock { $0 += 1 }
                            }
                        })), forAPI: .loadProducts)
            if !lives { session = nil }
            let next = try SKTestSession(configurationFileNamed: "TestShop")
            expectEqual(gone.withLock { $0 }, 1)
            withExtendedLifetime((session, next)) {}
        }
    }

    /// Leaves a payment sheet open whose question to the app alone holds `weight`.
    private func leaveSheet(open device: Device, holding weight: Weight) async throws {
        device.holdsSheets = true
        let product = try await TestShop.product(TestShop.coins)
        let call = Task {
            try await product.purchase(
                options: [.onStorefrontChange { _ in withExtendedLifetime(weight) { true } }])
        }
        _ = await device.nextSheet()
        call.cancel()
        _ = try? await call.value
    }

    @Test("C-210: what an open sheet holds may begin a session as the sheet is closed for a new one")
    func openSheet() async throws {
        try await DeviceSlot().provide {
            let gone = Locked(0)
            var session: SKTestSession? = try SKTestSession(configurationFileNamed: "TestShop")
            let device = try #require(session?.device)
            try await leaveSheet(
                open: device,
                holding: Weight {
                    if (try? SKTestSession(configurationFileNamed: "TestShop")) != nil { gone.withLock { $0 += 1 } }
                })
            session = nil
            let next = try SKTestSession(configurationFileNamed: "TestShop")
            await waitUntil { gone.withLock { $0 } > 0 }
            expectEqual(gone.withLock { $0 }, 1)
            withExtendedLifetime((session, next)) {}
        }
    }

    @Test("C-216: whoever is turned away may look at the queue while that is said")
    func turnedAway() async throws {
        let slot = DeviceSlot()
        let queue = slot.provide { SKPaymentQueue.default() }
        let said = Locked(0)
        let tenant = DeviceSlot.Tenant(
            isAnother: { true },
            complain: { _ in
                let isFirst = said.withLock { count in
                    count += 1
                    return count == 1
                }
                if isFirst { _ = queue.transactions }
            })
        try await slot.lend(making: { nil }, to: tenant) {
            let count = await Task.detached { queue.transactions.count }.value
            expectEqual(count, 0)
        }
        #expect(said.withLock { $0 } > 1)
    }

    @Test("C-217: a slot that is another test's is held by no session: the look and the hold are one")
    func held() async throws {
        let slot = DeviceSlot()
        let said = Locked(0)
        let isOutside = Locked(true)
        let tenant = DeviceSlot.Tenant(
            isAnother: { isOutside.withLock { $0 } }, complain: { _ in said.withLock { $0 += 1 } })
        try await slot.lend(making: { nil }, to: tenant) {
            let held = await Task.detached { slot.hold(for: "a session") }.value
            expectNil(held)
            expectEqual(said.withLock { $0 }, 1)
            isOutside.withLock { $0 = false }
            #expect(await Task.detached { slot.hold(for: "its own") }.value != nil)
        }
        expectEqual(said.withLock { $0 }, 1)
    }
}
