import Foundation
import OfferKit
import OfferKitTestHarness
import OfferKitTesting
import Testing

/// Remembers a suite, so that a test may run something in another one's name.
private struct Remembered: SuiteTrait {
    static let suite = Locked<Test?>(nil)

    func prepare(for test: Test) async throws {
        Self.suite.withLock { $0 = test }
    }
}

/// Opens once.
private final class Gate: Sendable {
    private let stream: AsyncStream<Void>
    private let end: AsyncStream<Void>.Continuation

    init() { (stream, end) = AsyncStream.makeStream() }

    func open() { end.finish() }

    func wait() async { for await _ in stream {} }
}

@Suite("Tests whose stores cannot hear one another", Remembered())
struct StoreTraitTests {
    @Test("C-216: a test without the trait is told that it uses the store of another, and does not get it")
    func outsider() async throws {
        let other = try #require(Remembered.suite.withLock { $0 })
        let (begun, over) = (Gate(), Gate())
        let device = Locked<Device?>(nil)
        let mine = try Shopping().device
        async let theirs: Void = StoreTrait.store(reach: .process).provideScope(for: other, testCase: nil) {
            device.withLock { $0 = Device.current }
            begun.open()
            await over.wait()
            #expect(DeviceSlot.process.device === device.withLock { $0 })
            #expect(await Task.detached { Device.current }.value === device.withLock { $0 })
        }
        await begun.wait()
        let found = try await issues {
            await #expect(throws: StoreKitError.self) { try await Product.products(for: [Shopping.coins]) }
            expectNil(Device.current)
            DeviceSlot.process.device = mine
        }
        expectEqual(found.count, 3)
        #expect(found.allSatisfy { $0.text.contains("belongs to a test with the trait .store(reach: .process)") })
        over.open()
        try await theirs
    }

    @Test("C-217: a test that reaches the process waits until the sessions in the slot are gone")
    func waitsForSessions() async throws {
        let slot = DeviceSlot()
        let mine = try Shopping().device
        let order = Locked<[String]>([])
        func lend() async throws {
            let tenant = DeviceSlot.Tenant(isAnother: { false }, complain: { _ in })
            // However slow the machine is, nobody gives up.
            let pause: @Sendable () async throws -> Void = {
                let never = AsyncStream(Int.self) { _ in }
                for await _ in never {}
                try Task.checkCancellation()
            }
            try await slot.lend(making: { mine }, to: tenant, pausing: pause) {
                order.withLock { $0.append("lent") }
            }
        }
        do {
            let (first, second) = (slot.hold(for: "One.storekit"), slot.hold(for: "Two.storekit"))
            async let lent: Void = lend()
            for _ in 0..<200 { await Task.yield() }
            withExtendedLifetime(first) {}
            order.withLock { $0.append("gone") }
            drop(consume second)
            drop(consume first)
            try await lent
        }
        expectEqual(order.withLock { $0 }, ["gone", "lent"])
        try await lend()
        expectNil(slot.device)
    }

    private func drop(_ hold: consuming SlotHold?) {}

    @Test("C-217: who waits for sessions gives up when cancelled")
    func cancelled() async throws {
        let slot = DeviceSlot()
        let hold = slot.hold(for: "One.storekit")
        let waiting = Task {
            try await slot.lend(making: { nil }, to: DeviceSlot.Tenant(isAnother: { false }, complain: { _ in })) {}
        }
        await Task.yield()
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        withExtendedLifetime(hold) {}
    }

