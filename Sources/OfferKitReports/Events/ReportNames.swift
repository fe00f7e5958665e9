public import OfferKitCore

/// The names for the numbers in events: the products, offers, storefronts and reasons of one log.
///
/// Names are only ever added, so a number means the same in all events of a log.
public struct ReportNames: Hashable, Sendable {
    /// A product.
    public struct Product: Hashable, Sendable {
        /// The types of product.
        public enum Kind: String, Hashable, Sendable, CaseIterable, Codable {
            case consumable, nonConsumable, nonRenewable, autoRenewable
        }

        /// The product identifier.
        public var id: String
        /// Its type.
        public var kind: Kind
        /// The name of its group; nil for other products than auto-renewable subscriptions.
        public var group: String?
        /// Its level of service in the group, 1 the highest; nil without a group.
        public var level: Int?
        /// The length of a period of it; nil without a group.
        public var period: SubscriptionPeriod?

        /// A product.
        public init(
            id: String, _ kind: Kind, group: String? = nil, level: Int? = nil, period: SubscriptionPeriod? = nil
        ) {
            self.id = id
            self.kind = kind
            self.group = group
            self.level = level
            self.period = period
        }
    }

    /// The terms of an offer.
    public struct Offer: Hashable, Sendable {
        /// The payment mode of an offer (S1-2).
        public enum Mode: String, Hashable, Sendable, CaseIterable, Codable {
            case freeTrial, payAsYouGo, payUpFront
        }

        /// The offer's identifier; nil for introductory offers, which have none.
        public var id: String?
        /// Its type.
        public var type: OfferType
        /// Its payment mode.
        public var mode: Mode
        /// The length of one period under it.
        public var period: SubscriptionPeriod
        /// The number of its periods: 1 except for pay as you go.
        public var periodCount: Int

        /// The terms of an offer.
        public init(id: String?, _ type: OfferType, _ mode: Mode, period: SubscriptionPeriod, periodCount: Int = 1) {
            self.id = id
            self.type = type
            self.mode = mode
            self.period = period
            self.periodCount = periodCount
        }
    }

    /// A storefront.
    public struct Storefront: Hashable, Sendable {
        /// The territory's code of three letters: `USA`.
        public var territory: String
        /// The code of the currency that customers there are charged in: `USD`.
        public var currency: String

        /// A storefront.
        public init(_ territory: String, currency: String) {
            self.territory = territory
            self.currency = currency
        }
    }

    /// The products, in the order of their first mention.
    public var products: [Product] { productTable.values }
    /// The offers.
    public var offers: [Offer] { offerTable.values }
    /// The storefronts.
    public var storefronts: [Storefront] { storefrontTable.values }
    /// The reasons, in the words of the event format.
    public var reasons: [String] { reasonTable.values }

    private var productTable = NameTable<Product>()
    private var offerTable = NameTable<Offer>()
    private var storefrontTable = NameTable<Storefront>()
    private var reasonTable = NameTable<String>()

    /// An empty table of names.
    public init() {}

    /// Returns the place of a product, which is added where it is new.
    public mutating func place(of product: Product) -> Int { productTable.place(of: product) }
    /// Returns the place of an offer, which is added where it is new.
    public mutating func place(of offer: Offer) -> Int { offerTable.place(of: offer) }
    /// Returns the place of a storefront, which is added where it is new.
    public mutating func place(of storefront: Storefront) -> Int { storefrontTable.place(of: storefront) }
    /// Returns the place of a reason, which is added where it is new.
    public mutating func place(ofReason reason: String) -> Int { reasonTable.place(of: reason) }
}

// Texts are compared by their bytes, as the store compares identifiers (C-64).

extension ReportNames.Product {
    /// Returns whether every text has the same bytes.
    public static func == (a: Self, b: Self) -> Bool {
        ByteText(a.id) == ByteText(b.id) && a.kind == b.kind
            && a.group.map({ ByteText($0) }) == b.group.map({ ByteText($0) })
            && a.level == b.level && a.period == b.period
    }

    /// Hashes the bytes of the identifier.
    public func hash(into hasher: inout Hasher) { hasher.combine(ByteText(id)) }
}

extension ReportNames.Offer {
    /// Returns whether the terms are equal, and the identifiers have the same bytes.
    public static func == (a: Self, b: Self) -> Bool {
        a.id.map({ ByteText($0) }) == b.id.map({ ByteText($0) }) && a.type == b.type && a.mode == b.mode
            && a.period == b.period && a.periodCount == b.periodCount
    }

    /// Hashes the bytes of the identifier, and the type.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(id.map({ ByteText($0) }))
        hasher.combine(type)
    }
}

extension ReportNames.Storefront {
    /// Returns whether both codes have the same bytes.
    public static func == (a: Self, b: Self) -> Bool {
        ByteText(a.territory) == ByteText(b.territory) && ByteText(a.currency) == ByteText(b.currency)
    }

    /// Hashes the bytes of the territory's code.
    public func hash(into hasher: inout Hasher) { hasher.combine(ByteText(territory)) }
}

extension LapseReason {
    /// Every reason.
    package static let all = (UInt8(1)...5).compactMap(LapseReason.init(rawValue:))

    /// The reason in the words of the event format.
    package var word: String {
        switch self {
        case .autoRenewDisabled: "autoRenewDisabled"
        case .billingError: "billingError"
        case .didNotConsentToPriceIncrease: "didNotConsentToPriceIncrease"
        case .productUnavailable: "productUnavailable"
        case .unknown: "unknown"
        }
    }
}
