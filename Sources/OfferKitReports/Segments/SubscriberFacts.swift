public import OfferKitCore
public import OfferKitEssentials

/// The facts known of one customer and one subscription: a row of the developer's own table of users (S0-94…96).
///
/// It is independent of any store. It can be made from a row of any database, without the values that the row lacks:
///
/// ```swift
/// var facts = SubscriberFacts(status: .active, willAutoRenew: true)
/// facts.plan = .init("com.example.app.monthly", level: 2, period: .monthly)
/// facts.renewalsInARow = 10
/// ```
///
/// Nothing is checked in the initialiser. Whatever the numbers and dates, a rule answers, and no sum overflows (C-164).
public struct SubscriberFacts: Hashable, Sendable {
    /// The user, by the developer's own key; it is only for display.
    public var userID: String
    /// `originalTransactionId`, the parent of all the user's purchases of the subscription (S0-94).
    public var originalTransactionID: UInt64?
    /// The status of the subscription.
    public var status: Status
    /// Whether it will renew: `autoRenewStatus` is 1.
    public var willAutoRenew: Bool
    /// The plan that was bought; nil where unknown, or where nothing was bought.
    public var plan: Plan?
    /// The plan of the next renewal, where it is another one (S0-124).
    public var renewsTo: Plan?
    /// The number of renewals in a row, without the next one (S0-128).
    public var renewalsInARow: Int
    /// The number of failed payments (S0-96).
    public var billingErrors: Int
    /// The number of pieces of content watched, read or saved; nil where it is not counted (S0-95).
    public var contentCount: Int?
    /// The share of the content that was used; nil where it is not counted (S0-95).
    public var contentShare: Share?
    /// The developer's own forecast for how likely the customer is to leave (S0-129); nil without one.
    public var churnRisk: Share?
    /// The types of offers that the customer may have, one flag for each (S0-96).
    public var eligibleOffers: Set<OfferType>
    /// Whether an agent of the customer service marked the customer (S0-127).
    public var isMarkedByAgent: Bool
    /// The end of the current or last period: `expiresDate`.
    public var periodEnd: Date?
    /// The date since which auto-renew has been off; nil while it is on.
    public var autoRenewOffSince: Date?
    /// The date when access ended; nil for the end of the period.
    public var lapsedAt: Date?
    /// The reason why it ended, or will: `expirationIntent`.
    public var lapseReason: LapseReason?
    /// Whether the last period was a free trial (S0-98).
    public var lapsedFromFreeTrial: Bool
    /// Whether the last period was refunded (S0-114).
    public var wasRefunded: Bool
    /// Whether the user had the app before there were subscriptions (S2-14).
    public var isLegacy: Bool
    /// Whether the user still opens the app (S0-102, S0-106).
    public var usesApp: Bool
    /// The date of the last message to the user about an offer, by e-mail or push; nil for never.
    public var lastContacted: Date?

    /// The facts of one row; defaults stand for unknown or false.
    public init(
        userID: String = "", originalTransactionID: UInt64? = nil, status: Status = .neverSubscribed,
        willAutoRenew: Bool = false, plan: Plan? = nil, renewsTo: Plan? = nil, renewalsInARow: Int = 0,
        billingErrors: Int = 0, contentCount: Int? = nil, contentShare: Share? = nil, churnRisk: Share? = nil,
        eligibleOffers: Set<OfferType> = [], isMarkedByAgent: Bool = false, periodEnd: Date? = nil,
        autoRenewOffSince: Date? = nil, lapsedAt: Date? = nil, lapseReason: LapseReason? = nil,
        lapsedFromFreeTrial: Bool = false, wasRefunded: Bool = false, isLegacy: Bool = false, usesApp: Bool = false,
        lastContacted: Date? = nil
    ) {
        self.userID = userID
        self.originalTransactionID = originalTransactionID
        self.status = status
        self.willAutoRenew = willAutoRenew
        self.plan = plan
        self.renewsTo = renewsTo
        self.renewalsInARow = renewalsInARow
        self.billingErrors = billingErrors
        self.contentCount = contentCount
        self.contentShare = contentShare
        self.churnRisk = churnRisk
        self.eligibleOffers = eligibleOffers
        self.isMarkedByAgent = isMarkedByAgent
        self.periodEnd = periodEnd
        self.autoRenewOffSince = autoRenewOffSince
        self.lapsedAt = lapsedAt
        self.lapseReason = lapseReason
        self.lapsedFromFreeTrial = lapsedFromFreeTrial
        self.wasRefunded = wasRefunded
        self.isLegacy = isLegacy
        self.usesApp = usesApp
        self.lastContacted = lastContacted
    }
}
