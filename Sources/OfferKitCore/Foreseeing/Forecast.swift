/// The charges of one subscription if nobody does anything: the store's own future, on a copy of its state.
///
/// There is no second schedule. The copy decides and applies exactly what the store would, in the order of its agenda,
/// which holds this subscription alone; the charges are read from the events. So a quote is what is charged when the
/// clock gets there.
///
/// One thing is assumed: that every charge goes through (C-96). The store does not know whether a card will be
/// declined, and a price that depended on that would be no price.
///
/// Worked example: a subscription from 31 January with a free trial of a week, 9.99 a month: 31 January 0, 7 February
/// 9.99, 7 March 9.99.
package struct Forecast: Sendable {
    /// The beginning of a period, at its price or for nothing.
    package struct Charge: Hashable, Sendable {
        /// The instant at which it is charged.
        package let date: Instant
        /// The transaction that it makes; one made good within grace begins before it is charged (B7-8).
        package let transaction: TransactionRecord
    }

    /// The refund of an upgrade for the period that it ends (C-23).
    package struct Refund: Hashable, Sendable {
        /// The number of the transaction whose period ends.
        package let transaction: TransactionID
        /// The instant at which it is given back.
        package let date: Instant
        /// The amount that the customer gets back.
        package let amount: Amount
    }

    /// The end of the subscription, and its reason.
    package struct End: Hashable, Sendable {
        /// The instant at which the subscription ends.
        package let date: Instant
        /// The reason why the subscription ends.
        package let reason: LapseReason

        /// An end on that date.
        package init(date: Instant, reason: LapseReason) {
            self.date = date
            self.reason = reason
        }
    }

    /// The most charges of a forecast: a file may hold offers of ten thousand periods.
    static let mostCharges = 1_200

    private var rehearsal: Rehearsal
    /// The copy, as far as it went: it knows the terms and names that ``charges`` mention.
    package var state: StoreState { rehearsal.state }
    /// The instant at which the question was asked.
    package let asked: Instant
    private let customer: CustomerID
    private let group: GroupIndex?
    /// The charges in their order, those for nothing included.
    package private(set) var charges: [Charge] = []
    /// The refund of an upgrade; nil where there is none.
    package private(set) var refund: Refund?
    /// The end; nil where the subscription goes on after the last charge, and for products that do not renew.
    package private(set) var end: End?

    init(_ state: StoreState, of customer: CustomerID, in group: GroupIndex?) {
        asked = state.now
        self.customer = customer
        self.group = group
        let index = group.flatMap { state.subscription(of: customer, in: $0) }
        rehearsal = Rehearsal(state.assumingPayment(by: customer), of: index)
    }

    /// Carries out a part of the rehearsal, and reads its charges from the events.
    mutating func play<Result, Failure: Error>(_ body: (inout Rehearsal) throws(Failure) -> Result) throws(Failure)
        -> Result
    {
        let first = rehearsal.events.count
        let result = try body(&rehearsal)
        for event in rehearsal.events[first...] { note(event) }
        return result
    }

    private mutating func note(_ event: StoreEvent) {
        if case .transactionMade(let record, _, _) = event.kind {
            charges.append(Charge(date: event.instant, transaction: record))
        } else if case .transactionUpgraded(let id, _, let amount) = event.kind, amount > .zero {
            refund = Refund(transaction: id, date: event.instant, amount: amount)
        } else if case .subscriptionLapsed(_, let reason, _) = event.kind {
            end = End(date: event.instant, reason: reason)
        }
    }

    /// Lets time go on until so many renewals without an offer have been charged, or until the subscription ends.
    ///
    /// It goes on, too, while a renewal under an offer follows. Without a subscription in the group nothing happens.
    fileprivate mutating func run(renewals: Int) {
        guard let index = group.flatMap({ state.subscription(of: customer, in: $0) }) else { return }
        // An overdue renewal is charged as soon as it can be; that is now.
        if state[index].isRetrying {
            let repair = state.ledger.paymentMethodChange(to: .working, of: customer, state.shop)
            play { $0.record([repair]) }
        }
        while !isComplete(index, renewals: renewals), play({ $0.doNextDue(until: .endOfClock) }) {}
    }

    private func isComplete(_ index: SubscriptionIndex, renewals: Int) -> Bool {
        guard charges.count < Forecast.mostCharges, state[index].isRunning else { return true }
        guard !state[index].isRetrying, state[index].willAutoRenew, state.nextCharge(of: index)?.terms == nil else {
            return false
        }
        return charges.count { $0.transaction.reason == .renewal && $0.transaction.terms == nil } >= renewals
    }
}

extension StoreState {
    /// The forecast of a running subscription's charges from now on.
    ///
    /// - Parameters:
    ///   - index: The subscription.
    ///   - renewals: The number of renewals without an offer that are wanted at least.
    /// - Returns: The forecast; a renewal that has failed is charged now, as if the customer had just repaired the
    ///   payment method.
    package func forecast(of index: SubscriptionIndex, renewals: Int) -> Forecast {
        var forecast = Forecast(self, of: self[index].customer, in: group(of: index))
        forecast.run(renewals: renewals)
        return forecast
    }

    /// The forecast of a purchase: its charge now, and those that would follow.
    ///
    /// The request is judged as a purchase is (B3), except that nothing of it is signed: a promotional offer is asked
    /// about by its identifier, so that steps 4 and 6 have nothing to look at (C-96).
    package func forecast(of request: PurchaseRequest, renewals: Int) throws(PurchaseRefusal) -> Forecast {
        let group = shop.place(of: request.productID).flatMap { shop[$0].group }
        var forecast = Forecast(self, of: request.customer, in: group)
        _ = try forecast.play { rehearsal throws(PurchaseRefusal) in try rehearsal.buy(request) }
        forecast.run(renewals: renewals)
        return forecast
    }

    /// The forecast of redeeming a code: its charge now, and those that would follow; the code stays as it is.
    package func forecast(
        redeeming code: String, by customer: CustomerID, in territory: Territory, canMakePayments: Bool,
        entry: CodeEntry = .newest, renewals: Int
    ) throws(CodeRefusal) -> Forecast {
        let group = codes[code].flatMap { shop[$0.product].group }
        var forecast = Forecast(self, of: customer, in: group)
        _ = try forecast.play { rehearsal throws(CodeRefusal) in
            let redemption = rehearsal.state.decideRedemption(
                of: code, by: customer, in: territory, canMakePayments: canMakePayments, entry: entry)
            return try rehearsal.perform(redemption)
        }
        forecast.run(renewals: renewals)
        return forecast
    }
}
