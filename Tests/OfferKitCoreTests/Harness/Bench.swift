import Foundation
import OfferKitCore
import Testing

/// A store's state on the bench: commands record events, which are applied and kept, and laws can be checked over it.
struct Bench {
    /// Bytes of the length of a public key; nothing here is verified with it.
    static func publicKey(_ last: UInt8 = 0) -> [UInt8] { [4] + Array(repeating: last, count: 64) }

    /// The state before any event.
    var initial: StoreMachine { origin.machine }
    private let origin: Held
    /// The catalogue of the store.
    let catalog: Catalog
    private(set) var machine: StoreMachine {
        _read { yield held.machine }
        _modify {
            if !isKnownUniquelyReferenced(&held) { held = Held(held.machine) }
            yield &held.machine
        }
    }
    var state: StoreState { held.machine.state }
    private var held: Held
    private(set) var log: [StoreEvent] = []
    /// The number of events, except moves of the clock and notifications; every decision asks for it.
    private(set) var happened = 0
    /// The items that fell due since the last look, where a test wants them.
    var dueWork: [DueWork]?
    private var nonces = 0

    init(
        _ catalog: Catalog, rules: StoreRules = .documents, at start: String = "2026-01-10T09:00:00Z",
        keeping retention: HistoryRetention = .everything
    ) throws {
        let setup = StoreSetup(
            bundleID: "com.example.app", rules: rules, retention: retention, startingAt: at(start))
        origin = Held(StoreMachine(StoreState(setup, selling: catalog)))
        self.catalog = catalog
        held = origin
        try perform { $0.keyring.decideKey(id: "KEY1", publicKey: Bench.publicKey()) }
    }

    /// A bench with the sample shop and more offers on some of its subscriptions.
    init(
        adding offers: [String: [Catalog.Offer]] = [:], rules: StoreRules = .documents,
        at start: String = "2026-01-10T09:00:00Z"
    ) throws {
        try self.init(Sample.catalog(adding: offers), rules: rules, at: start)
    }

    /// A machine held by reference: it has a hundred parts, and every file that copies a bench would be compiled with code
    /// that copies each of them.
    private final class Held {
        var machine: StoreMachine

        init(_ machine: StoreMachine) { self.machine = machine }
    }

    /// Records events, and checks the invariants after each; amid a past that is made up they need not hold (C-125).
    mutating func record(_ kinds: [StoreEvent.Kind], at instant: Instant? = nil, isHistory: Bool = false) {
        for (place, kind) in kinds.enumerated() {
            let event = StoreEvent(at: instant ?? state.now, kind)
            machine.apply(event)
            log.append(event)
            if kind.isCounted { happened += 1 }
            guard machine.isSmall, !isHistory || place + 1 == kinds.count else { continue }
            for broken in machine.brokenInvariants() { Issue.record("After \(event): \(broken)") }
        }
    }

    @discardableResult
    mutating func perform<Outcome, Refusal>(
        _ decide: (StoreState) -> Decision<Outcome, Refusal>
    ) throws(Refusal) -> Outcome {
        let decision = decide(state)
        record(decision.events + notices(of: decision.events), isHistory: decision.makesHistory)
        catchUp(to: state.now)
        return try decision.result.get()
    }

    mutating func customer() -> CustomerID {
        perform { $0.customers.decideCustomer() }
    }

    /// Returns a claim with all its parts, as a good server answers; each has a new nonce.
    mutating func claim(_ offer: String) -> PaymentDiscount {
        PaymentDiscount(
            identifier: offer, keyIdentifier: "KEY1", nonce: newNonce(), signature: "c2lnbmVk",
            timestamp: state.now.millisecondsSince1970)
    }

    /// Returns a new nonce.
    mutating func newNonce() -> UUID {
        nonces += 1
        return Bench.nonce(nonces)
    }

    /// Returns a UUID of version 4, with a number as its last digits.
    static func nonce(_ number: Int) -> UUID {
        let bytes = withUnsafeBytes(of: UInt32(number).bigEndian) { Array($0) }
        return UUID(
            uuid: (
                0x5F, 0x2A, 0x9C, 0x1E, 0x7B, 0x3D, 0x4E, 0x8F, 0x9A, 0x01, 0, 0, bytes[0], bytes[1], bytes[2], bytes[3]
            ))
    }

    /// The nonces of this bench's making that have been used up.
    var spentNonces: [UUID] { spentNonces(in: state) }

    /// The nonces of this bench's making that had been used up in a state.
    func spentNonces(in state: StoreState) -> [UUID] {
        (0..<nonces).map { Bench.nonce($0 + 1) }.filter(state.desk.hasSpent)
    }

