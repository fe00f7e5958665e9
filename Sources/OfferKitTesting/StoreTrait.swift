public import OfferKit
@_exported public import OfferKitSamples
@_exported public import OfferKitTimelines
public import Testing

/// Gives each test a store of its own, so that tests run in parallel and never see one another's purchases.
///
/// ```swift
/// @Test(.store()) func aTrialIsFree() async throws {
///     let products = try await Product.products(for: ["com.example.pro.monthly"])
///     guard case .success(let result) = try await products[0].purchase() else { return }
///     #expect(try result.payloadValue.price == 0)
///     try Store.current?.advance(by: .months(1))
/// }
/// ```
///
/// StoreKit's static calls act on a device of a new customer (`Device.current`), which is made when they first ask for one;
/// to take another, set `DeviceSlot.current.device`. On a suite the trait applies to each of its tests, and each case of a
/// parameterised test has its own store too.
public struct StoreTrait: TestTrait, SuiteTrait, TestScoping {
    /// How far a test's store is seen.
    public enum Reach: Sendable {
        /// In the test's task and the tasks it makes; tests run in parallel.
        case task
        /// In the whole process, detached tasks included: for code that listens in those, or in tasks that outlive a test.
        ///
        /// Such tests wait for each other.
        case process
    }

    fileprivate let make: @Sendable () throws -> Store
    fileprivate let reach: Reach

    /// The trait of a suite counts for each of its tests.
    public var isRecursive: Bool { true }

    /// Runs a test with a new store as ``OfferKit/Store/current``.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let store = try make()
        let makeDevice: @Sendable () -> Device? = { store.device(for: store.addCustomer()) }
        try await CurrentStore.$store.withValue(store) {
            switch reach {
            case .task: try await DeviceSlot(making: makeDevice).provide(function)
            case .process:
                try await ProcessTurn.withTurn {
                    try await DeviceSlot.process.lend(making: makeDevice, to: function)
                }
            }
        }
    }
}

extension Trait where Self == StoreTrait {
    /// A new store for each test.
    ///
    /// - Parameters:
    ///   - reach: How far the store is seen; in the test's own tasks unless given.
    ///   - make: Makes the store; a store that sells the sample shop unless given.
    /// - Returns: The trait.
    public static func store(
        reach: StoreTrait.Reach = .task, _ make: @escaping @Sendable () throws -> Store = { Store(try .sample()) }
    ) -> StoreTrait {
        StoreTrait(make: make, reach: reach)
    }

    /// A new store for each test, seen as far as `reach` says.
    public static func store(_ make: @escaping @Sendable () throws -> Store, reach: StoreTrait.Reach) -> StoreTrait {
        StoreTrait(make: make, reach: reach)
    }
}

extension Store {
    /// The store of the running test; nil outside tests with the trait ``Testing/Trait/store(reach:_:)``.
    public static var current: Store? { CurrentStore.store }
}

private enum CurrentStore {
    @TaskLocal static var store: Store?
}
