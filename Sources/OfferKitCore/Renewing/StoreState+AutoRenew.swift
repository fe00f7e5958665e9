extension StoreState {
    package typealias ConfigurationDecision = Decision<Void, ConfigurationRefusal>

    /// The customer turns auto-renew on or off; the slot of what renews next stays (C-13).
    ///
    /// Turned off in grace or billing retry, the subscription ends at once (B7-13, C-21); else service lasts to the end of
    /// the period, a free trial's too (C-40).
    package func decideAutoRenew(
        _ isOn: Bool, of customer: CustomerID, in groupID: String
    ) -> ConfigurationDecision {
        guard let index = subscription(of: customer, inGroupNamed: groupID), self[index].isRunning else {
            return Decision(refusal: .notSubscribed(group: groupID))
        }
        guard self[index].willAutoRenew != isOn else { return Decision([], ()) }
        return Decision(isOn ? [renewalOn(of: index)] : renewalOff(of: index), ())
    }

    /// Turns auto-renew on; whoever declined a rise has still not agreed to it (B9-3).
    func renewalOn(of index: SubscriptionIndex) -> StoreEvent.Kind {
        var asksAgain = false
        if case .rising(let rise) = priceRises[index] { asksAgain = rise.stage == .declined }
        return .autoRenewChanged(index, isOn: true, asksAgain: asksAgain)
    }

    /// Turns auto-renew off, which ends a subscription in grace or billing retry at once (B7-13, C-21); nothing where it is
    /// off already.
    func renewalOff(of index: SubscriptionIndex) -> [StoreEvent.Kind] {
        guard self[index].isRunning, self[index].willAutoRenew else { return [] }
        let off = StoreEvent.Kind.autoRenewChanged(index, isOn: false)
        return self[index].isRetrying ? [off, .subscriptionLapsed(index, .autoRenewDisabled, on: now)] : [off]
    }
}
