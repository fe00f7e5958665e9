import OfferKitCore
import OfferKitEssentials
import OfferKitTestHarness
import Testing

/// A way for a purchase to come to nothing.
private enum Failing: CaseIterable {
    case notAllowed, unknownProduct, offSale, quantity, conflictingOffers, missingPart
    case unknownOffer, badSignature, price, ineligible
    case cancelled, declined, charge, offSaleLater

    /// Refused at steps 1 to 4 of the checks.
    static let early: [Failing] = [.notAllowed, .unknownProduct, .offSale, .quantity, .conflictingOffers, .missingPart]
    /// Refused at steps 5 to 8.
    static let late: [Failing] = [.unknownOffer, .badSignature, .price, .ineligible]
    /// Fails after the sheet was opened.
    static let onSheet: [Failing] = [.cancelled, .declined, .charge, .offSaleLater]
}

/// One attempt with a promotional offer that fails in one way, and what it left behind.
private struct FailedAttempt {
    var bench: Bench
    /// The request that failed, to be sent again.
    let request: PurchaseRequest
    let refusal: PurchaseRefusal?
    /// The state when the request, and when its sheet, was about to be answered.
    let before: StoreState
    let events: [StoreEvent.Kind]

    init(_ way: Failing, asPlanned: Bool = false) throws {
        var bench = try Bench()
        let customer = bench.customer()
        try bench.buy(Sample.basic, for: customer)
        if asPlanned { bench.failNext(1, customer) }
        if way == .charge, !asPlanned {
            bench.perform { $0.customers.decidePaymentMethod(.declining, of: customer, $0.ledger, $0.shop) }
        }
        if way == .price { try bench.perform { $0.decideBasePrice(of: Sample.pro, 1, in: nil) } }
        if way == .offSale {
            try bench.perform { $0.shop.decideSale(of: Sample.pro, isForSale: false, $0.charges, $0.ledger) }
        }
        // An upgrade: had it gone through, it would have touched everything a purchase can touch.
        var request = bench.promotional(Sample.pro, Sample.offer("half", Sample.pro), for: customer)
        guard case .promotional(var discount) = request.offer else { fatalError("The request has an offer.") }
        switch way {
        case .notAllowed: request.canMakePayments = false
        case .unknownProduct: request.productID = "gone"
        case .quantity: request.quantity = 2
        case .missingPart: discount.signature = nil
        case .unknownOffer: discount.identifier = "gone"
        case .ineligible: request.customer = bench.customer()
        default: break
        }
        request.offer = way == .conflictingOffers ? .several(["a", "b"]) : .promotional(discount)
        let evidence = way == .badSignature ? SignatureEvidence.fails(SignatureFindings()) : .verifies
        var before = bench.state
        var count = bench.log.count
        let refusal = bench.refusal { bench in
            let attempt = try bench.request(request, evidence: evidence)
            if way == .offSaleLater {
                try bench.perform { $0.shop.decideSale(of: Sample.pro, isForSale: false, $0.charges, $0.ledger) }
            }
            (before, count) = (bench.state, bench.log.count)
            switch way {
            case .cancelled:
                _ = try bench.perform {
                    $0.desk.decideEnd(of: attempt, refusal: .cancelled, in: $0.shop) as Decision<Int, _>
                }
            case .declined:
                _ = try bench.perform {
                    $0.desk.decideEnd(of: attempt, refusal: .declined, in: $0.shop) as Decision<Int, _>
                }
            default: _ = try bench.confirm(attempt)
            }
        }
        self.request = request
        self.refusal = refusal
        self.before = before
        events = bench.log[count...].map(\.kind)
        self.bench = bench
    }
}

/// Laws of refusals.
struct RefusalLawTests {
    @Test("the comparison sees every property of a state, and one that changed")
    func comparison() throws {
        var bench = try Bench()
        expectEqual(Mirror(reflecting: bench.state).children.count, StateDifference.count)
        let before = bench.state
        _ = bench.customer()
        expectEqual(StateDifference.parts(before, bench.state), [\.customers])
    }

