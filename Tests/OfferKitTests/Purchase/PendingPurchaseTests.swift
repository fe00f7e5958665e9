import Foundation
import OfferKit
import OfferKitCore
import Testing

@Suite("Who answers a purchase: the customer at the sheet, or somebody else")
struct PendingPurchaseTests {
    @Test(
        "B10-8: a sheet that asked a parent cannot be confirmed, closed or asked with again", arguments: [true, false])
    func waiting(asksToBuy: Bool) throws {
        let shopping = try Shopping()
        let sheet = try shopping.device.requestPurchase(Shopping.coins)
        if asksToBuy { sheet.askToBuy() } else { sheet.interrupt() }
        let (log, pending) = (shopping.store.log, shopping.store.pendingPurchases)
        #expect(pending.map(\.id) == [sheet.id])
        #expect(refusal { try sheet.confirm() } == .sheetAlreadyClosed)
        sheet.cancel()
        sheet.decline()
        sheet.askToBuy()
        sheet.interrupt()
        #expect(shopping.store.log == log)
        #expect(shopping.store.pendingPurchases == pending)
        #expect(shopping.device.transactions == [])
        try shopping.store.approve(sheet.id)
        #expect(shopping.device.transactions.map(\.productID) == [Shopping.coins])
    }

    @Test("B10-8: nobody approves or declines a sheet that is still open, and the app's call waits for its answer")
    func open() async throws {
        let shopping = try Shopping()
        shopping.device.holdsSheets = true
        let product = try shopping.product(Shopping.coins)
        let purchase = Task { try await product.purchase() }
        let sheet = try #require(await shopping.device.nextSheet())
        let log = shopping.store.log
        #expect(refusal { try shopping.store.approve(sheet.id) } == .sheetAlreadyClosed)
        shopping.store.decline(sheet.id)
        #expect(shopping.store.log == log)
        #expect(shopping.device.openSheets == [sheet])
        let transaction = try sheet.confirm()
        guard case .success(let result) = try await purchase.value else {
            Issue.record("The app was told something else.")
            return
        }
        #expect(result == .verified(transaction))
    }

    @Test("B10-8: a pending purchase that was declined is over")
    func declined() throws {
        let shopping = try Shopping()
        let sheet = try shopping.device.requestPurchase(Shopping.coins)
        sheet.askToBuy()
        shopping.store.decline(sheet.id)
        #expect(shopping.store.pendingPurchases == [])
        let log = shopping.store.log
        #expect(refusal { try shopping.store.approve(sheet.id) } == .sheetAlreadyClosed)
        shopping.store.decline(sheet.id)
        #expect(shopping.store.log == log)
    }
}
