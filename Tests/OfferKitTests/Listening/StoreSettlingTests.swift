import OfferKit
import OfferKitTestHarness
import OfferKitTesting
import Testing

/// A pause that is over at once: so a listener that can run has its turns, and no clock is asked.
private let noTime: @Sendable () async throws -> Void = {}

/// A pause that is over only when nobody waits for it any more.
private let allTime: @Sendable () async throws -> Void = {
    while true {
        try Task.checkCancellation()
        await Task.yield()
    }
}

/// What keeps a store from settling.
struct StoreSettlingTests {
    /// What is complained of while `body` runs.
    private func complaints(during body: () async throws -> Void) async rethrows -> [String] {
        let heard = Locked<[String]>([])
        try await Complaints.$listener.withValue({ text in heard.withLock { $0.append(text) } }, operation: body)
        return heard.withLock { $0 }
    }

    @Test("C-215: called in a listener's own loop, it says so and returns, whatever its bound")
    func ownLoop() async throws {
        let shopping = try Shopping()
        let updates = shopping.device.app.updates
        let line = #line - 1
        let said = try await complaints {
            let loop = Task { () -> Bool? in
                for await _ in updates { return await shopping.store.settled() }
                return nil
            }
            try shopping.customer.addDevice().purchase(Shopping.coins)
            await expectEqual(loop.value, false)
        }
        expectEqual(said.count, 1)
        let text = try #require(said.first)
        expectContains(text, "device.app.updates on a device of customer 0")
        expectContains(text, "this task took an element from it and has not asked for more")
        expectPlace("StoreSettlingTests.swift:\(line)", in: text)
    }

