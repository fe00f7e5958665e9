public import OfferKit
import OfferKitCore
@_exported public import OfferKitSamples
import OfferKitTimelines
public import XCTest

/// A test case of XCTest that gives each of its tests its own store.
///
/// ```swift
/// final class ShopTests: StoreTestCase {
///     override func makeStore() throws -> Store { try Store(fileNamed: "Shop.storekit", bundleID: "com.example.app") }
///
///     func testATrialIsFree() async throws {
///         let products = try await Product.products(for: ["com.example.app.monthly"])
///         guard case .success(let result) = try await products[0].purchase() else { return XCTFail("not bought") }
///         XCTAssertEqual(try result.payloadValue.price, 0)
///         try store.advance(by: .months(1))
///         XCTAssertTrue(device.isEntitled(to: "com.example.app.monthly"))
///     }
/// }
/// ```
///
/// XCTest runs one test at a time, so the store is that of the whole process from before `setUp` until after
/// `tearDown`: StoreKit's static calls act on ``device``, in detached tasks, too, and ``OfferKit/Store/current`` is
/// ``store``. Where ``makeStore()`` throws, the test fails with that error and does not run. A failing test prints a
/// summary of the store: the clock, a line for each subscriber's life, and the last entries of the log. When it is
/// over, ``checks`` are made (C-241).
open class StoreTestCase: XCTestCase {
    /// The store of a running test, and its device.
    private struct Bench: Sendable {
        var store: Store?
        var device: Device?
    }

    private let bench = Locked(Bench())

    /// Makes a new store for each test: one that sells the sample shop unless overridden.
    ///
    /// It is called before `setUp`.
    ///
    /// - Returns: A new store.
    /// - Throws: The error that the test fails with.
    open func makeStore() throws -> Store { try .sample() }

    /// The checks when a test is over: ``OfferKit/StoreChecks/standard`` unless overridden.
    open var checks: StoreChecks { .standard }

    /// The store of the running test; outside of one, a store that sells nothing.
    public var store: Store {
        bench.withLock { bench in
            if let store = bench.store { return store }
            let empty = Store(catalog: Catalog(unchecked: [], []))
            bench.store = empty
            return empty
        }
    }

    /// The device that StoreKit's static calls act on, of a customer who is added with it at first use.
    ///
    /// Where the test puts a device of another store into the process's slot, this stays one of ``store``.
    public var device: Device {
        let store = store
        if let device = DeviceSlot.process.occupyingDevice, device.store === store { return device }
        if let device = bench.withLock({ $0.device }) { return device }
        let device = store.addCustomer().addDevice()
        bench.withLock { $0.device = device }
        return device
    }

    /// Runs the test with a store, which is released afterwards.
    open override func invokeTest() {
        let store: Store
        do {
            store = try hearing { try makeStore() }
        } catch {
            return XCTFail("makeStore() threw: \(error)")
        }
        bench.withLock { $0 = Bench(store: store) }
        let (process, current) = (ProcessStore(store), CurrentStore(store))
        hearing { current.provide { super.invokeTest() } }
        for complaint in checks.complaints(of: store, hasFailed: hasFailed) { XCTFail(complaint.text) }
        if hasFailed { print(StoreSummary.lines(of: store).joined(separator: "\n")) }
        current.end()
        process.end()
        let old = bench.withLock { exchange(&$0, with: Bench()) }
        withExtendedLifetime(old) {}
    }

    private var hasFailed: Bool { (testRun?.totalFailureCount ?? 0) > 0 }

    /// Runs `body`, and fails the test with the complaints of the store meanwhile.
    private func hearing<Result>(_ body: () throws -> Result) rethrows -> Result {
        let failing: @Sendable (DroppedEntries) -> Void = { XCTFail($0.text) }
        let dropped = checks.contains(.droppedEntries) ? failing : nil
        return try Complaints.$listener.withValue({ XCTFail($0) }) {
            try DroppedEntries.$listener.withValue(dropped) { try body() }
        }
    }
}
