import OfferKitCore
import OfferKitEssentials
import OfferKitTestHarness
import Testing

/// Held payment sheets.
struct HeldSheetTests {
    private static let half = Sample.offer("half", Sample.pro)

    /// A change that happens while the sheet is open and must not matter.
    enum Change: CaseIterable {
        case dayPassed, keyRevoked, basePriceLowered, offerDisabled
    }

    @Test(
        "C-47, C-45: time, key, price and offer are judged when the request arrives, not when it is confirmed",
        arguments: Change.allCases)
    func notJudgedAgain(change: Change) throws {
        var bench = try Bench()
        let customer = bench.customer()
        try bench.buy(Sample.news, for: customer)
        let sheet = try bench.request(bench.promotional(Sample.pro, HeldSheetTests.half, for: customer))
        switch change {
        case .dayPassed: bench.advance(to: "2026-01-11T09:00:00.001Z")
        case .keyRevoked: try bench.perform { $0.keyring.decideRevocation(ofKey: "KEY1") }
        case .basePriceLowered: try bench.perform { $0.decideBasePrice(of: Sample.pro, 1, in: nil) }
        case .offerDisabled:
            let name = Shop.OfferName(type: .promo, id: HeldSheetTests.half)
            try bench.perform { OfferDesk($0).decideOffer(name, of: Sample.pro, isActive: false) }
        }
        let bought = try bench.confirm(sheet).transaction
        expectEqual(bought.price, 4.99)
        expectEqual(bought.purchased, bench.state.now)
        #expect(bench.state.desk.openAttempts.isEmpty)
    }

    @Test("C-47: a product that left the shop meanwhile refuses the confirmation and closes the sheet")
    func offSale() throws {
        var bench = try Bench()
        let customer = bench.customer()
        let sheet = try bench.request(PurchaseRequest(customer: customer, productID: Sample.pro, territory: "USA"))
        try bench.perform { $0.shop.decideSale(of: Sample.pro, isForSale: false, $0.charges, $0.ledger) }
        expectEqual(bench.refusal { try $0.confirm(sheet) }, .productUnavailable(.removedFromSale(Sample.pro)))
        try bench.perform { $0.shop.decideSale(of: Sample.pro, isForSale: true, $0.charges, $0.ledger) }
        expectEqual(bench.refusal { try $0.confirm(sheet) }, .sheetAlreadyClosed)
        expectEqual(bench.state.ledger.all, [])
    }

    @Test("C-47: of two sheets with a win-back offer only the first can be confirmed")
    func twoWinBacks() throws {
        let back = Catalog.Offer.winBack("back", .freeTrial(.monthly), eligibility: .everyChurnedCustomer)
        var bench = try Bench(adding: [Sample.pro: [back]])
        let customer = bench.customer()
        try bench.buyOnce(Sample.weekly, for: customer)
        bench.advance(to: "2026-03-01T00:00:00Z")
        let request = PurchaseRequest(
            customer: customer, productID: Sample.pro, territory: "USA", offer: .winBack("back"))
        let (first, second) = (try bench.request(request), try bench.request(request))
        #expect(try bench.confirm(first).isNew)
        let count = bench.log.count
        expectEqual(
            bench.refusal { try $0.confirm(second) },
            .ineligibleForOffer(offer: "back", because: [.notLapsed(group: Sample.premium)]))
        expectEqual(bench.log.count, count + 1)
        expectEqual(bench.refusal { try $0.confirm(second) }, .sheetAlreadyClosed)
    }

    @Test("S1-16, C-47: of two sheets for new customers' products only the first gets the introductory offer")
    func twoIntroductoryOffers() throws {
        let week = Catalog.Offer.introductory(.freeTrial(.weekly))
        var bench = try Bench(adding: [Sample.pro: [week], Sample.plus: [week]])
        let customer = bench.customer()
        let sheets = try [Sample.pro, Sample.plus].map {
            try bench.request(PurchaseRequest(customer: customer, productID: $0, territory: "USA"))
        }
        try expectEqual(bench.confirm(sheets[0]).transaction.price, .zero)
        try expectEqual(bench.confirm(sheets[1]).transaction.price, 12.99)
    }

    @Test("C-43: a purchase takes effect when it is confirmed, not when it was asked for")
    func effectAtConfirmation() throws {
        var bench = try Bench()
        let customer = bench.customer()
        try bench.buyOnce(Sample.pro, for: customer)
        // Asked for while subscribed, when the offer would have had to wait; confirmed after the lapse.
        let sheet = try bench.request(bench.promotional(Sample.pro, HeldSheetTests.half, for: customer))
        bench.advance(to: "2026-02-10T09:00:00Z")
        let outcome = try bench.confirm(sheet)
        #expect(outcome.isNew)
        expectEqual(outcome.transaction.price, 4.99)
        expectEqual(outcome.transaction.expires, at("2026-03-10T09:00:00Z"))
    }

    @Test("C-43, C-47: without an offer the price is that of the confirmation, however long it was waited for")
    func priceOfConfirmation() throws {
        var bench = try Bench.quiet()
        let customer = bench.customer()
        let sheet = try bench.request(PurchaseRequest(customer: customer, productID: Sample.pro, territory: "USA"))
        try bench.price(Sample.pro, 11.99)
        bench.advance(to: "2027-01-10T09:00:00Z")
        try expectEqual(bench.confirm(sheet).transaction.price, 11.99)
    }

    @Test("a sheet is answered once: every later answer says that it is closed and changes nothing")
    func answeredOnce() throws {
        var bench = try Bench()
        let customer = bench.customer()
        let request = PurchaseRequest(customer: customer, productID: Sample.coins, territory: "USA")
        for firstAnswer in ["confirm", "cancel", "decline"] {
            let sheet = try bench.request(request)
            switch firstAnswer {
            case "confirm": _ = try bench.confirm(sheet)
            case "cancel": _ = bench.refusal { try end(sheet, .cancelled, in: &$0) }
            default: _ = bench.refusal { try end(sheet, .declined, in: &$0) }
            }
            let before = bench.state
            expectEqual(bench.refusal { try $0.confirm(sheet) }, .sheetAlreadyClosed)
            expectEqual(bench.refusal { try end(sheet, .cancelled, in: &$0) }, .sheetAlreadyClosed)
            expectEqual(bench.refusal { try end(sheet, .declined, in: &$0) }, .sheetAlreadyClosed)
            expectEqual(bench.state, before)
        }
        expectEqual(bench.state.ledger.all.count, 1)
        expectEqual(bench.refusal { try $0.confirm(AttemptID(rawValue: 99)) }, .sheetAlreadyClosed)
    }

    private func end(_ sheet: AttemptID, _ answer: PurchaseRefusal, in bench: inout Bench) throws {
        try bench.perform {
            $0.desk.decideEnd(of: sheet, refusal: answer, in: $0.shop) as Decision<Void, PurchaseRefusal>
        }
    }

    @Test("sheets of different customers do not touch one another")
    func severalSheets() throws {
        var bench = try Bench()
        let customers = (0..<3).map { _ in bench.customer() }
        let sheets = try customers.map {
            try bench.request(PurchaseRequest(customer: $0, productID: Sample.pro, territory: "USA"))
        }
        expectEqual(Set(sheets).count, 3)
        _ = bench.refusal { try end(sheets[1], .cancelled, in: &$0) }
        try expectEqual(bench.confirm(sheets[2]).transaction.customer, customers[2])
        try expectEqual(bench.confirm(sheets[0]).transaction.customer, customers[0])
        expectEqual(bench.state.ledger.all.map(\.customer), [customers[2], customers[0]])
    }
}
