public import OfferKitCore

extension Device {
    /// The customer's transactions that the store keeps, oldest first.
    public var transactions: [Transaction] {
        let state = store.state
        return state.transactions.all.filter { $0.customer == customer.id }.map { Transaction($0, in: state, on: self) }
    }

    /// What the customer may use now: the current transaction of each running subscription, every non-consumable and every
    /// non-renewing subscription.
    public var currentEntitlements: [Transaction] {
        let state = store.state
        return state.transactions.all.filter { $0.customer == customer.id && state.isEntitlement($0) }
            .map { Transaction($0, in: state, on: self) }
    }

    /// Where the customer's subscription in a group stands; nil when there never was one (S4-2).
    public func subscriptionStatus(inGroup group: String) -> SubscriptionStatus? {
        let state = store.state
        let index = state.subscription(of: customer.id, inGroupNamed: group)
        return index.flatMap { SubscriptionStatus($0, in: state, on: self) }
    }

    /// Whether this customer may have an offer of a product now, and if not, every reason against it.
    ///
    /// - Parameters:
    ///   - offerID: The offer's identifier; nil for the introductory offer, which has none.
    ///   - type: The kind of offer.
    ///   - productID: The product.
    /// - Returns: The answer; nil when the product has no such offer.
    public func eligibility(for offerID: String?, _ type: OfferType, of productID: String) -> Eligibility? {
        let state = store.state
        guard let place = state.shop.place(of: productID),
            let offer = state.shop[place].product.subscription?.offers(type).first(where: { $0.id == offerID })
        else { return nil }
        return state.eligibility(of: customer.id, for: offer, on: place)
    }
}

extension StoreState {
    fileprivate func isEntitlement(_ record: TransactionRecord) -> Bool {
        if let subscription = record.subscription {
            return self[subscription].hasService && self[subscription].latestTransaction == record.id
        }
        switch shop[record.product].product.kind {
        case .nonConsumable, .nonRenewable: return true
        case .consumable, .autoRenewable: return false
        }
    }
}
