import Foundation
import OfferKit
import OfferKitTestHarness
import OfferKitTesting
import Testing

/// How a life is drawn.
struct TimelineDrawingTests {
    @Test("B19: under a quick pace a character may be a minute; grace that ends within one shows what comes of it")
    func minutes() throws {
        let shop = try TimelineShop(grace: .sixteenDays, pace: .monthlyRenewalEveryFiveMinutes)
        let life = try shop.play("P·!·6+·5", each: .minutes(1))
        expectNil(life.difference(from: "P·4 !grr +·4 R"))
        expectEqual(life.date(ofCell: 14), date("2026-01-01T00:14:00Z"))
    }

    @Test("C-19: months from the 31st of January keep to it, as the subscription does")
    func months() throws {
        let life = try TimelineShop(at: "2026-01-31T10:00:00Z").play("P···", each: .months(1))
        expectEqual(life.line, "PRRR")
        let expected = ["2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30"].map { date($0 + "T10:00:00Z") }
        expectEqual(life.cells.indices.map { life.date(ofCell: $0) }, expected)
        expectEqual(life.date(ofCell: 4), date("2026-05-31T10:00:00Z"))
        expectNil(life.date(ofCell: 5))
        expectNil(life.date(ofCell: -1))
    }

    @Test("what happens in one step stands in parentheses, in its order")
    func groups() throws {
        let shop = try TimelineShop()
        try shop.device.purchase("pro")
        try shop.store.advance(by: .months(5))
        let life = try Timeline(of: shop.customer, inGroup: "Plans", each: .months(3))
        expectEqual(life.line, "(PRR)(RRR)")
    }

    @Test("it begins with the first purchase unless told otherwise, and goes on until the clock's time")
    func bounds() throws {
        let shop = try TimelineShop()
        try shop.store.advance(by: .days(2))
        try shop.device.purchase("pro")
        try shop.store.advance(by: .hours(47))
        func line(_ from: String?, _ to: String?) throws -> String {
            try Timeline(
                of: shop.customer, inGroup: "Plans", from: from.map { date($0) }, to: to.map { date($0) },
                each: .days(1)
            ).line
        }
        try expectEqual(line(nil, nil), "P·")
        try expectEqual(line("2026-01-01T00:00:00Z", nil), "__P·")
        try expectEqual(line("2026-01-04T00:00:00Z", nil), "·")
        try expectEqual(line("2025-12-31T12:00:00Z", "2026-01-03T00:00:00Z"), "__P")
        try expectEqual(line("2026-01-01T00:00:00Z", "2026-01-02T23:59:59Z"), "__")
        try expectEqual(line(nil, "2030-01-01T00:00:00Z"), "P·")
        try expectEqual(line("2026-01-04T00:00:00Z", "2026-01-03T00:00:00Z"), "")
    }

    @Test("only this customer's own subscription in this group is drawn")
    func others() throws {
        let shop = try TimelineShop()
        let other = shop.store.addCustomer().addDevice()
        try shop.device.purchase("pro")
        try shop.device.purchase("news")
        try other.purchase("basic")
        try other.customer.setAutoRenew(false, inGroup: "Plans")
        try shop.store.advance(by: .days(1))
        try shop.store.refund(2)
        func line(_ customer: Customer, _ group: String) throws -> String {
            try Timeline(of: customer, inGroup: group, each: .days(1)).line
        }
        try expectEqual(line(shop.customer, "Plans"), "P·")
        try expectEqual(line(shop.customer, "News"), "IX")
        try expectEqual(line(other.customer, "Plans"), "(Px)·")
        try expectEqual(line(shop.store.addCustomer(), "Plans"), "_")
    }

    @Test("reading it changes nothing and is the same twice")
    func reading() throws {
        let shop = try TimelineShop()
        try shop.device.purchase("pro")
        try shop.store.advance(by: .months(3))
        let count = shop.store.log.count
        let first = try Timeline(of: shop.customer, inGroup: "Plans", each: .days(1))
        try expectEqual(Timeline(of: shop.customer, inGroup: "Plans", each: .days(1)), first)
        expectEqual(shop.store.log.count, count)
    }

