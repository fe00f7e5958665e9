import Foundation
import OfferKit
import OfferKitServer
import OfferKitTestHarness
import Testing

/// B11-5, S1-50: the body of a notification of version 1.
struct VersionOneBodyTests {
    @Test("B11-5, C-153: the names and forms of Apple's page; auto-renew is true or false, and in the receipt 1 or 0")
    func names() throws {
        let shop = try NoticeShop(version: .v1)
        let bought = try shop.device.purchase("gold")
        try shop.customer.setAutoRenew(false, inGroup: NoticeShop.group)
        let first = try VersionOne.json(shop.store.notifications[0])
        let off = try VersionOne.json(shop.store.notifications[1])
        let names: Set = [
            "notification_type", "environment", "password", "bid", "bvrs", "auto_renew_product_id", "auto_renew_status",
            "original_transaction_id", "unified_receipt",
        ]
        expectEqual(first.names, names)
        let date = "auto_renew_status_change_date"
        expectEqual(off.names, names.union([date, date + "_ms", date + "_pst"]))
        expectEqual(off["notification_type"].text, "DID_CHANGE_RENEWAL_STATUS")
        expectEqual(off["environment"].text, "PROD")
        expectEqual(off["password"].text, shop.store.sharedSecret)
        expectEqual(off["bid"].text, shop.store.bundleID)
        expectEqual(off["bvrs"].text, "1.0")
        expectEqual(off["auto_renew_product_id"].text, "gold")
        expectEqual(off["auto_renew_status"].text, "false")
        expectEqual(off[date].text, "2026-01-10 09:00:00 Etc/GMT")
        expectEqual(off[date + "_ms"].text, "1768035600000")
        expectEqual(off[date + "_pst"].text, "2026-01-10 01:00:00 America/Los_Angeles")
        expectEqual(off["original_transaction_id"].number, Int64(bought.id))
        let receipt = off["unified_receipt"]
        expectEqual(
            receipt.names, ["environment", "latest_receipt", "latest_receipt_info", "pending_renewal_info", "status"])
        expectEqual(receipt["environment"].text, "Production")
        expectEqual(receipt["status"].number, 0)
        expectEqual(receipt["pending_renewal_info"][0]["auto_renew_status"].text, "0")
    }

