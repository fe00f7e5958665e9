import Foundation
import OfferKit
import Testing

/// StoreKit's older and newer names for what transactions and renewal info say.
@Suite("Older names of transactions")
struct TransactionNamesTests {
    // C-114
    @Test("the older names say what the newer ones say, in text")
    func older() throws {
        let shopping = try Shopping()
        let trial = try shopping.device.purchase(Shopping.pro)
        #expect(trial.offerType == .introductory)
        #expect(trial.offerID == nil)
        #expect(trial.offerPaymentModeStringRepresentation == "FREE_TRIAL")
        #expect(trial.offerPeriodStringRepresentation == "P1W")
        #expect(trial.environmentStringRepresentation == "Xcode")
        #expect(trial.reasonStringRepresentation == "PURCHASE")
        #expect(trial.storefrontCountryCode == "USA")
        #expect(trial.advancedCommerceInfo == nil)
        #expect(trial.revocationType == nil)
        #expect(trial.revocationTypeStringRepresentation == nil)
        #expect(trial.revocationPercentage == nil)

        let plain = try shopping.device.purchase(Shopping.coins)
        #expect(plain.offerType == nil)
        #expect(plain.offerPaymentModeStringRepresentation == nil)
        #expect(plain.offerPeriodStringRepresentation == nil)
    }

    @Test("renewal info names the offer of the next renewal, by the older names too")
    func renewalInfo() throws {
        let shopping = try Shopping()
        try shopping.device.purchase(Shopping.pro)
        // A subscriber's offer waits for the next renewal (C-16).
        try shopping.buy(promo: "half3")
        let info = try shopping.renewal().info
        #expect(info.offerType == .promotional)
        #expect(info.offerID == "half3")
        #expect(info.offerPaymentModeStringRepresentation == "PAY_AS_YOU_GO")
        #expect(info.offerPeriodStringRepresentation == "P3M")
        #expect(info.environmentStringRepresentation == "Xcode")
        #expect(info.advancedCommerceInfo == nil)
    }

    @Test("a refund of the whole price says so, in text and in per cent")
    func refund() throws {
        let shopping = try Shopping()
        let weekly = try shopping.device.purchase(Shopping.weekly)
        try shopping.store.refund(weekly.id)
        let refunded = try #require(shopping.device.latest(for: Shopping.weekly))
        #expect(refunded.revocationTypeStringRepresentation == "REFUND_FULL")
        #expect(refunded.revocationPercentage == Decimal(100))
    }

    @Test("the texts of open sets that no store here makes are those of the server library")
    func texts() {
        #expect(Transaction.RevocationType.familyRevocation.rawValue == "FAMILY_REVOKE")
        #expect(Transaction.RevocationType.assignmentRevocation.rawValue == "ASSIGNMENT_REVOKE")
        #expect(Transaction.OwnershipType.assigned.rawValue == "ASSIGNED")
        #expect(Transaction.Offer.PaymentMode.oneTime.rawValue == "ONE_TIME")
    }
}
