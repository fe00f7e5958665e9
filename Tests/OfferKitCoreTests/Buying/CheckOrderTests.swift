import OfferKitCore
import OfferKitEssentials
import OfferKitTestHarness
import Testing

/// The steps of the purchase checks, each with a way to break it that leaves the others whole.
private enum Step: Int, CaseIterable, Comparable, CustomTestStringConvertible {
    case payments = 1, product, quantity, parameters, identifier, signature, price, eligibility

    static func < (a: Step, b: Step) -> Bool { a.rawValue < b.rawValue }
    var testDescription: String { "step \(rawValue), \(self)" }

    /// The step that a refusal belongs to (the table of B3).
    init?(_ refusal: PurchaseRefusal) {
        switch refusal {
        case .purchaseNotAllowed: self = .payments
        case .productUnavailable: self = .product
        case .invalidQuantity: self = .quantity
        case .missingOfferParams: self = .parameters
        case .invalidOfferIdentifier: self = .identifier
        case .invalidSignature: self = .signature
        case .invalidOfferPrice: self = .price
        case .ineligibleForOffer: self = .eligibility
        case .unsupportedSystem, .conflictingOffers, .cancelled, .declined, .awaitingApproval, .interrupted,
            .paymentFailed,
            .sheetAlreadyClosed, .notRecorded, .internalFault:
            return nil
        }
    }
}

/// Order of the purchase checks.
struct CheckOrderTests {
    /// A subscriber's request for a promotional offer in a sound store, with some steps broken at once.
    private func answer(breaking steps: some Sequence<Step>) throws -> PurchaseRefusal? {
        var bench = try Bench()
        let subscriber = bench.customer()
        let stranger = bench.customer()
        try bench.buy(Sample.news, for: subscriber)
        let offer = Sample.offer("half", Sample.pro)
        var discount = bench.claim(offer)
        var request = PurchaseRequest(
            customer: subscriber, productID: Sample.pro, territory: "USA", account: .userName("u1"))
        var evidence = SignatureEvidence.verifies
        for step in steps {
            switch step {
            case .payments: request.canMakePayments = false
            case .product:
                try bench.perform { $0.shop.decideSale(of: Sample.pro, isForSale: false, $0.charges, $0.ledger) }
            case .quantity: request.quantity = 2
            case .parameters: discount.signature = ""
            case .identifier:
                let name = Shop.OfferName(type: .promo, id: offer)
                try bench.perform { OfferDesk($0).decideOffer(name, of: Sample.pro, isActive: false) }
            case .signature: evidence = .fails(SignatureFindings())
            case .price: try bench.perform { $0.decideBasePrice(of: Sample.pro, 4.99, in: "USA") }
            case .eligibility: request.customer = stranger
            }
        }
        request.offer = .promotional(discount)
        return bench.refusal { try $0.request(request, evidence: evidence) }
    }

    @Test("with nothing broken the sheet opens")
    func sound() throws {
        expectNil(try answer(breaking: []))
    }

    @Test("B3: each step alone is answered by its own refusal", arguments: Step.allCases)
    private func alone(step: Step) throws {
        try expectEqual(answer(breaking: [step]).flatMap(Step.init), step)
    }

    @Test("C-4: of two broken steps the earlier one answers", arguments: Step.allCases, Step.allCases)
    private func pairs(first: Step, second: Step) throws {
        guard first < second else { return }
        try expectEqual(answer(breaking: [first, second]).flatMap(Step.init), first)
        try expectEqual(answer(breaking: [second, first]).flatMap(Step.init), first)
    }

    @Test("C-4: of any set of broken steps the earliest answers")
    func sets() throws {
        for set in 1..<256 {
            let steps = Step.allCases.filter { set >> ($0.rawValue - 1) & 1 == 1 }
            try expectEqual(answer(breaking: steps).flatMap(Step.init), steps.min(), "\(steps)")
        }
    }

    @Test("B3 step 2: a product is unknown, or not sold here, or taken off sale")
    func products() throws {
        var bench = try Bench(
            Catalog(groups: [
                .group("G", [.subscription("jp", level: 1, period: .monthly, price: ["JPN": 500])])
            ]))
        let customer = bench.customer()
        func diagnosis(_ product: String, _ territory: Territory, _ bench: inout Bench) -> PurchaseRefusal? {
            bench.refusal { try $0.buy(product, for: customer, in: territory) }
        }
        expectEqual(diagnosis("gone", "JPN", &bench), .productUnavailable(.unknown("gone", known: ["jp"])))
        expectEqual(diagnosis("jp", "USA", &bench), .productUnavailable(.notSold("jp", in: "USA")))
        expectEqual(diagnosis("jp", "XXX", &bench), .productUnavailable(.notSold("jp", in: "XXX")))
        try bench.perform { $0.shop.decideSale(of: "jp", isForSale: false, $0.charges, $0.ledger) }
        expectEqual(diagnosis("jp", "JPN", &bench), .productUnavailable(.removedFromSale("jp")))
        try bench.perform { $0.shop.decideSale(of: "jp", isForSale: true, $0.charges, $0.ledger) }
        expectNil(diagnosis("jp", "JPN", &bench))
    }

    @Test("B3 step 3: subscriptions are bought one at a time, everything else by one to ten")
    func quantities() throws {
        var bench = try Bench()
        let customer = bench.customer()
        for (product, allowed) in [
            (Sample.pro, 1...1), (Sample.coins, 1...10), (Sample.theme, 1...10), (Sample.pass, 1...10),
        ] {
            for quantity in [Int.min, -1, 0, 1, 2, 10, 11, Int.max] {
                let request = PurchaseRequest(
                    customer: customer, productID: product, territory: "USA", quantity: quantity)
                let refusal = bench.refusal { try $0.request(request) }
                let expected =
                    allowed.contains(quantity) ? nil : PurchaseRefusal.invalidQuantity(quantity, allowed: allowed)
                expectEqual(refusal, expected, "\(quantity) of \(product)")
            }
        }
    }

    @Test("B3 step 1: an account the store does not know may not buy")
    func strangers() throws {
        var bench = try Bench()
        let refusal = bench.refusal { try $0.buy(Sample.pro, for: CustomerID(rawValue: 9)) }
        expectEqual(refusal, .purchaseNotAllowed)
    }

    @Test("C-8: two offers asked for at once are refused by name, before their parts are looked at")
    func twoOffers() throws {
        var bench = try Bench()
        let customer = bench.customer()
        let request = PurchaseRequest(
            customer: customer, productID: Sample.pro, territory: "USA", offer: .several(["a", "b"]))
        let before = bench.state
        expectEqual(bench.refusal { try $0.request(request) }, .conflictingOffers(["a", "b"]))
        expectEqual(bench.state, before)
    }
}