    // MARK: - Purchases

    /// Opens a payment sheet.
    mutating func request(
        _ request: PurchaseRequest, evidence: SignatureEvidence = .verifies,
        eligibilityEvidence: SignatureEvidence = .verifies
    ) throws(PurchaseRefusal) -> AttemptID {
        try perform { $0.decide(request, evidence: evidence, eligibilityEvidence: eligibilityEvidence) }.id
    }

    mutating func confirm(_ attempt: AttemptID) throws(PurchaseRefusal) -> PurchaseOutcome {
        try perform { $0.decideConfirmation(of: attempt) }
    }

    /// Opens a payment sheet and confirms it.
    mutating func buy(
        _ request: PurchaseRequest, evidence: SignatureEvidence = .verifies
    ) throws(PurchaseRefusal) -> PurchaseOutcome {
        let attempt = try self.request(request, evidence: evidence)
        return try confirm(attempt)
    }

    /// Buys at the base price, or with the introductory offer.
    @discardableResult
    mutating func buy(
        _ product: String, for customer: CustomerID, in territory: Territory = "USA"
    ) throws(PurchaseRefusal) -> PurchaseOutcome {
        try buy(PurchaseRequest(customer: customer, productID: product, territory: territory))
    }

    /// Buys in the same way and turns auto-renew off, so that the subscription ends with its period.
    @discardableResult
    mutating func buyOnce(
        _ product: String, for customer: CustomerID, in territory: Territory = "USA"
    ) throws -> PurchaseOutcome {
        let outcome = try buy(product, for: customer, in: territory)
        try turnOff(product, for: customer)
        return outcome
    }

    /// Turns auto-renew off for the customer in the product's group.
    mutating func turnOff(_ product: String, for customer: CustomerID) throws {
        let group = try #require(state.shop.place(of: product).flatMap { state.shop[$0].group })
        try perform { $0.decideAutoRenew(false, of: customer, in: $0.shop.groupID(group)) }
    }

    /// Buys with a promotional offer whose signature is valid.
    @discardableResult
    mutating func buy(
        _ product: String, promo offer: String, for customer: CustomerID, in territory: Territory = "USA"
    ) throws(PurchaseRefusal) -> PurchaseOutcome {
        try buy(promotional(product, offer, for: customer, in: territory))
    }

    /// Buys with a win-back offer.
    @discardableResult
    mutating func buy(
        _ product: String, winBack offer: String, for customer: CustomerID, in territory: Territory = "USA"
    ) throws(PurchaseRefusal) -> PurchaseOutcome {
        try buy(PurchaseRequest(customer: customer, productID: product, territory: territory, offer: .winBack(offer)))
    }

    mutating func promotional(
        _ product: String, _ offer: String, for customer: CustomerID, in territory: Territory = "USA"
    ) -> PurchaseRequest {
        PurchaseRequest(
            customer: customer, productID: product, territory: territory, account: .userName("u1"),
            offer: .promotional(claim(offer)))
    }

    @discardableResult
    mutating func redeem(
        _ code: String, for customer: CustomerID, in territory: Territory = "USA"
    ) throws(CodeRefusal) -> PurchaseOutcome {
        try perform { $0.decideRedemption(of: code, by: customer, in: territory, canMakePayments: true) }
    }

    /// Makes one custom code, or some one-time codes, for an offer-code offer.
    mutating func makeCodes(
        _ texts: String..., for offer: String, of product: String, limit: Int? = nil, expires: Instant? = nil
    ) throws(CodeCreationRefusal) {
        let order = CodeOrder(
            productID: product, offer: offer, texts: texts, isOneTime: limit == nil, limit: limit ?? 1,
            expires: expires)
        try perform { OfferDesk($0).decide(order) }
    }

    // MARK: - Time

    /// Moves the clock: everything due on the way happens at its own instant.
    mutating func advance(to instant: Instant) {
        catchUp(to: instant)
        if state.now < instant { record([.clockMoved], at: instant) }
    }

    /// Carries out everything due, each item at its own instant.
    mutating func catchUp(to instant: Instant) {
        while let item = machine.agenda.first {
            var events: [StoreEvent.Kind] = []
            let hasOwner = dueWork == nil || DueWork.hasOwner(item, in: state)
            guard let due = machine.takeNextDue(until: instant, into: &events) else { return }
            dueWork?.append(DueWork(item: item, hasOwner: hasOwner, events: events.count))
            guard !events.isEmpty else {
                Issue.record("What was due at \(due) came to nothing, and stays due: \(item)")
                return
            }
            recordDue(events, at: due)
        }
    }

