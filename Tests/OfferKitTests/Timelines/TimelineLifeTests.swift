import Foundation
import OfferKit
import OfferKitTestHarness
import OfferKitTesting
import Testing

/// Lives drawn as lines.
struct TimelineLifeTests {
    // MARK: - Failures

    @Test("W-1: without grace ten days are lost, and the day of the repair is the new billing day (B7-9)")
    func withoutGrace() throws {
        let life = try TimelineShop(at: "2026-04-01T00:00:00Z").play("P·13 ! ·25 + ·31")
        expectNil(life.difference(from: "P·29 !r9 +·30 R"))
        expectEqual(life.date(ofCell: 30), date("2026-05-01T00:00:00Z"))
        expectEqual(life.date(ofCell: 40), date("2026-05-11T00:00:00Z"))
        expectEqual(life.date(ofCell: 71), date("2026-06-11T00:00:00Z"))
    }

    @Test("W-2: within 28 days of grace service never stops, and the billing day stays (B7-8)")
    func withGrace() throws {
        let shop = try TimelineShop(at: "2026-04-01T00:00:00Z", grace: .twentyEightDays)
        let life = try shop.play("P·13 ! ·29 + ·17")
        expectNil(life.difference(from: "P·29 !g13 +·16 R"))
        expectEqual(life.date(ofCell: 44), date("2026-05-15T00:00:00Z"))
        expectEqual(life.date(ofCell: 61), date("2026-06-01T00:00:00Z"))
    }

    @Test("B7-11, B7-12: grace ends after three days, billing retry after sixty, and the subscription with it")
    func graceThenRetry() throws {
        let life = try TimelineShop(at: "2026-04-01T00:00:00Z", grace: .threeDays).play("P·13 ! ·77")
        expectNil(life.difference(from: "P·29 !gg r57 E_"))
    }

    @Test("C-48: a pay-as-you-go charge made good in grace or in retry keeps the rest of the offer; expiry ends it")
    func threeEndings() throws {
        let news = TimelineShop.news
        let inGrace = try TimelineShop(grace: .sixteenDays).play("P·13 ! ·20 + ·55", for: news)
        expectNil(inGrace.difference(from: "I·30 !ggg (+I)·23 I·30 R"))
        let inRetry = try TimelineShop().play("P·13 ! ·26 + ·59", for: news)
        expectNil(inRetry.difference(from: "I·30 !r9 (+I)·27 I·30 R"))
        let never = try TimelineShop().play("P·13 ! ·77 + P·", for: news)
        expectNil(never.difference(from: "I·30 !r59 E_ P·"))
    }

    @Test("B7-14: a repair that does not help is a charge that fails again, and the next one is made good")
    func failsAgain() throws {
        let life = try TimelineShop().play("P·13 ! ·19 (f+) ·5 +")
        expectNil(life.difference(from: "P·30 !rr !r5 +"))
    }

    @Test("C-12: a customer who buys in billing retry recovers")
    func buysInRetry() throws {
        let life = try TimelineShop().play("P·20 f ·13 P·")
        expectNil(life.difference(from: "P·30 !rrr +·"))
    }

    @Test("S3-45: a product taken off sale fails to renew, and recovers when it is back")
    func offSale() throws {
        let life = try TimelineShop().play(
            "P·9 k ·25 b ·",
            with: ["k": .setForSale(false, of: "pro"), "b": .setForSale(true, of: "pro")])
        expectNil(life.difference(from: "P·30 !r4 +·"))
    }

    // MARK: - Cancelling

    @Test("B6: auto-renew off ends it at the end of the period; on again in time, it renews")
    func cancels() throws {
        expect(try TimelineShop().play("P·9 x ·23"), draws: "P·9 x·20 E__")
        expect(try TimelineShop().play("P·9 x ·9 a ·11"), draws: "P·9 x·9 a·10 R")
    }

    @Test("B7-13: cancelling in billing retry and in grace ends it at once")
    func cancelsInRetry() throws {
        expect(try TimelineShop().play("P·13 ! ·20 x·"), draws: "P·30 !rrr (xE)_")
        let shop = try TimelineShop(grace: .sixteenDays)
        expect(try shop.play("P·13 ! ·20 x·"), draws: "P·30 !ggg (xE)_")
    }

    // MARK: - Plans

    @Test("B8-1: an upgrade takes effect at once and starts a new month")
    func upgrade() throws {
        let life = try TimelineShop().play("P·9 ^ ·31", for: "basic", with: ["^": .buy("pro")])
        expectNil(life.difference(from: "P·9 ^·30 R"))
    }

    @Test("B8-2, B8-5: a downgrade waits for the renewal, and can be taken back")
    func downgrade() throws {
        let actions: [Character: Timeline.Script.Action] = ["v": .buy("basic")]
        expect(try TimelineShop().play("P·9 v ·21", with: actions), draws: "P·9 v·20 V")
        expect(try TimelineShop().play("P·9 v ·4 P ·16", with: actions), draws: "P·9 v·4 =·15 R")
    }

