import OfferKitCore

/// The conclusions that an event can have or lack.
enum Conclusion: CaseIterable {
    case makesTransaction, lasts, isOwnedAgain, replacesReason, startsBefore, endsRun, replacesShared, leavesChain,
        restartsNumbers

    /// The part of the state that shows it.
    var part: PartialKeyPath<StoreState> {
        switch self {
        case .lasts, .isOwnedAgain: \.ownerships
        case .replacesReason, .startsBefore, .endsRun, .replacesShared, .leavesChain: \.ledger
        case .makesTransaction, .restartsNumbers: \.counted
        }
    }

    /// Returns an event with another conclusion than it has; nil for one that has none of these.
    static func changed(
        _ event: StoreEvent, in state: StoreState
    ) -> (conclusion: Conclusion, event: StoreEvent)? {
        // The transaction of a purchase that did not wait has the next number anyway.
        if case .purchaseConfirmed(let id, _) = event.kind, state.number(ofWaiting: id) == nil { return nil }
        return changed(event.kind, at: event.instant).map { ($0, StoreEvent(at: event.instant, $1)) }
    }

    private static func changed(_ kind: StoreEvent.Kind, at instant: Instant) -> (Conclusion, StoreEvent.Kind)? {
        switch kind {
        case .purchaseConfirmed(let id, .some): (.makesTransaction, .purchaseConfirmed(id, makes: nil))
        case .transactionMade(let record, nil, let lasts):
            (.lasts, .transactionMade(record, period: nil, lasts: !lasts))
        case .refundReversed(let id, true, let reinstatement):
            (.isOwnedAgain, .refundReversed(of: id, lasts: false, reinstatement: reinstatement))
        case .recoveryFailed(let index, let failure, true):
            (.replacesReason, .recoveryFailed(of: index, because: failure, replacesReason: false))
        case .subscriptionRecovered(let index, let start) where start < instant:
            (.startsBefore, .subscriptionRecovered(index, from: instant))
        case .transactionRefunded(let id, let reason, let refund, .some, let service):
            (
                .endsRun,
                .transactionRefunded(id, because: reason, refund: refund, standing: nil, paidService: service)
            )
        case .accessShared(let record, .some): (.replacesShared, .accessShared(record, replacing: nil))
        case .transactionsErased(let ids, let customer, let left) where !left.isEmpty:
            (.leavesChain, .transactionsErased(ids, of: customer, leaving: []))
        case .historyCleared(let customer, true):
            (.restartsNumbers, .historyCleared(of: customer, restartsNumbers: false))
        default: nil
        }
    }

    /// A life in which every such conclusion is drawn.
    static func life() throws -> Bench {
        var rules = StoreRules.documents
        rules.numbersFromZero = true
        var bench = try Bench(Sample.catalog(sharing: [Sample.basic, Sample.pro]), rules: rules)
        let (buyer, member, late) = (bench.customer(), bench.customer(), bench.customer())
        try bench.perform {
            $0.families.decideFamily(adding: member, to: buyer, among: $0.customers, $0.ledger, $0.shop)
        }
        // The upgrade is shared as well.
        try bench.buy(Sample.basic, for: buyer)
        try bench.buy(Sample.pro, for: buyer)
        // A purchase waits for somebody's yes.
        let sheet = try bench.request(PurchaseRequest(customer: late, productID: Sample.coins, territory: "USA"))
        try bench.perform { $0.desk.decideDeferral(of: sheet, .askToBuy) }
        try bench.perform { $0.decideApproval(of: sheet) }
        // A renewal fails and is made good in grace.
        bench.setGrace(BillingGracePeriod(.sixteenDays))
        try bench.buy(Sample.weekly, for: late)
        bench.pays(false, late)
        bench.advance(to: morning("2026-01-19"))
        bench.pays(true, late)
        // The product is off sale when the period ends, and not paid for when it is back.
        try bench.sell(Sample.pro, false)
        bench.advance(to: morning("2026-02-15"))
        bench.pays(false, buyer)
        try bench.sell(Sample.pro, true)
        bench.pays(true, buyer)
        let paid = try bench.state[bench.index(of: buyer, to: Sample.pro)].latest.id
        try bench.perform { $0.decideRefund(of: paid, .other) }
        let theme = try bench.buy(Sample.theme, for: buyer).transaction.id
        try bench.perform { $0.decideRefund(of: theme, .other) }
        try bench.perform { $0.decideRefundReversal(of: theme) }
        for customer in [buyer, member, late] { bench.perform { $0.decideErasure(ofAll: customer) } }
        return bench
    }
}
