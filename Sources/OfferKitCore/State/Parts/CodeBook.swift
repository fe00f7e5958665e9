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

extension StoreState {
    /// The code of that text; nil where there is none.
    ///
    /// Codes are ASCII and short. Any other text is no code, however much it looks like one or is equivalent to it (C-64); and
    /// it is not looked up, because comparing long texts of combining characters takes very long.
    package func code(_ text: String) -> CodeRecord? {
        guard text.utf8.count <= StoreState.longestCustomCode, text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        return codes[text]
    }
}
