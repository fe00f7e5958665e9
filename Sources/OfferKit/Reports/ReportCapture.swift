import OfferKitCore
import OfferKitReports

/// Turns the store's events into those that reports read, one after another (C-191).
///
/// What a purchase is depends on how the subscription stood before: the caller says that, because a log is read long
/// after.
struct ReportCapture: Sendable {
    /// The state of a subscription before an event.
    struct Standing {
        /// The subscription's latest transaction.
        var latest: TransactionRecord
        /// Whether the subscription ran: in service, in grace or in billing retry.
        var isRunning: Bool
    }

    /// The names that the numbers in the events stand for.
    private(set) var names = ReportNames()
    /// The places of products, offers and storefronts in the names, by the store's own numbers; they are asked for at
    /// each event.
    private var products: [Int] = []
    private var offers: [Int] = []
    private var storefronts: [StorefrontIndex: Int] = [:]
    private var lastStorefront: (storefront: StorefrontIndex, place: Int)?
    /// The subscription whose failed renewal is made good by the transaction that follows.
    private var recovering: SubscriptionIndex?
    /// The latest request for a refund by its number in the log: auto-renew may be turned off right after it, and for
    /// it.
    private var refundRequest: (number: Int, subscription: SubscriptionIndex?)?
    /// The purchases whose sheets are open.
    private var attempts: [AttemptID: PurchaseAttempt] = [:]

    /// Adds the reports' events for an event of the store; none for one that reports do not read.
    ///
    /// - Parameters:
    ///   - event: What happened.
    ///   - number: Its place in the log.
    ///   - state: The store, at that time or later: names and transactions are read off it.
    ///   - standing: How a subscription stood before; nil for one that did not exist.
    ///   - events: Gets the events.
    mutating func note(
        _ event: StoreEvent, number: Int, in state: __shared StoreState,
        standing: (SubscriptionIndex) -> Standing?, into events: inout [ReportEvent]
    ) {
        var new = ReportEvent(number: number, at: event.instant, .clockMoved)
        switch event.kind {
        case .transactionMade(let record, _, _):
            fill(&new, with: record, in: state)
            new.kind = kind(of: record, &new, standing, in: state)
        case .transactionsErased(let ids, let customer, _):
            return erase(ids, of: customer, new, standing, in: state, into: &events)
        default:
            guard describe(event.kind, &new, standing, in: state) else { return }
        }
        events.append(new)
    }

    // MARK: - Transactions

    /// Returns the kind of a new transaction's event, and notes what it replaced.
    private mutating func kind(
        of record: TransactionRecord, _ new: inout ReportEvent, _ standing: (SubscriptionIndex) -> Standing?,
        in state: __shared StoreState
    ) -> ReportEvent.Kind {
        guard let index = record.subscription else { return .purchased }
        let before = standing(index)
        if let before, before.latest.originalID == record.originalID, !before.latest.isErased {
            new.replaced = ReportEvent.Replaced(
                transaction: before.latest.id, product: place(of: before.latest.product, in: state),
                offer: before.latest.terms.map { place(of: $0, in: state) })
        }
        if recovering == index {
            recovering = nil
            return .recovered
        }
        if record.isRenewal { return .renewed }
        if before?.isRunning ?? false { return .planChanged }
        return record.id == record.originalID ? .subscribed : .resubscribed
    }

    /// Adds an event for each chain of a customer's transactions that is taken out, or loses its latest.
    ///
    /// The first transaction takes the subscription along; without its latest a subscription is over, and without another it
    /// goes on (C-124).
    private mutating func erase(
        _ ids: [TransactionID], of customer: CustomerID, _ event: ReportEvent,
        _ standing: (SubscriptionIndex) -> Standing?,
        in state: __shared StoreState, into events: inout [ReportEvent]
    ) {
        var latest: [TransactionID: TransactionRecord] = [:]
        for record in ids.compactMap({ state.ledger[$0] }) {
            let other = latest[record.originalID] ?? record
            latest[record.originalID] = other.id > record.id ? other : record
        }
        for (_, record) in latest.sorted(by: { $0.key < $1.key }) {
            var new = event
            new.kind = .erased
            if !record.isFamilyShared, !ids.contains(record.originalID) {
                guard let running = record.subscription.flatMap(standing), running.isRunning,
                    running.latest.id == record.id
                else { continue }
                new.kind = .lapsed
            }
            fill(&new, with: record, in: state)
            if new.kind == .lapsed {
                new.reason = names.place(ofReason: ReportEvent.erasedReason)
                new.endInstant = new.instant
            }
            new.amount = nil
            new.customer = customer.rawValue
            events.append(new)
        }
    }

    // MARK: - Everything else

