import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// A developer's table of users, kept by what the App Store tells and by nothing else.
private struct UserTable {
    struct Row: Equatable {
        let userID: String
        let originalTransactionID: UInt64
        var willAutoRenew = false
        var isInBillingRetry = false
        var expires: Date?
        var renewals = 0
        var billingErrors = 0
        var mayHavePromotionalOffer = false
        var mayHaveIntroductoryOffer = true
        /// What the app itself has seen the user do.
        var contentConsumed: [String] = []
    }

    private(set) var rows: [UInt64: Row] = [:]
    private let group: String

    init(group: String) { self.group = group }

    /// The app has told the server who bought: the only way to tie a user to a purchase.
    mutating func add(user: String, _ originalTransactionID: UInt64) {
        rows[originalTransactionID] = Row(userID: user, originalTransactionID: originalTransactionID)
    }

    mutating func consume(_ content: String, _ id: UInt64) { rows[id]?.contentConsumed.append(content) }

    /// Takes what an answer of `verifyReceipt`, or the receipt in a notification, says.
    mutating func take(_ receipt: ReceiptAnswer, at instant: Date) {
        for (id, row) in rows {
            let purchases = receipt.purchases.filter { $0.originalTransactionID == id }
            guard !purchases.isEmpty else { continue }
            let renewal = receipt.pendingRenewalInfo?.first { $0.originalTransactionID == id }
            var row = row
            row.willAutoRenew = renewal?.willAutoRenew ?? false
            row.isInBillingRetry = renewal?.isInBillingRetryPeriod ?? false
            row.expires = purchases.compactMap(\.expiresDate).max()
            row.mayHavePromotionalOffer = receipt.isEligibleForPromotionalOffers()
            row.mayHaveIntroductoryOffer = receipt.isEligibleForIntroductoryOffer(inGroup: group, at: instant)
            rows[id] = row
        }
    }

    /// Takes a notification of version 1: what it counts, and the receipt in it.
    mutating func take(_ body: NotificationBodyV1, at instant: Date) {
        guard let id = body.originalTransactionID else { return }
        switch body.notificationType {
        case .didRenew, .didRecover: rows[id]?.renewals += 1
        case .didFailToRenew: rows[id]?.billingErrors += 1
        default: break
        }
        take(body.unifiedReceipt, at: instant)
    }

    func hasAccess(_ id: UInt64, at instant: Date) -> Bool { rows[id]?.expires.map { instant < $0 } ?? false }
}

/// What a developer's server keeps of what it is told.
///
/// Time begins on 1 January 2026, 00:00 UTC, when everybody buys; months end on the first.
struct ServerTableTests {
    // The older way: the server asks now and then. It gives access until the date that it knows, and asks again then.
    @Test("S0-89: access goes by the expiry date that the server keeps, and a renewal moves it on")
    func expiry() throws {
        let shop = try ReceiptShop()
        let id = try shop.device.purchase("gold").id
        var table = UserTable(group: "Plans")
        table.add(user: "ann", id)
        table.take(try shop.answer(), at: shop.store.now)
        for (end, renews) in [(date("2026-02-01T00:00:00Z"), true), (date("2026-03-01T00:00:00Z"), false)] {
            expectEqual(table.rows[id]?.expires, end)
            #expect(table.hasAccess(id, at: end.addingTimeInterval(-1)))
            #expect(!table.hasAccess(id, at: end))
            if !renews { try shop.customer.setAutoRenew(false, inGroup: "Plans") }
            try shop.store.advance(to: end)
            table.take(try shop.answer(), at: end)
            // What the customer has on the device agrees.
            expectEqual(table.hasAccess(id, at: end), renews)
            expectEqual(shop.device.currentEntitlements.isEmpty, !renews)
        }
    }

