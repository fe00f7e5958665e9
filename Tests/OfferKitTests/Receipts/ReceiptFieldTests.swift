import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// What a verified receipt says.
struct ReceiptFieldTests {
    private static func dates(_ name: String) -> Set<String> { [name, name + "_ms", name + "_pst"] }

    private static let inAppNames: Set<String> =
        dates("purchase_date").union(dates("original_purchase_date")).union([
            "quantity", "product_id", "transaction_id", "original_transaction_id", "is_trial_period",
        ])

    // S0-86, S0-87: identifiers and dates. S2-5: every purchase leaves a record. S2-6: verifyReceipt gives all of it.
    @Test("B13, S0-86, S0-87, S2-5, S2-6: a month's subscription in production, member by member")
    func production() async throws {
        let shop = try ReceiptShop(.production)
        shop.device.appVersion = "42"
        shop.customer.firstDownload = FirstDownload(
            version: "17", date: date("2019-03-10T10:00:00Z"),
            preorderDate: date("2019-03-01T00:00:00Z"))
        try shop.store.advance(to: date("2026-03-08T09:30:00Z"))
        try shop.device.purchase("gold")
        try await shop.device.app.sync()
        try shop.store.advance(by: .minutes(60))
        let json = try shop.json()
        expectEqual(json["status"].number, 0)
        expectEqual(json["environment"].text, "Production")
        expectEqual(
            json.names,
            ["status", "environment", "receipt", "latest_receipt", "latest_receipt_info", "pending_renewal_info"])
        let receipt = json["receipt"]
        expectEqual(receipt["receipt_type"].text, "Production")
        expectEqual(receipt["adam_id"].number, 1_234_567_890)
        expectEqual(receipt["app_item_id"].number, 1_234_567_890)
        expectEqual(receipt["bundle_id"].text, "com.example.app")
        expectEqual(receipt["application_version"].text, "42")
        expectEqual(receipt["original_application_version"].text, "17")
        expectEqual(receipt["download_id"].number, 500_000_000_000_000_001)
        expectEqual(receipt["version_external_identifier"].number, 0)
        // Half an hour before summer time begins, and half an hour after.
        expectEqual(receipt["receipt_creation_date"].text, "2026-03-08 09:30:00 Etc/GMT")
        expectEqual(receipt["receipt_creation_date_pst"].text, "2026-03-08 01:30:00 America/Los_Angeles")
        expectEqual(receipt["request_date"].text, "2026-03-08 10:30:00 Etc/GMT")
        expectEqual(receipt["request_date_pst"].text, "2026-03-08 03:30:00 America/Los_Angeles")
        expectEqual(receipt["request_date_ms"].text, "1772965800000")
        expectEqual(receipt["original_purchase_date"].text, "2019-03-10 10:00:00 Etc/GMT")
        expectEqual(receipt["original_purchase_date_pst"].text, "2019-03-10 03:00:00 America/Los_Angeles")
        expectEqual(receipt["preorder_date_pst"].text, "2019-02-28 16:00:00 America/Los_Angeles")
        expectEqual(receipt["in_app"].count, 1)
        let purchase = receipt["in_app"][0]
        expectEqual(
            purchase.names,
            Self.inAppNames.union(Self.dates("expires_date")).union([
                "web_order_line_item_id", "is_in_intro_offer_period",
            ]))
        expectEqual(purchase["quantity"].text, "1")
        expectEqual(purchase["product_id"].text, "gold")
        expectEqual(purchase["transaction_id"].text, "1")
        expectEqual(purchase["original_transaction_id"].text, "1")
        expectEqual(purchase["web_order_line_item_id"].text, "1")
        expectEqual(purchase["purchase_date_ms"].text, "1772962200000")
        expectEqual(purchase["original_purchase_date"].text, "2026-03-08 09:30:00 Etc/GMT")
        expectEqual(purchase["expires_date"].text, "2026-04-08 09:30:00 Etc/GMT")
        expectEqual(purchase["expires_date_pst"].text, "2026-04-08 02:30:00 America/Los_Angeles")
        expectEqual(purchase["is_trial_period"].text, "false")
        expectEqual(purchase["is_in_intro_offer_period"].text, "false")
        let latest = json["latest_receipt_info"][0]
        expectEqual(latest.names, purchase.names.union(["in_app_ownership_type", "subscription_group_identifier"]))
        expectEqual(latest["in_app_ownership_type"].text, "PURCHASED")
        expectEqual(latest["subscription_group_identifier"].text, "Plans")
        let renewal = json["pending_renewal_info"][0]
        expectEqual(
            renewal.names,
            [
                "auto_renew_product_id", "auto_renew_status", "original_transaction_id", "product_id",
                "subscription_group_identifier",
            ])
        expectEqual(renewal["auto_renew_status"].text, "1")
        expectEqual(renewal["original_transaction_id"].text, "1")
        // S1-17: the group stands in both.
        expectEqual(renewal["subscription_group_identifier"].text, "Plans")
    }