    /// Describes an event that makes no transaction; false for one that reports do not read.
    private mutating func describe(
        _ kind: StoreEvent.Kind, _ new: inout ReportEvent, _ standing: (SubscriptionIndex) -> Standing?,
        in state: __shared StoreState
    ) -> Bool {
        switch kind {
        case .clockMoved: new.kind = .clockMoved
        case .customerAdded(let id): new.set(.customerAdded, id)
        case .paymentMethodChanged(let id, let method, _):
            new.set(.paymentMethodChanged, id)
            new.reason = names.place(ofReason: method.word)
        case .familyMemberAdded(let id, _): new.set(.familyMemberAdded, id)
        case .familyMemberRemoved(let id): new.set(.familyMemberRemoved, id)
        case .subscriptionRecovered(let index, _):
            recovering = index
            return false
        case .accessShared(let record, _):
            fill(&new, with: record, in: state)
            new.kind = .accessShared
        case .refundRequested(let id):
            refundRequest = (new.number, state.ledger[id]?.subscription)
            fill(&new, .refundRequested, id, standing, in: state)
        case .refundDeclined(let id): fill(&new, .refundDeclined, id, standing, in: state)
        case .refundReversed(let id, _, _): fill(&new, .refundReversed, id, standing, in: state)
        case .accessRevoked(let id): fill(&new, .accessRevoked, id, standing, in: state)
        case .transactionFinished(let id): fill(&new, .transactionFinished, id, standing, in: state)
        case .transactionRefunded(let id, let reason, let refund, _, _):
            fill(&new, .refunded, id, standing, in: state)
            new.amount = state.settings.pace.charged(refund)
            new.reason = names.place(ofReason: reason.word)
        case .transactionUpgraded(let id, _, let refund):
            fill(&new, .periodProrated, id, standing, in: state)
            new.amount = state.settings.pace.charged(refund)
        case .purchaseRequested, .purchaseDeferred, .purchaseConfirmed, .purchaseRefused, .codeRedeemed, .codeRefused:
            return describePurchase(kind, &new, in: state)
        default: return describeSubscription(kind, &new, standing, in: state)
        }
        return true
    }

    private mutating func describePurchase(
        _ kind: StoreEvent.Kind, _ new: inout ReportEvent, in state: __shared StoreState
    ) -> Bool {
        switch kind {
        case .purchaseRequested(let attempt, _):
            attempts[attempt.id] = attempt
            fill(&new, .purchaseRequested, attempt, in: state)
        case .purchaseConfirmed(let id, _):
            attempts[id] = nil
            return false
        case .purchaseDeferred(let id, let wait):
            // One that was requested before anybody wanted events is known to the store.
            let requested = attempts[id] ?? state.desk.openAttempts.first { $0.id == id }
            guard let attempt = requested else { return false }
            fill(&new, .purchaseDeferred, attempt, in: state)
            new.reason = names.place(ofReason: wait.word)
        case .purchaseRefused(let refused):
            // What never came to a sheet is known by its product alone.
            let open = attempts[refused.attempt] ?? state.desk.openAttempts.first { $0.id == refused.attempt }
            attempts[refused.attempt] = nil
            if let open { fill(&new, .purchaseRefused, open, in: state) }
            new.set(.purchaseRefused, refused.customer)
            new.product = state.shop.place(of: refused.product).map { place(of: $0, in: state) }
            new.reason = names.place(ofReason: refused.refusal.code)
        case .codeRedeemed(let id, let code):
            new.set(.codeRedeemed, id)
            new.product = state.codes[code].map { place(of: $0.product, in: state) }
        case .codeRefused(let id, let code, let refusal):
            new.set(.codeRefused, id)
            new.reason = names.place(ofReason: refusal.code)
            // A code that was none then may have been created since.
            if case .unknownCode = refusal { return true }
            new.product = state.codes[code].map { place(of: $0.product, in: state) }
        default: return false
        }
        return true
    }

    private mutating func describeSubscription(
        _ kind: StoreEvent.Kind, _ new: inout ReportEvent, _ standing: (SubscriptionIndex) -> Standing?,
        in state: __shared StoreState
    ) -> Bool {
        guard let (index, name) = kind.aboutSubscription, let before = standing(index) else { return false }
        fill(&new, with: before.latest, in: state)
        new.kind = name
        new.amount = nil
        switch kind {
        case .autoRenewChanged(of: let index, isOn: false, asksAgain: _):
            if !before.isRunning {
                new.reason = names.place(ofReason: "refunded")
            } else if let request = refundRequest, request.number == new.number - 1, request.subscription == index {
                new.reason = names.place(ofReason: "refundRequested")
            }
        case .renewalPlanned(_, let next, _):
            new.replaced = ReportEvent.Replaced(
                transaction: before.latest.id, product: place(of: before.latest.product, in: state),
                offer: before.latest.terms.map { place(of: $0, in: state) })
            new.product = place(of: next.product, in: state)
            new.offer = next.terms.map { place(of: $0, in: state) }
            new.offerCharge = 0
        case .renewalFailed(_, let failure, let grace, let retry, _):
            new.reason = names.place(ofReason: failure.word)
            (new.graceEndInstant, new.endInstant) = (grace, retry)
        case .recoveryFailed(_, let failure, _): new.reason = names.place(ofReason: failure.word)
        case .customerContacted(_, let channel): new.reason = names.place(ofReason: channel.word)
        case .subscriptionLapsed(_, let reason, let date):
            new.reason = names.place(ofReason: reason.word)
            new.endInstant = date
        case .renewalExtended(_, let until): new.endInstant = until
        case .periodEnded: new.endInstant = new.instant
        default: break
        }
        return true
    }

