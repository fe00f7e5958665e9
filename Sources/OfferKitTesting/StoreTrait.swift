public import Foundation
public import OfferKit
@_exported public import OfferKitSamples
@_exported public import OfferKitTimelines
public import Testing

/// Gives each test its own store, so that tests run in parallel and never see one another's purchases.
///
/// ```swift
/// @Suite(.store("Shop.storekit", bundleID: "com.example.app"))
/// struct ShopTests {
///     @Test func aTrialIsFree() async throws {
///         let (store, device) = (try #require(Store.current), try #require(Device.current))
///         let products = try await Product.products(for: ["com.example.app.monthly"])
///         guard case .success(let result) = try await products[0].purchase() else { return }
///         #expect(try result.payloadValue.price == 0)
///         try store.advance(by: .months(1))
///         #expect(device.isEntitled(to: "com.example.app.monthly"))
///     }
/// }
/// ```
///
/// A name is that of a `.storekit` file, which is searched for beside the test's own file and in the folders above it,
/// up to the package's (``OfferKit/Store/init(fileNamed:bundleID:rules:environment:pace:gracePeriod:startingAt:seed:beside:)``).
/// `.store()` sells the sample shop, and `.store { … }` uses the store that its closure makes. Each of them gives the test
/// ``OfferKit/Store/current``, the store, and ``OfferKit/Device/current``, on which StoreKit's static calls act: a
/// device of a new customer, made when it is first used. To use another, set `DeviceSlot.current.device`.
///
/// On a suite the trait applies to each of its tests, and each case of a parameterised test has its own store too; of
/// several such traits the one nearest to the test counts, and the others make no store (C-226). When the test is over
/// its slot is emptied, so that a loop without an end keeps nothing alive (C-212).
///
/// When a test fails, the first of its issues shows the store: the clock, a line for each subscriber's life, and the
/// last entries of the log. The whole log is attached as `store-log.txt`; `swift test --attachments-path folder` keeps
/// it. An error that the test throws is recorded as an issue there, too, and goes no further (C-237). When the test is
/// over, ``OfferKit/StoreChecks`` looks for faults that are otherwise silent (C-238).
///
/// A detached task does not inherit the test's store. Where code under test listens in one, read the sequence before
/// the task begins, or let the test reach the process:
///
/// ```swift
/// let updates = Transaction.updates                       // here the test's store is known
/// Task.detached { for await update in updates { … } }
/// ```
///
/// A loop that began in a detached task while only tests of the first kind ran fails the last of them, with a sentence
/// that says what to write and, in debug builds on Linux, where the loop began. While a session of StoreKitTest lives
/// in the process's slot, such a loop cannot be told from one of the session's test, and nothing is reported (C-218).
public struct StoreTrait: TestTrait, SuiteTrait, TestScoping {
    /// The reach of a test's store.
    public enum Reach: Sendable {
        /// The store reaches the test's task and the tasks it makes, except detached ones; tests run in parallel.
        case task
        /// The store reaches the whole process, detached tasks included: for code that listens or lives on there.
        ///
        /// Such tests run alone: they wait for each other, for tests of the other kind, and for sessions of
        /// StoreKitTest in the process's slot. A test without the trait that uses StoreKit's static calls beside one
        /// gets an issue (C-216, C-217).
        case process
    }

    /// The identity of a trait, among others that a test has.
    private final class Identity: Sendable {}

    private let make: @Sendable () throws -> Store
    private let reach: Reach
    private let checks: StoreChecks
    private let identity = Identity()

    fileprivate init(_ reach: Reach, _ checks: StoreChecks, _ make: @escaping @Sendable () throws -> Store) {
        self.make = make
        self.reach = reach
        self.checks = checks
    }

    /// True: a suite's trait applies to each of its tests that has none nearer to it.
    public var isRecursive: Bool { true }

