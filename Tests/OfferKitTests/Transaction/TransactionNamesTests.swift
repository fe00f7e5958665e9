import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// Older names of transactions.
///
/// StoreKit's older and newer names for what transactions and renewal info say.
struct TransactionNamesTests {
    // C-114
    @Test("the older names say what the newer ones say, in text")
    func older() throws {
        let shopping = try Shopping()
        let trial = try shopping.device.purchase(Shopping.pro)
        expectEqual(trial.offerType, .introductory)
        expectNil(trial.offerID)
        expectEqual(trial.offerPaymentModeStringRepresentation, "FREE_TRIAL")
        expectEqual(trial.offerPeriodStringRepresentation, "P1W")
        expectEqual(trial.environmentStringRepresentation, "Xcode")
        expectEqual(trial.reasonStringRepresentation, "PURCHASE")
        expectEqual(trial.storefrontCountryCode, "USA")
        expectNil(trial.advancedCommerceInfo)
        expectNil(trial.revocationType)
        expectNil(trial.revocationTypeStringRepresentation)
        expectNil(trial.revocationPercentage)

        let plain = try shopping.device.purchase(Shopping.coins)
        expectNil(plain.offerType)
        expectNil(plain.offerPaymentModeStringRepresentation)
        expectNil(plain.offerPeriodStringRepresentation)
    }

    @Test("renewal info names the offer of the next renewal, by the older names too")
    func renewalInfo() throws {
        let shopping = try Shopping()
        try shopping.device.purchase(Shopping.pro)
        // A subscriber's offer waits for the next renewal (C-16).
        try shopping.buy(promo: "half3")
        let info = try shopping.renewal().info
        expectEqual(info.offerType, .promotional)
        expectEqual(info.offerID, "half3")
        expectEqual(info.offerPaymentModeStringRepresentation, "PAY_AS_YOU_GO")
        expectEqual(info.offerPeriodStringRepresentation, "P3M")
        expectEqual(info.environmentStringRepresentation, "Xcode")
        expectNil(info.advancedCommerceInfo)
    }

    @Test("a refund of the whole price says so, in text and in per cent")
    func refund() throws {
        let shopping = try Shopping()
        let weekly = try shopping.device.purchase(Shopping.weekly)
        try shopping.store.refund(weekly.id)
        let refunded = try #require(shopping.device.latest(for: Shopping.weekly))
        expectEqual(refunded.revocationTypeStringRepresentation, "REFUND_FULL")
        expectEqual(refunded.revocationPercentage, Decimal(100))
    }

    @Test("the texts of open sets that no store here makes are those of the server library")
    func texts() {
        expectEqual(Transaction.RevocationType.familyRevocation.rawValue, "FAMILY_REVOKE")
        expectEqual(Transaction.RevocationType.assignmentRevocation.rawValue, "ASSIGNMENT_REVOKE")
        expectEqual(Transaction.OwnershipType.assigned.rawValue, "ASSIGNED")
        expectEqual(Transaction.Offer.PaymentMode.oneTime.rawValue, "ONE_TIME")
    }
}
