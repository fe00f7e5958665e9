import Foundation
import OfferKit
import OfferKitCore
import OfferKitSamples
import OfferKitTestHarness
import StoreKit
import StoreKitTest
import Testing

/// Numbers of a session, in refusals and beside other customers.
///
/// Numbers that apps see, where they are named and matched.
struct SessionRefusalTests {
    private static func store() throws -> Store {
        let url = try #require(Bundle.module.url(forResource: "TestShop", withExtension: "storekit"))
        return try Store(contentsOf: url, rules: .testEnvironment)
    }

    @Test("C-221: a refusal names the number that was asked for, and none of the store's own")
    func refusals() async throws {
        try await TestShop.open { session in
            let store = session.store
            try await TestShop.buy(TestShop.coins)
            try await TestShop.buy(TestShop.noAds)
            // The second one's own number is 2, which no app sees.
            for unknown: UInt64 in [2, 7, .max - 1] {
                #expect(throws: RefundRefusal.unknownTransaction(unknown)) { try store.refund(unknown) }
                #expect(throws: RefundRefusal.unknownTransaction(unknown)) { try store.declineRefund(of: unknown) }
                #expect(throws: RefundRefusal.unknownTransaction(unknown)) { try store.reverseRefund(of: unknown) }
                #expect(throws: RefundRefusal.unknownTransaction(unknown)) {
                    try session.device.customer.requestRefund(of: unknown)
                }
                expectNil(store.consumptionInformation(of: unknown))
                expectNil(store.orderID(of: unknown))
                expectEqual(store.eraseTransaction(unknown), [])
            }
            #expect(throws: RefundRefusal.notRefunded(1)) { try store.reverseRefund(of: 1) }
            try store.refund(0)
            let again = #expect(throws: RefundRefusal.self) { try store.refund(0) }
            expectContains(again?.description, "transaction 0 ", "\(String(describing: again))")
            let error = #expect(throws: SKTestError.self) { try session.refundTransaction(identifier: UInt(0)) }
            expectContains("\(String(describing: error))", "transaction 0 was")
        }
    }

    @Test("C-144, C-221: a refused account token names the numbers that apps see")
    func token() async throws {
        try await TestShop.open { session in
            let token = try #require(UUID(uuidString: "5f2a9c1e-7b3d-4e8f-9a01-23456789abcd"))
            try session.buyProduct(productIdentifier: TestShop.coins)
            try session.buyProduct(productIdentifier: TestShop.monthly)
            try session.forceRenewalOfSubscription(productIdentifier: TestShop.monthly)
            let store = session.store
            #expect(throws: AccountTokenRefusal.notOriginal(2, original: 1)) {
                try store.setAppAccountToken(token, of: 2)
            }
            #expect(throws: AccountTokenRefusal.unknownTransaction(3)) {
                try store.setAppAccountToken(token, of: 3)
            }
            let api = store.openAppStoreServerAPI()
            let body = #"{"appAccountToken":"5f2a9c1e-7b3d-4e8f-9a01-23456789abcd"}"#
            let answer = api.response(
                to: AppStoreServerRequest(
                    method: "PUT", path: "/inApps/v1/transactions/2/appAccountToken", body: Array(body.utf8)),
                at: store.now)
            expectContains(String(decoding: answer.body, as: UTF8.self), " 2 ", "\(answer)")
            expectLacks(String(decoding: answer.body, as: UTF8.self), " 3 ", "\(answer)")
        }
    }

    @Test("B2-20, C-221: a signed request names a transaction by the number that the app sees")
    func signedRequest() async throws {
        let store = try Self.store()
        let (device, other) = (store.addCustomer().addDevice(), store.addCustomer().addDevice())
        try expectEqual(device.purchase(TestShop.coins).id, 0)
        try expectEqual(other.purchase(TestShop.coins).id, 1)
        let signer = try #require(Store(try .sample()).configuredSigner)
        try store.registerKeys(of: signer)
        func buy(naming id: String) throws -> Transaction {
            let jws = try signer.compactJWS(
                .introductoryOffer(
                    isAllowed: false, of: TestShop.monthly, transactionID: id, bundleID: store.bundleID),
                nonce: try #require(UUID(uuidString: "5f2a9c1e-7b3d-4e8f-9a01-23456789ab0\(id)")),
                issuedAt: store.now)
            return try device.purchase(TestShop.monthly, introductoryEligibility: jws)
        }
        #expect(throws: PurchaseRefusal.self) { _ = try buy(naming: "1") }
        #expect(throws: PurchaseRefusal.self) { _ = try buy(naming: "2") }
        expectNil(try buy(naming: "0").offer)
    }

    @Test("C-221: the status of a subscription is not that of another one whose number it had")
    func statusOfOld() async throws {
        try await TestShop.open { session in
            let old = try await TestShop.buy(TestShop.monthly)
            session.clearTransactions()
            let new = try await TestShop.buy(TestShop.monthly)
            expectEqual(old.originalID, new.originalID)
            expectNil(await old.subscriptionStatus)
            await expectEqual(new.subscriptionStatus?.state, .subscribed)
        }
    }

    @Test("C-221: what another customer waits for keeps its number when everything else was cleared")
    func anotherWaits() throws {
        let store = try Self.store()
        let (first, second) = (store.addCustomer().addDevice(), store.addCustomer().addDevice())
        second.sheetAnswer = .askToBuy
        #expect(throws: PurchaseRefusal.self) { try second.purchase(TestShop.coins) }
        first.customer.eraseTransactions()
        try expectEqual(first.purchase(TestShop.noAds).id, 1)
        try #require(store.pendingPurchases.first).approve()
        expectEqual(second.transactions.map(\.id), [0])
        expectNil(store.state.fault())
    }

    @Test("C-16, C-221: the number of an approved purchase that made no transaction is no other's")
    func nothingMade() throws {
        let store = try Self.store()
        let device = store.addCustomer().addDevice()
        try expectEqual(device.purchase(TestShop.monthly).id, 0)
        device.sheetAnswer = .askToBuy
        #expect(throws: PurchaseRefusal.self) { try device.purchase(TestShop.monthly) }
        device.sheetAnswer = .confirm
        try #require(store.pendingPurchases.first).approve()
        expectEqual(device.transactions.map(\.id), [0])
        try device.customer.expireSubscription(inGroup: TestShop.group)
        let code = try #require(try store.createCodes(1, for: "Spring", of: TestShop.monthly).first)
        try expectEqual(device.redeem(code: code).id, 2)
    }

    @Test("C-221: a journal and a replay of the log bring the numbers after everything was cleared")
    func journal() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "offerkit-numbers-\(ProcessInfo.processInfo.processIdentifier)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appendingPathComponent("store.journal")
        let store = try Store(journal: url, startingWith: Self.store())
        let device = store.addCustomer().addDevice()
        try device.purchase(TestShop.coins)
        try device.purchase(TestShop.noAds)
        device.customer.eraseTransactions()
        device.sheetAnswer = .askToBuy
        #expect(throws: PurchaseRefusal.self) { try device.purchase(TestShop.coins) }
        device.sheetAnswer = .confirm
        try expectEqual(device.purchase(TestShop.noAds).id, 1)
        expectNil(store.journalError)
        let written = try store.snapshot()
        store.closeJournal()
        let again = try Store(journal: url)
        try expectEqual(again.snapshot(), written)
        let reopened = (try #require(again.customers.first)).addDevice()
        expectEqual(reopened.transactions.map(\.id), [1])
        try #require(again.pendingPurchases.first).approve()
        expectEqual(reopened.transactions.map(\.id).sorted(), [0, 1])
        try expectEqual(reopened.purchase(TestShop.coins).id, 2)
        again.closeJournal()
    }
}