    @Test("C-215: a sequence that was read and over which nobody loops is named, with what waits in it")
    func unread() async throws {
        let shopping = try Shopping()
        let unread = DeviceSlot(shopping.device).provide { Transaction.updates }
        let line = #line - 1
        for _ in 0..<2 { try shopping.customer.addDevice().purchase(Shopping.coins) }
        let said = await complaints { #expect(await !shopping.store.settled(pausing: noTime)) }
        let text = try #require(said.first)
        expectContains(text, "Transaction.updates on a device of customer 0")
        expectContains(text, "nobody loops over it; 2 elements wait")
        expectPlace("StoreSettlingTests.swift:\(line)", in: text)
        withExtendedLifetime(unread) {}
    }

    @Test("C-215: a loop that waits for a payment sheet is named, and the sheet")
    func heldSheet() async throws {
        let shopping = try Shopping()
        let product = try shopping.product(Shopping.theme)
        let updates = shopping.device.app.updates
        shopping.device.holdsSheets = true
        let loop = Task { for await _ in updates { _ = try await product.purchase() } }
        try shopping.customer.addDevice().purchase(Shopping.coins)
        let sheet = try #require(await shopping.device.nextSheet())
        let said = await complaints { #expect(await !shopping.store.settled(pausing: noTime)) }
        let text = try #require(said.first)
        expectContains(text, "its loop works on the element that it took last.")
        expectContains(text, "A payment sheet is open there")
        try sheet.confirm()
        #expect(await shopping.store.settled())
        loop.cancel()
    }

    @Test("C-215: a loop that goes on in another task holds nobody up")
    func handedOn() async throws {
        let shopping = try Shopping()
        let other = shopping.customer.addDevice()
        try other.purchase(Shopping.coins)
        let iterator = shopping.device.app.updates.makeAsyncIterator()
        var first = iterator
        #expect(await first.next() != nil)
        let rest = Task {
            var (iterator, count) = (iterator, 0)
            while await iterator.next() != nil { count += 1 }
            return count
        }
        try other.purchase(Shopping.coins)
        let said = await complaints { #expect(await shopping.store.settled()) }
        expectEqual(said, [])
        rest.cancel()
        await expectEqual(rest.value, 1)
    }

    @Test("C-215: a loop that goes on in a task that a busy machine begins late holds nobody up")
    func handedOnLate() async throws {
        let shopping = try Shopping()
        let other = shopping.customer.addDevice()
        try other.purchase(Shopping.coins)
        let iterator = shopping.device.app.updates.makeAsyncIterator()
        var first = iterator
        #expect(await first.next() != nil)
        let rest = Task {
            // More turns than settled() gives others at first, and fewer than it gives them in all.
            for _ in 0..<150 { await Task.yield() }
            var iterator = iterator
            while await iterator.next() != nil {}
        }
        try other.purchase(Shopping.coins)
        let said = await complaints { #expect(await shopping.store.settled()) }
        expectEqual(said, [])
        rest.cancel()
    }

    /// A loop that never rests, since whatever it takes brings the next; and a pause in which it takes some more.
    private func restless(
        on device: Device
    ) -> (loop: Task<Void, Never>, pause: @Sendable () async throws -> Void) {
        let (storefronts, taken) = (device.app.storefrontUpdates, Locked(0))
        let loop = Task {
            for await storefront in storefronts {
                taken.withLock { $0 += 1 }
                device.storefront = storefront.countryCode == "USA" ? "CAN" : "USA"
                // The next element is there already: without this the loop would never give up its thread.
                await Task.yield()
            }
        }
        device.storefront = "CAN"
        let pause: @Sendable () async throws -> Void = {
            let before = taken.withLock { $0 }
            while taken.withLock({ $0 }) < before + 3 { await Task.yield() }
        }
        return (loop, pause)
    }

    @Test("C-215: a listener that is held up is named although another one never rests, which is not named")
    func besideBusy() async throws {
        let shopping = try Shopping()
        let unread = shopping.device.app.statusUpdates
        let (loop, pause) = restless(on: shopping.device)
        let said = await complaints { #expect(await !shopping.store.settled(pausing: pause)) }
        loop.cancel()
        let text = try #require(said.first)
        expectContains(text, "device.app.statusUpdates on a device of customer 0")
        expectLacks(text, "device.app.storefrontUpdates")
        withExtendedLifetime(unread) {}
    }

    @Test("C-215: who waits for the app to listen is told that it does not although another listener never rests")
    func listeningBesideBusy() async throws {
        let shopping = try Shopping()
        let (loop, pause) = restless(on: shopping.device)
        let said = await complaints { #expect(await !shopping.device.isListening(pausing: pause)) }
        loop.cancel()
        expectEqual(said.count, 1)
    }

    @Test(
        "C-215: a bound of no time, or of less, is a bound: it does not end before the wait begins",
        arguments: [Duration.zero, .seconds(-1), .seconds(Int64.min) - .seconds(1)])
    func noBound(bound: Duration) async throws {
        let shopping = try Shopping()
        let (stream, end) = AsyncStream<Void>.makeStream()
        // It has no place that would be looked up, which takes long.
        let heldUp = SlotListener(DeviceSlot(shopping.device), for: "A queue") { _, _ in
            for await _ in stream {}
        }
        let said = await complaints {
            await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<10 { group.addTask { await shopping.store.settled(within: bound) } }
                #expect(await !group.contains(true))
            }
        }
        expectEqual(said.count, 10)
        end.finish()
        withExtendedLifetime(heldUp) {}
    }

    @Test(
        "C-215: with a bound that is longer than any clock can show, it waits until the listener asks for more",
        arguments: [Duration.seconds(Int64.max), .seconds(Int64.max) + .seconds(Int64.max)])
    func hugeBound(bound: Duration) async throws {
        let shopping = try Shopping()
        let updates = shopping.device.app.updates
        let said = await complaints {
            let waiting = Task { await shopping.store.settled(within: bound) }
            let cancelled = Task { await shopping.store.settled(within: bound) }
            for _ in 0..<500 { await Task.yield() }
            cancelled.cancel()
            #expect(await !cancelled.value)
            let loop = Task { for await _ in updates {} }
            #expect(await waiting.value)
            loop.cancel()
        }
        expectEqual(said, [])
    }

    @Test("C-215: in a test with the trait it is an issue of that test", .store())
    func issue() async throws {
        let device = try #require(Device.current)
        let found = try await issues {
            let unread = device.app.updates
            _ = await device.store.settled(pausing: noTime)
            withExtendedLifetime(unread) {}
        }
        expectEqual(found.count, 1)
        expectContains(found.first?.text, "nobody loops over it; 0 elements wait")
        expectEqual(found.first?.sourceLocation?.fileName, "StoreSettlingTests.swift")
    }

    @Test("C-215: a test waits until the app listens, and is told where it never does")
    func listening() async throws {
        let shopping = try Shopping()
        let said = await complaints { #expect(await !shopping.device.isListening(pausing: noTime)) }
        expectContains(said.first, "no loop over updates has begun on this device")
        let slot = DeviceSlot(shopping.device)
        for _ in 0..<50 {
            let heard = Task.detached {
                for await _ in slot.provide({ Transaction.updates }) { return true }
                return false
            }
            #expect(await shopping.device.isListening())
            let bought = try shopping.customer.addDevice().purchase(Shopping.coins)
            await shopping.store.settled()
            #expect(await heard.value)
            shopping.device.finish(bought)
        }
    }

    /// It cannot be waited for as one that has begun; but that it has not had its turn yet is no reason to miss it.
    @Test("C-215: a loop in a task that was made just now mostly has begun, and has taken what it was sent")
    func newTask() async throws {
        let shopping = try Shopping()
        let slot = DeviceSlot(shopping.device)
        let rounds = 50
        var hits = 0
        for _ in 0..<rounds {
            let heard = Locked(0)
            let loop = Task.detached {
                for await _ in slot.provide({ Transaction.updates }) { heard.withLock { $0 += 1 } }
            }
            let bought = try shopping.customer.addDevice().purchase(Shopping.coins)
            await shopping.store.settled()
            hits += heard.withLock { $0 }
            loop.cancel()
            shopping.device.finish(bought)
            await loop.value
        }
        // Mostly nearly all of them; on a machine that is busy, fewer. Without the turns it is none.
        #expect(hits > rounds / 10)
    }

    @Test("C-215: the first loop of a store may begin late, once something was bought; and nobody waits for it twice")
    func slowTask() async throws {
        let shopping = try Shopping()
        let slot = DeviceSlot(shopping.device)
        let (mayBegin, heard, times) = (Locked(false), Locked(0), Locked(0))
        let loop = Task.detached {
            while !mayBegin.withLock({ $0 }) { await Task.yield() }
            for await _ in slot.provide({ Transaction.updates }) { heard.withLock { $0 += 1 } }
        }
        // The loop begins only once the store gives it time, and the time is over only once the loop has begun.
        let time: @Sendable () async throws -> Void = {
            times.withLock { $0 += 1 }
            mayBegin.withLock { $0 = true }
            try await allTime()
        }
        #expect(await shopping.store.settled(firstPausing: time, pausing: noTime))
        expectEqual(times.withLock { $0 }, 0, "Nothing was bought yet.")
        try shopping.customer.addDevice().purchase(Shopping.coins)
        _ = await shopping.store.settled(firstPausing: time, pausing: allTime)
        expectEqual(heard.withLock { $0 }, 1)
        _ = await shopping.store.settled(firstPausing: time, pausing: noTime)
        expectEqual(times.withLock { $0 }, 1)
        mayBegin.withLock { $0 = true }
        loop.cancel()
        await loop.value
    }

    @Test("Stores, devices and listeners that are made and dropped leave none behind")
    func nothingLeft() async throws {
        struct Left {
            weak var store: Store?
            weak var device: Device?
            weak var slot: DeviceSlot?
            var isGone: Bool { store == nil && device == nil && slot == nil }
        }
        let catalog = try Catalog(groups: [], products: [.consumable("coins", price: 0.99)])
        var left: [Left] = []
        for round in 0..<(Effort.isFull ? 10_000 : 1_000) {
            let store = Store(catalog: catalog)
            let device = store.addCustomer().addDevice()
            let slot = DeviceSlot(device)
            let (updates, statuses) = (device.app.updates, slot.provide { SubscriptionStatus.updates })
            let loop = Task { for await _ in updates {} }
            let follower = Task { for await _ in statuses {} }
            try device.customer.addDevice().purchase("coins")
            if round % 2 == 0 { await store.settled() }
            loop.cancel()
            follower.cancel()
            _ = await (loop.value, follower.value)
            left.append(Left(store: store, device: device, slot: slot))
        }
        await waitUntil { left.allSatisfy(\.isGone) }
        expectEqual(left.count { $0.store != nil }, 0)
        expectEqual(left.count { $0.device != nil }, 0)
        expectEqual(left.count { $0.slot != nil }, 0)
    }
}

/// Expects a place in a sentence; of a build whose debugger information has no files the function alone.
private func expectPlace(_ place: String, in text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    #if os(Linux) && DEBUG
    let isFunction = !text.contains(".swift:") && text.contains(", read at ") && text.contains("StoreSettlingTests.")
    #expect(text.contains(place) || isFunction, "\(text)", sourceLocation: sourceLocation)
    #endif
}
