/// The developer's set-up in App Store Connect: products, subscription groups and offers.
///
/// Written in Swift, or read from a `.storekit` file:
///
/// ```swift
/// let catalog = try Catalog(
///     groups: [
///         .group("Premium", [
///             .subscription("pro.monthly", name: "Pro", level: 1, period: .monthly, price: 9.99, offers: [
///                 .introductory(.freeTrial(.weekly)),
///                 .promotional("half3", .payAsYouGo(4.99, periods: 3)),
///             ])
///         ])
///     ],
///     products: [.consumable("coins.100", name: "100 coins", price: 0.99)])
/// ```
///
/// A catalogue that breaks App Store Connect's limits (rules B1) cannot be made: ``CatalogError`` lists all its
/// problems, not only the first.
public struct Catalog: Hashable, Sendable {
    /// The subscription groups, with their auto-renewable subscriptions.
    public let groups: [Group]
    /// Everything that is not an auto-renewable subscription.
    public let products: [Product]
    /// The catalogue as it is put on sale, made once and shared by every store that sells it.
    let shop: Shop

    /// A catalogue within App Store Connect's limits.
    ///
    /// - Parameters:
    ///   - groups: The subscription groups, with their auto-renewable subscriptions.
    ///   - products: Consumables, non-consumables and non-renewing subscriptions.
    ///   - rules: Decides whether offer lengths are checked (C-32).
    /// - Throws: ``CatalogError`` with every limit that is broken.
    public init(
        groups: [Group] = [], products: [Product] = [], rules: StoreRules = .documents
    ) throws(CatalogError) {
        self.init(unchecked: groups, products)
        let problems = problems(under: rules)
        guard problems.isEmpty else { throw CatalogError(problems: problems) }
    }

    /// A catalogue from a file, whose problems are reported as warnings and not refused.
    package init(unchecked groups: [Group], _ products: [Product]) {
        self.groups = groups
        self.products = products
        shop = Shop(groups, products)
    }

    /// Two catalogues are equal where their groups and products are: all else follows from these.
    public static func == (one: Catalog, other: Catalog) -> Bool {
        one.groups == other.groups && one.products == other.products
    }

    /// Hashes the groups and products.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(groups)
        hasher.combine(products)
    }

    /// Every product, subscriptions first, in the order they were written.
    public var allProducts: [Product] {
        groups.flatMap(\.subscriptions) + products
    }

    /// The product with that identifier, byte for byte (C-64).
    public func product(_ id: String) -> Product? {
        allProducts.first { $0.id.hasBytes(of: id) }
    }
}

extension Catalog: CustomReflectable {
    /// The groups and products, for prints and for the messages of tests.
    public var customMirror: Mirror {
        Mirror(self, children: ["groups": groups, "products": products], displayStyle: .struct)
    }
}

extension Catalog {
    /// A group of subscriptions of which a customer holds at most one at a time (B0-2).
    public struct Group: Hashable, Sendable, Codable {
        /// The group's identifier.
        public var id: String
        /// The name for the developer's eyes.
        public var referenceName: String
        /// The names customers see, by language.
        public var localizations: [Localization]
        /// The group's subscriptions.
        ///
        /// Their levels, 1 the highest, rank them (B0-4).
        public var subscriptions: [Product]

        /// A group named `name`, with that as its identifier too unless another is given.
        public static func group(
            _ name: String, id: String? = nil, localizations: [Localization] = [], _ subscriptions: [Product]
        ) -> Group {
            Group(id: id ?? name, referenceName: name, localizations: localizations, subscriptions: subscriptions)
        }
    }

    /// The texts of a product or group in one language.
    public struct Localization: Hashable, Sendable, Codable {
        /// The language and region, as in `en_US`.
        public var locale: String
        /// The name customers see.
        public var displayName: String
        /// The description customers see.
        public var description: String

        /// The texts for one language.
        public init(locale: String, displayName: String, description: String = "") {
            self.locale = locale
            self.displayName = displayName
            self.description = description
        }
    }
}
