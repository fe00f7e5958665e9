public import OfferKitCore

extension Pace {
    /// The pace of a time rate of Apple's test session, by its number, as a `.storekit` file holds it.
    ///
    /// Nil for numbers that are none, and for the old rates by which an hour or less was a day: no table of those exists.
    public init?(timeRate: Int) {
        switch timeRate {
        case 0: self = .realTime
        case 10: self = .monthlyRenewalEveryHour
        case 11: self = .monthlyRenewalEveryThirtyMinutes
        case 12: self = .monthlyRenewalEveryFifteenMinutes
        case 13: self = .monthlyRenewalEveryFiveMinutes
        case 15: self = .monthlyRenewalEveryThirtySeconds
        case 1_000: self = .oneRenewal(every: .seconds(900))
        case 1_001: self = .oneRenewal(every: .seconds(300))
        case 1_002: self = .oneRenewal(every: .seconds(60))
        case 1_003: self = .oneRenewal(every: .seconds(30))
        case 1_004: self = .oneRenewal(every: .seconds(10))
        case 1_005: self = .oneRenewal(every: .seconds(2))
        default: return nil
        }
    }
}
