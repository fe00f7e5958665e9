/// The numbers in the rules of the documents' segments (C-161).
///
/// Only the eleventh renewal is the documents' own. The others are decided here, and are each shop's to change.
public struct SegmentThresholds: Hashable, Sendable {
    /// With which renewal in a row loyalty begins, the next one counted: the eleventh (S0-128).
    public var loyalFromRenewal = 11
    /// After how many renewals in a row somebody on a lower plan is offered a higher one: two, the fewest that are several
    /// (S0-100).
    public var upgradeFromRenewals = 2
    /// Below which part of the content a subscriber is likely to leave (S3-28).
    public var quietBelowShare: SubscriberFacts.Share = 0.1
    /// Below how many pieces of content a subscriber is likely to leave; nil where the number says nothing.
    public var quietBelowCount: Int?
    /// From which forecast on a subscriber is likely to leave (S0-129).
    public var riskFrom: SubscriberFacts.Share = 0.5
    /// Whether nothing is offered in the grace period either, which is the first part of the retry (S3-24, S3-42, C-160).
    public var sparesGracePeriod = true

    /// The numbers of the documents, and where they have none, those decided here.
    public init() {}
}
