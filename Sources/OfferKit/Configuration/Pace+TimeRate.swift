public import OfferKitCore

extension Pace {
    /// The pace of a time rate of Apple's test session, by its number, as a `.storekit` file holds it.
    ///
    /// Nil for numbers that are none. Of the old rates, 1 to 6, by which an hour or less is a day, no table exists: they divide
    /// the real lengths (C-126).
    public init?(timeRate: Int) {
        switch timeRate {
        case 0: self = .realTime
        case 1: self = .day(takes: .seconds(3_600))
        case 2: self = .day(takes: .seconds(1_800))
        case 3: self = .day(takes: .seconds(300))
        case 4: self = .day(takes: .seconds(60))
        case 5: self = .day(takes: .seconds(30))
        case 6: self = .day(takes: .seconds(1))
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
