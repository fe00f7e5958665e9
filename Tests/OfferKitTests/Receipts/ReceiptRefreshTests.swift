import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// Refreshing a receipt.
struct ReceiptRefreshTests {
    @Test("S2-27: where there is no receipt, a refresh brings one, with what was bought elsewhere")
    func works() async throws {
        let shop = try ReceiptShop()
        try shop.customer.addDevice().purchase("gold")
        expectNil(shop.device.appReceipt)
        let receipt = try await shop.device.app.refreshReceipt()
        expectEqual(shop.device.appReceipt, receipt)
        try expectEqual(shop.answer().latestExpiration()?.utcText, "2026-02-01T00:00:00Z")
    }

    @Test("C-137: the customer is asked to sign in, and one who does not keeps the receipt as it was")
    func signIn() async throws {
        let shop = try ReceiptShop()
        try shop.device.purchase("coins")
        let before = shop.device.appReceipt
        try shop.store.advance(by: .days(1))
        shop.device.appStoreAnswers.signIn = .cancel
        // The failure of the network comes after the request to sign in, and is not used up by it.
        shop.device.setSimulatedError(.generic(.networkError(URLError(.timedOut))), forAPI: .receiptRefresh, next: 1)
        await #expect {
            try await shop.device.app.refreshReceipt()
        } throws: { error in
            if case StoreKitError.userCancelled = error { true } else { false }
        }
        shop.device.appStoreAnswers.signIn = .signIn
        await #expect {
            try await shop.device.app.refreshReceipt()
        } throws: { error in
            if case StoreKitError.networkError = error { true } else { false }
        }
        expectEqual(shop.device.appReceipt, before)
        try await shop.device.app.refreshReceipt()
        #expect(shop.device.appReceipt != before)
    }

    @Test("S2-28: a refresh takes its time, and what happens meanwhile is in the receipt that it brings")
    func slow() async throws {
        let shop = try ReceiptShop()
        shop.device.holdsReceiptRefreshes = true
        let device = shop.device
        let waiting = Task { try await device.app.refreshReceipt() }
        let refresh = try #require(await device.nextReceiptRefresh())
        expectNil(device.appReceipt)
        try shop.store.advance(by: .seconds(40))
        try shop.customer.addDevice().purchase("theme")
        refresh.finish()
        try await expectEqual(waiting.value, device.appReceipt)
        let receipt = try #require(try shop.answer().receipt)
        expectEqual(receipt.creationDate.utcText, "2026-01-01T00:00:40Z")
        expectEqual(receipt.inApp.map(\.productID), ["theme"])
        // It is over: another end changes nothing.
        refresh.fail(.unknown)
        expectEqual(device.receiptOwner, shop.customer)
    }

    @Test("S2-28: an app that refreshes before each purchase loses the customer who does not wait, or does not sign in")
    func impatient() async throws {
        let shop = try ReceiptShop()
        let device = shop.device
        device.holdsReceiptRefreshes = true
        func buy() -> Task<Bool, Never> {
            Task {
                do {
                    try await device.app.refreshReceipt()
                    try device.purchase("theme")
                    return true
                } catch {
                    return false
                }
            }
        }
        let ended = buy()
        _ = await device.nextReceiptRefresh()
        device.terminate()
        await expectEqual(ended.value, false)
        device.launch()
        let cancelled = buy()
        let refresh = try #require(await device.nextReceiptRefresh())
        refresh.fail(.userCancelled)
        await expectEqual(cancelled.value, false)
        let given = buy()
        _ = await device.nextReceiptRefresh()
        given.cancel()
        await expectEqual(given.value, false)
        expectEqual(device.transactions, [])
        device.holdsReceiptRefreshes = false
        #expect(await buy().value)
    }

    @Test("refreshes that are held are handed out once each, in order; who asks first is handed the next")
    func several() async throws {
        let device = try ReceiptShop().device
        device.holdsReceiptRefreshes = true
        async let asked = device.nextReceiptRefresh()
        let first = Task { try await device.app.refreshReceipt(.expired) }
        let one = try #require(await asked)
        let second = Task { try await device.app.refreshReceipt() }
        let other = try #require(await device.nextReceiptRefresh())
        #expect(one != other)
        other.finish()
        _ = try await second.value
        one.finish()
        _ = try await first.value
        let nobody = Task { await device.nextReceiptRefresh() }
        nobody.cancel()
        expectNil(await nobody.value)
    }

    @Test(
        "C-137, B13: in the sandbox a receipt can be asked for as expired, or as one of a purchase in volume; in production not"
    )
    func properties() async throws {
        let shop = try ReceiptShop()
        try await shop.device.app.refreshReceipt([.volumePurchase, .expired])
        let receipt = try shop.json()["receipt"]
        expectEqual(receipt["receipt_type"].text, "ProductionVPPSandbox")
        expectEqual(receipt["expiration_date"].text, "2026-01-01 00:00:00 Etc/GMT")
        expectEqual(receipt["expiration_date_pst"].text, "2025-12-31 16:00:00 America/Los_Angeles")
        try await shop.device.app.refreshReceipt()
        try expectEqual(shop.json()["receipt"]["receipt_type"].text, "ProductionSandbox")
        expectNil(try shop.json()["receipt"]["expiration_date"].text)
        let production = try ReceiptShop(.production)
        try await production.device.app.refreshReceipt([.volumePurchase, .expired, .revoked])
        try expectEqual(production.json()["status"].number, 0)
        try expectEqual(production.json()["receipt"]["receipt_type"].text, "Production")
    }
}
