import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// Features by transactions.
struct FeatureAccessTests {
    private func timeline() throws -> FeatureTimeline {
        try FeatureTimeline([
            Feature(id: "first", name: "First", released: date("2025-01-01T00:00:00Z")),
            Feature(id: "march", name: "March", released: date("2026-03-01T00:00:00Z")),
            Feature(id: "april", name: "April", released: date("2026-04-01T00:00:00Z")),
        ])
    }

    @Test("B18-7, B18-8: a month's subscription keeps what was released until its end, and each renewal brings more")
    func renewals() throws {
        let shopping = try Shopping(at: "2026-01-21T00:00:00Z")
        try expectEqual(timeline().access(for: shopping.device.transactions).unlocked, [])
        // A week free, then months: until 28 January, 28 February, 28 March.
        try shopping.device.purchase(Shopping.pro)
        try shopping.store.advance(to: date("2026-01-28T00:00:00Z"))
        var access = try timeline().access(for: shopping.device.transactions)
        expectEqual(access.paidUpUntil, date("2026-02-28T00:00:00Z"))
        // 1 March is a day after it, and the slack is a day.
        expectEqual(access.unlocked.map(\.id), ["first", "march"])
        try shopping.customer.setAutoRenew(false, inGroup: Shopping.premium)
        try shopping.store.advance(to: date("2027-01-01T00:00:00Z"))
        access = try timeline().access(for: shopping.device.transactions)
        #expect(access.has("march"))
        #expect(!access.has("april"))
    }

    @Test("C-27: a refunded period counts until it is told not to; what does not expire never does")
    func refund() throws {
        let shopping = try Shopping(at: "2026-03-25T00:00:00Z")
        try shopping.device.purchase(Shopping.theme)
        let transaction = try shopping.device.purchase(Shopping.pro)
        try shopping.store.refund(transaction.id)
        var timeline = try timeline()
        #expect(try timeline.access(for: shopping.device.transactions).has("april"))
        timeline.ignoresRefundedAndUpgraded = true
        expectNil(try timeline.access(for: shopping.device.transactions).paidUpUntil)
    }
}
