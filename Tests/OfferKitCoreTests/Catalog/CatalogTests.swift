import OfferKitCore
import OfferKitTestHarness
import Testing

/// A catalogue.
struct CatalogTests {
    private func catalog(_ id: String, price: Prices) throws -> Catalog {
        try Catalog(products: [.consumable(id, name: "Coins", price: price)])
    }

    @Test("equals another by its groups and products, as Swift compares their texts")
    func equality() throws {
        let one = try catalog("caf\u{E9}", price: 1)
        try expectEqual(one, catalog("caf\u{E9}", price: 1))
        #expect(try one != catalog("caf\u{E9}", price: 2))
        let decomposed = try catalog("cafe\u{301}", price: 1)
        #expect(one == decomposed && one.hashValue == decomposed.hashValue)
    }

    @Test("is printed with its groups and products alone")
    func printed() throws {
        let catalog = try catalog("coins", price: 1)
        expectEqual(Mirror(reflecting: catalog).children.map(\.label), ["groups", "products"])
        expectPrefix("\(catalog)", "Catalog(groups: [], products: [OfferKitCore.Catalog.Product(")
    }
}
