import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// The receipt on a device.
struct DeviceReceiptTests {
    @Test("C-137, S2-27: in production a receipt comes with the download, in the sandbox with the first purchase")
    func first() throws {
        for environment in [StoreEnvironment.sandbox, .xcode] {
            let shop = try ReceiptShop(environment)
            expectNil(shop.device.appReceipt)
            expectNil(shop.device.receiptOwner)
            try shop.device.purchase("coins")
            expectEqual(shop.device.receiptOwner, shop.customer)
        }
        let shop = try ReceiptShop(.production)
        expectEqual(shop.device.receiptOwner, shop.customer)
        try expectEqual(#require(try shop.answer().receipt).inApp, [])
        expectNil(shop.customer.addDevice(app: .notInstalled).appReceipt)
    }

    @Test("C-137: a purchase that fails brings no receipt; one that is cancelled neither")
    func failed() throws {
        let shop = try ReceiptShop()
        shop.device.sheetAnswer = .cancel
        #expect(throws: PurchaseRefusal.cancelled) { try shop.device.purchase("coins") }
        shop.device.sheetAnswer = .confirm
        shop.customer.paymentMethod = .declining
        #expect(throws: PurchaseRefusal.self) { try shop.device.purchase("coins") }
        expectNil(shop.device.appReceipt)
    }

    @Test(
        "C-137: deleting the app deletes the receipt; reinstalled, it is there in production, and elsewhere after a refresh"
    )
    func reinstalled() async throws {
        for environment in [StoreEnvironment.sandbox, .production] {
            let shop = try ReceiptShop(environment)
            try shop.device.purchase("theme")
            shop.device.uninstall()
            expectNil(shop.device.appReceipt)
            // Without the app a customer cannot refresh.
            await #expect(throws: StoreKitError.self) { try await shop.device.app.refreshReceipt() }
            shop.device.install()
            shop.device.launch()
            expectEqual(shop.device.appReceipt != nil, environment == .production)
            try await shop.device.app.refreshReceipt()
            try expectEqual(#require(try shop.answer().receipt).inApp.map(\.productID), ["theme"])
        }
    }

    @Test(
        "C-137: what renews, or is bought on another device, is in the receipt after a restore; latest_receipt_info knows it before"
    )
    func elsewhere() async throws {
        let shop = try ReceiptShop()
        try shop.device.purchase("gold")
        try shop.store.advance(by: .months(1))
        try shop.customer.addDevice().purchase("theme")
        try expectEqual(#require(try shop.answer().receipt).inApp.count, 1)
        try expectEqual(shop.answer().latestReceiptInfo?.map(\.productID), ["theme", "gold", "gold"])
        try await shop.device.app.sync()
        try expectEqual(#require(try shop.answer().receipt).inApp.count, 3)
    }

    // S2-29: a customer with two accounts, who paid for the app with one and is signed in with the other. S2-30: allowed.
    @Test(
        "B13-8, S2-29, S2-30: the receipt is that of the account that downloaded, until the other one buys or refreshes"
    )
    func twoAccounts() async throws {
        let shop = try ReceiptShop(.production)
        shop.customer.firstDownload = FirstDownload(version: "17", date: date("2019-01-01T00:00:00Z"))
        let other = shop.store.addCustomer()
        try other.addDevice().purchase("silver")
        let rule = try LegacyRule(downloadedBefore: date("2020-01-01T00:00:00Z"))
        let device = shop.customer.addDevice()
        try device.signIn(other)
        expectEqual(device.customer, other)
        // Not refreshed, it says nothing of the subscription that this account has.
        expectEqual(device.receiptOwner, shop.customer)
        expectNil(try shop.answer(of: device).latestExpiration())
        #expect(try rule.covers(#require(shop.answer(of: device).download)))
        // Refreshed, it says nothing of the download that the other account paid for: somebody new, it seems.
        try await device.app.refreshReceipt()
        expectEqual(device.receiptOwner, other)
        try expectEqual(shop.answer(of: device).latestExpiration()?.utcText, "2026-01-08T00:00:00Z")
        #expect(try !rule.covers(#require(shop.answer(of: device).download)))
        // A purchase brings the same as a refresh.
        let bought = shop.customer.addDevice()
        try bought.signIn(other)
        try bought.purchase("theme")
        expectEqual(bought.receiptOwner, other)
        try expectEqual(shop.answer(of: bought).latestReceiptInfo?.count, 2)
    }

    @Test("who signs in has their own purchases and news on the device, and the account before has them no more")
    func signedIn() async throws {
        let shop = try ReceiptShop()
        try shop.device.purchase("theme")
        let other = shop.store.addCustomer()
        let updates = listen(shop.device.app.updates)
        let identifier = shop.device.verificationID
        try shop.device.signIn(other)
        expectEqual(shop.device.verificationID, identifier)
        expectEqual(shop.device.transactions, [])
        try other.addDevice().purchase("coins")
        try shop.customer.addDevice().purchase("coins")
        let heard = await heard(updates, in: shop.store)
        try expectEqual(heard.map { try $0.payloadValue.productID }, ["coins"])
        expectEqual(shop.device.transactions.map(\.productID), ["coins"])
        try shop.device.purchase("theme")
        expectEqual(shop.device.transactions.count, 2)
        try shop.device.signIn(shop.customer)
        expectEqual(shop.device.transactions.map(\.productID), ["theme", "coins"])
    }

    @Test("signing in closes the sheets that are open; an account of another store is refused")
    func signInRefused() async throws {
        let (shop, another) = (try ReceiptShop(), try ReceiptShop())
        let sheet = try shop.device.requestPurchase("coins")
        #expect(throws: SignInRefusal.unknownCustomer(another.customer.id)) {
            try shop.device.signIn(another.customer)
        }
        expectEqual(shop.device.openSheets, [sheet])
        try shop.device.signIn(shop.customer)
        expectEqual(shop.device.openSheets, [sheet])
        try shop.device.signIn(shop.store.addCustomer())
        expectEqual(shop.device.openSheets, [])
        #expect(throws: PurchaseRefusal.self) { try sheet.confirm() }
        expectContains("\(SignInRefusal.unknownCustomer(another.customer.id))", "store.addCustomer()")
    }

    @Test("the receipt's file is there while there is a receipt, holds what it says, and goes with the device")
    func file() async throws {
        let shop = try ReceiptShop()
        var device: Device? = shop.customer.addDevice()
        let url = try #require(device?.receiptURL)
        expectEqual(url, device?.receiptURL)
        expectEqual(url.lastPathComponent, "sandboxReceipt")
        #expect(!FileManager.default.fileExists(atPath: url.path))
        try device?.purchase("coins")
        try expectEqual(Data(contentsOf: url), device?.appReceipt)
        try await device?.app.refreshReceipt(.volumePurchase)
        try expectEqual(Data(contentsOf: url), device?.appReceipt)
        device?.uninstall()
        #expect(!FileManager.default.fileExists(atPath: url.path))
        device?.install()
        try device?.purchase("coins")
        #expect(FileManager.default.fileExists(atPath: url.path))
        device = nil
        #expect(!FileManager.default.fileExists(atPath: url.path))
        try expectEqual(ReceiptShop(.production).device.receiptURL.lastPathComponent, "receipt")
        #expect(shop.device.receiptURL != url)
    }

    @Test("a receipt is written where a test wants it, and a refusal says why not")
    func written() throws {
        let shop = try ReceiptShop()
        let url = shop.device.receiptURL.deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathExtension("copy")
        #expect(throws: ReceiptFileError.noReceipt) { try shop.device.writeReceipt(to: url) }
        try shop.device.purchase("coins")
        try shop.device.writeReceipt(to: url)
        try expectEqual(Data(contentsOf: url), shop.device.appReceipt)
        try FileManager.default.removeItem(at: url)
        let nowhere = url.appendingPathComponent("nowhere").appendingPathComponent("receipt")
        do {
            try shop.device.writeReceipt(to: nowhere)
            Issue.record("It was written to nowhere.")
        } catch .unwritable(let path, _) {
            expectEqual(path, nowhere.path)
        } catch {
            Issue.record("\(error)")
        }
    }
}
