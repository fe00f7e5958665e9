import OfferKitCore

/// A store and its customers who do anything, in any order, as chance has it.
struct RandomLife {
    private(set) var bench: Bench
    private var chance: SplitMix64
    private var customers: [CustomerID] = []
    private var sheets: [AttemptID] = []
    private var codes: [String] = []
    private var requests: [PurchaseRequest] = []

    private static let subscriptions = [
        Sample.pro, Sample.plus, Sample.yearly, Sample.basic, Sample.weekly, Sample.news,
    ]
    private static let products = subscriptions + [Sample.coins, Sample.theme, Sample.pass, "gone"]
    private static let territories: [Territory] = ["USA", "USA", "JPN", "XXX"]

    init(seed: UInt64) throws {
        chance = SplitMix64(seed: seed)
        let everyone = Catalog.Offer.winBack("back", .freeTrial(.monthly), eligibility: .everyChurnedCustomer)
        let loyal = Catalog.Offer.winBack(
            "loyal", .payUpFront(5, .everyThreeMonths),
            eligibility: .criteria(
                WinBackCriteria(minimumPaidMonths: 1, monthsSinceLapse: 1...6, monthsBetweenOffers: 2)))
        bench = try Bench(adding: [
            Sample.pro: [
                .introductory(.freeTrial(.weekly)), everyone, loyal,
                .code("Spring", .freeTrial(.monthly), stacking: .stacksWithIntroductoryOffer),
            ],
            Sample.plus: [
                .introductory(.payAsYouGo(1, periods: 3)), .code("Autumn", .payUpFront(9, .everyThreeMonths)),
            ],
            Sample.news: [.introductory(.payUpFront(3, .everyThreeMonths))],
        ])
        customers = [bench.customer()]
    }

    /// One command, chosen by chance; the error it was refused with, if it was.
    mutating func step() -> (any Error)? {
        do {
            try command()
            return nil
        } catch {
            return error
        }
    }

    private mutating func command() throws {
        let customer = pick(customers)
        switch below(20) {
        case 0: customers.append(bench.customer())
        case 1...4:
            try buy(
                PurchaseRequest(
                    customer: customer, productID: pick(RandomLife.products), territory: pick(RandomLife.territories),
                    quantity: pick([1, 1, 1, 2, 11])))
        case 5...8: try buyPromotional(customer)
        case 9:
            let request = PurchaseRequest(
                customer: customer, productID: pick([Sample.pro, Sample.basic]), territory: "USA",
                offer: .winBack(pick(["back", "loyal", "gone"])))
            try buy(request)
        case 10: try makeCodes()
        case 11, 12: try bench.redeem(codes.isEmpty ? "NONE" : pick(codes), for: customer)
        case 13: try answerSheet()
        case 14: try configure()
        case 15:
            bench.perform { [method = pick([PaymentMethod.working, .declining])] in
                $0.decidePaymentMethod(method, of: customer)
            }
        case 16:
            let (isOn, group) = (below(2) == 0, pick([Sample.premium, "News", "gone"]))
            try bench.perform { $0.decideAutoRenew(isOn, of: customer, in: group) }
        default: bench.advance(to: bench.state.now.adding(milliseconds: Int64(below(25 * 86_400)) * 1_000))
        }
    }

    private mutating func buy(_ request: PurchaseRequest, evidence: SignatureEvidence = .verifies) throws {
        let sheet = try bench.request(request, evidence: evidence)
        if below(5) == 0 { sheets.append(sheet) } else { _ = try bench.confirm(sheet) }
    }

    private mutating func buyPromotional(_ customer: CustomerID) throws {
        if !requests.isEmpty, below(6) == 0 { return try buy(pick(requests)) }
        let product = pick(RandomLife.subscriptions)
        var request = bench.promotional(
            product, Sample.offer(pick(["half", "prepaid", "free", "gone"]), product), for: customer,
            in: pick(["USA", "JPN"]))
        if below(10) == 0 { request.account = .notSet }
        requests.append(request)
        try buy(request, evidence: below(10) == 0 ? .fails(SignatureFindings()) : .verifies)
    }

    private mutating func makeCodes() throws {
        let (name, product) = below(2) == 0 ? ("Spring", Sample.pro) : ("Autumn", Sample.plus)
        let text = "C\(codes.count)"
        try bench.makeCodes(text, for: name, of: product, limit: below(2) == 0 ? nil : 1 + below(3))
        codes.append(text)
    }

    private mutating func answerSheet() throws {
        let sheet = sheets.isEmpty ? AttemptID(rawValue: 9_999) : pick(sheets)
        guard below(3) > 0 else {
            let answer = pick([PurchaseRefusal.cancelled, .declined])
            return try bench.perform { $0.decideEnd(of: sheet, refusal: answer) as Decision<Void, PurchaseRefusal> }
        }
        _ = try bench.confirm(sheet)
    }

    private mutating func configure() throws {
        let (product, isOn) = (pick(RandomLife.products), below(3) > 0)
        switch below(4) {
        case 0: try bench.perform { $0.decideSale(of: product, isForSale: isOn) }
        case 1:
            let (price, territory) = (
                Amount(milliunits: Int64(below(15_000))), pick([nil, "USA", "JPN"]) as Territory?
            )
            try bench.perform { $0.decideBasePrice(of: product, price, in: territory) }
        case 2:
            let name = Shop.OfferName(type: .promo, id: Sample.offer("half", product))
            try bench.perform { $0.decideOffer(name, of: product, isActive: isOn) }
        default:
            let id = "KEY\(1 + below(3))"
            try bench.perform { state in
                isOn ? state.decideKey(id: id, publicKey: [4]) : state.decideRevocation(ofKey: id)
            }
        }
    }

    private mutating func below(_ bound: Int) -> Int {
        Int(chance.next() % UInt64(bound))
    }

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[below(elements.count)]
    }
}
