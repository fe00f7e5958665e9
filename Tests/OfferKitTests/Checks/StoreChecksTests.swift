import Foundation
import OfferKit
import OfferKitTestHarness
import OfferKitTesting
import Testing

#if DEBUG && os(Linux) && canImport(Runtime)
import Runtime
#endif

/// What is looked for when a test is over.
struct StoreChecksTests {
    @Test("C-238: an unknown product that the app asked for is one issue, with the nearest name")
    func unknownNames() async throws {
        let issues = try await issues(under: .store()) {
            let products = try await Product.products(for: ["com.example.pro.montly", Shopping.coins, "x.y"])
            expectEqual(products.map(\.id), [Shopping.coins])
            _ = try await Product.products(for: ["x.y"])
        }
        expectEqual(issues.count, 1)
        let text = try #require(issues.first?.withoutPlaces)
        expectContains(text, "- product \"com.example.pro.montly\". Did you mean \"com.example.pro.monthly\"?\n")
        expectContains(text, "- product \"x.y\".\n")
        expectContains(text, "The store knows \"com.example.pro.monthly\"")
    }

    @Test("C-238: a question about an unknown product or group is one issue, with the nearest name")
    func questions() async throws {
        let issues = try await issues(under: .store()) {
            let device = try #require(Device.current)
            #expect(!device.isEntitled(to: "com.example.pro.yealy"))
            expectNil(device.subscriptionStatus(inGroup: "21000002"))
            expectNil(device.renewalInfo(inGroup: "21000001"))
            expectNil(device.upcomingCharges(inGroup: "gone"))
            expectNil(device.subscriberFacts(inGroup: "Prp"))
            _ = await Product.SubscriptionInfo.isEligibleForIntroOffer(for: "Pro group")
        }
        expectEqual(issues.count, 1)
        let text = try #require(issues.first?.withoutPlaces)
        expectContains(text, "- product \"com.example.pro.yealy\". Did you mean \"com.example.pro.yearly\"?\n")
        expectContains(text, "- group \"21000002\". Did you mean \"21000001\"?\n- group \"gone\".\n")
        expectLacks(text, "group \"21000001\".\n")
        expectContains(text, "; its groups are ")
    }

    #if DEBUG && os(Linux) && canImport(Runtime)
    /// Whether the program has the debugger information without which no place is known; asked of the toolchain, so that a
    /// fault of ``CallPlace`` does not leave the tests of it out.
    private static let hasDebuggerInformation = {
        let here = try? Backtrace.capture(algorithm: .fast, limit: 2, top: 0)
        let symbols = here?.symbolicated(with: nil, options: .showSourceLocations)?.frames.map(\.symbol)
        return symbols?.first??.sourceLocation != nil
    }()

    @Test(
        "C-238: the issue of an unknown name stands where the app asked for it, and names the line of each",
        arguments: AskedInVainHere.allCases)
    func places(_ call: AskedInVainHere) async throws {
        guard Self.hasDebuggerInformation else { return }
        let found = try await issues(under: .store()) { try await call.ask() }
        expectEqual(found.count, 1)
        let place = try #require(found.first?.sourceLocation)
        expectEqual(place.fileName, "AskedInVainHere.swift")
        expectContains(AskedInVainHere.line(place.line), "// \(call)", "\(place): \(found.map(\.text))")
        expectContains(found.first?.text, "\"gone\", asked for at AskedInVainHere.swift:\(place.line).")
    }

    @Test("C-238: an unknown name in an expectation stands in no file that the macro made up")
    func placeInMacro() async throws {
        let found = try await issues(under: .store()) {
            let device = try #require(Device.current)
            #expect(!device.isEntitled(to: "gone"))
        }
        expectEqual(found.count, 1)
        expectEqual(found.first?.sourceLocation?.fileName, "StoreChecksTests.swift")
        expectContains(found.first?.text, "- product \"gone\".\n")
    }
    #endif

    @Test("C-238: a test that a requirement ended is told of the name that it misspelt")
    func ended() async throws {
        let found = try await issues(under: .store()) {
            _ = try #require(try await Product.products(for: ["com.example.pro.montly"]).first)
        }
        #expect(found.contains { $0.text.contains("Did you mean \"com.example.pro.monthly\"?") })
    }

    @Test("C-238: asked for on purpose, or without the check, an unknown product is no issue")
    func onPurpose() async throws {
        let taken = try await issues(under: .store()) {
            _ = try await Product.products(for: ["gone", "gone", "old"])
            expectEqual(Store.current?.takeUnknownNames(), ["gone", "old"])
        }
        #expect(taken.isEmpty)
        #expect(try await issues(under: .store(checks: [])) { _ = try await Product.products(for: ["gone"]) }.isEmpty)
    }

