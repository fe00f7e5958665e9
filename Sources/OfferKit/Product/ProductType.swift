extension Product {
    /// The type of a product, as transactions state it.
    ///
    /// An open set: a `switch` needs a `default`.
    public struct ProductType: RawRepresentable, Equatable, Hashable, Sendable {
        /// The text in signed data, such as `Auto-Renewable Subscription`.
        public let rawValue: String

        /// The type with that text, known or not.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Used up and bought again.
        public static let consumable = ProductType(rawValue: "Consumable")
        /// Bought once, owned for ever.
        public static let nonConsumable = ProductType(rawValue: "Non-Consumable")
        /// A subscription that ends without renewing.
        public static let nonRenewable = ProductType(rawValue: "Non-Renewing Subscription")
        /// A subscription that renews until the customer stops it.
        public static let autoRenewable = ProductType(rawValue: "Auto-Renewable Subscription")
    }
}
