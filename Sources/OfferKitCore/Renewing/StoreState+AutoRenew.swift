extension StoreState {
    package typealias ConfigurationDecision = Decision<Void, ConfigurationRefusal>

    package func decideSale(of productID: String, isForSale: Bool) -> ConfigurationDecision {
        guard let place = shop.place(of: productID) else { return Decision(refusal: .unknownProduct(productID)) }
        return Decision(shop[place].isForSale == isForSale ? [] : [.saleChanged(place, isForSale: isForSale)], ())
    }

    package func decideCustomer() -> Decision<CustomerID, Never> {
        let id = CustomerID(rawValue: UInt32(clamping: customers.count))
        return Decision([.customerAdded(id)], id)
    }

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
        return Decision(isOn ? [.autoRenewChanged(index, isOn: true)] : renewalOff(of: index), ())
    }

    /// Turns auto-renew off, which ends a subscription in grace or billing retry at once (B7-13, C-21); nothing where it is
    /// off already.
    func renewalOff(of index: SubscriptionIndex) -> [StoreEvent.Kind] {
        guard self[index].isRunning, self[index].willAutoRenew else { return [] }
        let off = StoreEvent.Kind.autoRenewChanged(index, isOn: false)
        return self[index].isRetrying ? [off, .subscriptionLapsed(index, .autoRenewDisabled)] : [off]
    }
}
