import Foundation
import OfferKit
import OfferKitSamples
import OfferKitTestHarness
import Testing

/// B12-5: Get Transaction History.
struct HistoryEndpointTests {
    private let shop: APIShop

    init() throws {
        shop = try APIShop()
    }

    /// Follows the revisions from the first page to the last.
    private func pages(_ path: String) throws -> [APIShop.Page] {
        var pages = [try shop.page(path)]
        while let last = pages.last, last.hasMore {
            let joint = path.contains("?") ? "&" : "?"
            pages.append(try shop.page("\(path)\(joint)revision=\(last.revision)"))
        }
        return pages
    }

    @Test("B12-5: pages of 20, with a revision in every answer; the last one finds what comes later")
    func pages() throws {
        for _ in 1...45 { try shop.device.purchase("coins") }
        let pages = try pages("v2/history/7")
        expectEqual(pages.map(\.ids), [Array(1...20), Array(21...40), Array(41...45)])
        expectEqual(pages.map(\.hasMore), [true, true, false])
        let last = try #require(pages.last).revision
        #expect(try shop.history(7, "revision=\(last)").isEmpty)
        try expectEqual(shop.page("v2/history/7?revision=\(last)").revision, last)
        try shop.device.purchase("coins")
        try expectEqual(shop.history(1, "revision=\(last)"), [46])
        try expectEqual(shop.page("v2/history/7?sort=DESCENDING").ids, Array((27...46).reversed()))
        try expectEqual(self.pages("v2/history/7?sort=DESCENDING").flatMap(\.ids), Array((1...46).reversed()))
    }

    @Test("exactly 20 transactions are one page, without more")
    func twenty() throws {
        for _ in 1...20 { try shop.device.purchase("coins") }
        let page = try shop.page("v2/history/1")
        expectEqual(page.ids.count, 20)
        #expect(!page.hasMore)
    }

    @Test("B12-5, C-141: an upgrade and a refund move a transaction to the end, and it is handed out again")
    func modified() throws {
        try shop.device.purchase("gold")  // 1, on 10 January
        try shop.go("2026-01-12")
        try shop.device.purchase("coins")  // 2
        let before = try shop.page("v2/history/1")
        expectEqual(before.ids, [1, 2])
        try shop.go("2026-01-15")
        try shop.device.purchase("platinum")  // 3, which upgrades 1
        let upgraded = try shop.page("v2/history/1?revision=\(before.revision)")
        expectEqual(upgraded.ids, [3, 1])
        expectEqual(upgraded.transactions.map(\.isUpgraded), [false, true])
        try expectEqual(shop.history(1), [2, 3, 1])
        try shop.go("2026-01-20")
        try shop.store.refund(2)
        try expectEqual(shop.history(1, "revision=\(upgraded.revision)"), [2])
        try expectEqual(shop.history(1, "sort=DESCENDING"), [2, 1, 3])
    }

    // 3 is dated 10 February, when the period before it ended (C-18).
    @Test("C-141: a renewal that is made good in grace is found by a revision that was kept before it")
    func recoveredInGrace() throws {
        shop.store.gracePeriod = BillingGracePeriod(.sixteenDays)
        try shop.device.purchase("gold")  // 1, on 10 January
        shop.device.customer.failNextCharges()
        try shop.go("2026-02-12")
        try shop.device.purchase("coins")  // 2
        let before = try shop.page("v2/history/1")
        expectEqual(before.ids, [1, 2])
        try shop.go("2026-02-14")
        shop.device.customer.paymentMethod = .working
        let after = try shop.page("v2/history/1?revision=\(before.revision)")
        expectEqual(after.ids, [3])
        expectEqual(after.transactions.map(\.purchaseDate), [date("2026-02-10T09:00:00Z")])
        try expectEqual(shop.history(1), [1, 2, 3])
        let again = try Store(snapshot: shop.store.snapshot())
        try expectEqual(again.snapshot(), shop.store.snapshot())
    }

    @Test("B12-5, C-141: what changes at the very date of the last page is not lost, and nothing comes twice")
    func sameInstant() throws {
        for _ in 1...3 { try shop.device.purchase("coins") }
        var revision = try shop.page("v2/history/1").revision
        func next() throws -> [UInt64] {
            let page = try shop.page("v2/history/1?revision=\(revision)")
            revision = page.revision
            return page.ids
        }
        // The clock stands still all the while.
        try shop.store.refund(2)
        try expectEqual(next(), [2])
        try shop.store.refund(1)
        try expectEqual(next(), [1])
        try shop.device.purchase("coins")
        try expectEqual(next(), [4])
        try shop.store.refund(4)
        try shop.device.purchase("coins")
        try expectEqual(next(), [5, 4])
        #expect(try next().isEmpty)
        for _ in 1...60 { try shop.device.purchase("coins") }
        for id in 10...60 as ClosedRange<UInt64> { try shop.store.refund(id) }
        var seen: [UInt64] = []
        while case let ids = try next(), !ids.isEmpty { seen += ids }
        expectEqual(seen.sorted(), Array(6...65))
    }

