import OfferKitCore
public import OfferKitEssentials

// The facts that follow from those of a row, at an instant.

extension SubscriberFacts {
    /// The two kinds of churn (S0-109, S0-110).
    public enum Churn: String, Hashable, Sendable, CaseIterable, Codable {
        /// The customer decided to leave.
        case voluntary
        /// The customer did not: the payment failed, or the product was not for sale.
        case involuntary
    }

    /// The kind of churn of a customer who was lost, or is about to be; nil otherwise (C-161).
    ///
    /// A refund, and a price increase without consent, are decisions; a product not for sale is of neither kind
    /// (C-174).
    public var churn: Churn? {
        switch (status, lapseReason) {
        case (.neverSubscribed, _): nil
        case (.revoked, _): wasRefunded ? .voluntary : nil
        case (.inBillingRetry, _), (.inGracePeriod, _): .involuntary
        case (.expired, let reason?): reason.churn
        // In older rows without a reason, auto-renew decides (S3-63).
        case (.expired, nil), (.active, _): willAutoRenew ? nil : .voluntary
        }
    }

    /// Whether the subscription is over: expired or revoked.
    public var hasLapsed: Bool { status == .expired || status == .revoked }

    /// Whether a renewal failed and is still tried, in grace or billing retry.
    public var isPaymentFailing: Bool { status == .inBillingRetry || status == .inGracePeriod }

    /// Whether the next renewal brings a lower plan (S0-124).
    public var hasPendingDowngrade: Bool {
        guard let plan, let renewsTo else { return false }
        return renewsTo.isBelow(plan)
    }

    /// The number in a row of the next renewal: after ten it is the eleventh (S0-128).
    public var nextRenewal: Int { renewalsInARow == .max ? .max : renewalsInARow + 1 }

    /// The date when access ended, for a subscription that is over; nil where unknown.
    public var lapse: Date? { hasLapsed ? lapsedAt ?? periodEnd : nil }

    /// Returns the whole days of 24 hours since access ended; negative for a future date, nil where unknown.
    public func daysSinceLapse(at now: Date) -> Int? {
        lapse.map { SubscriberFacts.wholeDays(from: $0, to: now) }
    }

    /// Returns the whole days of 24 hours until the period ends, for a running subscription; nil where unknown.
    public func daysLeft(at now: Date) -> Int? {
        guard status == .active || status == .inGracePeriod else { return nil }
        return periodEnd.map { SubscriberFacts.wholeDays(from: now, to: $0) }
    }

    /// Returns the days between two instants, rounded down: half a day before the first is -1.
    private static func wholeDays(from first: Date, to second: Date) -> Int {
        let (days, rest) = Instant(second).milliseconds(since: Instant(first)).quotientAndRemainder(
            dividingBy: Instant.millisecondsPerDay)
        return Int(clamping: rest < 0 ? days - 1 : days)
    }
}

extension LapseReason {
    /// The kind of churn for this reason; nil for neither (C-174, S3-5, S3-6).
    var churn: SubscriberFacts.Churn? {
        switch self {
        case .autoRenewDisabled, .didNotConsentToPriceIncrease: .voluntary
        case .billingError: .involuntary
        case .productUnavailable, .unknown: nil
        }
    }
}
