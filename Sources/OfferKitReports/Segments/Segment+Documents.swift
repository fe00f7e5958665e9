// The segments that the documents name, each as a rule.

extension Segment {
    /// Customers whose payment is being tried again: they get no offers (S3-42).
    ///
    /// The grace period counts as the first part of billing retry (S3-24), as where the store merchandises.
    public static func doNotContact(_ thresholds: SegmentThresholds = SegmentThresholds()) -> Segment {
        Segment(
            .doNotContact,
            thresholds.sparesGracePeriod ? .status(.inBillingRetry, .inGracePeriod) : .status(.inBillingRetry),
            isOffered: false)
    }

    /// Customers whom an agent marked after a bad experience, subscribed or not (S0-127).
    public static var customerService: Segment { Segment(.customerService, .flag(.markedByAgent)) }

    /// Customers who left: expired or revoked, with auto-renew off (S3-63).
    ///
    /// They may have left after a free trial that did not renew (S0-98), after a refund (S0-114), or after years.
    public static var winBack: Segment { Segment(.winBack, .status(.expired, .revoked) && .autoRenew(false)) }

    /// Subscribers who turned auto-renew off (S0-99, S3-56).
    public static var retention: Segment { Segment(.retention, .status(.active) && .autoRenew(false)) }

    /// Subscribers who are likely to leave: they use little, or the developer's forecast says so (S0-129, S3-28).
    public static func save(_ thresholds: SegmentThresholds = SegmentThresholds()) -> Segment {
        var signs: [SegmentRule] = [
            .contentShare(below: thresholds.quietBelowShare), .churnRisk(atLeast: thresholds.riskFrom),
        ]
        if let count = thresholds.quietBelowCount { signs.append(.below(count, .contentCount)) }
        return Segment(.save, .status(.active) && .autoRenew(true) && .any(signs))
    }

    /// Subscribers who are about to renew for the eleventh time in a row, or a later one (S0-128).
    public static func loyalty(_ thresholds: SegmentThresholds = SegmentThresholds()) -> Segment {
        Segment(
            .loyalty, .status(.active) && .autoRenew(true) && .atLeast(thresholds.loyalFromRenewal, .nextRenewal))
    }

    /// Subscribers who renewed a lower plan several times in a row, or chose one for the next renewal (S0-100, S0-124).
    public static func upgrade(_ thresholds: SegmentThresholds = SegmentThresholds()) -> Segment {
        let onLowerPlan = .flag(.lowPlan) && .atLeast(thresholds.upgradeFromRenewals, .renewalsInARow)
        return Segment(.upgrade, .status(.active) && (onLowerPlan || .flag(.pendingDowngrade)))
    }
}
