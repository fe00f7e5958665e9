import Foundation
import OfferKit
import OfferKitSamples
import OfferKitTestHarness
import OfferKitTesting
import Testing

/// The store that is current.
struct CurrentStoreTests {
    @Test("C-239: withStore gives its body a store and StoreKit's static calls a device of it, and ends tidily")
    func asynchronous() async throws {
        expectNil(Store.current)
        let (goes, going) = AsyncStream<Void>.makeStream()
        let (late, count) = try await withStore(Store(try .sample())) { store in
            #expect(Store.current === store)
            let product = try #require(try await Product.products(for: [Shopping.coins]).first)
            guard case .success = try await product.purchase() else { throw CancellationError() }
            let late = Task {
                for await _ in goes {}
                return (Store.current == nil, Device.current == nil)
            }
            #expect(await Task { Store.current === store }.value)
            return (late, try #require(Device.current).transactions.count)
        }
        expectEqual(count, 1)
        going.finish()
        #expect(await late.value == (true, true))
        expectNil(Store.current)
    }

    @Test("C-239: so it does without waiting, and hands on what the body returns or throws")
    func synchronous() throws {
        let store = Store(try .sample())
        let isMine = withStore(store) { $0 === store }
        #expect(isMine)
        let transaction = try withStore(store) { _ in
            try #require(Device.current).purchase(Shopping.coins)
        }
        expectEqual(transaction.id, 1)
        #expect(throws: CancellationError.self) {
            try withStore(store) { inner in
                #expect(Store.current === inner)
                throw CancellationError()
            }
        }
        expectNil(Store.current)
    }

    @Test("C-239: the inner store counts, and the outer one is back afterwards", .store())
    func nested() async throws {
        let outer = try #require(Store.current)
        let device = try #require(Device.current)
        withStore(Store(try .sample())) { inner in
            #expect(Store.current === inner)
            #expect(Device.current?.store === inner)
        }
        #expect(Store.current === outer)
        #expect(Device.current === device)
    }