    @Test("C-234: a group goes by its name, too")
    func groupName() throws {
        let store = try Store.sample()
        let device = store.addCustomer().addDevice()
        try device.purchase(Shopping.pro)
        try store.advance(by: .days(3))
        let lines = try ["Premium", Shopping.premium].map {
            try Timeline(of: device.customer, inGroup: $0, each: .days(1))
        }
        expectEqual(lines[0], lines[1])
        expectEqual(lines[0].line.first, "i")
    }

    @Test("what cannot be drawn is refused with its reason")
    func refusals() throws {
        let shop = try TimelineShop()
        try shop.device.purchase("pro")
        try shop.store.advance(by: .days(30))
        func draw(_ group: String = "Plans", _ step: TimeStep) throws {
            _ = try Timeline(of: shop.customer, inGroup: group, each: step)
        }
        #expect(throws: Timeline.DrawingError.stepNotPositive) { try draw("Plans", .days(0)) }
        #expect(throws: Timeline.DrawingError.stepNotPositive) { try draw("Plans", .months(-1)) }
        #expect(throws: Timeline.DrawingError.tooLong) { try draw("Plans", .seconds(1)) }
        let unknown = #expect(throws: Timeline.DrawingError.unknownGroup("plans")) { try draw("plans", .days(1)) }
        expectContains(unknown?.description, "Did you mean \"Plans\"?")
        #expect(throws: Timeline.DrawingError.noDate) {
            try Timeline(
                of: shop.customer, inGroup: "Plans", from: Date(timeIntervalSince1970: .nan), each: .days(1))
        }
        let forgetful = try TimelineShop(keeping: .transactions)
        try forgetful.device.purchase("pro")
        #expect(throws: Timeline.DrawingError.logNotKept) {
            try Timeline(of: forgetful.customer, inGroup: "Plans", each: .days(1))
        }
    }

    @Test("a life can be drawn until the end of time")
    func endOfTime() throws {
        let shop = try TimelineShop()
        try shop.device.purchase("pro")
        try shop.customer.setAutoRenew(false, inGroup: "Plans")
        try shop.store.advance(to: .distantFuture)
        let life = try Timeline(of: shop.customer, inGroup: "Plans", each: .years(1_000))
        expectEqual(life.shortLine, "(PxE)_")
        try shop.store.advance(to: Date(utc: "9999-12-31 23:59:59.999"))
        #expect(throws: Never.self) { try Timeline(of: shop.customer, inGroup: "Plans", each: .milliseconds(.max)) }
    }

    @Test("the chart shows rows under their dates, and explains what occurs in it")
    func chart() throws {
        let life = try TimelineShop(at: "2026-04-01T00:00:00Z", grace: .threeDays).play("P·13!·77")
        #expect(
            life.chart(width: 46) == """
                2026-04-01  2026-04-13  2026-04-25  2026-05-07
                P·····························!ggrrrrrrrrrrrrr
                2026-05-17  2026-05-29  2026-06-10  2026-06-22
                rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrE_
                P bought   ! a charge failed   E ended
                _ no subscription   · service   g grace
                r billing retry, no service
                """)
    }

    @Test("steps below a day show the time of day, and a group moves the dates after it")
    func chartOfMinutes() throws {
        let shop = try TimelineShop(pace: .monthlyRenewalEveryFiveMinutes)
        let life = try shop.play("(Px)·20", each: .minutes(1))
        #expect(
            life.chart() == """
                2026-01-01T00:00  2026-01-01T00:15
                (Px)····E_______________
                P bought   x auto-renew off   E ended   _ no subscription   · service
                """)
        try expectEqual(Timeline("P·").chart(), "P·\nP bought   · service")
    }
}