    mutating func advance(to text: String) {
        advance(to: at(text))
    }

    // MARK: - Look-ups

    /// Returns the customer's subscription in the group of a product.
    func subscription(of customer: CustomerID, to product: String) throws -> SeenSubscription {
        let index = try index(of: customer, to: product)
        return SeenSubscription(record: state[index], next: state.ledger.next(of: index))
    }

    /// Returns the beginning of its latest series without a long gap.
    func recentStart(of customer: CustomerID, to product: String) throws -> Instant {
        let index = try index(of: customer, to: product)
        return state.ledger.recentStart(of: index, for: state[index].latest, state.adjustments, state.settings.pace)
    }

    /// Returns the place of that subscription.
    func index(of customer: CustomerID, to product: String) throws -> SubscriptionIndex {
        let group = try #require(state.shop.place(of: product).flatMap { state.shop[$0].group })
        return try #require(state.subscription(of: customer, in: group))
    }

    /// Returns the charge of that subscription's next renewal.
    func nextCharge(of customer: CustomerID, to product: String) throws -> (terms: CapturedTerms?, price: Amount?) {
        let next = state.nextCharge(of: try index(of: customer, to: product))
        return (next?.terms.map { state.offers[$0] }, next?.price)
    }

    func eligibility(of customer: CustomerID, for type: OfferType, _ id: String?, on product: String) throws
        -> Eligibility
    {
        let place = try #require(state.shop.place(of: product))
        let offer = try #require(state.shop[place].offers(type).first { $0.id == id })
        return try #require(state.eligibility(of: customer, for: offer, on: place))
    }

    /// Returns the terms of a transaction's offer.
    func offer(of transaction: TransactionRecord) -> CapturedTerms? {
        transaction.terms.map { state.offers[$0] }
    }
}

/// A subscription as it is, with its next renewal.
@dynamicMemberLookup
struct SeenSubscription: Equatable {
    let record: SubscriptionRecord
    let next: NextRenewal

    subscript<Value>(dynamicMember path: KeyPath<SubscriptionRecord, Value>) -> Value { record[keyPath: path] }
}

/// An item of the agenda that fell due, and its result.
struct DueWork {
    let item: Agenda.Item
    /// Whether the item's owner still existed.
    let hasOwner: Bool
    let events: Int

    /// Returns whether the customer of an item exists, or its subscription runs.
    static func hasOwner(_ item: Agenda.Item, in state: StoreState) -> Bool {
        switch item {
        case .paymentMethod(let customer, _): state.customers.contains(customer)
        case .subscription(let index, _): state.ledger.contains(index) && state[index].isRunning
        }
    }
}

/// Returns the instant of a date in ISO 8601, read by Foundation; 1970 for any other text.
func at(_ text: String) -> Instant {
    let date = (try? Date(text, strategy: .iso8601)) ?? Date(timeIntervalSince1970: 0)
    return Instant(millisecondsSince1970: Int64(date.timeIntervalSince1970 * 1_000))
}

extension Bench {
    /// Returns the refusal of a purchase; nil for a success.
    ///
    /// The recorded events stay recorded.
    mutating func refusal<Outcome>(_ body: (inout Bench) throws -> Outcome) -> PurchaseRefusal? {
        refusal(PurchaseRefusal.self, body)
    }

    /// Returns the refusal of a code; nil for a success.
    mutating func codeRefusal<Outcome>(_ body: (inout Bench) throws -> Outcome) -> CodeRefusal? {
        refusal(CodeRefusal.self, body)
    }

    /// Returns the refusal of a command, for refusals of that type.
    mutating func refusal<Refusal: Error, Outcome>(
        _ type: Refusal.Type, _ body: (inout Bench) throws -> Outcome
    ) -> Refusal? {
        do {
            _ = try body(&self)
        } catch let refusal as Refusal {
            return refusal
        } catch {
            Issue.record("Another error than was asked for: \(error)")
        }
        return nil
    }
}

extension PurchaseRefusal {
    /// The diagnosis, in one line.
    var summary: String {
        switch self {
        case .invalidOfferIdentifier(let diagnosis):
            "\(diagnosis.offer) on \(diagnosis.product): \(diagnosis.reason)"
        case .invalidOfferPrice(let diagnosis):
            "\(diagnosis.offer) at \(diagnosis.offerPrice.priceText) against \(diagnosis.basePrice.priceText) in \(diagnosis.territory)"
        default: "\(self)"
        }
    }

    /// The causes of a refused signature; empty for other refusals.
    var causes: [SignatureCause] {
        guard case .invalidSignature(let diagnosis) = self else { return [] }
        return diagnosis.causes
    }
}
