import Foundation
import OfferKitCore
public import OfferKitReports
import OfferKitServer

extension Device {
    /// Returns the store's facts about this customer in a subscription group, to be put into a segment (S0-94…96).
    ///
    /// What the developer alone knows is left out and can be set: how much was watched or read, an agent's mark, a
    /// forecast of churn, who had the app before there were subscriptions, who still uses it, who was written to.
    ///
    /// ```swift
    /// var facts = device.subscriberFacts(inGroup: "Plans")
    /// facts?.contentShare = 0.02
    /// ```
    ///
    /// - Parameter group: The subscription group's identifier or name.
    /// - Returns: The facts; nil where the store has no such group. ``SubscriberFacts/billingErrors`` counts the
    ///   renewals that failed, and ``SubscriberFacts/autoRenewOffSince`` is the last time that auto-renew was turned
    ///   off: both are read off the log, which takes as long as the log is. A store that does not keep
    ///   ``HistoryRetention/everything`` has no log: there it is 1 while a renewal is being tried again and 0
    ///   otherwise, and nil.
    public func subscriberFacts(inGroup group: String) -> SubscriberFacts? {
        store.noteUnknown(group: group)
        let found = store.transact { contents in
            SubscriberFacts.found(of: customer.id, inGroup: group, contents.state, contents.log.all)
        }
        guard let found else { return nil }
        var facts = found.facts
        let offers = found.products.flatMap { (try? eligibilities(of: $0)) ?? [] }
        facts.eligibleOffers = Set(offers.filter(\.isEligible).map(\.type))
        facts.userID = customer.appTransactionID
        return facts
    }
}

extension SubscriberFacts {
    /// Returns the facts, and the products of the group; nil where there is no such group.
    fileprivate static func found(
        of customer: CustomerID, inGroup name: String, _ state: __shared StoreState, _ log: some Sequence<StoreEvent>
    ) -> (facts: SubscriberFacts, products: [String])? {
        guard let group = state.shop.group(named: name) else { return nil }
        let products = state.shop.entries.filter { $0.group == group }.map(\.product.id)
        guard let index = state.subscription(of: customer, in: group), !state.isErased(index) else {
            return (SubscriberFacts(), products)
        }
        var facts = SubscriberFacts(index, state)
        facts.read(log, of: index)
        return (facts, products)
    }

    /// Adds the facts of the subscription's past.
    private mutating func read(_ log: some Sequence<StoreEvent>, of index: SubscriptionIndex) {
        var failures = 0
        var turnedOff: Instant?
        for event in log {
            switch event.kind {
            case .renewalFailed(index, _, _, _, _): failures += 1
            case .autoRenewChanged(index, let isOn, _): turnedOff = isOn ? nil : event.instant
            default: continue
            }
        }
        billingErrors = max(billingErrors, failures)
        autoRenewOffSince = willAutoRenew ? nil : turnedOff.map { Date($0) }
    }

    private init(_ index: SubscriptionIndex, _ state: __shared StoreState) {
        let row = state[index]
        let latest = row.latest
        let standing = state.ledger.standing(of: index, for: latest, state.adjustments)
        self.init(
            originalTransactionID: state.shownNumber(of: latest.originalID),
            status: Status(rawValue: SubscriptionStatusCode(standing).rawValue) ?? .expired,
            willAutoRenew: row.willAutoRenew, plan: Plan(row.product, state.shop),
            renewalsInARow: Int(row.renewals), billingErrors: row.isRetrying ? 1 : 0,
            periodEnd: latest.expires.map { Date($0) })
        let next = state.ledger.next(of: index).product
        if next != row.product { renewsTo = Plan(next, state.shop) }
        switch standing {
        case .lapsed(let date, let reason):
            lapsedAt = Date(date)
            lapsedFromFreeTrial = latest.terms.map { state.offers[$0].mode == .freeTrial } ?? false
            lapseReason = reason
        case .revoked(let date, _):
            lapsedAt = Date(date)
            wasRefunded = true
        default: break
        }
    }
}

extension SubscriberFacts.Plan {
    fileprivate init?(_ place: ProductIndex, _ shop: __shared Shop) {
        let product = shop[place].product
        guard let subscription = product.subscription else { return nil }
        self.init(product.id, level: subscription.level, period: subscription.period)
    }
}
