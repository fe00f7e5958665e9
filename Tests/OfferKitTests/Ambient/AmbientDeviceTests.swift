import Foundation
import OfferKit
import OfferKitTestHarness
import OfferKitTesting
import Testing

private let monthly = "com.example.pro.monthly"

private func newDevice() throws -> Device {
    let store = Store(try .sample())
    return store.addCustomer().addDevice()
}

private func buy() async throws -> Transaction {
    let products = try await Product.products(for: [monthly])
    let product = try #require(products.first)
    guard case .success(let result) = try await product.purchase() else { throw CancellationError() }
    return try result.payloadValue
}

/// The device that static calls act on.
struct AmbientDeviceTests {
    @Test("C-127: static calls act on the device in the task's slot, and on no other")
    func actsOnTasksSlot() async throws {
        let (ours, other) = (try newDevice(), try newDevice())
        try await DeviceSlot(ours).provide {
            let transaction = try await buy()
            #expect(transaction.device === ours)
            await expectEqual(Transaction.latest(for: monthly)?.unsafePayloadValue.id, transaction.id)
            let group = try #require(transaction.subscriptionGroupID)
            let statuses = try await Product.SubscriptionInfo.status(for: group)
            expectEqual(statuses.count, 1)
            #expect(await !Product.SubscriptionInfo.isEligibleForIntroOffer(for: group))
        }
        await DeviceSlot(other).provide {
            expectNil(await Transaction.latest(for: monthly))
            var entitlements = 0
            for await _ in Transaction.currentEntitlements { entitlements += 1 }
            expectEqual(entitlements, 0)
        }
        #expect(other.transactions.isEmpty)
        expectEqual(ours.transactions.count, 1)
    }

    @Test("C-127: a loop begun before there was a device goes on with each device that comes")
    func goesOnWithNextDevice() async throws {
        let slot = DeviceSlot()
        let updates = slot.provide { Transaction.updates }
        let (first, second) = (try newDevice(), try newDevice())
        // What waits unfinished when a device comes is what its listener finds first.
        try first.purchase(monthly)
        first.terminate()
        first.launch()
        let heard = Task {
            var heard: [ObjectIdentifier] = []
            for await result in updates {
                heard.append(ObjectIdentifier(result.unsafePayloadValue.device))
                if heard.count == 2 { break }
            }
            return heard
        }
        slot.device = first
        await first.store.settled()
        slot.device = second
        try second.store.advance(by: .days(1))
        try second.customer.addDevice().purchase(monthly)
        await expectEqual(heard.value, [ObjectIdentifier(first), ObjectIdentifier(second)])
    }

    @Test("A device that left the slot is heard no more")
    func leavesDevice() async throws {
        let slot = DeviceSlot()
        let (first, second) = (try newDevice(), try newDevice())
        slot.device = first
        let updates = slot.provide { Transaction.updates }
        slot.device = second
        try first.customer.addDevice().purchase(monthly)
        try second.customer.addDevice().purchase(monthly)
        var loop = updates.makeAsyncIterator()
        #expect(await loop.next()?.unsafePayloadValue.device === second)
    }

    @Test("Changes of slot by many tasks leave every loop with the device that is in it")
    func manyTasks() async throws {
        let slot = DeviceSlot()
        let devices = try (0..<8).map { _ in try newDevice() }
        let updates = slot.provide { Transaction.updates }
        await withTaskGroup(of: Void.self) { group in
            for device in devices {
                group.addTask { for _ in 0..<50 { slot.device = device } }
            }
        }
        let last = try #require(slot.device)
        try last.customer.addDevice().purchase(monthly)
        var loop = updates.makeAsyncIterator()
        #expect(await loop.next()?.unsafePayloadValue.device === last)
    }

    @Test("C-127: without a device, calls that throw say what to do")
    func throwing() async throws {
        let slot = DeviceSlot()
        await slot.provide {
            expectNil(Device.current)
            let error = await #expect(throws: StoreKitError.self) { try await Product.products(for: [monthly]) }
            guard case .systemError(let reason as NoCurrentDeviceError)? = error else {
                Issue.record("not a NoCurrentDeviceError: \(String(describing: error))")
                return
            }
            expectEqual(reason.call, "Product.products(for:)")
            #expect(reason.isSlotOfTask)
            expectContains(reason.description, "DeviceSlot.process.device")
            await #expect(throws: StoreKitError.self) { try await AppTransaction.shared }
            await #expect(throws: StoreKitError.self) { try await Product.SubscriptionInfo.status(for: "group") }
        }
    }