    @Test("C-238: what a storefront does not sell, or a test asks for itself, is known", .store())
    func known() async throws {
        let (store, device) = (try #require(Store.current), try #require(Device.current))
        try store.setForSale(false, of: Shopping.coins)
        #expect(try await Product.products(for: [Shopping.coins]).isEmpty)
        expectNil(device.product("gone"))
        expectEqual(store.takeUnknownNames(), [])
    }

    @Test("C-238: a hundred unknown products are remembered, and a simulated failure asks for none")
    func bounds() async throws {
        let shopping = try Shopping()
        _ = try await shopping.device.app.products((0..<300).map { "unknown.\($0)" })
        expectEqual(shopping.store.takeUnknownNames().count, 100)
        shopping.device.setSimulatedError(.generic(.unknown), forAPI: .loadProducts)
        await #expect(throws: StoreKitError.self) { try await shopping.device.app.products(["gone"]) }
        expectEqual(shopping.store.takeUnknownNames(), [])
    }

    @Test("C-238: transactions that nobody finished are an issue where a test asks for it")
    func unfinished() async throws {
        let buy: @Sendable () async throws -> Void = {
            let product = try #require(try await Product.products(for: [Shopping.coins]).first)
            _ = try await product.purchase()
        }
        let found = try await issues(under: .store(checks: .all), buy)
        expectEqual(found.count, 1)
        expectContains(found.first?.text, "\n- #1 com.example.coins.100, customer 0", "\(found)")
        #expect(try await issues(under: .store(), buy).isEmpty)
        let finished = try await issues(under: .store(checks: .unfinishedTransactions)) {
            let product = try #require(try await Product.products(for: [Shopping.coins]).first)
            guard case .success(let result) = try await product.purchase() else { return }
            await result.unsafePayloadValue.finish()
        }
        #expect(finished.isEmpty)
    }

    @Test("C-238: a test that has failed is not asked for what it did not finish")
    func failedBefore() async throws {
        let found = try await issues(under: .store(checks: .all)) {
            try #require(Device.current).purchase(Shopping.coins)
            throw CocoaError(.featureUnsupported)
        }
        expectEqual(found.count, 1)
        #expect(found.first?.error is CocoaError)
    }

    /// A file of which a product and an offer are left out.
    private static func lossyFile(_ name: String) throws -> URL {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(name)-\(getpid()).storekit")
        let text = """
            { "version" : { "major" : 4, "minor" : 0 },
              "products" : [
                { "productID" : "a", "type" : "Consumabel", "displayPrice" : "1" },
                { "productID" : "b", "type" : "Consumable", "displayPrice" : "1" }
            ] }
            """
        try Data(text.utf8).write(to: url)
        return url
    }

    @Test("C-238: what a file lost is an issue at the file's line, once in a process")
    func droppedEntries() async throws {
        let url = try Self.lossyFile("dropped")
        defer { try? FileManager.default.removeItem(at: url) }
        let open: @Sendable () async throws -> Void = {
            let store = try Store(contentsOf: url)
            expectContains("\(store)", "1 product,")
        }
        let found = try await issues(under: .store(), open)
        expectEqual(found.count, 1)
        expectContains(found.first?.text, "products[0].type: the product is left out, its type 'Consumabel'")
        expectEqual(found.first?.sourceLocation?.line, 3)
        expectEqual(found.first?.sourceLocation?.fileName, url.lastPathComponent)
        #expect(try await issues(under: .store(), open).isEmpty)
        let other = try Self.lossyFile("other")
        defer { try? FileManager.default.removeItem(at: other) }
        try await expectEqual(issues(under: .store(other.path)) {}.count, 1)
        #expect(try await issues(under: .store(other.path)) {}.isEmpty)
    }

    #if os(Linux) || os(macOS)
    @Test("C-238: outside a test with a store, what a file lost is told once on the standard error stream")
    func told() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let url = try StoreChecksTests.lossyFile("told")
            defer { try? FileManager.default.removeItem(at: url) }
            for _ in 0..<3 { _ = try Store(contentsOf: url) }
        }
        let said = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        expectEqual(said.components(separatedBy: "its type 'Consumabel' is not known").count, 2)
        expectContains(said, ".storekit:3:")
    }
    #endif
}

extension Issue {
    /// The text without the places where names were asked for, which are known in debug builds on Linux alone.
    fileprivate var withoutPlaces: String {
        text.replacingOccurrences(of: ", asked for at [^ ]+[.]swift:[0-9]+", with: "", options: .regularExpression)
    }
}
