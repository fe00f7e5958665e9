public import OfferKitCore

extension Store {
    /// A subscription group that a store sells.
    public struct Group: Hashable, Sendable, Identifiable {
        /// The identifier, which StoreKit's calls take.
        public let id: String
        /// The name for the developer's eyes.
        public let referenceName: String
        /// The identifiers of its subscriptions, in the catalogue's order.
        public let productIDs: [String]
    }

    /// The subscription groups that the store sells, in the catalogue's order.
    public var groups: [Group] {
        let shop = read { $0.shop }
        return shop.groups.map { entry in
            Group(
                id: entry.id, referenceName: entry.group.referenceName,
                productIDs: shop.entries.filter { place in
                    place.group.map { shop.groupID($0).hasBytes(of: entry.id) } ?? false
                }.map(\.product.id))
        }
    }

    /// Returns the identifier of the group of that identifier or name (C-234); nil where there is none.
    package func groupID(named name: String) -> String? {
        read { state in state.shop.group(named: name).map { state.shop.groupID($0) } }
    }

    /// Returns an unknown name of a group, with the names of the groups that exist (C-234).
    package func unknownGroup(_ name: String) -> UnknownName { read { $0.shop.unknownGroup(name) } }

    /// The catalogue as it is now: prices, offers and texts after every change made since the store opened.
    ///
    /// Offers that are disabled or deleted are not in it. It can be sold by another store.
    public var catalog: Catalog { read { $0.shop.catalog } }

    /// The identifiers of the products that the store knows, in the catalogue's order; those that were taken off sale,
    /// too.
    public var productIDs: [String] { read { $0.shop.entries.map(\.product.id) } }

    /// Returns the account with a number; nil where the store has none.
    public func customer(_ id: CustomerID) -> Customer? {
        transact { $0.state.customers.contains(id) } ? Customer(store: self, id: id) : nil
    }
}