    @Test(
        "B11-5, C-136: why it ended is a number; the sandbox, and Xcode, say Sandbox in both places",
        arguments: [
            (StoreEnvironment.production, "PROD", "Production"), (.sandbox, "Sandbox", "Sandbox"),
            (.xcode, "Sandbox", "Sandbox"),
        ])
    func environments(environment: StoreEnvironment, name: String, inReceipt: String) throws {
        let shop = try NoticeShop(environment: environment, version: .v1)
        try shop.device.purchase("gold")
        shop.customer.paymentMethod = .declining
        try shop.go("2026-02-10")
        let failed = try VersionOne.json(#require(shop.store.notifications.last))
        expectEqual(failed["environment"].text, name)
        expectEqual(failed["unified_receipt"]["environment"].text, inReceipt)
        expectEqual(failed["expiration_intent"].number, 2)
    }

    @Test("B11-5, C-11, C-23, C-153: another shared secret, another version of the app, and the switches of receipts")
    func options() throws {
        let shop = try NoticeShop(version: .v1)
        try shop.device.purchase("silver")
        try shop.device.purchase("gold")
        let upgrade = try #require(shop.store.notifications.last)
        var options = ReceiptOptions(sharedSecret: "mine", outage: .internalError)
        options.marksUpgradesAsCancelled = false
        let body = try NotificationBodyV1(
            json: Array(#require(upgrade.version1Body(options: options, appVersion: "7"))))
        expectEqual(body.password, "mine")
        expectEqual(body.bundleVersion, "7")
        expectEqual(body.unifiedReceipt.latestReceiptInfo?.map(\.cancellationDate), [nil, nil])
        expectEqual(body.unifiedReceipt.latestReceiptInfo?.map(\.isUpgraded), [false, true])
    }

    /// A life in which everything happens that changes what a receipt says of the past.
    private static func live(_ shop: NoticeShop, _ handler: @escaping Store.NotificationHandler) async throws {
        let (store, customer, device) = (shop.store, shop.customer, shop.device)
        func go(_ day: String) async throws {
            try await store.advance(to: date("\(day)T09:00:00Z"), version: .v1, delivering: handler)
        }
        func deliver() async throws { try await store.deliverNotifications(version: .v1, to: handler) }
        let coins = try device.purchase("coins")
        let theme = try device.purchase("theme")
        try device.purchase("silver")
        try await go("2026-01-20")
        try device.purchase("gold")
        try await deliver()
        try device.purchase("gold.yearly")
        try await go("2026-02-21")
        // The year that began on 20 February is put off, refunded and given back; what is told in between says what was so.
        let year = try #require(device.transactions.last { $0.productID == "gold.yearly" })
        _ = try customer.extendRenewalDate(inGroup: NoticeShop.group, byDays: 5)
        try customer.setAutoRenew(false, inGroup: NoticeShop.group)
        try await deliver()
        try store.refund(year.id)
        try await deliver()
        try store.refund(theme.id)
        try await deliver()
        try store.reverseRefund(of: year.id)
        await coins.finish()
        try customer.setAutoRenew(true, inGroup: NoticeShop.group)
        try await deliver()
        customer.paymentMethod = .declining
        try await go("2027-06-01")
    }

    @Test("B11-5, C-151: what is read a year later is what was delivered then, to the byte")
    func readLater() async throws {
        let shop = try NoticeShop(grace: BillingGracePeriod(.sixteenDays), version: .v1)
        let delivered = Locked<[Data?]>([])
        try await Self.live(shop) { notification in
            delivered.withLock { $0.append(notification.version1Body()) }
            return 200
        }
        let later = shop.store.notifications.filter { $0.version1Type != nil }
        expectEqual(
            later.map(\.version1Type?.rawValue),
            [
                "INITIAL_BUY", "INTERACTIVE_RENEWAL", "DID_CHANGE_RENEWAL_PREF", "DID_RENEW",
                "DID_CHANGE_RENEWAL_STATUS", "CANCEL", "REFUND", "DID_CHANGE_RENEWAL_STATUS", "DID_FAIL_TO_RENEW",
                "DID_CHANGE_RENEWAL_STATUS",
            ])
        expectEqual(later.map { $0.version1Body() }, delivered.withLock { $0 })
        let restored = try Store(snapshot: shop.store.snapshot())
        expectEqual(
            restored.notifications.compactMap { $0.version1Body() }, delivered.withLock { $0.compactMap(\.self) })
        // By hand: what was bought, renewed and refunded after each is not in it. Coins, theme, silver, gold, the year.
        let lists = try later.map { try VersionOne.body($0).unifiedReceipt.latestReceiptInfo ?? [] }
        expectEqual(
            lists.map { $0.map(\.productID).reversed().joined(separator: " ") },
            [
                "coins theme silver", "coins theme silver gold", "coins theme silver gold",
                "coins theme silver gold gold.yearly", "coins theme silver gold gold.yearly",
                "coins theme silver gold gold.yearly", "coins theme silver gold gold.yearly",
                "theme silver gold gold.yearly", "theme silver gold gold.yearly", "theme silver gold gold.yearly",
            ])
        expectEqual(
            lists.map { $0.filter(\.isRefunded).map(\.productID) },
            [[], [], [], [], [], ["gold.yearly"], ["gold.yearly", "theme"], ["theme"], ["theme"], ["theme"]])
        expectEqual(lists.map { $0.contains(where: \.isUpgraded) }, [false] + Array(repeating: true, count: 9))
        // The year ends on 20 February 2027, and after it was put off on the 25th.
        expectEqual(lists[3].first?.expiresDate, date("2027-02-20T09:00:00Z"))
        expectEqual(lists[4].first?.expiresDate, date("2027-02-25T09:00:00Z"))
    }

    // In grace_period_expires_date, upgrades, refunds and all: one list is the other.
    @Test("S1-50, S0-91: when it is delivered, the unified receipt says what verifyReceipt says of its latest_receipt")
    func likeVerifyReceipt() async throws {
        let shop = try NoticeShop(grace: BillingGracePeriod(.sixteenDays), version: .v1)
        let count = Locked(0)
        try await Self.live(shop) { notification in
            let unified = try VersionOne.body(notification).unifiedReceipt
            let bytes = try #require(unified.latestReceipt.flatMap { Data(base64Encoded: $0) })
            let request = ReceiptRequest(receipt: bytes, password: notification.store.sharedSecret)
            let answer = try ReceiptAnswer(json: notification.store.verifyReceipt(request.json).body)
            // Two notifications of one moment say the same, so each is like the store as it is when they are delivered.
            expectEqual(answer.latestReceiptInfo, unified.latestReceiptInfo, "\(notification)")
            expectEqual(answer.pendingRenewalInfo, unified.pendingRenewalInfo, "\(notification)")
            #expect(answer.latestReceipt == unified.latestReceipt || notification.signedDate < notification.store.now)
            expectEqual(answer.environment, unified.environment)
            count.withLock { $0 += 1 }
            return 200
        }
        expectEqual(count.withLock { $0 }, 10)
    }

    @Test("S1-50, C-151: at most 100 transactions, the newest first; the receipt is good for all of them")
    func hundred() throws {
        let shop = try NoticeShop(version: .v1)
        try shop.device.purchase("gold")
        for _ in 0..<120 { try shop.device.purchase("coins") }
        try shop.customer.setAutoRenew(false, inGroup: NoticeShop.group)
        let unified = try VersionOne.body(#require(shop.store.notifications.last)).unifiedReceipt
        expectEqual(unified.latestReceiptInfo?.map(\.transactionID), (22...121).reversed().map { UInt64($0) })
        let bytes = try #require(unified.latestReceipt.flatMap { Data(base64Encoded: $0) })
        let request = ReceiptRequest(receipt: bytes, password: shop.store.sharedSecret)
        let answer = try ReceiptAnswer(json: shop.store.verifyReceipt(request.json).body)
        expectEqual(answer.latestReceiptInfo?.count, 121)
        expectEqual(answer.pendingRenewalInfo, unified.pendingRenewalInfo)
    }

    @Test(
        "C-151: a store that keeps no transactions of the past tells of those that it has",
        arguments: [
            HistoryRetention.transactions, .liveOnly,
        ])
    func forgetful(retention: HistoryRetention) throws {
        let shop = try NoticeShop(keeping: retention, version: .v1)
        let bought = try shop.device.purchase("gold")
        try shop.go("2026-05-01")
        let bodies = try shop.store.notifications.map(VersionOne.body)
        expectEqual(bodies.map(\.notificationType), [.initialBuy, .didRenew, .didRenew, .didRenew])
        for body in bodies {
            expectEqual(body.originalTransactionID, bought.id)
            expectEqual(body.unifiedReceipt.pendingRenewalInfo?.map(\.willAutoRenew), [true])
            expectEqual(body.unifiedReceipt.latestReceiptInfo?.isEmpty, false)
        }
        if retention == .transactions {
            expectEqual(bodies.map { $0.unifiedReceipt.latestReceiptInfo?.count }, [1, 2, 3, 4])
        }
    }

    @Test("C-151: where nobody asks for version 1, a notification read in it holds the one transaction it tells of")
    func versionTwo() throws {
        let shop = try NoticeShop()
        try shop.device.purchase("gold")
        try shop.go("2026-04-01")
        let bodies = try shop.store.notifications.map(VersionOne.body)
        expectEqual(bodies.map(\.notificationType), [.initialBuy, .didRenew, .didRenew])
        expectEqual(bodies.map { $0.unifiedReceipt.latestReceiptInfo?.map(\.transactionID) }, [[1], [2], [3]])
        expectEqual(bodies.map { $0.unifiedReceipt.pendingRenewalInfo?.count }, [1, 1, 1])
        // Asked for from here on.
        shop.store.setKeepsNotifications(true, version: .v1)
        try shop.go("2026-05-01")
        let whole = try VersionOne.body(#require(shop.store.notifications.last))
        expectEqual(whole.unifiedReceipt.latestReceiptInfo?.map(\.transactionID), [4, 3, 2, 1])
    }

    @Test("B11-5: the number of a transaction is written in its own digits, the largest there is too")
    func largestNumber() throws {
        let shop = try NoticeShop(version: .v1)
        try shop.device.purchase("gold")
        var body = try VersionOne.body(shop.store.notifications[0])
        body.originalTransactionID = .max
        let json = body.json
        expectContains(String(decoding: json, as: UTF8.self), #""original_transaction_id":18446744073709551615,"#)
        try expectEqual(NotificationBodyV1(json: json), body)
    }

    @Test("B11-5: read strictly, and what is not as it should be is named with its place")
    func strict() throws {
        let shop = try NoticeShop(version: .v1)
        try shop.device.purchase("gold")
        try shop.customer.setAutoRenew(false, inGroup: NoticeShop.group)
        let text = String(decoding: try #require(shop.store.notifications.last?.version1Body()), as: UTF8.self)
        let body = try NotificationBodyV1(json: Array(text.utf8))
        expectEqual(body.json, Array(text.utf8))
        for (good, bad, fault) in [
            (#""password":""#, #""pass":""#, ReceiptFormError.missing(place: "password")),
            (#""unified_receipt":{"#, #""receipt":{"#, .missing(place: "unified_receipt")),
            (
                #""auto_renew_status":"false""#, #""auto_renew_status":"0""#,
                .malformed(place: "auto_renew_status", expected: .flag, found: "text")
            ),
            (
                #""original_transaction_id":1,"unified"#, #""original_transaction_id":-1,"unified"#,
                .malformed(place: "original_transaction_id", expected: .number, found: "a number")
            ),
            (
                #""quantity":"1""#, #""quantity":1"#,
                .malformed(
                    place: "unified_receipt.latest_receipt_info[0].quantity", expected: .numberText, found: "a number")
            ),
        ] {
            expectContains(text, good)
            do throws(ReceiptFormError) {
                _ = try NotificationBodyV1(json: Array(text.replacing(good, with: bad, maxReplacements: 1).utf8))
                Issue.record("\(bad) was read")
            } catch {
                switch (error, fault) {
                case (.malformed(let place, let expected, _), .malformed(let wanted, let shape, _)):
                    expectEqual(place, wanted)
                    expectEqual(expected, shape)
                default: expectEqual(error, fault)
                }
            }
        }
    }
}
