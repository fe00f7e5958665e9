import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// What signed renewal info holds, and when.
struct RenewalFieldTests {
    private static func info(_ shopping: Shopping) throws -> RenewalInfoPayload {
        try shopping.renewal().info.payload
    }

    @Test("C-41: what nothing will renew has neither price, currency nor offer, and still names the product")
    func nothingRenews() throws {
        let shopping = try Shopping()
        try shopping.device.purchase(Shopping.pro)
        try shopping.buy(promo: "half3")
        let on = try Self.info(shopping)
        expectEqual(on.renewalPrice, Decimal(string: "4.99"))
        expectEqual(on.currency, "USD")
        expectEqual(on.offerType, .promo)
        expectEqual(on.offerIdentifier, "half3")
        expectEqual(on.offerDiscountType, .payAsYouGo)
        expectEqual(on.offerPeriod?.iso8601, "P3M")
        try shopping.customer.setAutoRenew(false, inGroup: Shopping.premium)
        let off = try Self.info(shopping)
        expectEqual(off.autoRenewProductID, Shopping.pro)
        expectNil(off.renewalPrice)
        expectNil(off.currency)
        expectEqual([off.offerType?.rawValue, off.offerPeriod?.value], [nil, nil])
        expectEqual([off.offerIdentifier, off.offerDiscountType?.rawValue], [nil, nil])
        expectNil(try shopping.renewal().info.autoRenewPreference)
        try shopping.store.advance(by: .days(8))
        try expectEqual(shopping.renewal().state, .expired)
        expectNil(try Self.info(shopping).renewalPrice)
        try expectEqual(Self.info(shopping).autoRenewProductID, Shopping.pro)
    }

    @Test("C-112: in grace the intent is 2, as in billing retry; 4 where the product is off sale")
    func inGrace() throws {
        let shopping = try Shopping()
        shopping.store.gracePeriod = BillingGracePeriod(.sixteenDays)
        try shopping.device.purchase(Shopping.weekly)
        shopping.customer.paymentMethod = .declining
        expectNil(try Self.info(shopping).expirationIntent)
        try shopping.store.advance(by: .days(7))
        try expectEqual(shopping.renewal().state, .inGracePeriod)
        try expectEqual(Self.info(shopping).expirationIntent?.rawValue, 2)
        let unsold = try Shopping()
        try unsold.device.purchase(Shopping.weekly)
        try unsold.store.setForSale(false, of: Shopping.weekly)
        try unsold.store.advance(by: .days(7))
        try expectEqual(unsold.renewal().state, .inBillingRetryPeriod)
        try expectEqual(Self.info(unsold).expirationIntent?.rawValue, 4)
    }

    @Test("C-42: isInBillingRetryPeriod is absent, then true, then false once it ended without recovery")
    func retryEnds() throws {
        let shopping = try Shopping()
        try shopping.device.purchase(Shopping.weekly)
        expectNil(try Self.info(shopping).isInBillingRetryPeriod)
        shopping.customer.paymentMethod = .declining
        try shopping.store.advance(by: .days(8))
        try expectEqual(Self.info(shopping).isInBillingRetryPeriod, true)
        try expectEqual(Self.info(shopping).expirationIntent, .billingError)
        try shopping.store.advance(by: .days(61))
        try expectEqual(Self.info(shopping).isInBillingRetryPeriod, false)
        try expectEqual(Self.info(shopping).expirationIntent, .billingError)
    }

