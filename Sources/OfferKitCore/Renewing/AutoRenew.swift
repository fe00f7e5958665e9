// The choices of a subscriber about renewals: auto-renew, and consent to a price that rose.

import OfferKitEssentials

extension PriceRises {
    /// Turns auto-renew on; a subscriber who declined a rise has still not agreed to it (B9-3).
    func renewalOn(of index: SubscriptionIndex) -> StoreEvent.Kind {
        var asksAgain = false
        if case .rising(let rise) = self[index] { asksAgain = rise.stage == .declined }
        return .autoRenewChanged(of: index, isOn: true, asksAgain: asksAgain)
    }
}

extension Ledger {
    /// Turns auto-renew off, which ends a subscription in grace or billing retry at once (B7-13, C-21); nothing where
    /// it is off already.
    func renewalOff(of index: SubscriptionIndex, at now: Instant) -> [StoreEvent.Kind] {
        guard self[index].isRunning, self[index].willAutoRenew else { return [] }
        let off = StoreEvent.Kind.autoRenewChanged(of: index, isOn: false)
        return self[index].isRetrying ? [off, .subscriptionLapsed(index, because: .autoRenewDisabled, on: now)] : [off]
    }
}

extension StoreState {
    /// A decision on a subscriber's choice, whose success carries no value.
    package typealias SubscriptionDecision = Decision<Void, SubscriptionRefusal>

    /// Turns a customer's auto-renew on or off; the slot of the next renewal stays (C-13).
    ///
    /// If it is turned off in grace or billing retry, the subscription ends at once (B7-13, C-21); else service lasts
    /// to the end of the period, a free trial's too (C-40).
    package func decideAutoRenew(
        _ isOn: Bool, of customer: CustomerID, in groupID: String
    ) -> SubscriptionDecision {
        Decision { () throws(SubscriptionRefusal) in
            let index = try runningSubscription(of: customer, in: groupID)
            guard self[index].willAutoRenew != isOn else { return Decision([], ()) }
            return Decision(isOn ? [priceRises.renewalOn(of: index)] : ledger.renewalOff(of: index, at: now), ())
        }
    }

    /// Records that a customer agrees to a rise, or declines it, which turns auto-renew off (B9-3).
    package func decideConsent(
        _ agrees: Bool, of customer: CustomerID, in groupID: String
    ) -> SubscriptionDecision {
        guard let place = shop.group(named: groupID) else {
            return Decision(refusal: .unknownGroup(shop.unknownGroup(groupID)))
        }
        let index = subscription(of: customer, in: place)
        guard let index, var rise = priceRises.known(to: index, ledger), rise.stage == .pending else {
            let date = index.flatMap { consentQuestion(to: $0) }.map { Date($0) }
            return Decision(refusal: .noPriceIncreasePending(group: groupID, askedOn: date))
        }
        if agrees { return Decision([.priceRiseAgreed(of: index)], ()) }
        rise.stage = .declined
        return Decision([.priceTermsChanged(of: index, to: .rising(rise))] + ledger.renewalOff(of: index, at: now), ())
    }

    /// Asks a subscriber for consent to the price as it is, whether or not it rose (C-123).
    package func decideConsentRequest(of customer: CustomerID, in groupID: String) -> SubscriptionDecision {
        Decision { () throws(SubscriptionRefusal) in
            let index = try runningSubscription(of: customer, in: groupID)
            let (place, territory) = (self[index].product, self[index].latest.territory)
            guard let base = shop.basePrice(of: place, in: territory) else {
                throw .noPrice(product: shop[place].product.id, in: territory)
            }
            let rise = PriceRise(from: priceRises.price(of: index, base: base), needsConsent: true)
            return Decision(
                [.priceTermsChanged(of: index, to: .rising(rise)), .priceRiseNotified(of: index, needsConsent: true)],
                ())
        }
    }
}

extension StoreState {
    /// The customer's own subscription that runs in a group.
    ///
    /// - Throws: ``SubscriptionRefusal``, for an unknown group, and where none runs.
    func runningSubscription(
        of customer: CustomerID, in group: String
    ) throws(SubscriptionRefusal) -> SubscriptionIndex {
        guard let place = shop.group(named: group) else { throw .unknownGroup(shop.unknownGroup(group)) }
        guard let index = subscription(of: customer, in: place), self[index].isRunning else {
            throw .notSubscribed(group: group)
        }
        return index
    }
}
