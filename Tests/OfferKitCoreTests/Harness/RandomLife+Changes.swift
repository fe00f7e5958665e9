import Foundation
import OfferKitCore

extension RandomLife {
    private static let policies: [PriceIncreasePolicy] = [
        .automatic, .requiresConsent, .requiresConsent, .needsNoConsent, .preservesPrice,
    ]
    private static let paces: [Pace] = [
        .realTime, .realTime, .realTime, .monthlyRenewalEveryFiveMinutes, .sandbox(), .testFlight,
        .oneRenewal(every: .seconds(2)), .oneRenewal(every: .seconds(900)),
    ]

    /// Carries out the developer's changes, and the customers' answers to them.
    mutating func configure(_ command: LifeCommand, for customer: CustomerID) throws {
        let (product, isOn) = (pick(RandomLife.products), below(3) > 0)
        switch command {
        case .sell:
            // A product off sale mostly returns.
            let off = bench.state.shop.entries.filter { !$0.isForSale }.map(\.product.id)
            let (product, isForSale) = off.isEmpty || below(4) == 0 ? (product, false) : (pick(off), true)
            try bench.perform { $0.shop.decideSale(of: product, isForSale: isForSale, $0.charges, $0.ledger) }
        case .changePrice: try changePrice()
        case .answerPriceIncrease: try answerPriceIncrease(isOn)
        case .switchOffer:
            let name = Shop.OfferName(type: .promo, id: Sample.offer("half", product))
            try bench.perform { OfferDesk($0).decideOffer(name, of: product, isActive: isOn) }
        case .changeKeys:
            // Most claims are signed with the first key; without it they would all be refused.
            let id = "KEY\(pick([1, 2, 2, 3, 3, 4, 4]))"
            try bench.perform {
                isOn
                    ? $0.keyring.decideKey(id: id, publicKey: Bench.publicKey())
                    : $0.keyring.decideRevocation(ofKey: id)
            }
        case .setPace:
            let pace = pick(RandomLife.paces)
            bench.perform { $0.settings.decidePace(pace) }
        default:
            let grace = anyGracePeriod()
            bench.perform { $0.settings.decideGracePeriod(grace) }
        }
    }

    /// Sets any price, or raises that of a present subscription.
    private mutating func changePrice() throws {
        let (product, territory) = (pick(RandomLife.subscriptions), pick([nil, nil, "USA", "JPN"]) as Territory?)
        let policy = pick(RandomLife.policies)
        var price = Amount(milliunits: Int64(below(15_000)))
        if below(4) > 0, let place = bench.state.shop.place(of: product),
            let now = bench.state.shop.basePrice(of: place, in: territory ?? "USA")
        {
            price = Amount(milliunits: min(now.milliunits * Int64(105 + below(100)) / 100, 100_000))
        }
        try bench.perform { $0.decideBasePrice(of: product, Decimal(price), in: territory, policy: policy) }
    }

    /// Answers a request for consent; without one, prepares one for soon.
    private mutating func answerPriceIncrease(_ agrees: Bool) throws {
        // Increases are announced shortly before a renewal, so chance alone would rarely meet one.
        let rises = bench.state.priceRises
        let isOnItsWay = bench.state.ledger.subscriptions.indices.contains {
            guard case .rising(let rise) = rises[SubscriptionIndex($0)] else { return false }
            return rise.needsConsent && rise.stage == .planned
        }
        if isOnItsWay, asked.isEmpty {
            let end = bench.state.now.adding(milliseconds: 40 * day)
            while asked.isEmpty, let due = bench.machine.nextDue, due <= end { bench.advance(to: due) }
            guard !asked.isEmpty else { return }
        }
        let (customer, group) = asked.isEmpty ? (pick(customers), Sample.premium) : pick(asked)
        if asked.isEmpty, let index = bench.state.subscription(of: customer, inGroupNamed: group) {
            let entry = bench.state.shop[bench.state[index].product]
            let price = entry.product.prices.price(in: "USA").map { Decimal(Amount(milliunits: $0.milliunits + 10)) }
            return try bench.perform {
                $0.decideBasePrice(of: entry.product.id, price ?? 1, in: nil, policy: .requiresConsent)
            }
        }
        try bench.perform { $0.decideConsent(agrees, of: customer, in: group) }
    }

    /// The customers who were asked for consent and have not answered, with their groups.
    private var asked: [(CustomerID, String)] {
        customers.flatMap { customer in
            [Sample.premium, "News"].compactMap { group in
                let index = bench.state.subscription(of: customer, inGroupNamed: group)
                let rise = index.flatMap { bench.state.priceRises.known(to: $0, bench.state.ledger) }
                return rise?.stage == .pending ? (customer, group) : nil
            }
        }
    }

    private mutating func anyGracePeriod() -> BillingGracePeriod? {
        guard below(4) > 0 else { return nil }
        return BillingGracePeriod(
            pick([.threeDays, .sixteenDays, .twentyEightDays]), eligibility: pick([.allRenewals, .paidToPaidOnly]),
            environments: pick([.sandboxOnly, .sandboxAndProduction]))
    }

