import OfferKitCore

/// Follows one life and checks the laws, event by event and command by command.
struct LifeAudit {
    private(set) var breaches: [LifeLaw.Breach] = []
    /// The state that follows from the log alone.
    private var machine: StoreMachine
    var replayed: StoreState { machine.state }
    private var read = 0
    private var place: (seed: UInt64, step: Int, command: LifeCommand)
    var books = Books()
    var chains: [SubscriptionIndex: ChainAudit] = [:]
    /// The shop before the last change of a base price.
    var pricesBefore: Shop?
    /// The subscription of the refund that the last event took back.
    var reinstated: SubscriptionIndex?
    private var introductions: Set<Introduction> = []
    private var nonces: Set<String> = []
    /// Whether the purchase confirmed last came with the developer's own decision on the introductory offer.
    private var isAllowedAnother = false

    private struct Introduction: Hashable {
        let customer: CustomerID
        let group: GroupIndex?
    }

    init(_ life: RandomLife, seed: UInt64) {
        machine = life.bench.initial
        place = (seed, -1, life.last)
        read(life.bench.log)
    }

    /// Checks a step: its events, its state, and its refusal.
    mutating func check(step: Int, of life: RandomLife, refusal: (any Error)?, before: StoreState) {
        place = (place.seed, step, life.last)
        let first = read
        read(life.bench.log)
        let state = life.bench.state
        if replayed != state { report(.replay, "differs in \(StateDifference.parts(replayed, state))") }
        if machine.agenda != life.bench.machine.agenda { report(.agenda, "is another one after a replay") }
        for work in life.bench.dueWork ?? [] where !work.hasOwner || work.events == 0 {
            report(.agenda, "\(work.item) came to \(work.events) events")
        }
        for subscription in state.ledger.subscriptions where subscription.isRetrying && !subscription.willAutoRenew {
            report(.retrying, "\(subscription.standing) of customer \(subscription.customer.rawValue)")
        }
        checkShares(in: state)
        if let refusal { check(refusal, left: life.bench.log[first...].map(\.kind), before, state) }
    }

    /// Checks, at the end of a life, the laws that would take too long after every step.
    mutating func checkEnd(of life: RandomLife) {
        let state = life.bench.state
        for customer in life.customers {
            let all = state.ledger.all.filter { $0.customer == customer && !$0.isErased }
            if state.transactions(of: customer) != all { report(.history, "customer \(customer.rawValue)") }
        }
    }

    mutating func report(_ law: LifeLaw, _ detail: String) {
        breaches.append(
            LifeLaw.Breach(law: law, seed: place.seed, step: place.step, command: place.command, detail: detail))
    }

    private mutating func read(_ log: [StoreEvent]) {
        for event in log[read...] {
            let before = replayed
            if !before.accepts(event) { report(.journal, "\(event)") }
            machine.apply(event)
            for broken in machine.brokenInvariants() { report(.invariants, "after \(event): \(broken)") }
            check(event, before)
        }
        read = log.count
    }

    private mutating func check(_ event: StoreEvent, _ before: StoreState) {
        if let fault = books.note(event, before) { report(.money, fault) }
        checkChain(event, before)
        switch event.kind {
        case .transactionMade(let record, _, _) where record.offerPeriod == 1:
            guard let terms = record.terms, replayed.offers[terms].type == .intro else { return }
            // A customer may have another one if the developer allows it (C-10).
            guard !isAllowedAnother else { return }
            let use = Introduction(customer: record.customer, group: replayed.shop[record.product].group)
            if !introductions.insert(use).inserted { report(.introductory, "\(use)") }
        case .accessShared(let record, _):
            guard let group = replayed.shop[record.product].group else { return }
            let share = before.families.share(of: record.customer, in: group)
            if let share, share.from != record.subscription, !share.isRevoked, before[share.from].hasService {
                report(.families, "\(record) although \(share) gives service")
            }
        case .transactionsErased(_, let customer, _):
            // A customer who never had a subscription may have its introductory offer (C-124).
            introductions = introductions.filter { use in
                guard use.customer == customer, let group = use.group else { return true }
                return replayed.subscription(of: customer, in: group) != nil
            }
        case .introductoryOfferReset(let index):
            // A tester allows another one (C-243).
            introductions.remove(Introduction(customer: before[index].customer, group: before.group(of: index)))
        case .purchaseConfirmed(let id, _):
            isAllowedAnother = before.desk[id]?.allowsIntroductoryOffer ?? false
        case .purchaseRequested(_, let claims):
            for claim in claims where !nonces.insert("\(claim.nonce)").inserted {
                report(.nonces, "\(claim.nonce)")
            }
        default: break
        }
    }