    @Test("C-127: without a device, calls that do not throw answer as for somebody who never bought anything")
    func answering() async {
        await DeviceSlot().provide {
            expectNil(await Transaction.latest(for: monthly))
            expectNil(await Transaction.currentEntitlement(for: monthly))
            #expect(await Product.SubscriptionInfo.isEligibleForIntroOffer(for: "group"))
            expectNil(await Storefront.current?.countryCode)
            var listed = 0
            for await _ in Transaction.all { listed += 1 }
            for await _ in Transaction.unfinished { listed += 1 }
            expectEqual(listed, 0)
        }
    }

    @Test("C-127: without a device, a loop waits for the next one, and ends only when its task is cancelled")
    func waiting() async throws {
        let slot = DeviceSlot()
        let updates = slot.provide { Transaction.updates }
        let (heard, hears) = AsyncStream.makeStream(of: ObjectIdentifier.self)
        let loop = Task {
            for await result in updates { hears.yield(ObjectIdentifier(result.unsafePayloadValue.device)) }
            hears.finish()
            return Task.isCancelled
        }
        var items = heard.makeAsyncIterator()
        for device in [try newDevice(), try newDevice()] {
            slot.device = device
            try device.customer.addDevice().purchase(monthly)
            await expectEqual(items.next(), ObjectIdentifier(device))
            // The loop has asked for more when its device goes.
            await device.store.settled()
            slot.device = nil
            // A loop that ends here has its turn to do so; one that waits does not mind.
            for _ in 0..<100 { await Task.yield() }
        }
        loop.cancel()
        #expect(await loop.value)
        expectNil(await items.next())
    }

    @Test("C-127: that there is no device is said once for each slot, with what to do")
    func saidOnce() async {
        let slot = DeviceSlot()
        await slot.provide { #expect(await Transaction.latest(for: monthly) == nil) }
        expectNil(slot.complain(of: "Transaction.latest(for:)"))
        let other = DeviceSlot()
        let text = other.complain(of: "Storefront.current")
        expectPrefix(text, "OfferKit: Storefront.current found no device")
        expectContains(text, "DeviceSlot.process.device")
        expectNil(other.complain(of: "Transaction.all"))
    }

    @Test("A slot makes its device when somebody first asks for one, once")
    func lazy() throws {
        let store = Store(try .sample())
        let slot = DeviceSlot(making: { store.addCustomer().addDevice() })
        let entries = store.log.count
        expectEqual(slot.provide { store.log.count }, entries)
        let device = try #require(slot.device)
        #expect(slot.device === device)
        expectEqual(store.log.count, entries + 1)
    }
}

/// How far a test's store is seen.
struct StoreTraitReachTests {
    @Test("Each test with the trait has a device of its own", .store())
    func ownDevice() async throws {
        let transaction = try await buy()
        #expect(transaction.device === Device.current)
        #expect(transaction.device.store === Store.current)
        expectEqual(transaction.id, transaction.device.customer.addDevice().transactions.first?.id)
        #expect(DeviceSlot.current !== DeviceSlot.process)
    }

    @Test("With the reach of the process, detached tasks find the store too", .store(reach: .process))
    func detached()
        async throws
    {
        let mine = try #require(Device.current)
        let listener = Task.detached {
            for await result in Transaction.updates { return result.unsafePayloadValue.device === mine }
            return false
        }
        let sawIt = Task.detached { Device.current === mine }
        #expect(await sawIt.value)
        try mine.customer.addDevice().purchase(monthly)
        #expect(await listener.value)
    }

    @Test("Tests with the reach of the process wait for each other", .store(reach: .process), arguments: 0..<6)
    func turns(turn: Int) async throws {
        let mine = try #require(Device.current)
        for _ in 0..<20 {
            await Task.yield()
            #expect(DeviceSlot.process.device === mine)
        }
        #expect(mine.transactions.isEmpty)
        _ = try await buy()
        expectEqual(mine.transactions.count, 1)
    }

    @Suite(.store(reach: .process)) struct Nested {
        @Test("A suite and its test may both reach the process", .store({ Store(try .sample()) }, reach: .process))
        func nested() throws {
            #expect(Device.current?.store === Store.current)
        }
    }
}