    @Test("B12-5: the filters, each by itself")
    func filters() throws {
        let member = try shop.addMember()
        try shop.device.purchase("gold")  // 1, and 2 for the member
        try shop.go("2026-01-11")
        try shop.device.purchase("coins")  // 3
        try shop.go("2026-01-12")
        try shop.device.purchase("theme")  // 4
        try shop.device.purchase("pass")  // 5
        try shop.go("2026-01-13")
        try shop.device.purchase("paper")  // 6
        try shop.store.refund(4)
        try expectEqual(shop.history(1), [1, 3, 5, 6, 4])
        let (second, third) = ("1768122000000", "1768208400000")  // 11 and 12 January, 09:00
        try expectEqual(shop.history(1, "startDate=\(second)"), [3, 5, 6, 4])
        try expectEqual(shop.history(1, "endDate=\(third)"), [1, 3])
        try expectEqual(shop.history(1, "startDate=\(second)&endDate=\(third)"), [3])
        try expectEqual(shop.history(1, "productId=coins&productId=theme&productId=none"), [3, 4])
        try expectEqual(shop.history(1, "productType=AUTO_RENEWABLE"), [1, 6])
        try expectEqual(shop.history(1, "productType=NON_RENEWABLE&productType=CONSUMABLE"), [3, 5])
        try expectEqual(shop.history(1, "productType=NON_CONSUMABLE"), [4])
        try expectEqual(shop.history(1, "subscriptionGroupIdentifier=News"), [6])
        try expectEqual(shop.history(1, "subscriptionGroupIdentifier=News&subscriptionGroupIdentifier=Plans"), [1, 6])
        #expect(try shop.history(1, "inAppOwnershipType=FAMILY_SHARED").isEmpty)
        try expectEqual(shop.history(2, "inAppOwnershipType=FAMILY_SHARED"), [2])
        #expect(try shop.history(2, "inAppOwnershipType=PURCHASED").isEmpty)
        try expectEqual(shop.history(1, "revoked=true"), [4])
        // Apple's library in Python writes it so.
        try expectEqual(shop.history(1, "revoked=False"), [1, 3, 5, 6])
        try expectEqual(shop.history(1, "excludeRevoked=true"), [1, 3, 5, 6])
        try expectEqual(shop.history(1, "excludeRevoked=false"), [1, 3, 5, 6, 4])
        try member.leaveFamily()
        try expectEqual(shop.page("v2/history/2").transactions.map(\.revocationType), [.familyRevoke])
    }

    @Test("C-141: version 1 leaves out consumables that were finished and not refunded")
    func versionOne() throws {
        let first = try shop.device.purchase("coins")
        let second = try shop.device.purchase("coins")
        try shop.device.purchase("coins")
        for transaction in [first, second] { shop.device.finish(transaction) }
        try shop.store.refund(second.id)
        try expectEqual(shop.page("v1/history/1").ids, [3, 2])
        try expectEqual(shop.history(1), [1, 3, 2])
    }

    @Test("B12-5, B12-7: a revision holds for its customer and its filters, with any byte changed for none")
    func revisions() throws {
        try shop.device.purchase("coins")
        let other = shop.store.addCustomer().addDevice()
        try other.purchase("coins")
        let revision = try shop.page("v2/history/1?productId=coins&productType=CONSUMABLE&sort=ASCENDING").revision
        let path = "v2/history/1?productType=CONSUMABLE&productId=coins&revision="
        #expect(try shop.page(path + revision).ids.isEmpty)
        for wrong in [
            "v2/history/2?productType=CONSUMABLE&productId=coins&revision=\(revision)",
            "v2/history/1?productId=coins&revision=\(revision)",
            "v2/history/1?productType=CONSUMABLE&productId=coins&sort=DESCENDING&revision=\(revision)",
            "v1/history/1?productType=CONSUMABLE&productId=coins&revision=\(revision)",
            "v2/refund/lookup/1?revision=\(revision)", path, path + "AAAA", path + revision + "&revision=" + revision,
        ] {
            expectEqual(shop.code("GET", wrong), 4_000_005, "\(wrong)")
        }
        let bytes = Array(revision.utf8)
        for place in bytes.indices {
            for mask in [1, 2, 0x20, 0x40] as [UInt8] {
                var changed = bytes
                changed[place] ^= mask
                let text = String(decoding: changed, as: UTF8.self)
                guard let encoded = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) else { continue }
                expectEqual(shop.code("GET", path + encoded), 4_000_005, "\(text)")
            }
        }
    }

    @Test("B12-7: each filter that cannot be taken has its code")
    func codes() throws {
        try shop.device.purchase("coins")
        let cases = [
            "startDate=x": 4_000_015, "startDate=1&startDate=1": 4_000_015, "endDate=1.5": 4_000_016,
            "startDate=2&endDate=1": 4_000_013, "startDate=2&endDate=2": 4_000_013, "sort=UP": 4_000_021,
            "sort=ascending": 4_000_021, "productType=COINS": 4_000_022, "productId=": 4_000_023,
            "subscriptionGroupIdentifier=": 4_000_024, "excludeRevoked=1": 4_000_025,
            "inAppOwnershipType=MINE": 4_000_026, "revoked=yes": 4_000_030, "revoked=%": 4_000_000,
        ]
        for (query, code) in cases { expectEqual(shop.code("GET", "v2/history/1?\(query)"), code, "\(query)") }
        expectNil(shop.code("GET", "v2/history/1?endDate=99999999999999&unknown=1"))
    }

    @Test("a store that keeps only what is alive finds what it keeps")
    func liveOnly() throws {
        let store = Store(try .sample(), keeping: .liveOnly)
        let device = store.addCustomer().addDevice()
        try device.purchase("com.example.basic.weekly")
        try store.advance(by: .days(30))
        let api = store.openAppStoreServerAPI()
        func code(_ id: UInt64) -> Int? {
            api.response(to: AppStoreServerRequest(path: "/inApps/v2/history/\(id)"), at: APIShop.wallClock)
                .error?.code.rawValue
        }
        // Weeks from 1, 8, 15, 22 and 29 January on.
        expectEqual(code(1), 4_040_010)
        expectNil(code(5))
    }
}
