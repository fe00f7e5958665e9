import OfferKitCore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// What follows from the facts of a row, at an instant.

extension SubscriberFacts {
    /// The two ways in which a customer is lost (S0-109, S0-110).
    public enum Churn: String, Hashable, Sendable, CaseIterable, Codable {
        /// The customer decided it.
        case voluntary
        /// Nobody did; only the payment failed, or the product was not for sale.
        case involuntary
    }

    /// In which of the two ways the customer was lost, or is about to be; nil while nothing says so (C-161).
    ///
    /// A refund and a price that was not agreed to are decisions; a product that is not for sale is neither way (C-174).
    public var churn: Churn? {
        switch (status, lapseReason) {
        case (.neverSubscribed, _): nil
        case (.revoked, _): wasRefunded ? .voluntary : nil
        case (.inBillingRetry, _), (.inGracePeriod, _): .involuntary
        case (.expired, let reason?): reason.churn
        // Of an older row without a reason, auto-renew tells (S3-63).
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

    /// Which renewal in a row the next one will be: after ten it is the eleventh (S0-128).
    public var nextRenewal: Int { renewalsInARow == .max ? .max : renewalsInARow + 1 }

    /// When service ended, of a subscription that is over; nil where that is not known.
    public var lapse: Date? { hasLapsed ? lapsedAt ?? periodEnd : nil }

    /// Whole days of 24 hours since service ended; negative where the row says that it will, nil where nothing is known.
    public func daysSinceLapse(at now: Date) -> Int? {
        lapse.map { SubscriberFacts.wholeDays(from: $0, to: now) }
    }

    /// Whole days of 24 hours until the period ends, of a subscription that runs; nil where that is not known.
    public func daysLeft(at now: Date) -> Int? {
        guard status == .active || status == .inGracePeriod else { return nil }
        return periodEnd.map { SubscriberFacts.wholeDays(from: now, to: $0) }
    }

    /// Days between two instants, rounded down: half a day ahead of the first is -1.
    private static func wholeDays(from first: Date, to second: Date) -> Int {
        let (days, rest) = Instant(second).milliseconds(since: Instant(first)).quotientAndRemainder(
            dividingBy: Instant.millisecondsPerDay)
        return Int(clamping: rest < 0 ? days - 1 : days)
    }
}

extension Date {
    /// The instant so many days of 24 hours later, at the ends of the range at the latest.
    func adding(days: Int) -> Date { adding(.days(days)) }
}

extension LapseReason {
    /// In which of the two ways a subscription was lost that ended for this reason; nil for neither (C-174, S3-5, S3-6).
    var churn: SubscriberFacts.Churn? {
        switch self {
        case .autoRenewDisabled, .didNotConsentToPriceIncrease: .voluntary
        case .billingError: .involuntary
        case .productUnavailable, .unknown: nil
        }
    }
}