    // Renewed on 1 February; fails on 1 March, paid on 10 March, so the month ends on 10 April; cancelled on 15 March.
    @Test("S0-91, S0-94…96: kept from notifications alone, the table is the one that asking every day would make")
    func notifications() async throws {
        let shop = try ReceiptShop()
        let id = try shop.device.purchase("gold").id
        var asked = UserTable(group: "Plans")
        asked.add(user: "ann", id)
        let told = Locked(asked)
        shop.store.setKeepsNotifications(true)
        shop.customer.failCharges(from: date("2026-02-20T00:00:00Z"), until: date("2026-03-10T00:00:00Z"))
        var days: [UserTable.Row] = []
        for day in 1...120 {
            let end = date("2026-01-01T00:00:00Z").addingTimeInterval(Double(day) * 86_400)
            try await shop.store.advance(to: end, version: .v1) { notification in
                let body = try VersionOne.body(notification)
                told.withLock { $0.take(body, at: notification.signedDate) }
                return 200
            }
            if day == 73 {
                try shop.customer.setAutoRenew(false, inGroup: "Plans")
                try await shop.store.deliverNotifications(version: .v1) { notification in
                    let body = try VersionOne.body(notification)
                    told.withLock { $0.take(body, at: notification.signedDate) }
                    return 200
                }
            }
            if day == 40 {
                asked.consume("episode 1", id)
                told.withLock { $0.consume("episode 1", id) }
            }
            asked.take(try shop.answer(), at: end)
            let (row, other) = try (#require(told.withLock { $0.rows[id] }), #require(asked.rows[id]))
            days.append(row)
            // Nothing is told before the first notification after the store keeps them: that of 1 February.
            guard day >= 31 else { continue }
            expectEqual(row.willAutoRenew, other.willAutoRenew, "day \(day)")
            expectEqual(row.isInBillingRetry, other.isInBillingRetry, "day \(day)")
            expectEqual(row.expires, other.expires, "day \(day)")
            expectEqual(row.mayHavePromotionalOffer, other.mayHavePromotionalOffer, "day \(day)")
            expectEqual(row.contentConsumed, other.contentConsumed)
        }
        // S0-94, by hand: auto-renew and billing retry on 5 February, 5 March, 12 March, 20 March.
        let wanted = [(35, true, false), (63, true, true), (70, true, false), (78, false, false)]
        for (day, renews, retries) in wanted {
            expectEqual(days[day - 1].willAutoRenew, renews, "day \(day)")
            expectEqual(days[day - 1].isInBillingRetry, retries, "day \(day)")
        }
        let row = try #require(days.last)
        expectEqual(row.userID, "ann")
        expectEqual(row.originalTransactionID, id)
        expectEqual(row.expires, date("2026-04-10T00:00:00Z"))
        // S0-96: renewed on 1 February and 10 March, and failed once; had a subscription, and no introductory offer.
        expectEqual(row.renewals, 2)
        expectEqual(row.billingErrors, 1)
        #expect(row.mayHavePromotionalOffer)
        #expect(days[34].mayHaveIntroductoryOffer == false)  // while one runs
    }

    // The original transaction's number is the same for all that follows, so what hangs on it stays.
    @Test(
        "S0-94, S0-95: what a user has seen hangs on the first transaction, through other plans, an end and a new start"
    )
    func contentConsumed() throws {
        let shop = try ReceiptShop()
        let id = try shop.device.purchase("gold").id
        var table = UserTable(group: "Plans")
        table.add(user: "ann", id)
        table.consume("episode 1", id)
        try shop.device.purchase("silver")
        try shop.store.advance(to: date("2026-02-15T00:00:00Z"))
        table.take(try shop.answer(), at: shop.store.now)
        try shop.customer.setAutoRenew(false, inGroup: "Plans")
        try shop.store.advance(to: date("2026-06-01T00:00:00Z"))
        try shop.device.purchase("gold")
        let answer = try shop.answer()
        let ids = Set(answer.purchases.map(\.originalTransactionID))
        expectEqual(ids, [id])
        for place in ids { table.consume("episode 2", place) }
        table.take(answer, at: shop.store.now)
        expectEqual(table.rows[id]?.contentConsumed, ["episode 1", "episode 2"])
        expectEqual(table.rows[id]?.willAutoRenew, true)
    }

    @Test("S2-31: in the sandbox a year takes an hour, a month five minutes, and the receipt says so")
    func sandboxLengths() throws {
        let catalog = try Catalog(groups: [
            .group(
                "Plans",
                [
                    .subscription("month", level: 1, period: .monthly, price: 9.99),
                    .subscription("year", level: 2, period: .yearly, price: 99.99),
                ])
        ])
        for (product, seconds) in [("year", 3_600), ("month", 300)] as [(String, Int64)] {
            let store = Store(catalog: catalog, environment: .sandbox, pace: .sandbox())
            let device = store.addCustomer().addDevice()
            try device.purchase(product)
            let request = ReceiptRequest(receipt: try #require(device.appReceipt), password: store.sharedSecret)
            try store.advance(by: .seconds(Int(seconds)))
            let answer = try ReceiptAnswer(json: store.verifyReceipt(request.json).body)
            let lengths = answer.latestReceiptInfo?.compactMap { purchase in
                purchase.expiresDate.map {
                    $0.millisecondsSince1970 - purchase.purchaseDate.millisecondsSince1970
                }
            }
            expectEqual(lengths, [seconds * 1_000, seconds * 1_000])
        }
    }

    // TestFlight is a part of the sandbox: what it sells has a price in the catalogue, and brings no money. So a server books what
    // production takes, and nothing else.
    @Test("S2-32: a purchase in TestFlight is sent away by production, and says Sandbox wherever a server looks")
    func testFlight() async throws {
        let store = Store(
            catalog: try Catalog(groups: [
                .group("Plans", [.subscription("month", level: 1, period: .monthly, price: 9.99)])
            ]), environment: .sandbox, pace: .testFlight)
        store.setKeepsNotifications(true, version: .v1)
        let device = store.addCustomer().addDevice()
        try device.purchase("month")
        let request = ReceiptRequest(receipt: try #require(device.appReceipt), password: store.sharedSecret)
        expectEqual(ReceiptShop.status(store.verifyReceipt(request.json, at: .production)), 21007)
        let verdict = await ReceiptVerdict.asking(request) { endpoint, body in store.verifyReceipt(body, at: endpoint) }
        guard case .valid(let answer) = verdict else {
            Issue.record("\(verdict)")
            return
        }
        expectEqual(answer.environment, .sandbox)
        expectEqual(answer.receipt?.kind, .sandbox)
        expectEqual(store.notifications.map(\.payload.data?.environment), [.sandbox])
        try expectEqual(VersionOne.body(store.notifications[0]).environment, .sandbox)
    }

    // Bought on 1 January, cancelled, over on 1 February, bought again on 1 March, refunded on 10 March.
    @Test(
        "S2-35: what the server works out of the receipt is what the customer has, each day: the client need not decide"
    )
    func clientShows() throws {
        let shop = try ReceiptShop()
        try shop.device.purchase("gold")
        try shop.customer.setAutoRenew(false, inGroup: "Plans")
        var shown: [Int] = []
        for day in 0..<100 {
            if day == 59 { try shop.device.purchase("gold") }
            if day == 68 { try shop.store.refund(#require(shop.device.transactions.last?.id)) }
            let now = shop.store.now
            let answer = try shop.answer()
            let isShown = answer.latestExpiration(ignoringRefundedAndUpgraded: true).map { now < $0 } ?? false
            expectEqual(isShown, !shop.device.currentEntitlements.isEmpty, "day \(day)")
            if isShown { shown.append(day) }
            try shop.store.advance(by: .days(1))
        }
        expectEqual(shown, Array(0..<31) + Array(59..<68))
    }

    @Test("S2-37: without purchases the date of the first download is a rough key: two users may have the same")
    func roughKey() throws {
        let shop = try ReceiptShop(.production)
        let dates = ["2025-03-01T10:00:00Z", "2025-03-01T10:00:00Z", "2025-03-01T10:00:01Z"].map(date)
        var keys: [Int64] = []
        for first in dates {
            let customer = shop.store.addCustomer()
            customer.firstDownload = FirstDownload(version: "12", date: first)
            let answer = try shop.answer(of: customer.addDevice())
            expectEqual(answer.receipt?.inApp, [])
            keys.append(try #require(answer.receipt?.originalPurchaseDate.millisecondsSince1970))
        }
        expectEqual(keys, [1_740_823_200_000, 1_740_823_200_000, 1_740_823_201_000])
        // In the sandbox it is no key at all: everybody has the same.
        let sandbox = try ReceiptShop()
        try sandbox.device.purchase("coins")
        let other = sandbox.store.addCustomer().addDevice()
        try other.purchase("coins")
        try expectEqual(
            sandbox.answer().receipt?.originalPurchaseDate, sandbox.answer(of: other).receipt?.originalPurchaseDate)
    }

    @Test(
        "S2-38: with purchases original_transaction_id is one: on every device of a customer's, and no other customer's"
    )
    func uniqueKey() async throws {
        let shop = try ReceiptShop(.production)
        var keys: [Set<UInt64>] = []
        for _ in 0..<3 {
            let customer = shop.store.addCustomer()
            // The same first download, of the same second: the rough key does not tell them apart.
            customer.firstDownload = FirstDownload(version: "12", date: date("2025-03-01T10:00:00Z"))
            let devices = [customer.addDevice(), customer.addDevice()]
            try devices[0].purchase("gold")
            keys.append([])
            for device in devices {
                try await device.app.sync()
                for purchase in try shop.answer(of: device).purchases {
                    keys[keys.count - 1].insert(purchase.originalTransactionID)
                }
            }
        }
        try shop.store.advance(by: .months(3))
        expectEqual(keys.map(\.count), [1, 1, 1])
        expectEqual(Set(keys).count, 3)
    }
}
