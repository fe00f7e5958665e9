public import OfferKitCore

extension StoreKitConfiguration {
    /// The settings of the test environment, as the file states them.
    ///
    /// A store made from the file obeys them: its pace, grace period and failing renewals, and its devices' storefront,
    /// locale, sheets and simulated errors come from here. What is switched on and not simulated is one of the
    /// warnings. The names are those of `SKTestSession`.
    public struct Settings: Hashable, Sendable, Codable {
        /// The storefront of the test environment (`_storefront`); `USA` unless stated.
        public var storefront: Territory = "USA"
        /// The language and region that products are described in (`_locale`); `en_US` unless stated.
        public var locale: String = "en_US"
        /// The raw value of a `SKTestSession.TimeRate` (`_timeRate`); 0, real time, unless stated.
        public var timeRate: Int = 0
        /// Whether purchases wait for approval (`_askToBuyEnabled`); false unless stated.
        public var askToBuyEnabled: Bool = false
        /// Whether all purchases are interrupted (`_billingIssuesEnabled`); false unless stated.
        public var interruptedPurchasesEnabled: Bool = false
        /// Whether all renewals fail and enter billing retry (`_renewalBillingIssuesEnabled`); false unless stated.
        public var shouldEnterBillingRetryOnRenewal: Bool = false
        /// Whether billing retry starts with a grace period (`_billingGracePeriodEnabled`); false unless stated.
        public var billingGracePeriodIsEnabled: Bool = false
        /// Whether purchases need no person to confirm them (`_disableDialogs`); false unless stated.
        public var disableDialogs: Bool = false
        /// Whether purchases fail with ``failureError`` (`_failTransactionsEnabled`); false unless stated.
        public var failTransactionsEnabled: Bool = false
        /// The code of the `SKError` that purchases fail with (`_storeKitError`); nil unless stated.
        public var failureError: Int?
        /// The errors simulated for each part of StoreKit (`_storeKitErrors`), switched on or not; none unless stated.
        public var simulatedErrors: [SimulatedError] = []

        /// Creates the settings of a file that states none.
        public init() {}
    }

    /// One entry of the list of simulated errors.
    public struct SimulatedError: Hashable, Sendable, Codable {
        /// The part of StoreKit that fails, such as `Load Products`.
        public var name: String
        /// Whether the simulation is switched on.
        public var isEnabled: Bool
        /// The family of the error: `generic`, `purchase` or `verification`; nil when none is chosen.
        public var errorType: String?
        /// The number of the error in its family; nil when none is chosen.
        public var errorIndex: Int?
    }
}

extension Pace {
    /// Creates the pace of a time rate of Apple's test session, by its number, as a `.storekit` file holds it.
    ///
    /// Nil for numbers of no rate. No table exists for the old rates, 1 to 6, by which an hour or less is a day: they
    /// divide the real lengths (C-126).
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
