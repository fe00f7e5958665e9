public import OfferKitEssentials

/// All problems of a catalogue at once.
public struct CatalogError: Error, Hashable, Sendable {
    /// The problems, in the order of the catalogue; at least one.
    public let problems: [CatalogProblem]

    /// An error that lists these problems, at least one.
    package init(problems: [CatalogProblem]) {
        self.problems = problems
    }
}

/// One problem of a catalogue: where it is, and what is wrong.
public struct CatalogProblem: Hashable, Sendable {
    /// The group it is in; nil for a product outside groups.
    public var group: String?
    /// The product it is in; nil for a problem of the group itself.
    public var product: String?
    /// The offer it is in, by identifier or reference name, or `introductory`; nil for a problem of the product itself.
    public var offer: String?
    /// The field that is wrong.
    public var field: Field
    /// The fault of that field.
    public var fault: Fault

    /// A problem at a place of the catalogue.
    package init(group: String?, product: String?, offer: String?, field: Field, fault: Fault) {
        self.group = group
        self.product = product
        self.offer = offer
        self.field = field
        self.fault = fault
    }

    /// The fields that can be wrong.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Field: String, Hashable, Sendable {
        /// A product's identifier.
        case productID
        /// A group's identifier.
        case groupID
        /// A product's type.
        case kind
        /// A level of service.
        case level
        /// A subscription's period.
        case period
        /// A price.
        case price
        /// A territory.
        case territory
        /// The number of offers.
        case offerCount
        /// An offer's identifier.
        case offerID
        /// An offer's reference name.
        case referenceName
        /// The length of an offer.
        case duration
        /// The dates of an offer.
        case dates
        /// The customers an offer is for.
        case customers
        /// A win-back criterion: paid months.
        case minimumPaidMonths
        /// A win-back criterion: months since the lapse.
        case monthsSinceLapse
        /// A win-back criterion: months between offers.
        case monthsBetweenOffers
        /// The promotion of a win-back offer.
        case promotion
    }

    /// The faults that a field can have, with the limit that was broken.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Fault: Hashable, Sendable {
        /// A required text is empty.
        case empty
        /// The identifier stands twice where it must be unique.
        case duplicate(String)
        /// An auto-renewable subscription outside a group, or another product inside one (B0-2).
        case misplaced
        /// A level below 1 (B0-4).
        case levelBelowOne(Int)
        /// A period that subscriptions are not sold in (B0-3).
        case periodNotSold(SubscriptionPeriod)
        /// No price at all.
        case noPrice
        /// A price below zero or above one thousand million units.
        case priceOutOfRange(Decimal, Territory?)
        /// A territory the App Store does not sell in.
        case unknownTerritory(Territory)
        /// More offers than the limit allows (B1-4, B1-9, B1-14).
        case tooMany(Int, limit: Int)
        /// More win-back offers running at one time in a storefront than the limit allows (B1-14).
        case tooManyRunning(Int, limit: Int, in: Territory)
        /// Introductory offers whose dates overlap in a storefront (B1-7).
        case overlapping(in: Territory)
        /// A length that the payment mode does not allow, with those it does (B1-24, C-32).
        case durationNotAllowed(SubscriptionPeriod, allowed: [SubscriptionPeriod])
        /// A number of periods to pay as you go that the subscription's period does not allow (B1-24, C-32).
        case periodCountNotAllowed(Int, allowed: ClosedRange<Int>)
        /// More characters than the limit allows (B1-15, B1-16).
        case tooLong(Int, limit: Int)
        /// A character that is not allowed (B1-15, B1-16).
        case characterNotAllowed(Character)
        /// The end is before the start.
        case endBeforeStart
        /// The run is shorter than the shortest allowed, in days (B1-17).
        case runTooShort(minimumDays: Int)
        /// A number outside the values allowed (B1-20).
        case notAllowed(Int)
        /// The subscription has no approved image, which the App Store needs to promote an offer (S4-14, B1-19).
        case noApprovedImage
    }
}

extension CatalogProblem: CustomStringConvertible {
    /// One sentence that names the place and says what is wrong.
    public var description: String {
        let place = [group.map { "group '\($0)'" }, product.map { "product '\($0)'" }, offer.map { "offer '\($0)'" }]
            .compactMap { $0 }.joined(separator: ", ")
        return (place.isEmpty ? "" : place + ", ") + "\(field.rawValue): \(fault)"
    }
}

