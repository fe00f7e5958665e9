import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// Where codes are redeemed.
struct CodeEntryTests {
    private func code(in shop: OutsideShop) throws -> String {
        try shop.store.createCodes(1, for: "Spring", of: OutsideShop.pro)[0]
    }

    private func refusal(_ body: () throws -> Transaction) throws -> CodeRefusal? {
        do {
            _ = try body()
            return nil
        } catch let refusal as CodeRefusal {
            return refusal
        }
    }

    @Test(
        "S1-43…45, B16-3: a one-time code is redeemed in the App Store, by link and in the app",
        arguments: CodeEntryPoint.allCases)
    func oneTimeCode(point: CodeEntryPoint) async throws {
        let shop = try OutsideShop()
        let device = shop.customer.addDevice()
        let updates = listen(device.app.updates)
        let transaction = try device.redeem(code: code(in: shop), at: point)
        expectEqual(transaction.offer?.type, .code)
        expectEqual(transaction.offer?.id, "Spring")
        // S1-46, B16-6: it reaches the app by itself, whichever way.
        await expectEqual(heard(updates, in: shop.store), [.verified(transaction)])
    }

    @Test("C-249: codes whose last moment is no number are not made")
    func noDate() throws {
        let store = try OutsideShop().store
        let never = Date(timeIntervalSince1970: .nan)
        #expect(throws: CodeCreationRefusal.noDate) {
            try store.createCodes(1, for: "Spring", of: OutsideShop.pro, expires: never)
        }
        #expect(throws: CodeCreationRefusal.noDate) {
            try store.createCustomCode("HELLO", for: "Spring", of: OutsideShop.pro, limit: 5, expires: never)
        }
        expectEqual(Store(catalog: try Catalog(), startingAt: never).now, Store.defaultStart)
    }

    @Test("B1-11, B16-3: the App Store's form does not take custom codes; links and the app do")
    func customCode() throws {
        let shop = try OutsideShop()
        try shop.store.createCustomCode("SUMMER", for: "Spring", of: OutsideShop.pro, limit: 10)
        let devices = (0..<3).map { _ in shop.store.addCustomer().addDevice() }
        try expectEqual(refusal { try devices[0].redeem(code: "SUMMER", at: .appStore) }, .customCodeInForm("SUMMER"))
        expectNil(try refusal { try devices[1].redeem(code: "SUMMER", at: .link) })
        expectNil(try refusal { try devices[2].redeem(code: "SUMMER", at: .appSheet) })
        // A text that is no code of any kind is just unknown.
        try expectEqual(refusal { try devices[0].redeem(code: "NOSUCH", at: .appStore) }, .unknownCode("NOSUCH"))
    }

    @Test(
        "S1-51, B16-4: redeemed before the app was ever installed, the code's period is there at the first launch",
        arguments: [CodeEntryPoint.appStore, .link])
    func beforeInstallation(point: CodeEntryPoint) async throws {
        let shop = try OutsideShop()
        let device = shop.customer.addDevice(app: .notInstalled)
        let code = try code(in: shop)
        let before = shop.store.log.count
        let transaction = try device.redeem(code: code, at: point)
        expectContains(shop.events(since: before), .installationAsked(shop.customer.id))
        expectEqual(device.appState, .installed)
        device.launch()
        expectEqual(device.currentEntitlements, [transaction])
        await expectEqual(heard(listen(device.app.updates), in: shop.store), [.verified(transaction)])
    }

    @Test("B16-4: who does not want the app has the subscription all the same")
    func withoutApp() throws {
        let shop = try OutsideShop()
        let device = shop.customer.addDevice(app: .notInstalled)
        device.installsWhenAsked = false
        let transaction = try device.redeem(code: code(in: shop), at: .link)
        expectEqual(device.appState, .notInstalled)
        expectEqual(shop.customer.addDevice().currentEntitlements, [transaction])
    }

    @Test("S1-45: the sheet is the app's, so the app must run")
    func sheetWithoutApp() throws {
        let shop = try OutsideShop()
        let code = try code(in: shop)
        for state in [Device.AppState.notInstalled, .installed] {
            let device = shop.customer.addDevice(app: state)
            try expectEqual(refusal { try device.redeem(code: code) }, .appNotRunning)
        }
    }

    private static let systems: [(DeviceSystem, CodeEntryPoint, DeviceSystem.Version?)] = [
        (.iOS(13, 7), .appSheet, DeviceSystem.Version(14)), (.iOS(13, 7), .link, DeviceSystem.Version(14)),
        (.iOS(13, 7), .appStore, DeviceSystem.Version(14)), (.macOS(14), .appSheet, DeviceSystem.Version(15)),
        (.tvOS(18), .appSheet, nil), (.watchOS(11), .appSheet, nil),
    ]

    @Test("S1-41, B3-9: codes need iOS 14, and the sheet a platform that has it", arguments: systems)
    func oldSystem(system: DeviceSystem, point: CodeEntryPoint, minimum: DeviceSystem.Version?) throws {
        let shop = try OutsideShop()
        let device = shop.customer.addDevice(system: system)
        let code = try code(in: shop)
        guard case .unsupportedSystem(let shortfall) = try refusal({ try device.redeem(code: code, at: point) }) else {
            Issue.record("Not refused for its system.")
            return
        }
        expectEqual(shortfall.minimum, minimum)
        // The code is as good as before.
        expectNil(try refusal { try shop.customer.addDevice().redeem(code: code) })
    }

    @Test("B3-9: the newest of the old systems can", arguments: [DeviceSystem.iOS(14), .macOS(15), .visionOS(1)])
    func enough(system: DeviceSystem) throws {
        let shop = try OutsideShop()
        #expect(
            try refusal { try shop.customer.addDevice(system: system).redeem(code: code(in: shop)) }
                == nil)
    }

    @Test(
        "C-105: a code needs no payment sheet, so nothing that answers sheets is asked",
        arguments: CodeEntryPoint.allCases)
    func withoutSheet(point: CodeEntryPoint) throws {
        let shop = try OutsideShop()
        let device = shop.customer.addDevice()
        device.sheetAnswer = .cancel
        device.holdsSheets = true
        try expectEqual(device.redeem(code: code(in: shop), at: point).offer?.id, "Spring")
        expectEqual(device.openSheets, [])
    }

    @Test(
        "C-64: a text that only looks like a code, or is equivalent to it, is none", arguments: CodeEntryPoint.allCases)
    func lookalikes(point: CodeEntryPoint) throws {
        let shop = try OutsideShop()
        try shop.store.createCustomCode("KODE", for: "Spring", of: OutsideShop.pro, limit: 5)
        let device = shop.customer.addDevice()
        // The sign for kelvin is canonically equivalent to the letter.
        for text in ["\u{212A}ODE", "KODE\u{200B}", String(repeating: "e\u{301}", count: 20_000)] {
            try expectEqual(
                refusal { try device.redeem(code: text, at: point) }, .unknownCode(UnknownName(text.beginning)))
            #expect(throws: ConfigurationRefusal.self) { try shop.store.deactivateCode(text) }
            #expect(throws: CodeRefusal.unknownCode(UnknownName(text))) { try shop.store.redemptionLink(for: text) }
        }
        expectNil(try refusal { try shop.customer.addDevice().redeem(code: "KODE") })
    }
}
