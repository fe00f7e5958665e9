public import OfferKit
@_exported public import OfferKitSamples
@_exported public import OfferKitTimelines
public import Testing

/// Gives each test a store of its own, so that tests run in parallel and never see one another's purchases.
///
/// ```swift
/// @Test(.store()) func aTrialIsFree() throws {
///     let store = try #require(Store.current)
///     let device = store.device(for: store.addCustomer())
///     #expect(try device.purchase("com.example.pro.monthly").price == 0)
/// }
/// ```
///
/// On a suite it applies to each of its tests. Each case of a parameterised test has its own store too.
public struct StoreTrait: TestTrait, SuiteTrait, TestScoping {
    fileprivate let make: @Sendable () throws -> Store

    /// The trait of a suite counts for each of its tests.
    public var isRecursive: Bool { true }

    /// Runs a test with a new store as ``OfferKit/Store/current``.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await CurrentStore.$store.withValue(try make()) {
            try await function()
        }
    }
}

extension Trait where Self == StoreTrait {
    /// A new store for each test.
    ///
    /// - Parameter make: Makes the store; a store that sells the sample shop unless given.
    /// - Returns: The trait.
    public static func store(
        _ make: @escaping @Sendable () throws -> Store = { Store(try .sample()) }
    ) -> StoreTrait {
        StoreTrait(make: make)
    }
}

extension Store {
    /// The store of the running test; nil outside tests with the trait ``Testing/Trait/store(_:)``.
    public static var current: Store? {
        CurrentStore.store
    }
}

private enum CurrentStore {
    @TaskLocal static var store: Store?
}
