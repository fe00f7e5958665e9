public import OfferKitCore

extension StoreKitConfiguration {
    /// The settings of the test environment, as the file states them.
    ///
    /// A store made from the file obeys them: its pace, grace period and failing renewals, and its devices' storefront,
    /// locale, sheets and simulated errors come from here. What is switched on and not simulated is one of the warnings.
    /// The names are those of `SKTestSession`.
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

        /// The settings of a file that states none.
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
