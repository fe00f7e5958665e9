/// The numbers in the rules of the documents' segments (C-161).
///
/// Only the eleventh renewal is from the documents. The others are decided here, for each shop to change.
public struct SegmentThresholds: Hashable, Sendable {
    /// The renewal in a row with which loyalty begins, the next one counted: the eleventh (S0-128).
    public var loyalFromRenewal = 11
    /// The renewals in a row after which a subscriber on a lower plan is offered a higher one (S0-100).
    ///
    /// It is two, the fewest that are several.
    public var upgradeFromRenewals = 2
    /// The share of the content below which a subscriber is likely to leave (S3-28).
    public var quietBelowShare: SubscriberFacts.Share = 0.1
    /// The number of pieces of content below which a subscriber is likely to leave; nil to ignore it.
    public var quietBelowCount: Int?
    /// The forecast from which a subscriber is likely to leave (S0-129).
    public var riskFrom: SubscriberFacts.Share = 0.5
    /// Whether customers in the grace period, the first part of retry, get no offers either (S3-24, S3-42, C-160).
    public var sparesGracePeriod = true

    /// The numbers of the documents, or those decided here where the documents have none.
    public init() {}
}
