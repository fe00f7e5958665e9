public import OfferKitCore

/// An Apple account in a store.
public struct Customer: Sendable {
    /// The store it belongs to.
    public let store: Store
    /// The account's number in the store.
    public let id: CustomerID

    /// Makes the customer's charges fail, or go through again.
    public func setPaymentMethod(_ method: PaymentMethod) {
        store.perform { $0.decidePaymentMethod(method, of: id) }
    }

    /// Turns auto-renew on or off, as the customer can on the page that manages subscriptions.
    ///
    /// - Parameters:
    ///   - isOn: Whether the subscription is to renew.
    ///   - group: The identifier of the subscription group.
    /// - Throws: ``ConfigurationRefusal/notSubscribed(group:)`` when no subscription of the group runs.
    public func setAutoRenew(_ isOn: Bool, inGroup group: String) throws(ConfigurationRefusal) {
        try store.perform { $0.decideAutoRenew(isOn, of: id, in: group) }
    }
}

extension Customer: Hashable {
    /// The same account of the same store.
    public static func == (a: Customer, b: Customer) -> Bool {
        a.store === b.store && a.id == b.id
    }

    /// Feeds the account's number.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
    }
}

extension Store {
    /// Adds an Apple account with a working payment method that has bought nothing.
    @discardableResult
    public func addCustomer() -> Customer {
        Customer(store: self, id: perform { $0.decideCustomer() })
    }
}
