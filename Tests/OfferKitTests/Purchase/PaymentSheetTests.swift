import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// Payment sheets on a device.
struct PaymentSheetTests {
    private func sheet(_ shopping: Shopping) throws -> PaymentSheet {
        try shopping.device.purchase(Shopping.weekly)
        return try shopping.device.requestPurchase(
            Shopping.pro, offer: .promotional(shopping.claim()), account: .userName("u1"))
    }

    @Test("C-47: confirmed after a day, a revoked key, a lowered price and a disabled offer, it still goes through")
    func held() throws {
        let shopping = try Shopping()
        let sheet = try sheet(shopping)
        try shopping.store.advance(by: .days(2))
        try shopping.store.revokeKey(shopping.signer.keyIdentifier)
        try shopping.store.setBasePrice(of: Shopping.pro, to: 1)
        try shopping.store.disableOffer("half3", .promo, of: Shopping.pro)
        let transaction = try sheet.confirm()
        expectEqual(transaction.price, Decimal(string: "4.99"))
        expectEqual(transaction.purchaseDate, date("2026-01-03T00:00:00Z"))
        expectEqual(transaction.expirationDate, date("2026-02-03T00:00:00Z"))
    }

    @Test("C-47: off sale meanwhile, it is refused and closed")
    func offSale() throws {
        let shopping = try Shopping()
        let sheet = try sheet(shopping)
        #expect(try shopping.store.isForSale(Shopping.pro))
        try shopping.store.setForSale(false, of: Shopping.pro)
        #expect(try !shopping.store.isForSale(Shopping.pro))
        let expected = PurchaseRefusal.productUnavailable(.removedFromSale(Shopping.pro))
        expectEqual(refusal { try sheet.confirm() }, expected)
        expectEqual(shopping.device.lastRefusal, expected)
        try shopping.store.setForSale(true, of: Shopping.pro)
        #expect(try shopping.store.isForSale(Shopping.pro))
        expectEqual(refusal { try sheet.confirm() }, .sheetAlreadyClosed)
    }

    @Test("an open sheet has bought nothing; cancelled or declined it never will")
    func unanswered() throws {
        for answer in [PaymentSheet.cancel, PaymentSheet.decline] {
            let shopping = try Shopping()
            let sheet = try sheet(shopping)
            expectEqual(shopping.device.transactions.count, 1)
            answer(sheet)()
            expectEqual(refusal { try sheet.confirm() }, .sheetAlreadyClosed)
            expectEqual(shopping.device.transactions.count, 1)
        }
    }

    @Test("an answered sheet stays as it is, whatever is answered next")
    func answeredTwice() throws {
        let shopping = try Shopping()
        let sheet = try sheet(shopping)
        let bought = try sheet.confirm()
        let count = shopping.store.log.count
        sheet.cancel()
        sheet.decline()
        expectEqual(refusal { try sheet.confirm() }, .sheetAlreadyClosed)
        expectEqual(shopping.store.log.count, count)
        expectEqual(shopping.device.currentEntitlements, [bought])
    }

    @Test(
        "C-5: the sheet's end is told by its reason",
        arguments: [(Device.SheetAnswer.cancel, PurchaseRefusal.cancelled), (.decline, .declined)])
    func reasons(answer: Device.SheetAnswer, expected: PurchaseRefusal) throws {
        let shopping = try Shopping()
        shopping.device.sheetAnswer = answer
        expectEqual(refusal { try shopping.device.purchase(Shopping.coins) }, expected)
        expectEqual(shopping.device.lastRefusal, expected)
        expectEqual(shopping.device.transactions, [])
    }

    @Test("B15-9: eligibility is judged again when the sheet is confirmed")
    func winBackTwice() throws {
        let shopping = try Shopping()
        try shopping.buyOnce(Shopping.weekly)
        try shopping.store.advance(by: .weeks(1))
        let sheets = try (0..<2).map { _ in
            try shopping.device.requestPurchase(Shopping.pro, offer: .winBack("comeback"))
        }
        try sheets[0].confirm()
        expectEqual(
            refusal { try sheets[1].confirm() },
            .ineligibleForOffer(offer: "comeback", because: [.notLapsed(group: Shopping.premium)]))
    }
}