    @Test("each way to fail is answered by its own refusal")
    func refusals() throws {
        for way in Failing.allCases {
            let refusal = try FailedAttempt(way).refusal
            switch (way, refusal) {
            case (.notAllowed, .purchaseNotAllowed), (.unknownProduct, .productUnavailable(.unknown)),
                (.offSale, .productUnavailable(.removedFromSale)), (.quantity, .invalidQuantity),
                (.conflictingOffers, .conflictingOffers), (.missingPart, .missingOfferParams),
                (.unknownOffer, .invalidOfferIdentifier), (.badSignature, .invalidSignature),
                (.price, .invalidOfferPrice), (.ineligible, .ineligibleForOffer), (.cancelled, .cancelled),
                (.declined, .declined), (.charge, .paymentFailed),
                (.offSaleLater, .productUnavailable(.removedFromSale)):
                break
            default: Issue.record("\(way) was answered by \(String(describing: refusal))")
            }
        }
    }

    @Test("C-5: a refusal at steps 1 to 4 leaves no event and no trace", arguments: Failing.early)
    private func early(way: Failing) throws {
        let attempt = try FailedAttempt(way)
        expectEqual(attempt.events, [])
        expectEqual(attempt.bench.state, attempt.before)
    }

    @Test("C-5: every later refusal leaves exactly one event", arguments: Failing.late + Failing.onSheet)
    private func late(way: Failing) throws {
        let attempt = try FailedAttempt(way)
        guard attempt.events.count == 1, case .purchaseRefused(let refused) = attempt.events[0] else {
            Issue.record("\(attempt.events)")
            return
        }
        expectEqual(refused.refusal, attempt.refusal)
        expectEqual(!refused.spending.isEmpty, Failing.late.contains(way))
    }

    @Test(
        "C-5: a refusal changes spent nonces, recent claims and attempts, and nothing else",
        arguments: Failing.late + Failing.onSheet)
    private func nothingElse(way: Failing) throws {
        let attempt = try FailedAttempt(way)
        let state = attempt.bench.state
        expectEqual(StateDifference.parts(attempt.before, state).subtracting([\.desk]), [])
        expectEqual(attempt.before.desk.tokenCount, state.desk.tokenCount)
        let isSpentNow = attempt.bench.spentNonces(in: attempt.before) != attempt.bench.spentNonces
        expectEqual(isSpentNow, Failing.late.contains(way))
    }

    @Test("C-5: a purchase whose charge fails as planned counts the charge, and a cancelled one does not")
    private func counted() throws {
        let (failed, cancelled) = (
            try FailedAttempt(.charge, asPlanned: true), try FailedAttempt(.cancelled, asPlanned: true)
        )
        expectEqual(StateDifference.parts(failed.before, failed.bench.state), [\.desk, \.charges])
        expectEqual(StateDifference.parts(cancelled.before, cancelled.bench.state), [\.desk])
    }

    @Test(
        "C-5: a nonce that reached the later steps stays spent, whatever became of it",
        arguments: Failing.late + Failing.onSheet)
    private func spent(way: Failing) throws {
        var attempt = try FailedAttempt(way)
        guard case .promotional(var discount) = attempt.request.offer, let nonce = discount.nonce else {
            Issue.record("The request lost its offer.")
            return
        }
        var request = attempt.request
        discount.identifier = Sample.offer("half", Sample.pro)
        request.offer = .promotional(discount)
        try attempt.bench.perform { $0.shop.decideSale(of: Sample.pro, isForSale: true, $0.charges, $0.ledger) }
        let refusal = attempt.bench.refusal { try $0.request(request) }
        expectEqual(refusal?.causes, [.nonceSpent(nonce)])
        expectEqual(attempt.bench.spentNonces, [nonce])
    }

    @Test(
        "C-5: a request refused at steps 1 to 4 can be sent again with the same nonce once it is whole",
        arguments: Failing.early)
    private func unspent(way: Failing) throws {
        var attempt = try FailedAttempt(way)
        var request = attempt.request
        request.productID = Sample.pro
        request.quantity = 1
        request.canMakePayments = true
        guard way != .conflictingOffers else { return }
        if case .promotional(var discount) = request.offer {
            discount.signature = "c2lnbmVk"
            request.offer = .promotional(discount)
        }
        try attempt.bench.perform { $0.shop.decideSale(of: Sample.pro, isForSale: true, $0.charges, $0.ledger) }
        expectNil(attempt.bench.refusal { try $0.buy(request) })
    }

    @Test("C-5: a nonce is spent by a purchase that went through, too")
    func spentBySuccess() throws {
        var bench = try Bench()
        let customer = bench.customer()
        try bench.buy(Sample.basic, for: customer)
        let request = bench.promotional(Sample.pro, Sample.offer("half", Sample.pro), for: customer)
        _ = try bench.buy(request)
        expectEqual(bench.refusal { try $0.buy(request) }?.causes, [.nonceSpent(Bench.nonce(1))])
    }
}