    @Test(
        "S2-16, B13: in the sandbox both versions are always 1.0, the numbers are 0, and the first download is Apple's date"
    )
    func sandbox() throws {
        let shop = try ReceiptShop()
        shop.device.appVersion = "42"
        shop.customer.firstDownload = FirstDownload(
            version: "7", date: Date(millisecondsSince1970: 1_375_340_400_000))
        try shop.device.purchase("coins", quantity: 3)
        let receipt = try shop.json()["receipt"]
        expectEqual(receipt["receipt_type"].text, "ProductionSandbox")
        expectEqual(receipt["application_version"].text, "1.0")
        expectEqual(receipt["original_application_version"].text, "1.0")
        for name in ["adam_id", "app_item_id", "download_id"] { expectEqual(receipt[name].number, 0) }
        expectEqual(receipt["original_purchase_date"].text, "2013-08-01 07:00:00 Etc/GMT")
        expectEqual(receipt["original_purchase_date_pst"].text, "2013-08-01 00:00:00 America/Los_Angeles")
        expectEqual(receipt["in_app"][0]["quantity"].text, "3")
        expectEqual(receipt["in_app"][0].names, Self.inAppNames)
    }

    @Test("C-136: a store of Xcode's test environment answers as the sandbox does")
    func xcode() throws {
        let shop = try ReceiptShop(.xcode)
        try shop.device.purchase("coins")
        try expectEqual(shop.json()["environment"].text, "Sandbox")
        try expectEqual(shop.json()["receipt"]["receipt_type"].text, "ProductionSandbox")
    }

