import Foundation
import OfferKit
import OfferKitTestHarness
import OfferKitTesting
import Testing

/// Scripts played on a store.
struct TimelineScriptTests {
    @Test("the line that is drawn has as many steps as the script, and the clock stands at the last one")
    func length() throws {
        let shop = try TimelineShop()
        let life = try shop.play("P·9x·3")
        expectEqual(life.cells.count, 14)
        expectEqual(shop.store.now, date("2026-01-14T00:00:00Z"))
        expectEqual(life.start, Store.defaultStart)
    }

    @Test("C-43: at one instant the renewal comes before what the script does")
    func order() throws {
        // The card fails on the day of the renewal: too late for this one.
        try expectSuffix(TimelineShop().play("P·30 ! ·").line, "R·")
        try expectSuffix(TimelineShop().play("P·29 ! ··").line, "!r")
    }

    @Test("it goes on from where the clock stands, with the customer's life so far")
    func goesOn() throws {
        let shop = try TimelineShop()
        _ = try shop.play("P·9")
        let life = try shop.play("·5x·16")
        expectEqual(life.start, date("2026-01-10T00:00:00Z"))
        expectNil(life.difference(from: "·5x·16"))
        // The next call begins with the step that this one ended in.
        try expectEqual(shop.play("··").line, "·E")
    }

    @Test("C-221: a store whose numbers are those of a test environment draws the same line, refunds among it")
    func numbersFromZero() throws {
        let script = "P·40 X · Z ·"
        let line = try TimelineShop().play(script).line
        expectContains(line, "X")
        try expectEqual(TimelineShop(rules: .testEnvironment).play(script).line, line)
        // What nobody bought cannot be refunded, and nothing else is in its place.
        let shop = try TimelineShop(rules: .testEnvironment)
        try shop.device.purchase(TimelineShop.news)
        #expect(throws: Timeline.ScriptError.self) { try shop.play("X·") }
    }

    @Test("several actions of a step are done in their order")
    func groups() throws {
        try expectEqual(TimelineShop().play("(Pxa)·").line, "(Pxa)·")
        try expectEqual(TimelineShop().play("(Pxaxa)·").line, "(Pxaxa)·")
    }

    @Test("an action that fails says which, where and when, and what was done before it stays")
    func failure() throws {
        let shop = try TimelineShop()
        let error = #expect(throws: Timeline.ScriptError.self) { try shop.play("P·· (xY)·") }
        guard case .action("Y", column: 7, let when, let reason)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        expectEqual(when, date("2026-01-04T00:00:00Z"))
        expectEqual(reason as? SubscriptionRefusal, .noPriceIncreasePending(group: "Plans"))
        expectPrefix(error?.description, "\"Y\" at column 7, 2026-01-04T00:00:00Z: noPriceIncreasePending")
        try expectEqual(Timeline(of: shop.customer, inGroup: "Plans", each: .days(1)).line, "P··x")
    }

    @Test("a character that means nothing is refused when the script is read, with those that do")
    func unknown() {
        let error = #expect(throws: Timeline.SyntaxError.self) {
            try Timeline.Script("P·^", for: "pro", with: ["v": .buy("basic")])
        }
        expectEqual(error?.column, 3)
        expectEqual(error?.reason, .unexpected("^"))
        expectEqual(error?.allowed, ".·!+LPXYZafvx(0123456789")
    }

    @Test("a product that is no subscription cannot be played")
    func noSubscription() throws {
        let device = try TimelineShop().device
        #expect(throws: Timeline.ScriptError.self) {
            try Timeline.Script("P", for: "??").play(on: device, each: .days(1))
        }
        #expect(throws: Timeline.DrawingError.stepNotPositive) {
            try Timeline.Script("P", for: "pro").play(on: device, each: .days(-1))
        }
        #expect(try Timeline.Script("", for: "pro").play(on: device, each: .days(1)).cells.isEmpty)
    }

    @Test("an action can be given another meaning")
    func otherMeaning() throws {
        let life = try TimelineShop().play("P·", with: ["P": .buy("basic")])
        expectEqual(life.line, "P·")
        let shop = try TimelineShop()
        _ = try shop.play("P", with: ["P": .buy("basic")])
        expectEqual(shop.device.transactions.map(\.productID), ["basic"])
    }

    @Test("the same script on two stores is the same life", .store(), arguments: ["P·13!·20+·9", "P·9x·30"])
    func repeats(line: String) throws {
        let store = try #require(Store.current)
        let script = try Timeline.Script(line, for: "com.example.basic.weekly")
        let lives = try [store, Store(try .sample())].map { store in
            try script.play(on: store.addCustomer().addDevice(), each: .days(1))
        }
        expectEqual(lives[0], lives[1])
        expectEqual(lives[0].cells.count, line.contains("+") ? 45 : 41)
    }
}
