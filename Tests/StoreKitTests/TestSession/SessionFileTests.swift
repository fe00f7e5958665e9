import Foundation
import OfferKit
import OfferKitTestHarness
import StoreKitTest
import Testing

/// A session's file.
///
/// Apple's pages on StoreKitTest: how a session finds and opens its file, and what it begins with.
struct SessionFileTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    @Test("is found by its name alone, with or without its extension", arguments: ["TestShop", "TestShop.storekit"])
    func name(name: String) async throws {
        try await DeviceSlot().provide {
            _ = try SKTestSession(configurationFileNamed: name)
            try await expectEqual(TestShop.product(TestShop.coins).displayName, "Coins")
        }
    }

    @Test("is found below the folder of the calling file where no target has it among its resources")
    func beside() async throws {
        let home = FileManager.default.temporaryDirectory.appendingPathComponent(
            "beside-\(ProcessInfo.processInfo.processIdentifier)")
        let deep = home.appendingPathComponent("App/Configuration")
        try FileManager.default.createDirectory(at: deep, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: home) }
        try Data().write(to: home.appendingPathComponent("Package.swift"))
        try FileManager.default.copyItem(
            at: Self.folder.appendingPathComponent("TestShop.storekit"),
            to: deep.appendingPathComponent("OnlyHere.storekit"))
        try await DeviceSlot().provide {
            let caller = home.appendingPathComponent("Tests/AppTests/Some.swift").path
            try FileManager.default.createDirectory(
                atPath: (caller as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
            _ = try SKTestSession(configurationFileNamed: "OnlyHere", calledFrom: caller)
            try await expectEqual(TestShop.product(TestShop.noAds).displayPrice, "$4.99")
        }
    }

    @Test("is the one of the caller's package, where another module has one of that name among its resources")
    func foreign() async throws {
        let program = URL(fileURLWithPath: try #require(CommandLine.arguments.first)).deletingLastPathComponent()
        let id = ProcessInfo.processInfo.processIdentifier
        let resources = program.appendingPathComponent("Other\(id)_Other.resources")
        let home = FileManager.default.temporaryDirectory.appendingPathComponent("contested-\(id)")
        for folder in [resources, home] {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
        defer {
            for folder in [resources, home] { try? FileManager.default.removeItem(at: folder) }
        }
        try Data().write(to: home.appendingPathComponent("Package.swift"))
        let name = "Contested\(id).storekit"
        let text = try String(contentsOf: Self.folder.appendingPathComponent("TestShop.storekit"), encoding: .utf8)
        try Data(text.replacingOccurrences(of: "shop.coins", with: "foreign.coins").utf8).write(
            to: resources.appendingPathComponent(name))
        try await DeviceSlot().provide {
            let caller = home.appendingPathComponent("Some.swift").path
            let ids: Set = ["shop.coins", "foreign.coins"]
            _ = try SKTestSession(configurationFileNamed: name, calledFrom: caller)
            try await expectEqual(Product.products(for: ids).map(\.id), ["foreign.coins"])
            try Data(text.utf8).write(to: home.appendingPathComponent(name))
            _ = try SKTestSession(configurationFileNamed: name, calledFrom: caller)
            try await expectEqual(Product.products(for: ids).map(\.id), ["shop.coins"])
        }
    }

    @Test("C-126: an error with its code alone is equal to what Foundation makes of it")
    func errorAndBack() {
        let plain = SKTestError(.noTransactionFound)
        expectEqual(SKTestError(.noTransactionFound, userInfo: (plain as NSError).userInfo), plain)
        expectContains((plain as NSError).localizedDescription, "noTransactionFound")
        let said = SKTestError(.invalidAction, userInfo: [NSLocalizedDescriptionKey: "Not so."])
        expectEqual(SKTestError(.invalidAction, userInfo: (said as NSError).userInfo), said)
        #expect(said != SKTestError(.invalidAction))
    }

    @Test("that is nowhere is an error which lists where it was looked for")
    func nowhere() throws {
        let error = #expect(throws: SKTestError.self) { try SKTestSession(configurationFileNamed: "NoSuchShop") }
        expectEqual(error?.code, .fileNotFound)
        #expect(error?.localizedDescription.contains("'NoSuchShop.storekit'") ?? false)
        #expect(error?.localizedDescription.contains(Self.folder.path) ?? false)
        expectEqual((error as NSError?)?.domain, "SKTestErrorDomain")
        expectEqual((error as NSError?)?.code, 4)
    }

    @Test("that is none is an error: no file there, no file at all, and no configuration")
    func unreadable() {
        func code(_ url: URL) -> SKTestError.Code? {
            do {
                _ = try SKTestSession(contentsOf: url)
                return nil
            } catch {
                return (error as? SKTestError)?.code
            }
        }
        expectEqual(code(Self.folder.appendingPathComponent("Gone.storekit")), .fileNotFound)
        expectEqual(code(URL(string: "https://example.com/Shop.storekit") ?? Self.folder), .invalidURL)
        expectEqual(code(URL(fileURLWithPath: #filePath)), .invalidURL)
    }

    @Test("says how the switches begin: all off, USA, en_US, real time (StoreKitTest)")
    func defaults() async throws {
        try await TestShop.open { session in
            #expect(!session.askToBuyEnabled && !session.disableDialogs && !session.failTransactionsEnabled)
            #expect(!session.interruptedPurchasesEnabled && !session.shouldEnterBillingRetryOnRenewal)
            #expect(!session.billingGracePeriodIsEnabled)
            expectEqual(session.storefront, "USA")
            expectEqual(session.locale.identifier, "en_US")
            expectEqual(session.timeRate, .realTime)
            expectEqual(session.failureError, .unknown)
            #expect(session.allTransactions().isEmpty)
        }
    }

    @Test("resetToDefaultState() returns the switches to the file's, and transactions stay (StoreKitTest)")
    func reset() async throws {
        try await TestShop.open { session in
            try await TestShop.buy(TestShop.noAds)
            session.askToBuyEnabled = true
            session.disableDialogs = true
            session.failTransactionsEnabled = true
            session.interruptedPurchasesEnabled = true
            session.shouldEnterBillingRetryOnRenewal = true
            session.billingGracePeriodIsEnabled = true
            session.storefront = "DEU"
            session.locale = Locale(identifier: "de_DE")
            session.timeRate = .oneRenewalEveryMinute
            try await session.setSimulatedError(.generic(.unknown), forAPI: .loadProducts)
            session.resetToDefaultState()
            #expect(!session.askToBuyEnabled && !session.disableDialogs && !session.failTransactionsEnabled)
            #expect(!session.interruptedPurchasesEnabled && !session.shouldEnterBillingRetryOnRenewal)
            #expect(!session.billingGracePeriodIsEnabled)
            expectEqual(session.storefront, "USA")
            expectEqual(session.locale.identifier, "en_US")
            expectEqual(session.timeRate, .realTime)
            expectNil(await session.simulatedError(forAPI: .loadProducts))
            expectEqual(session.allTransactions().map(\.productIdentifier), [TestShop.noAds])
            try await expectEqual(TestShop.buy(TestShop.coins).storefront.countryCode, "USA")
        }
    }

    @Test("C-126: sessions on one configuration share their environment while one of them lives")
    func shared() async throws {
        try await DeviceSlot().provide {
            let one = try SKTestSession(configurationFileNamed: "TestShop")
            try await TestShop.buy(TestShop.noAds)
            let other = try SKTestSession(configurationFileNamed: "TestShop")
            expectEqual(other.allTransactions().map(\.productIdentifier), [TestShop.noAds])
            other.askToBuyEnabled = true
            #expect(one.askToBuyEnabled)
        }
    }

    @Test("C-126: the first session after the last begins afresh, and what the app kept of products buys in it")
    func afresh() async throws {
        try await DeviceSlot().provide {
            var session: SKTestSession? = try SKTestSession(configurationFileNamed: "TestShop")
            let product = try await TestShop.product(TestShop.noAds)
            _ = try await product.purchase()
            session?.askToBuyEnabled = true
            expectEqual(session?.allTransactions().count, 1)
            session = nil
            let next = try SKTestSession(configurationFileNamed: "TestShop")
            #expect(next.allTransactions().isEmpty)
            await expectEqual(TestShop.entitlements(), [])
            _ = try await product.purchase()
            expectEqual(next.allTransactions().map(\.state), [.purchased])
            await expectEqual(TestShop.entitlements(), [TestShop.noAds])
        }
    }

    @Test("C-126: a session after a test that moved the clock has another store")
    func moved() throws {
        try DeviceSlot().provide {
            var session: SKTestSession? = try SKTestSession(configurationFileNamed: "TestShop")
            let store = session?.store
            try session?.advance(by: .days(3))
            session = nil
            let next = try SKTestSession(configurationFileNamed: "TestShop")
            #expect(next.store !== store)
        }
    }

    @Test("sessions in slots of their own know nothing of one another")
    func apart() async throws {
        try await TestShop.open { _ in
            try await TestShop.buy(TestShop.noAds)
            try await TestShop.open { other in
                #expect(other.allTransactions().isEmpty)
                await expectEqual(TestShop.entitlements(), [])
            }
            await expectEqual(TestShop.entitlements(), [TestShop.noAds])
        }
    }
}