    @Test("C-136: what is only there for subscriptions is left out where the receipt holds none")
    func withoutSubscription() throws {
        let shop = try ReceiptShop()
        try shop.device.purchase("theme")
        try expectEqual(shop.json().names, ["status", "environment", "receipt"])
        // No shared secret is needed either.
        let request = ReceiptRequest(receipt: try #require(shop.device.appReceipt))
        expectEqual(ReceiptShop.status(shop.store.verifyReceipt(request.json)), 0)
    }

    @Test("B13-1: in_app is in no order, the same one for the same seed; every purchase is in it once")
    func order() async throws {
        func numbers(_ seed: UInt64) async throws -> [UInt64] {
            let shop = try ReceiptShop(seed: seed)
            try shop.device.purchase("silver")
            try shop.store.advance(by: .months(8))
            try await shop.device.app.sync()
            return try #require(try shop.answer().receipt).inApp.map(\.transactionID)
        }
        // A trial of a week from 1 January and eight months of which the last began on 8 August.
        let once = try await numbers(1)
        expectEqual(once.sorted(), Array(1...9))
        #expect(once != once.sorted())
        #expect(once != once.sorted(by: >))
        try await expectEqual(numbers(1), once)
        #expect(try await numbers(2) != once)
        for seed in 3..<12 {
            let shop = try ReceiptShop(seed: UInt64(seed))
            try shop.device.purchase("coins")
            try shop.device.purchase("theme")
            try expectEqual(#require(try shop.answer().receipt).inApp.map(\.transactionID), [2, 1])
        }
    }

    @Test("B13-2: a consumable is in the receipt until the next one after it was finished; subscriptions stay for ever")
    func consumables() async throws {
        let shop = try ReceiptShop()
        let coins = try shop.device.purchase("coins")
        try shop.device.purchase("silver")
        func products() throws -> Set<String> { Set(try #require(try shop.answer().receipt).inApp.map(\.productID)) }
        try expectEqual(products(), ["coins", "silver"])
        try expectEqual(shop.answer().latestReceiptInfo?.map(\.productID), ["silver", "coins"])
        shop.device.finish(coins)
        try expectEqual(products(), ["coins", "silver"])
        try expectEqual(shop.answer().latestReceiptInfo?.map(\.productID), ["silver"])
        try shop.customer.setAutoRenew(false, inGroup: "Plans")
        try shop.store.advance(by: .years(9))
        shop.device.finishAll()
        try await shop.device.app.sync()
        try expectEqual(products(), ["silver"])
    }

    @Test("B13-2: what was bought next takes a consumable out that was finished before")
    func nextPurchase() throws {
        let shop = try ReceiptShop()
        for _ in 1...3 { shop.device.finish(try shop.device.purchase("coins")) }
        try shop.device.purchase("theme")
        try expectEqual(#require(try shop.answer().receipt).inApp.map(\.productID), ["theme"])
    }

    @Test("the receipt says what was so when it was made; latest_receipt_info says what is so")
    func snapshot() async throws {
        let shop = try ReceiptShop()
        let first = try shop.device.purchase("gold")
        try shop.store.advance(by: .months(1))
        try shop.store.refund(2, reason: .developerIssue)
        let answer = try shop.answer()
        expectEqual(answer.receipt?.inApp.map(\.transactionID), [first.id])
        expectEqual(answer.latestReceiptInfo?.map(\.transactionID), [2, 1])
        expectEqual(answer.receipt?.creationDate.utcText, "2026-01-01T00:00:00Z")
        expectEqual(answer.receipt?.requestDate?.utcText, "2026-02-01T00:00:00Z")
        // latest_receipt is the receipt that a refresh would bring.
        let latest = try #require(answer.latestReceipt)
        try await shop.device.app.sync()
        expectEqual(shop.device.appReceipt?.base64EncodedString(), latest)
    }

    @Test("S0-88, S0-115, B10-1: a refund has the date and the reason, in_app only after a new receipt")
    func refund() async throws {
        for (reason, text) in [(RevocationReason.developerIssue, "1"), (.other, "0")] {
            let shop = try ReceiptShop()
            let transaction = try shop.device.purchase("gold")
            try shop.store.advance(by: .days(3))
            try shop.store.refund(transaction.id, reason: reason)
            let old = try shop.json()
            expectNil(old["receipt"]["in_app"][0]["cancellation_date"].text)
            expectEqual(old["latest_receipt_info"][0]["cancellation_date"].text, "2026-01-04 00:00:00 Etc/GMT")
            expectEqual(old["latest_receipt_info"][0]["cancellation_reason"].text, text)
            expectEqual(old["pending_renewal_info"][0]["auto_renew_status"].text, "0")
            try await shop.device.app.sync()
            let new = try shop.json()["receipt"]["in_app"][0]
            expectEqual(new["cancellation_date_pst"].text, "2026-01-03 16:00:00 America/Los_Angeles")
            expectEqual(new["cancellation_reason"].text, text)
        }
    }

    @Test(
        "exclude-old-transactions leaves the latest transaction of each subscription in latest_receipt_info, and in_app as it is"
    )
    func excludingOld() async throws {
        let shop = try ReceiptShop()
        try shop.device.purchase("theme")
        try shop.device.purchase("gold")
        try shop.device.purchase("other")
        try shop.store.advance(by: .days(31))
        try await shop.device.app.sync()
        // gold from 1 January and 1 February; other each week: 1, 8, 15, 22 and 29 January.
        let all = try shop.answer(excludesOld: false)
        expectEqual(all.latestReceiptInfo?.count, 8)
        let latest = try shop.answer(excludesOld: true)
        expectEqual(latest.latestReceiptInfo?.map(\.productID).sorted(), ["gold", "other"])
        expectEqual(
            latest.latestReceiptInfo?.compactMap { $0.expiresDate?.utcText }.sorted(),
            ["2026-02-05T00:00:00Z", "2026-03-01T00:00:00Z"])
        expectEqual(latest.receipt?.inApp.count, 8)
    }
}

extension Device {
    fileprivate func finishAll() {
        for transaction in unfinished { finish(transaction) }
    }
}