    /// Changes which charges fail.
    mutating func changeCharges(_ command: LifeCommand, of customer: CustomerID) {
        switch command {
        case .changePaymentMethod:
            let method = pick([PaymentMethod.working, .working, .declining])
            bench.perform { $0.customers.decidePaymentMethod(method, of: customer, $0.ledger, $0.shop) }
        case .planCharges:
            let (next, later, isCleared) = (below(2), 1 + below(4), below(5) == 0)
            bench.perform { state in
                state.charges.decideChargePlan(of: customer, among: state.customers, at: state.now) { plan in
                    if isCleared { plan = ChargePlan() }
                    plan.failNext = next
                    plan.failing.insert(plan.tried + later)
                }
            }
        case .planWindow:
            let start = bench.state.now.adding(milliseconds: Int64(below(20)) * day)
            let end = start.adding(milliseconds: Int64(1 + below(40)) * day)
            bench.perform { state in
                state.charges.decideChargePlan(of: customer, among: state.customers, at: state.now) { plan in
                    plan.changes += [
                        ChargePlan.Change(instant: start, method: .declining),
                        ChargePlan.Change(instant: end, method: .working),
                    ]
                }
            }
        case .setFailureRate:
            let (rate, isOwn) = (anyFailureRate(), below(2) == 0)
            guard isOwn else { return bench.perform { $0.charges.decideFailureRate(rate) } }
            bench.perform { state in
                state.charges.decideChargePlan(of: customer, among: state.customers, at: state.now) { $0.rate = rate }
            }
        default:
            let refuses = below(3) == 0
            bench.perform { $0.customers.decideRiskCheck(of: customer, refuses: refuses) }
        }
    }

    private mutating func anyFailureRate() -> FailureRate? {
        guard below(2) > 0 else { return nil }
        return FailureRate(
            share: Double(1 + below(4)) / 8, seed: number(), recoversAfterDays: pick([nil, 0, 2, 10, 59, 60]))
    }

    /// Carries out actions on subscriptions afterwards, and on families.
    mutating func careFor(_ customer: CustomerID, _ command: LifeCommand) throws {
        let (id, other) = (anyTransaction(), pick(customers))
        switch command {
        case .turnAutoRenew:
            let (isOn, group) = (below(2) == 0, pick(RandomLife.groups))
            try bench.perform { $0.decideAutoRenew(isOn, of: customer, in: group) }
        case .refund:
            let reason = pick([RevocationReason.other, .developerIssue])
            _ = try bench.perform { $0.decideRefund(of: id, reason) }
        case .reverseRefund:
            // A refunded transaction is chosen, if there is one; most are not refunded.
            let refunded = bench.state.ledger.all.filter(\.isRevoked).map(\.id)
            let reversed = refunded.isEmpty ? id : pick(refunded)
            _ = try bench.perform { $0.decideRefundReversal(of: reversed) }
        case .requestRefund:
            let answer = pick([nil, nil, true, false])
            let buyer = bench.state.ledger[id]?.customer ?? customer
            _ = try bench.perform { $0.decideRefundRequest(for: id, by: buyer, isGranted: answer, .other) }
        case .declineRefund: try bench.perform { $0.ledger.decideRefundDecline(of: id, $0.adjustments) }
        case .extend:
            let (group, days) = (pick(RandomLife.groups), pick([1, 14, 90, 91]))
            _ = try bench.perform { $0.decideExtension(of: customer, in: group, byDays: days) }
        case .setToken:
            // There are few tokens, so that some are known; mostly those of the first transaction in a chain.
            let token = UUID(uuid: (1, 2, 3, 4, 5, 6, 0x40, 8, 0x80, 0, 0, 0, 0, 0, 0, UInt8(below(6))))
            let first = below(5) == 0 ? id : bench.state.ledger[id]?.originalID ?? id
            try bench.perform { $0.ledger.decideAccountToken(token, of: first, among: $0.desk) }
        case .sendConsumption:
            let (sample, answer, percentage) = (below(2) == 0, below(3), below(3) == 0 ? 50_000 : nil as Int?)
            let information: ConsumptionInformation =
                below(2) == 0
                ? .version1(.init(appAccountToken: nil, sampleContentProvided: sample) { _ in answer })
                : .version2(
                    .init(
                        sampleContentProvided: sample, deliveryStatus: .delivered, consumptionPercentage: percentage,
                        refundPreference: pick([nil, .decline, .grantFull])))
            try bench.perform { $0.ledger.decideConsumption(information, of: id, in: $0.shop) }
        case .extendAll:
            let (product, name, days) = (pick(RandomLife.subscriptions), "r-\(below(40))", pick([1, 14, 90]))
            let storefronts = pick([nil, nil, ["USA"], ["JPN", "USA"], []] as [[Territory]?])
            _ = try bench.perform {
                $0.decideMassExtension(of: product, byDays: days, in: storefronts, identifier: name)
            }
        case .endPeriod:
            let (renews, group) = (below(2) == 0, pick(RandomLife.groups))
            try bench.perform {
                renews ? $0.decideForcedRenewal(of: customer, in: group) : $0.decideExpiration(of: customer, in: group)
            }
        case .erase:
            if below(4) == 0 { return _ = bench.perform { $0.decideErasure(ofAll: customer) } }
            let group = pick(RandomLife.groups)
            if below(4) == 0 { return try bench.perform { $0.decideIntroductoryReset(of: customer, in: group) } }
            _ = bench.perform { $0.decideErasure(of: id) }
        case .joinFamily:
            try bench.perform {
                $0.families.decideFamily(adding: customer, to: other, among: $0.customers, $0.ledger, $0.shop)
            }
        default: try bench.perform { $0.families.decideFamily(removing: customer, $0.ledger, $0.shop) }
        }
    }
}