    // MARK: - Offers

    @Test("B5-3: a subscriber's promotional offer waits for the renewal, and is paid three times")
    func promotional() throws {
        let shop = try TimelineShop()
        let offer = Timeline.Script.Action.buy(
            "pro", promotional: "half3", for: .userName("u1"), signedBy: shop.store.makeSigner())
        let life = try shop.play("(PO)····", each: .months(1), with: ["O": offer])
        expectNil(life.difference(from: "(P@) OOO R"))
    }

    @Test("a free offer is drawn in a small letter, a paid one in a capital")
    func free() throws {
        let shop = try TimelineShop()
        try shop.store.createCustomCode("SPRING", for: "Spring", of: "pro", limit: 9)
        let code = ["C": Timeline.Script.Action.redeem(code: "SPRING")] as [Character: Timeline.Script.Action]
        expect(try shop.play("C·", each: .months(1), with: code), draws: "cR")
        let other = try TimelineShop()
        let offer = Timeline.Script.Action.buy(
            "pro", promotional: "freeMonth", for: .userName("u1"), signedBy: other.store.makeSigner())
        expect(try other.play("(PO)··", each: .months(1), with: ["O": offer]), draws: "(P@)oR")
    }

    @Test("C-13: a downgrade with an offer is drawn as both, when it is planned and when it begins")
    func downgradeWithOffer() throws {
        let shop = try TimelineShop()
        let offer = Timeline.Script.Action.buy(
            "basic", promotional: "try", for: .userName("u1"), signedBy: shop.store.makeSigner())
        let life = try shop.play("P·9 v ·21", with: ["v": offer])
        expectNil(life.difference(from: "P·9 (v@)·20 (Vo)"))
    }

    @Test("C-12: a failed renewal made good by a purchase with an offer is a recovery under that offer")
    func marksTogether() throws {
        let shop = try TimelineShop()
        let offer = Timeline.Script.Action.buy(
            "pro", promotional: "half3", for: .userName("u1"), signedBy: shop.store.makeSigner())
        let life = try shop.play("P·20 f ·13 O·", with: ["O": offer])
        expectNil(life.difference(from: "P·30 !rrr (+O)·"))
    }

    @Test("S4-4: a win-back offer begins a subscription that had ended")
    func winBack() throws {
        let life = try TimelineShop().play(
            "(Px)··W···", each: .months(1), with: ["W": .buy("pro", offer: .winBack("back"))])
        expectNil(life.difference(from: "(Px)E_ W··R"))
    }

    @Test("S1-3: the sample shop's free week is followed by the first paid month")
    func introductory() throws {
        let store = Store(try .sample())
        let device = store.addCustomer().addDevice()
        let life = try Timeline.Script("P·38", for: "com.example.pro.monthly").play(on: device, each: .days(1))
        expectNil(life.difference(from: "i·6 R·30 R"))
    }

    // MARK: - Prices, refunds, extensions

    @Test("B9-3: the customer is asked ten days before the renewal, agrees and renews, or does not and it ends")
    func consent() throws {
        let rise =
            ["$": .setBasePrice(12.99, of: "pro", policy: .requiresConsent)]
            as [Character: Timeline.Script.Action]
        expect(try TimelineShop().play("P·4 $ ·20 Y ·5", with: rise), draws: "P·20 N·4 Y·4 R")
        expect(try TimelineShop().play("P·4 $ ·26", with: rise), draws: "P·20 N·9 E")
    }

    @Test("B9-4: a rise that needs no consent is only told of")
    func notice() throws {
        let life = try TimelineShop().play("P·4 $ ·26", with: ["$": .setBasePrice(10.99, of: "pro")])
        expectNil(life.difference(from: "P·20 n·9 R"))
    }

    @Test("C-24: a refund ends the subscription; reversed, service comes back and auto-renew stays off")
    func refund() throws {
        expect(try TimelineShop().play("P·9 X ··"), draws: "P·9 X__")
        expect(try TimelineShop().play("P·9 X · Z ·19"), draws: "P·9 X_ Z·18 E")
        expect(try TimelineShop().play("P·9 X ·24 Z ·"), draws: "P·9 X_24 Z_")
    }

    @Test("C-24: the refund of an older period is marked and ends nothing")
    func olderRefund() throws {
        let life = try TimelineShop().play(
            "P··k·", each: .months(1), with: ["k": Timeline.Script.Action { try $0.store.refund(1) }])
        expectNil(life.difference(from: "PRR(RX)R"))
    }

    @Test("B10-9: an extension of 30 days puts the renewal off")
    func extends() throws {
        expect(try TimelineShop().play("P·9 L ·51"), draws: "P·9 L·50 R")
    }
}
