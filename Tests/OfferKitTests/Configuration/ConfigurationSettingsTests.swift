import Foundation
import OfferKit
import OfferKitCore
import OfferKitTestHarness
import Testing

/// Settings of a .storekit file, obeyed.
struct ConfigurationSettingsTests {
    /// A store that sells one monthly subscription, from a file with these settings.
    private func device(_ settings: String) throws -> Device {
        let text = ConfigurationFiles.subscription().dropLast() + #", "settings": { \#(settings) } }"#
        let store = Store(try ConfigurationFiles.read(String(text)))
        return store.addCustomer().addDevice()
    }

    @Test(
        "B19: the time rate is the store's pace",
        arguments: [
            (0, "2026-02-01T00:00:00Z"), (10, "2026-01-01T01:00:00Z"), (11, "2026-01-01T00:30:00Z"),
            (12, "2026-01-01T00:15:00Z"), (13, "2026-01-01T00:05:00Z"), (15, "2026-01-01T00:00:30Z"),
            (1_000, "2026-01-01T00:15:00Z"), (1_001, "2026-01-01T00:05:00Z"), (1_002, "2026-01-01T00:01:00Z"),
            (1_003, "2026-01-01T00:00:30Z"), (1_004, "2026-01-01T00:00:10Z"), (1_005, "2026-01-01T00:00:02Z"),
        ])
    func timeRate(rate: Int, end: String) throws {
        let transaction = try device("\"_timeRate\": \(rate)").purchase("pro")
        try expectEqual(transaction.expirationDate, Date(end, strategy: .iso8601))
    }

    @Test(
        "C-126: the old rates, by which a minute was a day, divide real lengths: a month is 30 days of an hour, say",
        arguments: [
            (1, "2026-01-02T06:00:00Z"), (2, "2026-01-01T15:00:00Z"), (3, "2026-01-01T02:30:00Z"),
            (4, "2026-01-01T00:30:00Z"), (5, "2026-01-01T00:15:00Z"), (6, "2026-01-01T00:00:30Z"),
        ])
    func oldRates(rate: Int, end: String) throws {
        let text = ConfigurationFiles.file("\"settings\": { \"_timeRate\": \(rate) }")
        try expectEqual(ConfigurationFiles.read(text).noticed, [])
        let transaction = try device("\"_timeRate\": \(rate)").purchase("pro")
        try expectEqual(transaction.expirationDate, Date(end, strategy: .iso8601))
    }

    @Test("a number that is no rate is warned about and counts as real time", arguments: [7, 14, 1_006, -1])
    func unknownRate(rate: Int) throws {
        let text = ConfigurationFiles.file("\"settings\": { \"_timeRate\": \(rate) }")
        try expectEqual(ConfigurationFiles.read(text).noticed.map(\.kind), [.settingNotSimulated("_timeRate")])
        let end = try device("\"_timeRate\": \(rate)").purchase("pro").expirationDate
        try expectEqual(end, Date("2026-02-01T00:00:00Z", strategy: .iso8601))
    }

    @Test("a file that lets renewals fail sends them into retry, or with its grace period into grace (S3-51)")
    func failingRenewals() throws {
        let retry = try device(#""_renewalBillingIssuesEnabled": true"#)
        try retry.purchase("pro")
        try retry.store.advance(by: .months(1))
        expectEqual(retry.subscriptionStatus(inGroup: "g")?.state, .inBillingRetryPeriod)

        let grace = try device(#""_renewalBillingIssuesEnabled": true, "_billingGracePeriodEnabled": true"#)
        try grace.purchase("pro")
        try grace.store.advance(by: .months(1))
        expectEqual(grace.subscriptionStatus(inGroup: "g")?.state, .inGracePeriod)
        try grace.store.advance(by: .days(16))
        expectEqual(grace.subscriptionStatus(inGroup: "g")?.state, .inBillingRetryPeriod)
    }

    @Test("B10-8: with Ask to Buy every purchase waits, and interrupted ones do too", arguments: [true, false])
    func waiting(asksToBuy: Bool) async throws {
        let device = try device(asksToBuy ? #""_askToBuyEnabled": true"# : #""_billingIssuesEnabled": true"#)
        let product = try #require(device.product("pro"))
        guard case .pending = try await product.purchase() else {
            Issue.record("not pending")
            return
        }
        let pending = try #require(device.store.pendingPurchases.first)
        expectEqual(pending.needsApproval, asksToBuy)
        try pending.approve()
        expectEqual(device.currentEntitlements.map(\.productID), ["pro"])
    }

    @Test(
        "failing transactions fail with the file's error",
        arguments: [
            (11, Product.PurchaseError.invalidOfferIdentifier), (12, .invalidOfferSignature),
            (13, .missingOfferParameters), (14, .invalidOfferPrice),
        ])
    func failingTransactions(code: Int, error: Product.PurchaseError) async throws {
        let device = try device(#""_failTransactionsEnabled": true, "_storeKitError": \#(code)"#)
        let product = try #require(device.product("pro"))
        await #expect(throws: error) { try await product.purchase() }
        device.clearSimulatedErrors()
        guard case .success = try await product.purchase() else {
            Issue.record("not bought")
            return
        }
    }

    @Test("simulated errors of the list fail their calls, and a call that does not exist here is warned about")
    func list() async throws {
        let device = try device(
            #""_storeKitErrors": ["#
                + #"{ "name": "Load Products", "enabled": true, "current": { "index": 2, "type": "generic" } },"#
                + #"{ "name": "Purchase", "enabled": true, "current": { "index": 1, "type": "purchase" } },"#
                + #"{ "name": "Verification", "enabled": false, "current": null }]"#)
        let error = await #expect(throws: StoreKitError.self) { try await device.app.products(["pro"]) }
        guard case .networkError? = error else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
        let product = try #require(device.product("pro"))
        await #expect(throws: Product.PurchaseError.productUnavailable) { try await product.purchase() }

        let sheet = #"{ "name": "Another Sheet", "enabled": true, "current": null }"#
        let text = ConfigurationFiles.file(#""settings": { "_storeKitErrors": [\#(sheet)] }"#)
        try expectEqual(ConfigurationFiles.read(text).noticed.map(\.kind), [.settingNotSimulated("Another Sheet")])
    }

    @Test("the sheets of the list fail with StoreKit's error, and that for refunds with its own too")
    func sheets() async throws {
        func device(_ name: String, _ current: String) throws -> Device {
            try self.device(
                #""_storeKitErrors": [{ "name": "\#(name)", "enabled": true, "current": \#(current) }]"#)
        }
        let manage = try device("Manage Subscriptions Sheet", #"{ "index": 5, "type": "generic" }"#)
        let error = await #expect(throws: StoreKitError.self) { try await manage.app.showManageSubscriptions() }
        guard case .notEntitled? = error else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
        let duplicate = try device("Refund Request Sheet", #"{ "index": 0, "type": "refundRequest" }"#)
        await #expect(throws: Transaction.RefundRequestError.duplicateRequest) {
            try await duplicate.app.showRefundRequest(for: 1)
        }
        let failed = try device("Refund Request Sheet", #"{ "index": 1, "type": "refundRequest" }"#)
        await #expect(throws: Transaction.RefundRequestError.failed) { try await failed.app.showRefundRequest(for: 1) }
        let cancelled = try device("Refund Request Sheet", #"{ "index": 1, "type": "generic" }"#)
        try await expectEqual(cancelled.app.showRefundRequest(for: 1), .userCancelled)
    }
}
