import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// Offers in a verified receipt.
struct ReceiptOfferTests {
    // S1-15, S1-16: both flags of every purchase decide.
    @Test("B13-3, S1-15…17: a free trial and a paid introductory period have one flag each, and either bars the group")
    func introductory() throws {
        let trial = try ReceiptShop()
        try trial.device.purchase("silver")
        #expect(try trial.latest("silver").isTrialPeriod)
        try expectEqual(trial.latest("silver").isInIntroOfferPeriod, false)
        let paid = try ReceiptShop()
        try paid.device.purchase("silver.year")
        #expect(try !paid.latest("silver.year").isTrialPeriod)
        try expectEqual(paid.latest("silver.year").isInIntroOfferPeriod, true)
        for shop in [trial, paid] {
            try shop.customer.setAutoRenew(false, inGroup: "Plans")
            try shop.store.advance(by: .years(2))
            let answer = try shop.answer()
            #expect(!answer.isEligibleForIntroductoryOffer(inGroup: "Plans"))
            #expect(answer.isEligibleForIntroductoryOffer(inGroup: "Others"))
        }
    }

    @Test("B13-4: a promotional offer is marked by its id, in the period that it is for and in what comes next")
    func promotional() async throws {
        let shop = try ReceiptShop()
        try shop.device.purchase("silver")
        try shop.buy("silver", promo: "half")
        // It waits for 8 January, when the week is over.
        expectNil(try shop.latest("silver").promotionalOfferID)
        try expectEqual(shop.answer().pendingRenewalInfo?.map(\.promotionalOfferID), ["half"])
        try shop.store.advance(by: .days(8))
        try await shop.device.app.sync()
        try expectEqual(shop.latest("silver").promotionalOfferID, "half")
        let inApp = try #require(try shop.answer().receipt).inApp
        expectEqual(Set(inApp.map(\.promotionalOfferID)), ["half", nil])
        #expect(inApp.allSatisfy { $0.offerCodeReferenceName == nil })
    }

    // S1-48: the app sends the fresh receipt after a code; S1-49, S1-50: the mark, and where it stands.
    @Test(
        "S1-48…50, B13-4: a code is marked by the offer's reference name, in latest_receipt_info and in pending_renewal_info"
    )
    func codes() throws {
        let shop = try ReceiptShop()
        let code = try shop.store.createCodes(1, for: "Spring", of: "silver")[0]
        try shop.device.redeem(code: code)
        let json = try shop.json()
        expectEqual(json["latest_receipt_info"][0]["offer_code_ref_name"].text, "Spring")
        expectEqual(json["pending_renewal_info"][0]["offer_code_ref_name"].text, "Spring")
        expectNil(json["receipt"]["in_app"][0]["offer_code_ref_name"].text)
        expectNil(json["latest_receipt_info"][0]["promotional_offer_id"].text)
    }

    @Test("S1-51: a code redeemed before the app is there is in the receipt that comes with the download")
    func beforeInstallation() throws {
        let shop = try ReceiptShop(.production)
        let device = shop.customer.addDevice(app: .notInstalled)
        let code = try shop.store.createCodes(1, for: "Spring", of: "silver")[0]
        try device.redeem(code: code, at: .appStore)
        try expectEqual(shop.answer(of: device).latestReceiptInfo?.map(\.offerCodeReferenceName), ["Spring"])
    }

    @Test("C-11: free periods of promotional offers and codes are no trials, unless the switch says so")
    func freePeriods() throws {
        var options = ReceiptOptions()
        options.marksEveryFreePeriodAsTrial = true
        let shop = try ReceiptShop()
        let code = try shop.store.createCodes(1, for: "Spring", of: "silver")[0]
        try shop.device.redeem(code: code)
        #expect(try !shop.latest("silver").isTrialPeriod)
        #expect(try shop.latest("silver", options).isTrialPeriod)
        try expectEqual(shop.answer().usedIntroductoryOffer(inGroup: "Plans"), false)
        #expect(try shop.answer(options).usedIntroductoryOffer(inGroup: "Plans"))
        let later = try ReceiptShop()
        try later.device.purchase("other")
        try later.buy("silver", promo: "free")
        #expect(try !later.latest("silver").isTrialPeriod)
        #expect(try later.latest("silver", options).isTrialPeriod)
        try expectEqual(later.latest("silver", options).isInIntroOfferPeriod, false)
    }

    @Test("C-26, B13-5: a win-back offer has no mark, and its price is paid for its time")
    func winBack() throws {
        let shop = try ReceiptShop()
        try shop.device.purchase("silver")
        try shop.store.advance(by: .months(2))
        try shop.customer.setAutoRenew(false, inGroup: "Plans")
        try shop.store.advance(to: date("2026-06-01T00:00:00Z"))
        try shop.device.purchase("silver", offer: .winBack("back"))
        let purchase = try shop.latest("silver")
        expectEqual(purchase.purchaseDate.utcText, "2026-06-01T00:00:00Z")
        expectEqual(purchase.expiresDate?.utcText, "2026-08-01T00:00:00Z")
        expectNil(purchase.promotionalOfferID)
        expectNil(purchase.offerCodeReferenceName)
        #expect(!purchase.isTrialPeriod)
        expectEqual(purchase.isInIntroOfferPeriod, false)
        let renewal = try #require(try shop.answer().pendingRenewalInfo?.first)
        expectNil(renewal.promotionalOfferID)
        expectNil(renewal.offerCodeReferenceName)
    }

    @Test(
        "C-23, B8-1: what an upgrade replaced is upgraded and cancelled when that was; without the switch it is only upgraded"
    )
    func upgrade() throws {
        var options = ReceiptOptions()
        options.marksUpgradesAsCancelled = false
        let shop = try ReceiptShop()
        try shop.device.purchase("silver")
        try shop.store.advance(by: .days(3))
        try shop.device.purchase("gold")
        let old = try shop.latest("silver")
        #expect(old.isUpgraded)
        expectEqual(old.cancellationDate?.utcText, "2026-01-04T00:00:00Z")
        expectEqual(old.cancellationReason, .other)
        #expect(!old.isRefunded)
        #expect(try shop.latest("silver", options).isUpgraded)
        expectNil(try shop.latest("silver", options).cancellationDate)
        #expect(try !shop.latest("gold").isUpgraded)
        expectNil(try shop.latest("gold").cancellationDate)
        let json = try shop.json()
        expectEqual(json["latest_receipt_info"][1]["is_upgraded"].text, "true")
        expectNil(json["latest_receipt_info"][0]["is_upgraded"].text)
        // The purchase of gold told the receipt, too, where only the cancellation stands.
        let inApp = try #require(try shop.answer().receipt).inApp.first { $0.productID == "silver" }
        expectEqual(inApp?.cancellationDate?.utcText, "2026-01-04T00:00:00Z")
        expectEqual(inApp?.isUpgraded, false)
        // B13-9, C-22: both have the number of the first transaction, and only the product tells them apart.
        try expectEqual(shop.answer().latestReceiptInfo?.map(\.originalTransactionID), [1, 1])
    }

    @Test(
        "S0-81, S0-84: a customer who ever subscribed may have promotional offers by the receipt; one who bought coins may not"
    )
    func promotionalEligibility() throws {
        let shop = try ReceiptShop()
        try shop.device.purchase("coins")
        #expect(try !shop.answer().isEligibleForPromotionalOffers())
        try shop.device.purchase("other")
        try shop.customer.setAutoRenew(false, inGroup: "Others")
        try shop.store.advance(by: .years(1))
        #expect(try shop.answer().isEligibleForPromotionalOffers())
    }
}
