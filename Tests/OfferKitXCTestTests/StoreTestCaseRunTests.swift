#if !canImport(Darwin)
import Foundation
import OfferKit
import OfferKitTesting
import OfferKitXCTest
import Testing
import XCTest

/// Test cases that are run here, one after another, because some of them have to fail.
///
/// Issues that XCTest records are counted by its own runs; nothing else hears of them.
@Suite("Tests of XCTest, run by hand", .store(reach: .process))
struct StoreTestCaseRunTests {
    private enum Unmade: Error { case store }

    private final class Case: StoreTestCase {
        static let stores = Locked<[Store]>([])
        static let seen = Locked<[String]>([])

        override func makeStore() throws -> Store {
            if name.contains("unmade") { throw Unmade.store }
            let store = try super.makeStore()
            Case.stores.withLock { $0.append(store) }
            return store
        }

        override var checks: StoreChecks { .all }
        override func setUp() { Case.seen.withLock { $0.append("setUp \(store.customers.count)") } }
        override func tearDown() { Case.seen.withLock { $0.append("tearDown \(Store.current === store)") } }
    }

    /// Runs a test.
    ///
    /// - Returns: How often it failed.
    private func run(_ name: String, _ body: @escaping (Case) throws -> Void) -> Int {
        let test = Case(name: name) { test in
            guard let test = test as? Case else { return }
            try body(test)
        }
        test.run()
        return test.testRun?.totalFailureCount ?? -1
    }

    @Test("C-241: a test that asks for unknown products, finishes nothing, or throws, fails")
    func failures() throws {
        let good = run("good") { test in
            try test.device.purchase("com.example.coins.100")
            test.device.finishAll()
        }
        #expect(good == 0)
        #expect(run("unfinished") { try $0.device.purchase("com.example.coins.100") } == 1)
        #expect(run("throws") { _ in throw Unmade.store } == 1)
    }

    @Test("C-241: where no store is made, the test fails once and does not run")
    func noStore() {
        let runs = Locked(0)
        #expect(run("unmade") { _ in runs.withLock { $0 += 1 } } == 1)
        #expect(runs.withLock { $0 } == 0)
    }

    @Test("C-241: setUp and tearDown have the store, each test another, and afterwards all is as it was")
    func cleansUp() throws {
        let (mine, device) = (try #require(Store.current), try #require(Device.current))
        Case.seen.withLock { $0 = [] }
        let first = Case.stores.withLock { $0.count }
        for number in 0..<2 {
            #expect(
                run("test \(number)") { test in
                    test.device.finishAll()
                    XCTAssertTrue(DeviceSlot.process.device === test.device)
                } == 0)
        }
        #expect(Case.seen.withLock { $0 } == ["setUp 0", "tearDown true", "setUp 0", "tearDown true"])
        let stores = Case.stores.withLock { $0.dropFirst(first) }
        #expect(stores.count == 2)
        #expect(stores.first !== stores.last)
        #expect(Store.current === mine)
        #expect(DeviceSlot.process.device === device)
    }
}

extension Device {
    fileprivate func finishAll() {
        for transaction in unfinished { finish(transaction) }
    }
}
#endif