    /// Runs a test with a new store as ``OfferKit/Store/current``.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard !isReplaced(in: test) else { return try await function() }
        let complain: @Sendable (String) -> Void = {
            Issue.record(Comment(rawValue: $0), sourceLocation: test.sourceLocation)
        }
        try await Complaints.$listener.withValue(complain) {
            try await DroppedEntries.$listener.withValue(dropped(in: test)) {
                let store = try make()
                let (current, witness) = (CurrentStore(store), FailureWitness(store))
                defer {
                    current.end()
                    witness.end()
                }
                try await current.provide {
                    let result = await Result {
                        try await run(test, with: store) {
                            try await witness.watch(test, testCase, performing: function)
                        }
                    }
                    // A test that a requirement ended wants to know of the name that it misspelt, too.
                    for (text, line) in checks.complaints(of: store, hasFailed: witness.hasSeenFailure) {
                        Issue.record(Comment(rawValue: text), sourceLocation: place(of: line, in: test))
                    }
                    try result.get()
                }
            }
        }
    }

    /// Runs a test within the reach of its store.
    private func run(
        _ test: Test, with store: Store, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await ProcessTurn.withTurn(for: reach) {
            switch reach {
            case .task: try await alone(test, store.makeDevice, function)
            case .process:
                try await DeviceSlot.process.lend(making: store.makeDevice, to: tenant(test)) {
                    let outer = CurrentStore.exchangeOfProcess(for: store)
                    defer { _ = CurrentStore.exchangeOfProcess(for: outer) }
                    try await function()
                }
            }
        }
    }

    /// Returns a recorder of the entries that a file lost, at their place in it; nil without that check.
    private func dropped(in test: Test) -> (@Sendable (DroppedEntries) -> Void)? {
        guard checks.contains(.droppedEntries) else { return nil }
        return { entries in
            let line = CallPlace.Line(path: entries.path, line: entries.line, column: entries.column)
            Issue.record(Comment(rawValue: entries.text), sourceLocation: place(of: line, in: test))
        }
    }

    /// Returns a line as the place of an issue; the test's own where it is not known.
    private func place(of line: CallPlace.Line?, in test: Test) -> SourceLocation {
        guard let line else { return test.sourceLocation }
        return SourceLocation(
            fileID: "\(test.sourceLocation.moduleName)/\(line.file)", filePath: line.path, line: line.line,
            column: line.column)
    }

    /// Returns whether the test has a nearer trait of this kind, which then counts alone (C-226).
    ///
    /// A test's traits begin with those of the outermost suite.
    private func isReplaced(in test: Test) -> Bool {
        let identities = test.traits.compactMap { ($0 as? StoreTrait)?.identity }
        return identities.contains { $0 === identity } && identities.last !== identity
    }

    /// Runs a test with a slot of its own, and looks for loops that cannot hear it.
    private func alone(
        _ test: Test, _ makeDevice: @escaping @Sendable () -> Device?, _ function: @Sendable () async throws -> Void
    ) async throws {
        let slot = DeviceSlot(making: makeDevice)
        let number = DeviceSlot.process.beginNoticing(for: test.name) { Test.current != nil }
        let result = await Result { try await slot.provide(function) }
        // Detached tasks that had no turn yet get one now.
        for _ in 0..<20 { await Task.yield() }
        if let text = DeviceSlot.process.endNoticing(number) {
            Issue.record(Comment(rawValue: text), sourceLocation: test.sourceLocation)
        }
        slot.empty()
        try result.get()
    }

    /// Returns the tenant of the process's slot for a test, with a check for tasks of other tests.
    private func tenant(_ test: Test) -> DeviceSlot.Tenant {
        DeviceSlot.Tenant { [id = test.id] in
            Test.current.map { $0.id != id } ?? false
        } complain: { [place = test.sourceLocation] in
            Issue.record(Comment(rawValue: $0), sourceLocation: place)
        }
    }
}

extension Trait where Self == StoreTrait {
    /// Gives each test a new store.
    ///
    /// - Parameters:
    ///   - reach: The reach of the store; the test's own tasks unless given.
    ///   - checks: The checks when the test is over; ``OfferKit/StoreChecks/standard`` unless given.
    ///   - make: Makes the store; a store that sells the sample shop unless given.
    /// - Returns: The trait.
    public static func store(
        reach: StoreTrait.Reach = .task, checks: StoreChecks = .standard,
        _ make: @escaping @Sendable () throws -> Store = { try .sample() }
    ) -> StoreTrait {
        StoreTrait(reach, checks, make)
    }

    /// Gives each test a new store, with the given reach.
    public static func store(
        _ make: @escaping @Sendable () throws -> Store, reach: StoreTrait.Reach, checks: StoreChecks = .standard
    ) -> StoreTrait {
        StoreTrait(reach, checks, make)
    }

    /// Gives each test a new store, which sells the products of a `.storekit` file.
    ///
    /// The file is searched for beside the test's file, in the folders above it up to the package's, each with its
    /// `Resources` and `Fixtures`, and in the working directory
    /// (``OfferKit/Store/init(fileNamed:bundleID:rules:environment:pace:gracePeriod:startingAt:seed:beside:)``). Without such a
    /// file the test fails with ``OfferKit/StoreFileNotFoundError``, which lists the places searched and the files there; with a file that cannot
    /// be read it fails with every problem in it, each with its line and column.
    ///
    /// - Parameters:
    ///   - file: The file's name or path, with or without `.storekit`.
    ///   - bundleID: The app's bundle identifier, which the file does not hold.
    ///   - rules: The rules where Apple's documents disagree or have changed; `StoreRules.today` has the newest.
    ///   - environment: The environment of Apple's that transactions name.
    ///   - pace: The lengths of periods, grace and billing retry; those of the file's time rate unless given.
    ///   - gracePeriod: The app's billing grace period; 16 days where the file switches it on, unless given.
    ///   - start: The start of the store's time.
    ///   - seed: The seed of nonces, codes, keys and certificates.
    ///   - reach: The reach of the store; the test's own tasks unless given.
    ///   - checks: The checks when the test is over; ``OfferKit/StoreChecks/standard`` unless given.
    ///   - testFile: The Swift file beside which the search begins; the test's unless given.
    /// - Returns: The trait.
    public static func store(
        _ file: String, bundleID: String = Store.defaultBundleID, rules: StoreRules = .documents,
        environment: StoreEnvironment = .xcode, pace: Pace? = nil, gracePeriod: BillingGracePeriod? = nil,
        startingAt start: Date = Store.defaultStart, seed: UInt64 = 1, reach: StoreTrait.Reach = .task,
        checks: StoreChecks = .standard, beside testFile: String = #filePath
    ) -> StoreTrait {
        StoreTrait(reach, checks) {
            do {
                return try Store(
                    fileNamed: file, bundleID: bundleID, rules: rules, environment: environment, pace: pace,
                    gracePeriod: gracePeriod, startingAt: start, seed: seed, beside: testFile)
            } catch is StoreKitConfigurationError {
                throw try UnreadableStoreFile(named: file, beside: testFile)
            }
        }
    }
}