    // MARK: - Laws of whole commands

    private mutating func check(
        _ refusal: any Error, left events: [StoreEvent.Kind], _ before: StoreState, _ state: StoreState
    ) {
        var (allowed, most): (Set<PartialKeyPath<StoreState>>, Int) = ([], 0)
        if let refusal = refusal as? PurchaseRefusal {
            // A purchase is two commands, a request and an answer; each may have left its only event.
            (allowed, most) = ([\.desk], 2)
            // A failed charge is one of those that a test counts.
            if refusal == .paymentFailed { allowed.insert(\.charges) }
        } else if let refusal = refusal as? CodeRefusal {
            most = 1
            if refusal == .paymentFailed { allowed.insert(\.charges) }
        }
        if events.count > most { report(.refusals, "\(refusal) left \(events)") }
        guard before != state else { return }
        let changed = StateDifference.parts(before, state)
        if !changed.isSubset(of: allowed) { report(.refusals, "\(refusal) changed \(changed)") }
        if before.desk.tokenCount != state.desk.tokenCount { report(.refusals, "\(refusal) left an account token") }
    }

    private mutating func checkShares(in state: StoreState) {
        for (member, share) in state.allShares where !share.isRevoked && state[share.from].hasService {
            let owner = state[share.from].customer
            if !state.families.relatives(of: member).contains(owner) {
                report(.families, "\(member.rawValue) has what \(owner.rawValue) bought")
            }
            let (shared, bought) = (state.ledger[share.latest], state[share.from].latest)
            if shared?.expires != bought.expires || shared?.product != bought.product {
                report(.families, "\(member.rawValue) has \(String(describing: shared?.expires)) of another period")
            }
        }
    }
}

extension StoreState {
    /// Every present or former share of a family member.
    fileprivate var allShares: [(member: CustomerID, share: Families.Share)] {
        customers.ids.flatMap { member in
            shop.groups.indices.compactMap { group in
                families.share(of: member, in: GroupIndex(group)).map { (member, $0) }
            }
        }
    }
}

/// The differences between two states.
enum StateDifference {
    /// Every part of a state, with its comparison.
    private static var parts: [(PartialKeyPath<StoreState>, (StoreState, StoreState) -> Bool)] {
        [
            part(\.setup), part(\.settings), part(\.now), part(\.shop), part(\.keyring), part(\.codes),
            part(\.customers),
            part(\.families), part(\.ledger), part(\.ownerships), part(\.adjustments), part(\.charges),
            part(\.priceRises), part(\.offers), part(\.desk), part(\.mail), part(\.outbox), part(\.counted),
        ]
    }

    static var count: Int { parts.count }

    /// Returns the parts that differ.
    static func parts(_ a: StoreState, _ b: StoreState) -> Set<PartialKeyPath<StoreState>> {
        Set(parts.filter { !$0.1(a, b) }.map(\.0))
    }

    private static func part<Part: Equatable>(
        _ path: KeyPath<StoreState, Part>
    ) -> (PartialKeyPath<StoreState>, (StoreState, StoreState) -> Bool) {
        (path, { $0[keyPath: path] == $1[keyPath: path] })
    }
}
