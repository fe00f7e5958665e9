/// The classes of customers that an offer-code offer can be for (B1-13, B4-10).
public enum CustomerClass: Hashable, Sendable, CaseIterable, Codable {
    /// Customers who never subscribed to any product of the group.
    case new
    /// Customers subscribed in the group while service lasts, with or without auto-renew (C-15).
    case existing
    /// Customers subscribed in the group earlier; the subscription has ended.
    case expired
}

/// The settings that only an offer-code offer has (B1-13).
public struct CodeSettings: Hashable, Sendable, Codable {
    /// The fate of an introductory offer that the customer could still get (B5-9).
    public enum Stacking: Hashable, Sendable, Codable {
        /// The code's offer applies at once; the right to an introductory offer is kept (C-11).
        case replacesIntroductoryOffer
        /// The introductory offer runs first, then the code's offer.
        case stacksWithIntroductoryOffer
    }

    /// The classes of customers who may redeem it.
    public var customers: Set<CustomerClass>
    /// Whether the introductory offer comes first.
    public var stacking: Stacking
}

/// The settings that only a win-back offer has (B1-16…20).
public struct WinBackSettings: Hashable, Sendable, Codable {
    /// The churned customers who may redeem the offer.
    public enum Eligibility: Hashable, Sendable, Codable {
        /// The customers who meet the criteria set in App Store Connect.
        case criteria(WinBackCriteria)
        /// Every churned customer: the switch *Eligible* of Xcode's files (B15-10).
        case everyChurnedCustomer
        /// Nobody: the switch *Not Eligible* of Xcode's files (B15-10).
        case nobody
    }

    /// One of the factors in the order in which the App Store presents offers (B1-18, B15-14).
    public enum Priority: Hashable, Sendable, Codable {
        /// Presented before offers of normal priority.
        case high
        /// The default.
        case normal
    }

    /// The App Store's own promotion of the offer to customers who may have it (B1-19, B15-21).
    public enum Promotion: Hashable, Sendable, Codable {
        /// The App Store does not show the offer: the default.
        case notPromoted
        /// The App Store shows it, with assets made of the approved image (`USE_AUTO_GENERATED_ASSETS`, S4-14).
        case automaticAssets
    }

    /// The churned customers who may redeem it.
    public var eligibility: Eligibility
    /// Its rank among the customer's offers.
    public var priority: Priority
    /// The App Store's own promotion of it.
    public var promotion = Promotion.notPromoted
}

/// The criteria of a win-back offer, in whole calendar months (S4-4, B1-20).
public struct WinBackCriteria: Hashable, Sendable, Codable {
    /// Months of paid service the customer must have had: 1 to 24, 36, 48 or 60.
    public var minimumPaidMonths: Int
    /// Months since the subscription ended, both ends included; within 1 to 24.
    public var monthsSinceLapse: ClosedRange<Int>
    /// Months to wait after the end of the last redemption's offer period, 2 to 24; nil for no wait.
    public var monthsBetweenOffers: Int?

    /// Criteria in whole months.
    public init(minimumPaidMonths: Int, monthsSinceLapse: ClosedRange<Int>, monthsBetweenOffers: Int? = nil) {
        self.minimumPaidMonths = minimumPaidMonths
        self.monthsSinceLapse = monthsSinceLapse
        self.monthsBetweenOffers = monthsBetweenOffers
    }
}

extension CustomerClass: StablyOrdered {
    /// Orders classes as they are declared.
    package static func precedes(_ a: CustomerClass, _ b: CustomerClass) -> Bool { a.place < b.place }

    private var place: Int { CustomerClass.allCases.prefix { $0 != self }.count }
}
