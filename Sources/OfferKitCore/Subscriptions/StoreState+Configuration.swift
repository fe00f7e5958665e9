/// Why a change to the store's configuration was refused.
public enum ConfigurationRefusal: Error, Hashable, Sendable {
    /// The catalogue has no such product.
    case unknownProduct(String)
    /// The product has no offer of that kind and name.
    case unknownOffer(String, product: String)
    /// An offer-code offer that was disabled stays disabled (B1-13).
    case offerStaysDisabled(String, product: String)
    /// No territory of the App Store has that code.
    case unknownTerritory(Territory)
    /// A price below zero or above ``Amount/largest``.
    case priceOutOfRange(Amount)
    /// No key with that identifier is registered.
    case unknownKey(String)
    /// A key with that identifier is registered already; identifiers are not used twice.
    case duplicateKey(String)
    /// The key's identifier is empty.
    case emptyKeyIdentifier
    /// The text is no P-256 key in PEM.
    case unreadableKey(String)
    /// The clock only goes forwards.
    case clockCannotGoBack(now: Instant, asked: Instant)
    /// The clock follows another one, so it is not moved by hand.
    case clockIsFollowing
    /// The date is no number, so the clock cannot be moved there.
    case noDate
    /// No rise of the price waits for this customer's answer.
    case noPriceRisePending(group: String)
    /// Streamlined Purchasing is only turned off for an app whose latest approved binary handles purchase intents (S4-20).
    case appHandlesNoIntents
    /// While Streamlined Purchasing is off, the app has to handle purchase intents (S4-18).
    case streamlinedPurchasingIsOff
    /// The store has no such subscription of this customer.
    case notSubscribed(group: String)
    /// The store's journal could not be written, so nothing has happened; the store says why.
    case notRecorded
}

extension StoreState {
    package typealias ConfigurationDecision = Decision<Void, ConfigurationRefusal>

    package func decideKey(id: String, publicKey: [UInt8]) -> ConfigurationDecision {
        guard !id.isEmpty else { return Decision(refusal: .emptyKeyIdentifier) }
        guard keys[id] == nil else { return Decision(refusal: .duplicateKey(id)) }
        return Decision([.keyRegistered(id: id, publicKey: publicKey)], ())
    }

    /// Registers the keys that are not known yet: all of them, or none.
    package func decideKeys(_ wanted: [(id: String, publicKey: [UInt8])]) -> ConfigurationDecision {
        var events: [StoreEvent.Kind] = []
        for key in wanted where keys[key.id]?.publicKey != key.publicKey {
            guard !key.id.isEmpty else { return Decision(refusal: .emptyKeyIdentifier) }
            guard keys[key.id] == nil else { return Decision(refusal: .duplicateKey(key.id)) }
            events.append(.keyRegistered(id: key.id, publicKey: key.publicKey))
        }
        return Decision(events, ())
    }

    /// Revoking ends every signature the key ever made, the young ones too (S0-39, C-39).
    package func decideRevocation(ofKey id: String) -> ConfigurationDecision {
        guard let record = keys[id] else { return Decision(refusal: .unknownKey(id)) }
        return Decision(record.revoked == nil ? [.keyRevoked(id: id)] : [], ())
    }

    package func decideSale(of productID: String, isForSale: Bool) -> ConfigurationDecision {
        guard let place = shop.place(of: productID) else { return Decision(refusal: .unknownProduct(productID)) }
        return Decision(shop[place].isForSale == isForSale ? [] : [.saleChanged(place, isForSale: isForSale)], ())
    }

    /// Disables an offer, or enables it again (S0-67, B1-6), which an offer-code offer cannot be (B1-13).
    package func decideOffer(
        _ name: Shop.OfferName, of productID: String, isActive: Bool
    ) -> ConfigurationDecision {
        guard let place = shop.place(of: productID) else { return Decision(refusal: .unknownProduct(productID)) }
        guard let listing = shop[place].listing(name) else {
            return Decision(refusal: .unknownOffer(name.id, product: productID))
        }
        guard listing.isDisabled == isActive else { return Decision([], ()) }
        guard !isActive || name.type != .code else {
            return Decision(refusal: .offerStaysDisabled(name.id, product: productID))
        }
        return Decision([.offerSwitched(place, name, isActive: isActive)], ())
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
