public import OfferKitEssentials

extension Catalog {
    /// An offer as the developer configures it: terms, prices, territories and dates.
    ///
    /// A device shows it to its customer as a `ProductDiscount`.
    public struct Offer: Hashable, Sendable, Codable {
        /// The four kinds of offer, each with the settings that only it has.
        public enum Kind: Hashable, Sendable, Codable {
            /// An offer that applies by itself and has no identifier (S0-58, B1-8).
            case introductory
            /// An offer that the developer chooses and signs (S0-3, S0-20).
            case promotional(id: String)
            /// An offer that is redeemed with a code; its only name is the reference name (S1-49).
            case code(CodeSettings)
            /// An offer for customers who churned (S4-1).
            case winBack(id: String, WinBackSettings)
        }

        /// The kind of offer.
        public var kind: Kind
        /// Payment mode, length and price.
        public var terms: Terms
        /// The name for the developer's eyes; an offer-code offer is also known by it (B13-4).
        public var referenceName: String
        /// The territories in which it can be redeemed; nil for all in which the product is sold.
        public var territories: Set<Territory>?
        /// The first instant it can be redeemed; nil for no limit.
        public var startDate: Date?
        /// The last instant it can be redeemed; nil for no limit.
        public var endDate: Date?

        /// The identifier in purchases, transactions and renewal info: nil for an introductory offer (S0-58), the
        /// reference name for an offer-code offer.
        public var id: String? {
            switch kind {
            case .introductory: nil
            case .promotional(let id), .winBack(let id, _): id
            case .code: referenceName
            }
        }

        /// The kind as transactions and renewal info state it.
        public var type: OfferType {
            switch kind {
            case .introductory: .intro
            case .promotional: .promo
            case .code: .code
            case .winBack: .winBack
            }
        }

        /// Returns whether the offer is offered in the territory at all.
        func isOffered(in territory: Territory) -> Bool {
            terms.price(in: territory) != nil && territories?.contains(territory) ?? true
        }

        /// ``startDate`` on the store's clock.
        var start: Instant? { startDate.map { Instant($0) } }
        /// ``endDate`` on the store's clock.
        var end: Instant? { endDate.map { Instant($0) } }

        /// Returns whether the instant lies within the offer's dates; both ends belong to them (B15-1).
        func isRunning(at instant: Instant) -> Bool {
            (start.map { $0 <= instant } ?? true) && (end.map { instant <= $0 } ?? true)
        }
    }
}

extension Catalog.Offer {
    /// Payment mode, length and price together: each mode has just what it needs (S1-2…5).
    public enum Terms: Hashable, Sendable, Codable {
        /// Nothing is charged for that long; then the subscription costs its base price (S1-3).
        case freeTrial(SubscriptionPeriod)
        /// Each of so many subscription periods costs this much (S1-4).
        case payAsYouGo(Prices, periods: Int)
        /// One payment covers that long (S1-5).
        case payUpFront(Prices, SubscriptionPeriod)

        /// The prices of one charge; nil where nothing is charged.
        var prices: Prices? {
            switch self {
            case .freeTrial: nil
            case .payAsYouGo(let prices, _), .payUpFront(let prices, _): prices
            }
        }

        /// The price of one charge in a territory; nil when the offer has none there (C-49).
        func price(in territory: Territory) -> Amount? {
            guard let prices else { return territory.storefrontID == nil ? nil : .zero }
            return prices.price(in: territory)
        }

        /// Whether an offer can have these terms; a saved store may hold terms that none can have.
        var isPossible: Bool {
            if case .payAsYouGo(_, let periods) = self, !(Terms.periodCounts ~= periods) { return false }
            return prices?.isPossible ?? true
        }

        /// The numbers of charges that an offer can have.
        static let periodCounts = 1...10_000
    }

    /// An introductory offer (S1-6).
    public static func introductory(
        _ terms: Terms, in territories: Set<Territory>? = nil, from startDate: Date? = nil,
        until endDate: Date? = nil
    ) -> Catalog.Offer {
        Catalog.Offer(
            kind: .introductory, terms: terms, referenceName: "", territories: territories, startDate: startDate,
            endDate: endDate)
    }

    /// A promotional offer, asked for by its identifier and signed by the developer's server (S0-10).
    public static func promotional(_ id: String, _ terms: Terms, name: String? = nil) -> Catalog.Offer {
        Catalog.Offer(kind: .promotional(id: id), terms: terms, referenceName: name ?? id)
    }

    /// An offer redeemed with codes (B16-1).
    ///
    /// The codes themselves are made on a running store.
    ///
    /// - Parameters:
    ///   - name: The offer's reference name, which marks its transactions (S1-49).
    ///   - terms: Payment mode, length and price.
    ///   - customers: The classes of customers who may redeem it (B1-13, B4-10).
    ///   - stacking: Whether an introductory offer the customer may still get comes first, or is replaced (B5-9).
    ///   - territories: The territories in which it can be redeemed; nil for all in which the product is sold.
    /// - Returns: The offer, without dates.
    public static func code(
        _ name: String, _ terms: Terms, for customers: Set<CustomerClass> = [.new, .existing, .expired],
        stacking: CodeSettings.Stacking = .replacesIntroductoryOffer, in territories: Set<Territory>? = nil
    ) -> Catalog.Offer {
        Catalog.Offer(
            kind: .code(CodeSettings(customers: customers, stacking: stacking)), terms: terms, referenceName: name,
            territories: territories)
    }

    /// A win-back offer for churned customers who meet the criteria (S4-1…5).
    ///
    /// Promoting it needs an approved image on its subscription (S4-14).
    public static func winBack(
        _ id: String, _ terms: Terms, eligibility: WinBackSettings.Eligibility,
        priority: WinBackSettings.Priority = .normal, promotion: WinBackSettings.Promotion = .notPromoted,
        name: String? = nil, in territories: Set<Territory>? = nil, from startDate: Date? = nil,
        until endDate: Date? = nil
    ) -> Catalog.Offer {
        let settings = WinBackSettings(eligibility: eligibility, priority: priority, promotion: promotion)
        return Catalog.Offer(
            kind: .winBack(id: id, settings), terms: terms, referenceName: name ?? id, territories: territories,
            startDate: startDate, endDate: endDate)
    }
}

/// The App Store's check of a promotional offer's price at redemption (S0-68…70, B3-2…4).
///
/// A pay-as-you-go offer must cost less than the subscription's base price in the customer's storefront at that
/// moment; the same price fails. Pay-up-front offers are never compared, so that bundles are possible (S0-69, C-6), and
/// neither are free ones (C-7).
enum OfferPriceRule {
    /// The two prices, when they make the offer unredeemable; nil when it may go through.
    static func violation(
        _ terms: Catalog.Offer.Terms, basePrice: Amount, in territory: Territory
    ) -> (offerPrice: Amount, basePrice: Amount)? {
        guard case .payAsYouGo(let prices, _) = terms, let offerPrice = prices.price(in: territory) else { return nil }
        return offerPrice < basePrice ? nil : (offerPrice, basePrice)
    }
}
