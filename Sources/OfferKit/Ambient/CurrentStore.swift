extension Store {
    /// The store of the running test, or of the ``withStore(_:isolation:_:)`` around the running code; nil where there
    /// is none (C-239).
    ///
    /// A test with the trait `.store()` of OfferKitTesting, a `StoreTestCase` of OfferKitXCTest and
    /// ``withStore(_:isolation:_:)`` provide one. StoreKit's static calls act on a device of it, ``Device/current``.
    ///
    /// ```swift
    /// let store = try #require(Store.current)
    /// ```
    ///
    /// Tasks made meanwhile inherit it; a detached task has it only where the store was given to the whole process, as
    /// by `.store(reach: .process)` and `StoreTestCase`.
    public static var current: Store? {
        if let box = CurrentStore.ofTask { return box.withLock { $0 } }
        guard let store = CurrentStore.ofProcess.withLock({ $0 }) else { return nil }
        return DeviceSlot.process.isSomebodyElses ? nil : store
    }
}

/// Runs `body` with a store as ``Store/current``, in tests without a test library and in programs (C-239).
///
/// ```swift
/// try await withStore(.sample()) { store in
///     let products = try await Product.products(for: ["com.example.pro.monthly"])
///     _ = try await products[0].purchase()
///     try store.advance(by: .months(1))
/// }
/// ```
///
/// StoreKit's static calls act on a device of a new customer, ``Device/current``, which is made when they first ask for
/// one. When `body` is over, nothing of the store is left in tasks that outlive it. A detached task does not inherit
/// the store: read the sequence that it loops over before it begins.
///
/// - Parameters:
///   - store: The store; `try Store(fileNamed: "Shop.storekit")` for one from a file.
///   - isolation: Where `body` runs; where the caller does unless given.
///   - body: Gets the store.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws.
public func withStore<Result>(
    _ store: Store, isolation: isolated (any Actor)? = #isolation, _ body: (Store) async throws -> Result
) async rethrows -> Result {
    let (current, slot) = (CurrentStore(store), DeviceSlot(making: store.makeDevice))
    defer {
        current.end()
        slot.empty()
    }
    return try await current.provide(isolation: isolation) {
        try await slot.provide(isolation: isolation) { try await body(store) }
    }
}

/// Runs `body` with a store as ``Store/current``, in tests without a test library and in programs (C-239).
///
/// The overload for synchronous code.
///
/// - Parameters:
///   - store: The store; `try Store(fileNamed: "Shop.storekit")` for one from a file.
///   - body: Gets the store.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws.
public func withStore<Result>(_ store: Store, _ body: (Store) throws -> Result) rethrows -> Result {
    let (current, slot) = (CurrentStore(store), DeviceSlot(making: store.makeDevice))
    defer {
        current.end()
        slot.empty()
    }
    return try current.provide { try slot.provide { try body(store) } }
}

extension Store {
    /// The closure that adds a customer with a device, for a slot whose device is made on demand.
    package var makeDevice: @Sendable () -> Device? {
        { self.addCustomer().addDevice() }
    }
}

/// A store that is ``Store/current`` for a while (C-239).
package final class CurrentStore: Sendable {
    @TaskLocal fileprivate static var ofTask: Locked<Store?>?
    fileprivate static let ofProcess = Locked<Store?>(nil)

    // Tasks that outlive the test keep their task-local values alive, so these hold only a box, which is emptied.
    private let box: Locked<Store?>

    /// Wraps a store that is current while ``provide(isolation:_:)`` runs.
    package init(_ store: Store) { box = Locked(store) }

    /// Ends the store's time as the current one, also in tasks that outlive the test.
    package func end() { box.withLock { $0 = nil } }

    /// Runs `body` with the store as the task's current one.
    package func provide<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await CurrentStore.$ofTask.withValue(box, operation: body, isolation: isolation)
    }

    /// Runs `body` with the store as the task's current one.
    package func provide<Result>(_ body: () throws -> Result) rethrows -> Result {
        try CurrentStore.$ofTask.withValue(box, operation: body)
    }

    /// Makes a store the process's current one, and returns the former one.
    ///
    /// - Parameter store: The store; nil for none.
    /// - Returns: The former one.
    package static func exchangeOfProcess(for store: Store?) -> Store? {
        ofProcess.withLock { exchange(&$0, with: store) }
    }
}
