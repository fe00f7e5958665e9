public import OfferKitEssentials

/// The price of something in each territory (S1-30).
///
/// Written as a literal: `9.99` is the price everywhere, `["USA": 9.99, "JPN": 1500]` is a price in those
/// two and nowhere else. Without a price in a territory there is nothing to buy there (C-49).
public struct Prices: Hashable, Sendable, Codable {
    /// The price wherever no territory has its own; nil when only the listed territories have one.
    package var common: Amount?
    /// The territories with a price of their own.
    package var own: [Territory: Amount]

    private enum CodingKeys: String, CodingKey {
        case common = "everywhere"
        case own = "byTerritory"
    }

    /// The price where a storefront has none of its own, and those that some have.
    package init(common: Amount?, own: [Territory: Amount] = [:]) {
        self.common = common
        self.own = own
    }

    /// One price everywhere, and other ones in the territories listed, in units of the currency.
    ///
    /// Prices have three decimal places; one with more is rounded.
    public static func everywhere(_ amount: Decimal, except byTerritory: [Territory: Decimal] = [:]) -> Prices {
        Prices(common: Amount(nearest: amount), own: byTerritory.mapValues { Amount(nearest: $0) })
    }

    /// A price in each of the listed territories and nowhere else, in units of the currency.
    public static func only(in byTerritory: [Territory: Decimal]) -> Prices {
        Prices(common: nil, own: byTerritory.mapValues { Amount(nearest: $0) })
    }

    /// The price wherever no territory has its own; nil when only the listed territories have one.
    public var everywhere: Decimal? {
        get { common.map { Decimal($0) } }
        set { common = newValue.map { Amount(nearest: $0) } }
    }

    /// The territories with a price of their own.
    public var byTerritory: [Territory: Decimal] {
        get { own.mapValues { Decimal($0) } }
        set { own = newValue.mapValues { Amount(nearest: $0) } }
    }

    /// The price in a territory, in units of its currency; nil when it is not sold there.
    public func amount(in territory: Territory) -> Decimal? { price(in: territory).map { Decimal($0) } }

    /// The price in a territory; nil when it is not sold there.
    package func price(in territory: Territory) -> Amount? {
        guard territory.storefrontID != nil else { return nil }
        // Most prices are one for everywhere.
        return own.isEmpty ? common : own[territory] ?? common
    }

    /// Whether all prices lie between zero and ``Amount/largest``.
    var isPossible: Bool { entries.allSatisfy { Amount.zero...Amount.largest ~= $0.amount } }

    /// Every price named, with the territory it was named for, in the order of the territories' codes.
    var entries: [(territory: Territory?, amount: Amount)] {
        (common.map { [(nil, $0)] } ?? []) + own.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}

extension Prices: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
    /// That many units of every storefront's currency.
    public init(floatLiteral units: Double) {
        self.init(common: Amount(floatLiteral: units))
    }

    /// That many whole units of every storefront's currency.
    public init(integerLiteral units: Int64) {
        self.init(common: Amount(integerLiteral: units))
    }
}

extension Prices: ExpressibleByDictionaryLiteral {
    /// A price in each territory listed and nowhere else; the last one counts where a territory is listed twice.
    public init(dictionaryLiteral elements: (Territory, Decimal)...) {
        self = .only(in: Dictionary(elements, uniquingKeysWith: { _, last in last }))
    }
}