    @Test("C-21, C-42: isInBillingRetryPeriod is false too where the customer ended it, or the product never came back")
    func retryEndsOtherwise() throws {
        let cancelled = try Shopping()
        try cancelled.device.purchase(Shopping.weekly)
        cancelled.customer.paymentMethod = .declining
        try cancelled.store.advance(by: .days(8))
        try cancelled.customer.setAutoRenew(false, inGroup: Shopping.premium)
        try expectEqual(Self.info(cancelled).isInBillingRetryPeriod, false)
        try expectEqual(Self.info(cancelled).expirationIntent, .autoRenewDisabled)
        // At the very instant of the failure, too.
        let atOnce = try Shopping(at: "2026-01-01T00:00:00Z")
        try atOnce.device.purchase(Shopping.weekly)
        atOnce.customer.paymentMethod = .declining
        try atOnce.store.advance(to: date("2026-01-08T00:00:00Z"))
        try expectEqual(Self.info(atOnce).isInBillingRetryPeriod, true)
        try atOnce.customer.setAutoRenew(false, inGroup: Shopping.premium)
        try expectEqual(Self.info(atOnce).isInBillingRetryPeriod, false)
        let unsold = try Shopping()
        try unsold.device.purchase(Shopping.weekly)
        try unsold.store.setForSale(false, of: Shopping.weekly)
        try unsold.store.advance(by: .days(68))
        try expectEqual(Self.info(unsold).isInBillingRetryPeriod, false)
        try expectEqual(Self.info(unsold).expirationIntent, .productUnavailable)
        // Nothing was tried where auto-renew was off before the end.
        let ended = try Shopping()
        try ended.buyOnce(Shopping.weekly)
        try ended.store.advance(by: .days(8))
        expectNil(try Self.info(ended).isInBillingRetryPeriod)
    }

    @Test("C-42: a recovery removes isInBillingRetryPeriod")
    func recovery() throws {
        let shopping = try Shopping()
        try shopping.device.purchase(Shopping.weekly)
        shopping.customer.paymentMethod = .declining
        try shopping.store.advance(by: .days(8))
        shopping.customer.paymentMethod = .working
        let info = try Self.info(shopping)
        expectNil(info.isInBillingRetryPeriod)
        expectNil(info.expirationIntent)
    }

    @Test("B10-10, C-107: a full refund says so, and that all of the price came back")
    func refund() throws {
        let shopping = try Shopping()
        let coins = try shopping.device.purchase(Shopping.coins)
        expectNil(coins.payload.revocationType)
        try shopping.store.refund(coins.id)
        let refunded = try #require(shopping.device.latest(for: Shopping.coins))
        expectEqual(refunded.payload.revocationType, .fullRefund)
        expectEqual(refunded.payload.revocationPercentage, 100_000)
        expectEqual(refunded.payload.revocationReason, .other)
    }

    @Test("B10-10, C-107: what was upgraded from and refunded afterwards came back in two parts")
    func prorated() throws {
        // 4.99 for a month of 31 days, upgraded after 10: 21/31 of it, 3.380 (C-23), came back with the upgrade, which leaves
        // 1.610: 32.264 % of the price.
        let store = Store(
            catalog: try Catalog(groups: [
                .group(
                    "Plans",
                    [
                        .subscription("gold", level: 1, period: .monthly, price: 9.99),
                        .subscription("silver", level: 2, period: .monthly, price: 4.99),
                    ])
            ]), startingAt: date("2026-01-01T00:00:00Z"))
        let device = store.addCustomer().addDevice()
        let silver = try device.purchase("silver")
        try store.advance(by: .days(10))
        try device.purchase("gold")
        try store.refund(silver.id)
        let refunded = try #require(device.transactions.first { $0.id == silver.id })
        expectEqual(refunded.payload.revocationType, .proratedRefund)
        expectEqual(refunded.payload.revocationPercentage, 32_264)
    }

    @Test("B10-10, C-107: what the family shares no more was not refunded to the member")
    func family() throws {
        let store = Store(
            catalog: try Catalog(
                groups: [
                    .group(
                        "Plans",
                        [.subscription("gold", level: 1, period: .monthly, price: 9.99, isFamilyShareable: true)])
                ]))
        let (buyer, member) = (store.addCustomer(), store.addCustomer())
        try member.joinFamily(of: buyer)
        let bought = try buyer.addDevice().purchase("gold")
        let device = member.addDevice()
        expectNil(device.latest(for: "gold")?.payload.revocationType)
        try store.refund(bought.id)
        let shared = try #require(device.latest(for: "gold"))
        expectEqual(shared.payload.inAppOwnershipType, .familyShared)
        expectEqual(shared.payload.revocationType, .familyRevoke)
        expectNil(shared.payload.revocationPercentage)
        expectEqual(shared.payload.revocationDate, store.now)
    }
}
