/// A code that customers can redeem (B16-1).
package struct CodeRecord: Hashable, Sendable, Codable {
    package let product: ProductIndex
    package let offer: String
    /// How often it can be redeemed: 1 for a one-time code.
    package let limit: Int
    package let isOneTime: Bool
    package let expires: Instant?
    /// Came with the catalogue, and so counts against no limit on creation.
    package var isGiven = false
    package var redeemed = 0
    /// Whether the developer deactivated it.
    package var isDisabled = false
}
