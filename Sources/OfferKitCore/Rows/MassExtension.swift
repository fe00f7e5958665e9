/// A request to put off the renewal dates of everybody who has a product, and what became of it (C-146).
package struct MassExtension: Hashable, Sendable, Codable {
    /// The product.
    package let product: ProductIndex
    /// The developer's name for the request.
    package let identifier: String
    /// The storefronts it was limited to; nil for all.
    package let storefronts: [Territory]?
    /// When it was carried out.
    package let date: Instant
    /// How many dates were put off.
    package let succeeded: Int
    /// How many were not.
    package let failed: Int

    /// How many bytes the name of a request has.
    package static let identifierLength = 1...128
}
