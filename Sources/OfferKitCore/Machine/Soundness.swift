// The checks of a state that came from outside, before anybody works with it: events and decisions trust every place
// and count in a state, because they wrote them themselves.

extension StoreState {
    /// The fault of this state, as a sentence that names the place; nil for a state that a store can have.
    package func fault() -> String? {
        if let fault = settings.fault() ?? shop.fault() ?? keyring.fault(until: now) ?? customers.fault() {
            return fault
        }
        guard ledger.keepsAll == (setup.retention != .liveOnly) else {
            return "The store keeps other transactions than its setup says."
        }
        guard setup.opened <= now, now <= .endOfClock else {
            return "The store opened at \(setup.opened), and its clock stands at \(now)."
        }
        guard ledger.firstID == setup.firstTransactionID else {
            return "The first transaction has another number than the store was opened with."
        }
        guard setup.rules.numbersFromZero == (counted != nil) else {
            return "Apps see other numbers than the store's rules say."
        }
        let ledgerFault =
            counted?.fault(ledger, desk)
            ?? ledger.fault(customers, shop, until: now, isPossible: { isPossible($0) }, { isPossible($0) })
        if let fault = ledgerFault ?? offers.fault(customers, shop) ?? ownerships.fault(in: ledger, shop) {
            return fault
        }
        let adjustmentsFault = adjustments.fault(in: ledger, shop, from: setup.opened, until: now)
        if let fault = adjustmentsFault ?? families.fault(customers, ledger, shop, until: now) { return fault }
        if let fault = charges.fault(customers, ledger, until: now) ?? priceRises.fault(ledger, shop, until: now) {
            return fault
        }
        if let fault = codes.fault(in: shop) ?? desk.fault(customers, shop, until: now) { return fault }
        return mail.fault(knows, customers) ?? outbox.fault(knows) ?? revokedFault() ?? standingFault()
            ?? brokenInvariants().first
    }

    /// The fault of a transaction that is marked as taken back, and has no date of it.
    private func revokedFault() -> String? {
        let wrong = ledger.all.first { $0.isRevoked && adjustments.revocation(of: $0.id) == nil }
        return wrong.map { "Transaction \($0.id) was revoked, and nothing says when." }
    }

    /// The fault of a subscription whose standing contradicts its latest transaction, or the clock.
    private func standingFault() -> String? {
        let row = ledger.subscriptions.first { row in
            switch row.standing {
            case .active, .inGrace, .inRetry: row.latest.isUpgraded || row.latest.isRevoked
            case .lapsed(let date, _): date > now
            case .revoked(let date, let until):
                adjustments.revocation(of: row.latest.id)?.date != date || row.latest.end != until
            }
        }
        return row.map {
            "The subscription of transaction \($0.latest.id) has a standing that contradicts it, or the clock."
        }
    }

    func knows(_ message: StoreMessage) -> Bool {
        customers.contains(message.customer) && message.subscription.map { ledger.contains($0) } ?? true
            && message.offer.map { shop.contains($0.product) } ?? true
    }

    private func isPossible(_ facts: RenewalFacts) -> Bool {
        shop.renews(facts.product) && shop.renews(facts.current) && has(facts.terms) && facts.renewalDate <= .endOfClock
            && facts.token.map { $0.index < desk.tokenCount } ?? true
    }

    /// Returns whether all that a notification names exists.
    func knows(_ notification: NotificationRecord) -> Bool {
        let subscription = notification.transaction?.record.subscription
        return notification.date <= .endOfClock && notification.id.cause >= 0
            && notification.transaction.map { isPossible($0.record) && $0.record.id <= ledger.last } ?? true
            && subscription.map(ledger.contains) ?? true
            && notification.renewal.map { subscription != nil && isPossible($0) } ?? true
            && notification.receipt.map(isPossible) ?? true
            && notification.summary.map { $0.isPossible(shop, subscriptions: ledger.subscriptionCount) } ?? true
    }

    private func isPossible(_ receipt: ReceiptFacts) -> Bool {
        receipt.transactions.count <= ReceiptFacts.most && receipt.transactions.allSatisfy { $0 <= ledger.last }
            && receipt.revocations.keys.allSatisfy(receipt.transactions.contains)
            && receipt.others.allSatisfy { facts in
                let record = facts.latest.record
                return isPossible(record) && record.id <= ledger.last && isPossible(facts.renewal)
                    && record.subscription.map(ledger.contains) ?? false
            }
    }

    func has(_ place: TermsIndex?) -> Bool { place.map { $0.index < offers.termsCount } ?? true }

    func isPossible(_ next: NextRenewal) -> Bool { shop.renews(next.product) && has(next.terms) }

    /// Returns whether all that a transaction names exists; its subscription may be one that it begins.
    func isPossible(_ record: TransactionRecord) -> Bool {
        guard customers.contains(record.customer), shop.contains(record.product), has(record.terms),
            record.token.map({ $0.index < desk.tokenCount }) ?? true,
            // A chain leads to older transactions, so that it does not run in a circle.
            record.previous < record.id, record.originalID <= record.id, record.originalID > 0,
            .zero...Amount.largest.multiplied(by: 10) ~= record.price, 1...10 ~= record.quantity
        else { return false }
        // Periods alone have an end, and every transaction of a subscription is one.
        guard record.subscription != nil else {
            return record.expires == nil && !record.isFamilyShared && shop[record.product].group == nil
        }
        return record.expires.map { $0 <= .endOfClock } ?? false && shop.renews(record.product)
    }
}

extension StoreMachine {
    /// The fault of a store that came from outside; nil for one that can go on.
    package func fault() -> String? {
        if let fault = state.fault() { return fault }
        guard let item = agenda.first, item.due < state.now else { return nil }
        return switch item {
        case .paymentMethod(let customer, let due): "The charge plan of \(customer) has a change at \(due), before now."
        case .subscription(let index, let due): "What is due of subscription \(index.rawValue) was due at \(due)."
        }
    }
}

extension StoreMachine: Codable {
    private enum CodingKeys: CodingKey {
        case state, looksAhead
    }

    /// Reads a state, which must be possible, and makes its agenda.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let state = try container.decode(StoreState.self, forKey: .state)
        if decoder.isJudging, let fault = state.fault() {
            throw DecodingError.dataCorruptedError(forKey: .state, in: container, debugDescription: fault)
        }
        let planned = try container.decode(SideTable<SubscriptionIndex, LookAhead>.self, forKey: .looksAhead)
        guard decoder.isJudging else {
            self.init(rehearsing: state, only: nil)
            return
        }
        if let stray = planned.first(breaking: { index, _ in state.ledger.contains(index) }) {
            throw DecodingError.dataCorruptedError(
                forKey: .looksAhead, in: container,
                debugDescription: "Subscription \(stray.key.rawValue) does not exist, and is to be looked at.")
        }
        self.init(state, planned: planned.ordered.map { ($0.key, $0.value) })
    }

    /// Writes the state, and the part of the agenda that does not follow from it.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(state, forKey: .state)
        var planned = SideTable<SubscriptionIndex, LookAhead>()
        for (index, look) in agenda.planned where state.stillPlanned(look, of: index) == look { planned[index] = look }
        try container.encode(planned, forKey: .looksAhead)
    }
}