    @Test("C-217: a session that stays for a whole pause is named in an error that says what to write")
    func stays() async throws {
        let slot = DeviceSlot()
        let tenant = DeviceSlot.Tenant(isAnother: { false }, complain: { _ in })
        let stays = Locked<SlotHold?>(slot.hold(for: "Stays.storekit"))
        // Another comes and goes.
        let (passing, pauses) = (Locked<SlotHold?>(nil), Locked(0))
        let pause: @Sendable () async throws -> Void = {
            pauses.withLock { $0 += 1 }
            passing.withLock { $0 = slot.hold(for: "Passes.storekit") }
        }
        let error = await #expect(throws: SessionsInTheWay.self) {
            try await slot.lend(making: { nil }, to: tenant, pausing: pause) {}
        }
        expectEqual(pauses.withLock { $0 }, 1)
        let text = try #require(error?.description)
        expectContains(text, "goes on holding it: Stays.storekit. Let go of each session when its test is over")
        expectContains(text, "Or give the tests that make sessions the trait .store()")
        stays.withLock { $0 = nil }
        passing.withLock { $0 = nil }
        #expect(try await slot.lend(making: { nil }, to: tenant, pausing: pause) { true })
    }

    @Test("C-217: sessions that come and go keep a test waiting, and it has its turn after them")
    func comeAndGo() async throws {
        let slot = DeviceSlot()
        let tenant = DeviceSlot.Tenant(isAnother: { false }, complain: { _ in })
        let held = Locked<SlotHold?>(slot.hold(for: "0.storekit"))
        let pauses = Locked(0)
        let isIn = try await slot.lend(making: { nil }, to: tenant) {
            let number = pauses.withLock { count in
                count += 1
                return count
            }
            // The next one is there before the one before it goes, four times.
            let next = number < 5 ? slot.hold(for: "\(number).storekit") : nil
            held.withLock { $0 = next }
        } during: {
            true
        }
        #expect(isIn)
        expectEqual(pauses.withLock { $0 }, 5)
    }

    @Test("C-216: tests that reach the process run beside no other with the trait")
    func alone() async throws {
        struct Running { var shared = 0, alone = 0, mixed = 0, mostShared = 0 }
        let running = Locked(Running())
        let test = try #require(Test.current)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<24 {
                let isAlone = number % 4 == 0
                group.addTask {
                    try await StoreTrait.store(reach: isAlone ? .process : .task).provideScope(for: test, testCase: nil)
                    {
                        running.withLock { running in
                            if isAlone { running.alone += 1 } else { running.shared += 1 }
                            if running.alone > 0, running.alone + running.shared > 1 { running.mixed += 1 }
                            running.mostShared = max(running.mostShared, running.shared)
                        }
                        for _ in 0..<20 { await Task.yield() }
                        running.withLock { if isAlone { $0.alone -= 1 } else { $0.shared -= 1 } }
                    }
                }
            }
            try await group.waitForAll()
        }
        expectEqual(running.withLock { $0.mixed }, 0)
        #expect(running.withLock { $0.mostShared } > 1)
    }

    // Alone, and with nothing in the process's slot: no other test can be taken for the one that began the loop.
    @Test("C-218: a loop in a detached task fails the test, and says what to write", .store(reach: .process))
    func deafLoop() async throws {
        DeviceSlot.process.device = nil
        let (beginning, begins) = AsyncStream<Void>.makeStream()
        let line = #line + 5
        let found = try await issues(under: .store()) {
            let device = try #require(Device.current)
            let loop = Task.detached {
                begins.finish()
                for await _ in Transaction.updates {}
            }
            for await _ in beginning {}
            // What is left of the way to the loop's first step.
            for _ in 0..<10_000 { await Task.yield() }
            try device.customer.addDevice().purchase(Shopping.coins)
            await device.store.settled()
            loop.cancel()
            await loop.value
        }
        expectEqual(found.count, 1)
        let text = try #require(found.first).text
        // Elsewhere no file and line is known.
        #if DEBUG && os(Linux)
        let isFunction = !text.contains(".swift:") && text.contains(", read at ")
        #expect(text.contains("StoreTraitTests.swift:\(line)") || isFunction)
        #endif
        #expect(text.contains("Transaction.updates") && text.contains(".store(reach: .process)"))
        expectContains(text, "let updates = Transaction.updates")
    }

    @Test("C-218: a sequence that is read before the detached task begins is heard", .store())
    func hoisted() async throws {
        let device = try #require(Device.current)
        let updates = Transaction.updates
        let loop = Task.detached {
            for await update in updates { return update.unsafePayloadValue.productID }
            return ""
        }
        try device.customer.addDevice().purchase(Shopping.coins)
        await expectEqual(loop.value, Shopping.coins)
    }

    @Test("C-218: the last of the tests that ran when a loop began is told, with the names of all")
    func suspects() {
        let slot = DeviceSlot()
        let (first, second) = (slot.beginNoticing(for: "first()"), slot.beginNoticing(for: "second()"))
        let loops = slot.provide { (Transaction.updates, Message.messages) }
        let third = slot.beginNoticing(for: "third()")
        expectNil(slot.endNoticing(second))
        expectNil(slot.endNoticing(third))
        let text = slot.endNoticing(first)
        expectContains(text, "one of these tests began it: first(), second())")
        expectContains(text, "- Message.messages")
        withExtendedLifetime(loops) {}
    }

    #if DEBUG && os(Linux)
    @Test("C-218: where a loop stands in the function of one of the tests that ran, that test alone is told")
    func guilty() {
        let slot = DeviceSlot()
        let innocent = slot.beginNoticing(for: "innocent()")
        let mine = slot.beginNoticing(for: "guilty()")
        let loops = slot.provide { Transaction.updates }
        expectLacks(slot.endNoticing(mine), "one of these tests")
        expectNil(slot.endNoticing(innocent))
        withExtendedLifetime(loops) {}
    }
    #endif

    @Test("C-218: a loop whose test is known is no detached task's, and nobody else is suspected of it")
    func knownTest() async {
        let slot = DeviceSlot()
        let number = slot.beginNoticing(for: "innocent()") { Test.current != nil }
        let mine = slot.provide { Transaction.updates }
        expectNil(slot.endNoticing(number))
        let other = slot.beginNoticing(for: "innocent()") { Test.current != nil }
        let unknown = await Task.detached { slot.provide { Transaction.updates } }.value
        expectContains(slot.endNoticing(other), "Transaction.updates")
        withExtendedLifetime((mine, unknown)) {}
    }

    @Test("C-218: the device that a session left in the slot is nobody's: a loop that begins there is deaf")
    func leftOver() throws {
        let slot = DeviceSlot()
        let device = try Shopping().device
        let session = Locked<SlotHold?>(slot.hold(for: "One.storekit"))
        drop(slot.exchangeDevice(for: device))
        // Its test's own loops hear it, and nobody can tell them from others.
        let during = slot.beginNoticing(for: "during()")
        let heard = slot.provide { Transaction.updates }
        expectNil(slot.endNoticing(during))
        session.withLock { $0 = nil }
        #expect(slot.device === device)
        let after = slot.beginNoticing(for: "after()")
        let deaf = slot.provide { Transaction.updates }
        expectContains(slot.endNoticing(after), "Transaction.updates")
        withExtendedLifetime((heard, deaf)) {}
    }

    private func drop(_ old: consuming any Sendable) {}

    @Test("C-218: tests that were over shortly before a loop began are named, too")
    func overBefore() {
        let slot = DeviceSlot()
        let late = slot.beginNoticing(for: "late()")
        expectNil(slot.endNoticing(late))
        let number = slot.beginNoticing(for: "innocent()")
        let loop = slot.provide { Transaction.updates }
        expectContains(slot.endNoticing(number), "or one that was just over: late()")
        withExtendedLifetime(loop) {}
    }

    @Test("C-218: where a device comes into the slot, nothing was deaf")
    func deviceCame() throws {
        let slot = DeviceSlot()
        let number = slot.beginNoticing(for: "test()")
        let loop = slot.provide { Transaction.updates }
        slot.device = try Shopping().device
        expectNil(slot.endNoticing(number))
        withExtendedLifetime(loop) {}
    }
}

@Suite("A suite whose tests have a store", .store { throw StoreOfTheSuite.asked })
struct StoreSuiteTests {
    @Test("C-226: a test's own trait counts, and the store of its suite is not made", .store(reach: .process))
    func reachesProcess() async throws {
        let mine = try #require(Device.current)
        #expect(await Task.detached { Device.current }.value === mine)
    }

    @Suite("A suite in it", .store(reach: .process))
    struct Inner {
        @Test("C-226: the trait of the suite next to it counts where a test has none")
        func nextSuite() async throws {
            let mine = try #require(Device.current)
            #expect(await Task.detached { Device.current }.value === mine)
        }

        @Test("C-226: a test may stay in its task although its suite reaches the process", .store())
        func ownTask() async throws {
            let mine = try #require(Device.current)
            #expect(DeviceSlot.current.device === mine)
            #expect(DeviceSlot.current !== DeviceSlot.process)
        }
    }
}

/// Thrown where the store of a suite is made that nobody needs.
private enum StoreOfTheSuite: Error { case asked }
