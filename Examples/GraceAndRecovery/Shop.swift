import Foundation
package import OfferKit

/// The shop of this example: one monthly subscription for $9.99, and no offers.
enum Shop {
    static let product = "com.example.journal.monthly"
    static let group = "Journal"
    static let price: Decimal = 9.99

    static func catalog() throws -> Catalog {
        try Catalog(groups: [
            .group(group, [.subscription(product, level: 1, period: .monthly, price: .everywhere(price))])
        ])
    }
}

/// The grace periods that are compared.
package enum Grace: CaseIterable, Hashable, Sendable {
    case none, threeDays, sixteenDays, twentyEightDays

    package var setting: BillingGracePeriod? {
        switch self {
        case .none: nil
        case .threeDays: BillingGracePeriod(.threeDays)
        case .sixteenDays: BillingGracePeriod(.sixteenDays)
        case .twentyEightDays: BillingGracePeriod(.twentyEightDays)
        }
    }

    package var words: String {
        switch self {
        case .none: "no grace"
        case .threeDays: "3 days"
        case .sixteenDays: "16 days"
        case .twentyEightDays: "28 days"
        }
    }
}
