extension Catalog {
    /// A product as the developer configures it: prices everywhere, all its offers.
    ///
    /// A device shows it to its customer as a `Product`, with one price in one language.
    public struct Product: Hashable, Sendable, Codable {
        /// The four types of product.
        public enum Kind: Hashable, Sendable, Codable {
            /// Used up and bought again.
            case consumable
            /// Bought once, owned for ever.
            case nonConsumable
            /// A subscription that ends without renewing; the app counts its time.
            case nonRenewable
            /// A subscription that renews until the customer stops it.
            case autoRenewable(Subscription)

            /// Whether it is used up and bought again.
            package var isConsumable: Bool {
                if case .consumable = self { true } else { false }
            }
        }

        /// The product identifier, unique in the app.
        public var id: String
        /// The type, with the settings that only that type has.
        public var kind: Kind
        /// The name for the developer's eyes.
        public var referenceName: String
        /// The texts customers see, by language; the first stands in for languages that are not listed.
        public var localizations: [Localization]
        /// The base price in each territory.
        public var prices: Prices
        /// Whether a purchase can be shared with the customer's family.
        public var isFamilyShareable: Bool

        /// The subscription part of an auto-renewable subscription; nil for other types.
        public var subscription: Subscription? {
            guard case .autoRenewable(let subscription) = kind else { return nil }
            return subscription
        }

        /// The offers of a subscription; none for other types.
        var offers: [Offer] { subscription?.offers ?? [] }
    }

    /// The settings that only an auto-renewable subscription has.
    public struct Subscription: Hashable, Sendable, Codable {
        /// The level of service in its group; 1 is the highest, and products may share a level (B0-4).
        public var level: Int
        /// The length of one period.
        public var period: SubscriptionPeriod
        /// Its offers of all four kinds.
        public var offers: [Offer]
        /// Whether it has an image that was approved, which the App Store needs to promote win-back offers (S4-14).
        public var hasApprovedImage = false
    }
}

extension Catalog.Product {
    /// An auto-renewable subscription.
    ///
    /// - Parameters:
    ///   - id: The product identifier.
    ///   - name: The name customers see in every language; also the reference name.
    ///   - description: The description customers see in every language.
    ///   - level: The level of service in its group, 1 the highest.
    ///   - period: One week, or one, two, three, six or twelve months (B0-3).
    ///   - price: The base price.
    ///   - isFamilyShareable: Whether it can be shared with the customer's family.
    ///   - offers: Its offers.
    ///   - hasApprovedImage: Whether it has an approved image, which promoted win-back offers need (S4-14).
    /// - Returns: The subscription, with one localization, `en_US`.
    public static func subscription(
        _ id: String, name: String = "", description: String = "", level: Int, period: SubscriptionPeriod,
        price: Prices, isFamilyShareable: Bool = false, offers: [Catalog.Offer] = [], hasApprovedImage: Bool = false
    ) -> Catalog.Product {
        let subscription = Catalog.Subscription(
            level: level, period: period, offers: offers, hasApprovedImage: hasApprovedImage)
        return product(id, .autoRenewable(subscription), name, description, price, isFamilyShareable)
    }

    /// A product that is used up and bought again.
    public static func consumable(
        _ id: String, name: String = "", description: String = "", price: Prices
    ) -> Catalog.Product {
        product(id, .consumable, name, description, price, false)
    }

    /// A product that is bought once and owned for ever.
    public static func nonConsumable(
        _ id: String, name: String = "", description: String = "", price: Prices, isFamilyShareable: Bool = false
    ) -> Catalog.Product {
        product(id, .nonConsumable, name, description, price, isFamilyShareable)
    }

    /// A subscription that ends without renewing.
    public static func nonRenewable(
        _ id: String, name: String = "", description: String = "", price: Prices
    ) -> Catalog.Product {
        product(id, .nonRenewable, name, description, price, false)
    }

    private static func product(
        _ id: String, _ kind: Kind, _ name: String, _ description: String, _ price: Prices, _ isFamilyShareable: Bool
    ) -> Catalog.Product {
        let name = name.isEmpty ? id : name
        return Catalog.Product(
            id: id, kind: kind, referenceName: name,
            localizations: [Catalog.Localization(locale: "en_US", displayName: name, description: description)],
            prices: price, isFamilyShareable: isFamilyShareable)
    }
}
