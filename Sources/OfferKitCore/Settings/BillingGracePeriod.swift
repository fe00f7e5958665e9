/// The app's billing grace period, as App Store Connect configures it (S3-49).
///
/// It is fixed for a customer at the moment a renewal fails: a later change does not touch that subscription (B7-6).
public struct BillingGracePeriod: Hashable, Sendable, Codable {
    /// The length of the grace period, in which service goes on while the charge fails (B7-5).
    public enum Duration: Hashable, Sendable, Codable {
        /// Three days, for weekly products too.
        case threeDays
        /// Sixteen days; six for weekly products (C-20).
        case sixteenDays
        /// Twenty-eight days; six for weekly products (C-20).
        case twentyEightDays

        func days(weekly: Bool) -> Int64 {
            switch self {
            case .threeDays: 3
            case .sixteenDays: weekly ? 6 : 16
            case .twentyEightDays: weekly ? 6 : 28
            }
        }
    }

    /// The failed renewals that get a grace period (B7-7).
    public enum Eligibility: Hashable, Sendable, Codable {
        /// Every failed renewal.
        case allRenewals
        /// Failed renewals after a paid period: none for a free period that fails to turn into a paid one.
        case paidToPaidOnly
    }

    /// The environments in which the grace period applies (S3-49).
    public enum Environments: Hashable, Sendable, Codable {
        /// In test environments only: ``StoreEnvironment/sandbox`` and ``StoreEnvironment/xcode``.
        case sandboxOnly
        /// Everywhere.
        case sandboxAndProduction
    }

    /// The length.
    public var duration: Duration
    /// The failed renewals that get it.
    public var eligibility: Eligibility
    /// The environments in which it applies.
    public var environments: Environments

    /// A grace period of that length; for every failed renewal, everywhere, unless told otherwise.
    public init(
        _ duration: Duration, eligibility: Eligibility = .allRenewals,
        environments: Environments = .sandboxAndProduction
    ) {
        self.duration = duration
        self.eligibility = eligibility
        self.environments = environments
    }
}
