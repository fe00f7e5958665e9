import OfferKitCore
import OfferKitEssentials

/// A store and its customers with any commands in any order, by chance.
struct RandomLife {
    var bench: Bench
    /// The last command, to tell which one broke a law.
    private(set) var last = LifeCommand.newCustomer
    var customers: [CustomerID] = []
    var sheets: [AttemptID] = []
    var codes: [String] = []
    var requests: [PurchaseRequest] = []
    private var chance: SplitMix64
    /// The clock's stops on its way, if any; they are not a part of the life, which is the same without them.
    private var stops: SplitMix64?

    static let subscriptions = [Sample.pro, Sample.plus, Sample.yearly, Sample.basic, Sample.weekly, Sample.news]
    static let products = subscriptions + subscriptions + [Sample.coins, Sample.theme, Sample.pass, "gone"]
    static let territories: [Territory] = ["USA", "USA", "USA", "USA", "JPN", "XXX"]
    static let groups = Array(repeating: Sample.premium, count: 6) + ["News", "gone"]
    /// The most customers: so few that they meet in families, and at one instant.
    private static let mostCustomers = 7

    /// Makes the life of a seed, in which the clock stops on its way every time it is moved, or never.
    init(seed: UInt64, stopping: Bool = false) throws {
        chance = SplitMix64(seed: seed)
        stops = stopping ? SplitMix64(seed: ~seed) : nil
        // In every fourth store apps see numbers from 0 (C-221).
        var rules = StoreRules.documents
        rules.numbersFromZero = seed % 4 == 3
        bench = try Bench(RandomLife.catalog(), rules: rules)
        // Every other store keeps its notifications, half of them until they are delivered, half of them for version 1.
        if seed % 2 == 1 {
            let keeping = seed % 4 == 1 ? NotificationKeeping.everything : .undelivered
            let version = seed % 8 < 4 ? NotificationVersion.v1 : .v2
            bench.perform { $0.outbox.decideKeeping(keeping, for: version) as Decision<Void, Never> }
        }
        // Some subscribe at the start, so that failures, sharing and refunds can happen.
        for product in [Sample.pro, Sample.weekly, Sample.basic] {
            customers.append(bench.customer())
            try bench.buy(pick([product, Sample.plus]), for: customers[customers.count - 1])
        }
    }

    private static func catalog() throws -> Catalog {
        let everyone = Catalog.Offer.winBack("back", .freeTrial(.monthly), eligibility: .everyChurnedCustomer)
        let loyal = Catalog.Offer.winBack(
            "loyal", .payUpFront(5, .everyThreeMonths),
            eligibility: .criteria(
                WinBackCriteria(minimumPaidMonths: 1, monthsSinceLapse: 1...6, monthsBetweenOffers: 2)))
        return try Sample.catalog(
            adding: [
                Sample.pro: [
                    .introductory(.freeTrial(.weekly)), everyone, loyal,
                    .code("Spring", .freeTrial(.monthly), stacking: .stacksWithIntroductoryOffer),
                ],
                Sample.plus: [
                    .introductory(.payAsYouGo(1, periods: 3)), .code("Autumn", .payUpFront(9, .everyThreeMonths)),
                    .code("Winter", .payAsYouGo(2, periods: 2), stacking: .stacksWithIntroductoryOffer),
                ],
                Sample.news: [.introductory(.payUpFront(3, .everyThreeMonths))],
            ], sharing: [Sample.pro, Sample.weekly, Sample.news])
    }

    /// Carries out one random command; returns the error that refused it.
    mutating func step() -> (any Error)? {
        last = pick(LifeCommand.urn)
        do {
            try perform(last, by: pick(customers))
            return nil
        } catch {
            return error
        }
    }

    private mutating func addCustomer() {
        guard customers.count < RandomLife.mostCustomers else { return }
        let customer = bench.customer()
        customers.append(customer)
        bench.perform {
            $0.customers.decideFirstDownload(of: customer, FirstDownload(version: "2.1", date: Date($0.now)))
        }
    }

    private mutating func perform(_ command: LifeCommand, by customer: CustomerID) throws {
        switch command {
        case .newCustomer: addCustomer()
        case .buy, .buyPromotional, .buyWinBack, .makeCodes, .redeemCode, .answerSheet, .deferSheet, .finish:
            try shop(command, by: customer)
        case .sell, .changePrice, .answerPriceIncrease, .switchOffer, .changeKeys, .setPace, .setGracePeriod:
            try configure(command, for: customer)
        case .createOffer, .changeOffer, .deleteOffer, .deactivateCode, .makeKey: try configureOffers(command)
        case .changePaymentMethod, .planCharges, .planWindow, .setFailureRate, .setRiskCheck:
            changeCharges(command, of: customer)
        case .turnAutoRenew, .refund, .reverseRefund, .requestRefund, .declineRefund, .extend, .joinFamily,
            .leaveFamily, .endPeriod, .erase, .setToken, .sendConsumption, .extendAll:
            try careFor(customer, command)
        case .beginOutside, .setStreamlined, .tell: try goOutside(command, as: customer)
        case .advance: advance()
        }
    }

    // MARK: - Time

    /// A day, or its equivalent under the store's pace.
    var day: Int64 {
        let now = bench.state.now
        return max(
            1, bench.state.settings.pace.end(of: .monthly, from: now, product: .monthly).milliseconds(since: now) / 30)
    }

    /// Moves the clock by some days, or to the instant of the next due item, or to just before it.
    private mutating func advance() {
        let now = bench.state.now
        var target = now.adding(milliseconds: Int64(below(25 * 24)) * day / 24)
        switch below(10) {
        case 0: target = now.adding(milliseconds: 70 * day)
        case 1, 2: target = bench.machine.nextDue ?? target
        case 3: target = bench.machine.nextDue?.adding(milliseconds: -1) ?? target
        default: break
        }
        target = max(target, now)
        if stops != nil {
            for _ in 0..<3 {
                let left = UInt64(max(1, target.milliseconds(since: bench.state.now)))
                bench.advance(to: bench.state.now.adding(milliseconds: Int64((stops?.next() ?? 0) % left)))
            }
        }
        bench.advance(to: target)
        bench.deliver()
    }

    // MARK: - Chance

    mutating func below(_ bound: Int) -> Int {
        Int(chance.next() % UInt64(bound))
    }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[below(elements.count)]
    }

    mutating func number() -> UInt64 {
        chance.next()
    }
}
