import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// The App Store's sheets.
///
/// The App Store's own sheets, each answered beforehand (C-113).
struct AppStoreSheetTests {
    // C-113
    @Test("the page that manages subscriptions changes nothing, until the customer is told what to do there")
    func manage() async throws {
        let shopping = try Shopping()
        try shopping.device.purchase(Shopping.pro)
        try await shopping.device.app.showManageSubscriptions()
        #expect(try shopping.renewal().info.willAutoRenew)
        shopping.device.appStoreAnswers.manageSubscriptions = .cancel
        try await shopping.device.app.showManageSubscriptions(inGroup: "other")
        #expect(try shopping.renewal().info.willAutoRenew)
        try await shopping.device.app.showManageSubscriptions()
        #expect(try !shopping.renewal().info.willAutoRenew)
        shopping.device.appStoreAnswers.manageSubscriptions = .resume
        try await shopping.device.app.showManageSubscriptions(inGroup: Shopping.premium)
        #expect(try shopping.renewal().info.willAutoRenew)
    }

    @Test("a plan changed on the page comes by itself, and its payment sheet is answered like any other")
    func change() async throws {
        let shopping = try Shopping()
        try shopping.device.purchase(Shopping.weekly)
        let updates = listen(shopping.device.app.updates)
        shopping.device.appStoreAnswers.manageSubscriptions = .change(to: Shopping.pro)
        shopping.device.sheetAnswer = .cancel
        try await shopping.device.app.showManageSubscriptions()
        expectEqual(shopping.device.lastRefusal, .cancelled)
        shopping.device.sheetAnswer = .confirm
        try await shopping.device.app.showManageSubscriptions()
        let heard = await heard(updates, in: shopping.store)
        expectEqual(heard.map { $0.unsafePayloadValue.productID }.last, Shopping.pro)
        try expectEqual(shopping.renewal().info.currentProductID, Shopping.pro)
    }

    // C-113. B10-3: asking turns auto-renew off. B10-1: the refund ends the period.
    @Test("a refund that the app proposes is asked for and granted, and the second request is a duplicate")
    func refund() async throws {
        let shopping = try Shopping()
        let transaction = try shopping.device.purchase(Shopping.weekly)
        try await expectEqual(transaction.beginRefundRequest(), .success)
        let refunded = try #require(shopping.device.latest(for: Shopping.weekly))
        expectEqual(refunded.revocationDate, date("2026-01-01T00:00:00Z"))
        expectEqual(refunded.revocationReason, .other)
        expectEqual(refunded.revocationType, .fullRefund)
        expectEqual(refunded.revocationPercentage, 100)
        await #expect(throws: Transaction.RefundRequestError.duplicateRequest) {
            try await transaction.beginRefundRequest()
        }
        await #expect(throws: Transaction.RefundRequestError.failed) {
            try await shopping.device.app.showRefundRequest(for: 999)
        }
    }

    @Test("a customer who closes the sheet has asked for nothing, and one who is declined keeps the purchase")
    func refundAnswers() async throws {
        let shopping = try Shopping()
        let transaction = try shopping.device.purchase(Shopping.pro)
        shopping.device.appStoreAnswers.refundRequest = .close
        try await expectEqual(transaction.beginRefundRequest(), .userCancelled)
        #expect(try shopping.renewal().info.willAutoRenew)
        shopping.device.appStoreAnswers.refundRequest = .send(.decline)
        try await expectEqual(transaction.beginRefundRequest(), .success)
        expectNil(shopping.device.latest(for: Shopping.pro)?.revocationDate)
        #expect(try !shopping.renewal().info.willAutoRenew)
    }

    @Test("simulated failures of the two sheets show, and a cancelled request for a refund is a status")
    func failures() async throws {
        let shopping = try Shopping()
        let device = shopping.device
        let transaction = try device.purchase(Shopping.pro)
        device.setSimulatedError(.generic(.offline), forAPI: .manageSubscriptions)
        device.appStoreAnswers.manageSubscriptions = .cancel
        #expect(await isOffline { try await device.app.showManageSubscriptions() })
        #expect(try shopping.renewal().info.willAutoRenew)
        device.setSimulatedError(.generic(.offline), forAPI: .refundRequest)
        #expect(await isOffline { try await transaction.beginRefundRequest() })
        device.setSimulatedError(.generic(.userCancelled), forAPI: .refundRequest)
        try await expectEqual(transaction.beginRefundRequest(), .userCancelled)
        device.setSimulatedError(.refundRequest(.failed), forAPI: .refundRequest)
        await #expect(throws: Transaction.RefundRequestError.failed) { try await transaction.beginRefundRequest() }
        expectNil(device.latest(for: Shopping.pro)?.revocationDate)
    }

    @Test("the static calls act on the device in the slot, and without one they throw or answer that nothing is wrong")
    func ambient() async throws {
        let shopping = try Shopping()
        let transaction = try shopping.device.purchase(Shopping.pro)
        try await DeviceSlot(shopping.device).provide {
            #expect(AppStore.canMakePayments)
            shopping.device.canMakePayments = false
            #expect(!AppStore.canMakePayments)
            expectEqual(AppStore.deviceVerificationID, shopping.device.verificationID)
            shopping.device.appStoreAnswers.manageSubscriptions = .cancel
            try await AppStore.showManageSubscriptions(subscriptionGroupID: Shopping.premium)
            #expect(try !shopping.renewal().info.willAutoRenew)
            try await expectEqual(Transaction.beginRefundRequest(for: transaction.id), .success)
            try await AppStore.sync()
            shopping.device.appStoreAnswers.signIn = .cancel
            await #expect(throws: StoreKitError.self) { try await AppStore.sync() }
            await #expect(throws: StoreKitError.self) { try await shopping.device.app.sync() }
        }
        await DeviceSlot().provide {
            #expect(AppStore.canMakePayments)
            expectNil(AppStore.deviceVerificationID)
            await #expect(throws: StoreKitError.self) { try await AppStore.showManageSubscriptions() }
            await #expect(throws: StoreKitError.self) { try await Transaction.beginRefundRequest(for: transaction.id) }
        }
    }

    // C-113. B16-6: the transaction comes in updates, on this device too.
    @Test("a code typed into the sheet comes in updates, and one that is refused is the customer's own affair")
    func code() async throws {
        let shopping = try Shopping()
        let code = try #require(shopping.store.createCodes(1, for: "Spring campaign", of: Shopping.pro).first)
        let updates = listen(shopping.device.app.updates)
        try await shopping.device.app.showOfferCodeRedeemSheet()
        shopping.device.appStoreAnswers.offerCode = .redeem("NONE")
        try await shopping.device.app.showOfferCodeRedeemSheet()
        expectEqual(shopping.device.transactions, [])
        shopping.device.appStoreAnswers.offerCode = .redeem(code)
        try await shopping.device.app.showOfferCodeRedeemSheet()
        let heard = await heard(updates, in: shopping.store).map { $0.unsafePayloadValue.productID }
        expectEqual(heard, [Shopping.pro])
    }
}