extension CatalogProblem.Fault: CustomStringConvertible {
    /// The fault, as the second half of a sentence.
    public var description: String {
        switch self {
        case .empty: "must not be empty"
        case .duplicate(let id): "'\(id)' is used more than once"
        case .misplaced: "auto-renewable subscriptions belong in a group, all other products outside"
        case .levelBelowOne(let level): "is \(level), but levels start at 1, the highest"
        case .periodNotSold(let period):
            "is \(period.iso8601), but subscriptions are sold for P1W, P1M, P2M, P3M, P6M or P1Y"
        case .noPrice: "has no price in any territory"
        case .priceOutOfRange(let amount, let territory):
            "is \(amount.priceText)\(territory.map { " in \($0)" } ?? ""), but prices lie between 0 and \(Amount.largest)"
        case .unknownTerritory(let territory):
            "'\(territory)' is no territory of the App Store"
                + (Territory.nearest(to: territory.code).map { "; did you mean '\($0)'?" }
                    ?? "; write three capital letters such as USA")
        case .tooMany(let count, let limit): "there are \(count), at most \(limit) are allowed"
        case .tooManyRunning(let count, let limit, let territory):
            "\(count) run at one time in \(territory), at most \(limit) may"
        case .overlapping(let territory): "overlaps another introductory offer in \(territory)"
        case .durationNotAllowed(let length, let allowed):
            "\(length.iso8601) is not allowed for the payment mode; allowed are "
                + allowed.map(\.iso8601).joined(separator: ", ")
        case .periodCountNotAllowed(let count, let allowed):
            "\(count) periods are not allowed; allowed are \(allowed.lowerBound) to \(allowed.upperBound)"
        case .tooLong(let count, let limit): "has \(count) characters, at most \(limit) are allowed"
        case .characterNotAllowed(let character): "must not contain '\(character)'"
        case .endBeforeStart: "the end is before the start"
        case .runTooShort(let days): "the offer must run for at least \(days) days"
        case .noApprovedImage: "the subscription has no approved image, without which no offer is promoted"
        case .notAllowed(let number): "\(number) is not one of the values allowed"
        }
    }
}

extension CatalogError: CustomStringConvertible {
    /// One line for each problem.
    public var description: String {
        (["The catalogue breaks \(problems.count) limit\(problems.count == 1 ? "" : "s"):"]
            + problems.map { "  - \($0)" }).joined(separator: "\n")
    }
}

/// A setting of a catalogue that breaks no limit and will still surprise somebody: an offer that is paid as you go costs
/// no less than its product.
///
/// The store refuses promotional offers for that when they are redeemed (S0-68), and sells others at their price.
public struct CatalogWarning: Hashable, Sendable {
    /// The product it is in.
    public let product: String
    /// The offer it is in: its identifier or reference name, or `introductory`.
    public let offer: String
    /// The kind of offer it is.
    public let offerType: OfferType
    /// The territories it concerns, in the order of their codes; at least one.
    public let territories: [Territory]
}

extension CatalogWarning: CustomStringConvertible {
    /// One sentence that names the place and says what will happen.
    public var description: String {
        let few = territories.prefix(3).map(\.code).joined(separator: ", ")
        let place = territories.count > 3 ? "\(few) and \(territories.count - 3) more territories" : few
        let consequence = offerType == .promo ? ", and will be refused there" : ""
        return "offer '\(offer)' costs no less than its product '\(product)' in \(place)\(consequence)"
    }
}

extension Catalog {
    /// The warnings: offers, paid as you go, that cost no less than their product.
    ///
    /// They are no errors, because base prices change: the store judges promotional offers when they are redeemed
    /// (S0-68).
    public var warnings: [CatalogWarning] {
        groups.flatMap(\.subscriptions).flatMap { product in
            product.offers.compactMap { offer in
                // Other offers are not compared, which also spares a look at every territory.
                guard case .payAsYouGo = offer.terms else { return nil }
                let dear = Territory.all.filter { product.isDear(offer, in: $0) }
                guard !dear.isEmpty else { return nil }
                return CatalogWarning(
                    product: product.id, offer: offer.id ?? "introductory", offerType: offer.type, territories: dear)
            }
        }
    }
}

extension Catalog.Product {
    /// Returns whether an offer breaks the price rule in a territory, which the store enforces for promotional offers.
    fileprivate func isDear(_ offer: Catalog.Offer, in territory: Territory) -> Bool {
        guard offer.isOffered(in: territory), let base = prices.price(in: territory) else { return false }
        return OfferPriceRule.violation(offer.terms, basePrice: base, in: territory) != nil
    }
}
