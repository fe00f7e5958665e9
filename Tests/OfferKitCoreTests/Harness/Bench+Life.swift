import OfferKitCore
import OfferKitEssentials

/// Lives as short texts, so that a table can hold the rules' results for each.
extension Bench {
    /// Makes a bench whose store writes to nobody, so that lives read without letters.
    static func quiet(
        adding offers: [String: [Catalog.Offer]] = [:], at start: String = "2026-01-10T09:00:00Z"
    ) throws -> Bench {
        var rules = StoreRules.documents
        rules.outreach = .none
        return try Bench(adding: offers, rules: rules, at: start)
    }

    /// Returns the customer's own transactions in a product's group, the oldest first.
    ///
    /// Each has start, end, product, price, reason, the offer with the charge's number, and its later changes.
    func life(of customer: CustomerID, in product: String = Sample.pro) throws -> [String] {
        let index = try index(of: customer, to: product)
        return state.ledger.all.filter { $0.subscription == index && !$0.isFamilyShared }.map { line($0) }
    }

    func line(_ record: TransactionRecord) -> String {
        var words = ["\(day(record.purchased))…\(record.expires.map { day($0) } ?? "")"]
        words += [state.shop[record.product].product.id, "\(record.price)", "\(record.reason)"]
        if let terms = offer(of: record) { words.append("\(terms.type) \(record.offerPeriod)/\(terms.periodCount)") }
        if record.isUpgraded { words.append("upgraded") }
        if record.isRevoked { words.append("refunded") }
        return words.joined(separator: " ")
    }

    /// Returns the standing of the customer's subscription, as a short text.
    func standing(of customer: CustomerID, in product: String = Sample.pro) throws -> String {
        switch try subscription(of: customer, to: product).standing {
        case .active(let until): "active until \(day(until))"
        case .inGrace(let until, let retry): "grace until \(day(until)), retry until \(day(retry))"
        case .inRetry(let until, let failure): "retry until \(day(until)), \(failure)"
        case .lapsed(let on, let reason): "lapsed \(day(on)), \(reason)"
        case .revoked(let on, let until): "revoked \(day(on)), until \(day(until))"
        }
    }

    /// Returns the next renewal's charge, as a short text: product, price, and the offer with the charge's number.
    func coming(of customer: CustomerID, in product: String = Sample.pro) throws -> String {
        guard let charge = state.nextCharge(of: try index(of: customer, to: product)) else { return "nothing" }
        let name = state.shop[charge.product].product.id
        guard let terms = charge.terms.map({ state.offers[$0] }) else { return "\(name) \(charge.price)" }
        return "\(name) \(charge.price) \(terms.type) \(charge.offerPeriod)/\(terms.periodCount)"
    }

    /// Returns the events since a place in the log, each with its day; mere preparations are left out.
    func happenings(since count: Int = 0) -> [String] {
        log[count...].compactMap { event in text(event.kind).map { "\(day(event.instant)) \($0)" } }
    }

    private func text(_ kind: StoreEvent.Kind) -> String? {
        switch kind {
        case .transactionMade(let record, _, _): "\(record.reason) \(record.id) at \(record.price)"
        case .transactionUpgraded(let id, _, let refund): "upgraded \(id), back \(refund)"
        case .transactionRefunded(let id, let reason, let refund, _, _): "refunded \(id) \(reason), back \(refund)"
        case .autoRenewChanged(_, let isOn, _): "renewal \(isOn ? "on" : "off")"
        case .renewalPlanned(_, let next, _): "planned \(state.shop[next.product].product.id)"
        case .renewalAnnounced: "announced"
        case .paymentUpdateAsked: "asked for payment"
        case .renewalFailed(_, let failure, let grace, let retry, _):
            "failed \(failure), grace \(grace.map { day($0) } ?? "none"), retry \(day(retry))"
        case .customerContacted(_, let channel): "\(channel)"
        case .graceEnded: "grace ended"
        case .subscriptionRecovered: "recovered"
        case .recoveryFailed(_, let failure, _): "attempt failed \(failure)"
        case .subscriptionLapsed(_, let reason, _): "lapsed \(reason)"
        case .priceRiseNotified(_, let needsConsent): "told of a rise, \(needsConsent ? "asked" : "not asked")"
        case .priceRiseAgreed: "agreed"
        case .refundRequested(let id): "refund of \(id) asked"
        case .refundDeclined(let id): "refund of \(id) declined"
        case .refundReversed(let id, _, _): "refund of \(id) reversed"
        case .renewalExtended(_, let until): "extended until \(day(until))"
        case .accessShared(let record, _): "shared \(record.id)"
        case .accessRevoked(let id): "unshared \(id)"
        case .codeRedeemed: "code"
        default: nil
        }
    }

    // MARK: - Commands for tests of lives

    mutating func autoRenew(_ isOn: Bool, _ customer: CustomerID, in group: String = Sample.premium) throws {
        try perform { $0.decideAutoRenew(isOn, of: customer, in: group) }
    }

    mutating func pays(_ pays: Bool, _ customer: CustomerID) {
        perform { $0.customers.decidePaymentMethod(pays ? .working : .declining, of: customer, $0.ledger, $0.shop) }
    }

    mutating func setGrace(_ grace: BillingGracePeriod?) { perform { $0.settings.decideGracePeriod(grace) } }

    mutating func setPace(_ pace: Pace) { perform { $0.settings.decidePace(pace) } }

    mutating func sell(_ product: String, _ isForSale: Bool) throws {
        try perform { $0.shop.decideSale(of: product, isForSale: isForSale, $0.charges, $0.ledger) }
    }

    mutating func price(_ product: String, _ amount: Amount, _ policy: PriceIncreasePolicy = .automatic) throws {
        try perform { $0.decideBasePrice(of: product, Decimal(amount), in: nil, policy: policy) }
    }

    mutating func failNext(_ count: Int, _ customer: CustomerID) {
        perform { state in
            state.charges.decideChargePlan(of: customer, among: state.customers, at: state.now) { $0.failNext = count }
        }
    }
}

/// Returns the day of an instant at 09:00 UTC, when lives on the bench begin; else the instant in full.
func day(_ instant: Instant) -> String {
    let text = instant.description
    return text.hasSuffix("T09:00:00Z") ? String(text.dropLast("T09:00:00Z".count)) : text
}

/// Returns the instant of a day at 09:00 UTC, or of a text in full.
func morning(_ text: String) -> Instant {
    at(text.contains("T") ? text : text + "T09:00:00Z")
}
