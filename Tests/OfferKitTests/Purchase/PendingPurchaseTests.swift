import Foundation
import OfferKit
import OfferKitCore
import OfferKitTestHarness
import Testing

/// Who answers a purchase: the customer at the sheet, or somebody else.
struct PendingPurchaseTests {
    @Test(
        "B10-8: a sheet that asked a parent cannot be confirmed, closed or asked with again", arguments: [true, false])
    func waiting(asksToBuy: Bool) throws {
        let shopping = try Shopping()
        let sheet = try shopping.device.requestPurchase(Shopping.coins)
        if asksToBuy { sheet.askToBuy() } else { sheet.interrupt() }
        let (log, pending) = (shopping.store.log, shopping.store.pendingPurchases)
        expectEqual(pending.map(\.id), [sheet.id])
        expectEqual(refusal { try sheet.confirm() }, .sheetAlreadyClosed)
        sheet.cancel()
        sheet.decline()
        sheet.askToBuy()
        sheet.interrupt()
        expectEqual(shopping.store.log, log)
        expectEqual(shopping.store.pendingPurchases, pending)
        expectEqual(shopping.device.transactions, [])
        try shopping.store.approve(sheet.id)
        expectEqual(shopping.device.transactions.map(\.productID), [Shopping.coins])
    }

    @Test("B10-8: nobody approves or declines a sheet that is still open, and the app's call waits for its answer")
    func open() async throws {
        let shopping = try Shopping()
        shopping.device.holdsSheets = true
        let product = try shopping.product(Shopping.coins)
        let purchase = Task { try await product.purchase() }
        let sheet = try #require(await shopping.device.nextSheet())
        let log = shopping.store.log
        expectEqual(refusal { try shopping.store.approve(sheet.id) }, .sheetAlreadyClosed)
        shopping.store.decline(sheet.id)
        expectEqual(shopping.store.log, log)
        expectEqual(shopping.device.openSheets, [sheet])
        let transaction = try sheet.confirm()
        guard case .success(let result) = try await purchase.value else {
            Issue.record("The app was told something else.")
            return
        }
        expectEqual(result, .verified(transaction))
    }

    @Test("B10-8: a pending purchase that was declined is over")
    func declined() throws {
        let shopping = try Shopping()
        let sheet = try shopping.device.requestPurchase(Shopping.coins)
        sheet.askToBuy()
        shopping.store.decline(sheet.id)
        expectEqual(shopping.store.pendingPurchases, [])
        let log = shopping.store.log
        expectEqual(refusal { try shopping.store.approve(sheet.id) }, .sheetAlreadyClosed)
        shopping.store.decline(sheet.id)
        expectEqual(shopping.store.log, log)
    }
}
