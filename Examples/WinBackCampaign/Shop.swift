package import OfferKit

/// The shop of this example: a journal in two plans.
package enum Shop {
    package static let premium = "com.example.journal.premium"
    package static let basic = "com.example.journal.basic"
    package static let group = "Journal"

    /// Returns the journal with a campaign's win-back offers on its premium plan at $9.99 a month; basic costs $4.99.
    package static func catalog(_ offers: [Catalog.Offer]) throws -> Catalog {
        try Catalog(groups: [
            .group(
                group,
                [
                    .subscription(premium, name: "Premium", level: 1, period: .monthly, price: 9.99, offers: offers),
                    .subscription(basic, name: "Basic", level: 2, period: .monthly, price: 4.99),
                ])
        ])
    }
}

/// The strategies for customers who left.
package enum Strategy: CaseIterable, Hashable, Sendable {
    /// No offers.
    case none
    /// One offer for everybody, from the first month on.
    case atOnce
    /// No offer at first, then one that grows with the time since the customer left.
    case growing

    package var words: String {
        switch self {
        case .none: "no offers"
        case .atOnce: "at once"
        case .growing: "growing"
        }
    }

    /// The win-back offers of the strategy.
    package var offers: [Catalog.Offer] {
        switch self {
        case .none: []
        case .atOnce: [offer("welcome", .payAsYouGo(4.99, periods: 3), after: 1...24)]
        case .growing:
            [
                offer("gentle", .payAsYouGo(7.99, periods: 3), after: 2...3),
                offer("half", .payAsYouGo(4.99, periods: 3), after: 4...6),
                offer("gift", .freeTrial(.monthly), after: 7...24),
            ]
        }
    }

    private func offer(_ id: String, _ terms: Catalog.Offer.Terms, after months: ClosedRange<Int>) -> Catalog.Offer {
        .winBack(
            id, terms,
            eligibility: .criteria(
                WinBackCriteria(minimumPaidMonths: 1, monthsSinceLapse: months, monthsBetweenOffers: 6)))
    }
}
