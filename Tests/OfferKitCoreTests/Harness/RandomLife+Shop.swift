import OfferKitCore

extension RandomLife {
    /// Carries out purchases, sheets and codes.
    mutating func shop(_ command: LifeCommand, by customer: CustomerID) throws {
        switch command {
        case .buy:
            var request = PurchaseRequest(
                customer: customer, productID: pick(RandomLife.products), territory: pick(RandomLife.territories),
                quantity: pick([1, 1, 1, 1, 1, 1, 2, 11]),
                account: below(4) == 0 ? .token(Bench.nonce(900_000 + below(3))) : .notSet)
            if below(6) == 0 { request.decide(below(2) == 0, in: &bench) }
            try buy(request)
        case .buyPromotional: try buyPromotional(customer)
        case .buyWinBack:
            try buy(
                PurchaseRequest(
                    customer: customer, productID: pick([Sample.pro, Sample.pro, Sample.basic]), territory: "USA",
                    offer: .winBack(pick(["back", "loyal", "gone"]))))
        case .makeCodes: try makeCodes()
        case .redeemCode: try bench.redeem(codes.isEmpty ? "NONE" : pick(Array(codes.suffix(4))), for: customer)
        case .answerSheet: try answerSheet()
        case .deferSheet:
            let (sheet, wait) = (anySheet(), pick([PurchaseAttempt.Wait.askToBuy, .interrupted]))
            try bench.perform { $0.desk.decideDeferral(of: sheet, wait) }
        default:
            let id = anyTransaction()
            bench.perform { $0.ledger.decideFinish(id, by: customer) }
        }
    }

    /// Opens a sheet, and mostly confirms it; others wait for an answer.
    private mutating func buy(_ request: PurchaseRequest, evidence: SignatureEvidence = .verifies) throws {
        let sheet = try bench.request(request, evidence: evidence, eligibilityEvidence: evidence)
        if below(5) == 0 { sheets.append(sheet) } else { _ = try bench.confirm(sheet) }
    }

    private mutating func buyPromotional(_ customer: CustomerID) throws {
        if !requests.isEmpty, below(12) == 0 { return try buy(pick(requests)) }
        let product = pick(RandomLife.subscriptions)
        var request = bench.promotional(
            product, Sample.offer(pick(["half", "half", "prepaid", "prepaid", "free", "free", "gone"]), product),
            for: customer,
            in: pick(["USA", "USA", "JPN"]))
        if below(20) == 0 { request.account = .notSet }
        requests.append(request)
        if below(3) == 0 { request.makeJWS(in: &bench) }
        try buy(request, evidence: below(20) == 0 ? .fails(SignatureFindings()) : .verifies)
    }

    private mutating func makeCodes() throws {
        let (name, product) = pick([("Spring", Sample.pro), ("Autumn", Sample.plus), ("Winter", Sample.plus)])
        let text = "C\(codes.count)"
        try bench.makeCodes(text, for: name, of: product, limit: below(2) == 0 ? nil : 1 + below(3))
        codes.append(text)
    }

    private mutating func answerSheet() throws {
        let sheet = anySheet()
        // The command mostly addresses the person who has to answer, and sometimes the other.
        let isPending = (bench.state.desk[sheet]?.wait != nil) != (below(8) == 0)
        guard below(3) > 0 else {
            if isPending { return try bench.perform { $0.desk.decideRejection(of: sheet, in: $0.shop) } }
            let answer = pick([PurchaseRefusal.cancelled, .declined])
            return try bench.perform {
                $0.desk.decideEnd(of: sheet, refusal: answer, in: $0.shop) as Decision<Void, PurchaseRefusal>
            }
        }
        if isPending { try bench.perform { $0.decideApproval(of: sheet) } } else { _ = try bench.confirm(sheet) }
    }

    private mutating func anySheet() -> AttemptID {
        sheets.isEmpty ? AttemptID(rawValue: 9_999) : pick(Array(sheets.suffix(2)))
    }

    /// Returns a transaction, preferably a late one; sometimes one that does not exist.
    mutating func anyTransaction() -> TransactionID {
        let last = Int(bench.state.ledger.last)
        return UInt64(max(0, last + 1 - below(min(last + 2, 20))))
    }
}
