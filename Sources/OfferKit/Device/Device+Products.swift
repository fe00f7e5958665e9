import OfferKitCore

extension Device {
    /// The products with these identifiers that are sold in this storefront, in that order and each once; unknown ones
    /// are left out.
    public func products(_ ids: some Sequence<String>) -> [Product] {
        let state = store.state
        let settings = (storefront, locale)
        var seen: Set<String> = []
        return ids.filter { seen.insert($0).inserted }.compactMap { id in
            state.shop.place(of: id).flatMap {
                Product($0, in: state, territory: settings.0, locale: settings.1, on: self)
            }
        }
    }

    /// The products with these identifiers, as the app asks for them: what `Product.products(for:)` does.
    ///
    /// - Parameter ids: The identifiers.
    /// - Returns: Those sold in this storefront, as ``products(_:)`` has them.
    /// - Throws: ``StoreKitError``, where a failure is simulated.
    public func loadProducts(_ ids: some Sequence<String>) async throws -> [Product] {
        if readsNothing { return [] }
        switch takeFailure(.loadProducts) {
        case .generic(let error): throw error
        case nil: return products(ids)
        }
    }

    /// Every product sold in this storefront, in the catalogue's order.
    public var products: [Product] {
        products(store.read { $0.shop.entries.map(\.product.id) })
    }

    /// The product with that identifier; nil when it is unknown, or not sold in this storefront.
    public func product(_ id: String) -> Product? {
        products([id]).first
    }
}
