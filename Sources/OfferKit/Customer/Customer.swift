public import OfferKitCore

/// An Apple account in a store.
public struct Customer: Sendable {
    /// The store that the account belongs to.
    public let store: Store
    /// The account's number in the store.
    public let id: CustomerID

    /// The identifier of the customer's download of the app, which stands for them before they buy anything (B2-20).
    public var appTransactionID: String { store.setup.appTransactionID(of: id) }
}

extension Customer: Hashable {
    /// Returns whether both are the same account of the same store.
    public static func == (a: Customer, b: Customer) -> Bool { a.store === b.store && a.id == b.id }

    /// Hashes the account's number.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension Store {
    /// Adds an Apple account with a working payment method that has bought nothing.
    @discardableResult
    public func addCustomer() -> Customer {
        Customer(store: self, id: perform { $0.customers.decideCustomer() })
    }

    /// Every Apple account of the store, in the order in which they were added.
    ///
    /// A restored store's customers are found here again.
    public var customers: [Customer] {
        transact { $0.state.customers.ids }.map { Customer(store: self, id: $0) }
    }
}