    @Test("C-239: a detached task has the store of a test that reaches the process", .store(reach: .process))
    func detached() async throws {
        let (store, device) = (try #require(Store.current), try #require(Device.current))
        #expect(await Task.detached { Store.current === store && Device.current === device }.value)
    }

    @Test("C-239: a detached task has no store of a test that does not", .store())
    func notDetached() async throws {
        let store = try #require(Store.current)
        #expect(await Task.detached { Store.current !== store }.value)
    }
}

@Suite("A store from a file", .store("StoreKitTests/TestSession/TestShop", bundleID: "com.example.named"))
struct StoreOfFileTests {
    @Test("C-236: a file is found from the folders above the test's own")
    func found() throws {
        let (store, device) = (try #require(Store.current), try #require(Device.current))
        expectEqual(store.bundleID, "com.example.named")
        expectEqual(device.product("shop.coins")?.displayPrice, "$0.99")
        #expect(device.store === store)
    }

    @Test(
        "C-236: a test's own file counts, and may start at a date",
        .store(
            "Sources/OfferKitSamples/SampleShop.storekit", startingAt: date("2030-05-01T00:00:00Z")))
    func startsAt() throws {
        let store = try #require(Store.current)
        expectEqual(store.now, date("2030-05-01T00:00:00Z"))
        #expect(Device.current?.product(Shopping.coins) != nil)
    }

    @Test(
        "C-236: a file's store takes an environment, a pace, a grace period and a seed, and is their copy of one made by hand",
        .store(
            "Sources/OfferKitSamples/SampleShop.storekit", environment: .sandbox, pace: .testFlight,
            gracePeriod: BillingGracePeriod(.threeDays), seed: 7))
    func settings() throws {
        let store = try #require(Store.current)
        #expect(store.environment == .sandbox && store.pace == .testFlight)
        expectEqual(store.gracePeriod, BillingGracePeriod(.threeDays))
        let other = Store(try .sample(), seed: 7)
        let key = try (store.generateKey(named: "k"), other.generateKey(named: "k"))
        expectEqual(key.0.id, key.1.id)
        #expect(try Store(.sample()).generateKey(named: "k").id != key.0.id)
    }

    /// A folder with a package in it.
    private struct Folder: ~Copyable {
        let url: URL

        init(_ name: String, _ files: [String]) throws {
            url = FileManager.default.temporaryDirectory.appendingPathComponent("\(name)-\(getpid())")
            for file in files {
                let place = url.appendingPathComponent(file)
                try FileManager.default.createDirectory(
                    at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(#"{"version":{"major":4,"minor":0}}"#.utf8).write(to: place)
            }
        }

        var source: String { url.appendingPathComponent("P/Tests/ShopTests/ShopTests.swift").path }

        deinit { try? FileManager.default.removeItem(at: url) }
    }

    @Test("C-236: the nearest file counts, Resources and Fixtures beside each folder, and nothing above the package")
    func order() throws {
        let folder = try Folder(
            "order",
            [
                "Far.storekit", "P/Package.swift", "P/Shop.storekit", "P/Tests/Fixtures/Shop.storekit",
                "P/Tests/Resources/Other.storekit", "P/Tests/ShopTests/Near.storekit",
            ])
        for name in ["Shop", "Other.storekit", "Near", "Resources/Other", folder.url.path + "/Far.storekit"] {
            _ = try Store(fileNamed: name, beside: folder.source)
        }
        let search = try #require(
            #expect(throws: StoreFileNotFoundError.self) { try Store(fileNamed: "Far", beside: folder.source) })
        expectEqual(
            search.folders.prefix(3).map { String($0.dropFirst(folder.url.path.count)) },
            ["/P/Tests/ShopTests", "/P/Tests", "/P"])
        expectEqual(search.folders.count, 4)
        expectContains(search.description, "\nand, of each but the last, in its Resources and Fixtures.\n")
    }

    @Test("C-236: a folder that is searched for two reasons is listed once")
    func listedOnce() throws {
        let here = FileManager.default.currentDirectoryPath
        let error = try #require(
            #expect(throws: StoreFileNotFoundError.self) {
                try Store(fileNamed: "Nowhere", beside: here + "/NoFile.swift")
            })
        expectEqual(error.folders.first, here)
        expectEqual(error.folders.count, Set(error.folders).count)
        let those = error.folders.count == 1 ? "" : ", of each,"
        expectContains(error.description, "\nand\(those) in its Resources and Fixtures.\n")
        let path = #expect(throws: StoreFileNotFoundError.self) { try Store(fileNamed: here + "/Nowhere") }
        expectLacks(path?.description, "Resources and Fixtures")
    }

    @Test("C-236: a file that is not there is one issue, with where it was looked for and what is there")
    func notFound() async throws {
        let folder = try Folder("missing", ["P/Package.swift", "P/Tests/Fixtures/Shop.storekit"])
        let source = folder.source
        let found = try await issues(under: .store("Shpo.storekit", beside: source)) {
            Issue.record("the test ran")
        }
        expectEqual(found.count, 1)
        let text = try #require((found.first?.error as? StoreFileNotFoundError)?.description)
        #expect(
            text.hasPrefix(
                "There is no file \"Shpo.storekit\". Did you mean \"Shop.storekit\"? It was looked for in:\n- "))
        expectContains(text, "/P/Tests\n- ")
        expectContains(text, "There are:\n- \(folder.url.path)/P/Tests/Fixtures/Shop.storekit")
    }

    @Test("C-236: a file that cannot be read is one issue, with every problem in it and the place of each")
    func unreadable() async throws {
        let folder = try Folder("unreadable", ["P/Package.swift", "P/Tests/Shop.storekit"])
        let path = "\(folder.url.path)/P/Tests/Shop.storekit"
        try Data(
            """
            { "products" : [
              { "type" : "Consumabel", "productID" : "a", "displayPrice" : "1" },
              { "type" : "Consumable", "displayPrice" : "1" } ] }
            """.utf8
        ).write(to: URL(fileURLWithPath: path))
        let found = try await issues(under: .store("Shop.storekit", beside: folder.source)) {
            Issue.record("the test ran")
        }
        expectEqual(found.count, 1)
        let text = try #require(found.first?.error.map { "\($0)" })
        expectPrefix(text, "\(path) cannot be read:\n- ")
        expectContains(text, "\n- 3:3: error: products[1].productID is missing.")
        expectContains(text, "\n- 2:5: error: products[0]")
        expectContains(text, "the product is left out, its type 'Consumabel' is not known.")
    }
}