    // MARK: - Names

    private mutating func fill(
        _ new: inout ReportEvent, _ kind: ReportEvent.Kind, _ attempt: PurchaseAttempt, in state: __shared StoreState
    ) {
        new.set(kind, attempt.customer)
        new.product = place(of: attempt.product, in: state)
        new.storefront = StorefrontIndex(of: attempt.territory).map { place(of: $0) }
        new.quantity = attempt.quantity
        new.offer = attempt.terms.map { names.place(of: ReportNames.Offer($0)) }
    }

    private mutating func fill(
        _ new: inout ReportEvent, _ kind: ReportEvent.Kind, _ id: TransactionID,
        _ standing: (SubscriptionIndex) -> Standing?, in state: __shared StoreState
    ) {
        new.kind = kind
        new.transaction = id
        guard let found = state.ledger[id] else { return }
        // The end of a running period may have been moved since.
        let latest = found.isFamilyShared ? nil : found.subscription.flatMap(standing)?.latest
        fill(&new, with: latest?.id == id ? latest ?? found : found, in: state)
        new.amount = nil
    }

    private mutating func fill(
        _ new: inout ReportEvent, with record: TransactionRecord, in state: __shared StoreState
    ) {
        new.customer = record.customer.rawValue
        new.transaction = record.id
        if let index = record.subscription {
            new.subscription = record.originalID
            // A family member's share is no subscription of its own.
            if !record.isFamilyShared { new.subscriptionPlace = index.index }
        }
        new.product = place(of: record.product, in: state)
        new.storefront = place(of: record.storefront)
        new.amount = state.settings.pace.charged(record.price)
        new.quantity = Int(record.quantity)
        if let terms = record.terms {
            new.offer = place(of: terms, in: state)
            new.offerCharge = Int(record.offerPeriod)
        }
        new.startInstant = record.purchased
        new.endInstant = record.expires
    }

    private mutating func place(of product: ProductIndex, in state: __shared StoreState) -> Int {
        if product.index < products.count, products[product.index] >= 0 { return products[product.index] }
        while products.count <= product.index { products.append(-1) }
        products[product.index] = names.place(of: ReportNames.Product(product, in: state.shop))
        return products[product.index]
    }

    private mutating func place(of terms: TermsIndex, in state: __shared StoreState) -> Int {
        if terms.index < offers.count, offers[terms.index] >= 0 { return offers[terms.index] }
        while offers.count <= terms.index { offers.append(-1) }
        offers[terms.index] = names.place(of: ReportNames.Offer(state.offers[terms]))
        return offers[terms.index]
    }

    private mutating func place(of storefront: StorefrontIndex) -> Int {
        if let last = lastStorefront, last.storefront == storefront { return last.place }
        let place = storefronts[storefront] ?? names.place(of: ReportNames.Storefront(storefront.territory))
        storefronts[storefront] = place
        lastStorefront = (storefront, place)
        return place
    }
}

extension ReportEvent {
    fileprivate mutating func set(_ kind: Kind, _ customer: CustomerID) {
        self.kind = kind
        self.customer = customer.rawValue
    }
}

extension StoreEvent.Kind {
    /// The subscription that an event is about, and the event's kind in reports; nil for one that is about none, or
    /// that reports do not read.
    fileprivate var aboutSubscription: (SubscriptionIndex, ReportEvent.Kind)? {
        switch self {
        case .autoRenewChanged(let index, let isOn, _): (index, isOn ? .autoRenewTurnedOn : .autoRenewTurnedOff)
        case .renewalPlanned(let index, _, _): (index, .renewalPlanned)
        case .renewalAnnounced(let index): (index, .renewalAnnounced)
        case .paymentUpdateAsked(let index): (index, .paymentUpdateAsked)
        case .renewalFailed(let index, _, _, _, _): (index, .renewalFailed)
        case .customerContacted(let index, _): (index, .customerContacted)
        case .graceEnded(let index): (index, .graceEnded)
        case .recoveryFailed(let index, _, _): (index, .recoveryFailed)
        case .subscriptionLapsed(let index, _, _): (index, .lapsed)
        case .periodEnded(let index): (index, .periodEnded)
        case .priceRiseNotified(let index, _): (index, .priceIncreaseNotified)
        case .priceRiseAgreed(let index): (index, .priceIncreaseAgreed)
        case .renewalExtended(let index, _): (index, .renewalExtended)
        default: nil
        }
    }
}

extension Pace {
    /// Returns the part of an amount that reports count: nothing where nothing is charged (C-247).
    fileprivate func charged(_ amount: Amount) -> Amount { isFreeOfCharge ? .zero : amount }
}
