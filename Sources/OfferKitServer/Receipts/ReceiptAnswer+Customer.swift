import OfferKitCore
public import OfferKitEssentials

// The questions that a developer's server asks of an answer.

extension ReceiptAnswer {
    /// The purchases in the answer, each once, the oldest first.
    ///
    /// `in_app` is in no order, and `latest_receipt_info` may hold more purchases, or more about the same one: so both
    /// are read, and where both have a purchase, the latter counts (S0-81, S2-8, B13-1).
    public var purchases: [ReceiptTransaction] {
        var byNumber: [UInt64: ReceiptTransaction] = [:]
        for purchase in (receipt?.inApp ?? []) + (latestReceiptInfo ?? []) {
            byNumber[purchase.transactionID] = purchase
        }
        return byNumber.values.sorted { ($0.purchaseDate, $0.transactionID) < ($1.purchaseDate, $1.transactionID) }
    }

    /// Returns whether the customer may redeem promotional offers, on any of the app's subscriptions (S0-81, S0-84).
    ///
    /// A customer may who has, or had, an auto-renewable subscription of the app, in a free trial too. A subscription
    /// that a family member shares does not count (C-9).
    ///
    /// - Parameter subscriptions: The identifiers of the app's auto-renewable subscriptions; nil to take the purchases
    ///   whose period ends for subscriptions.
    /// - Returns: Whether the customer may.
    public func isEligibleForPromotionalOffers(subscriptions: Set<String>? = nil) -> Bool {
        purchases.contains { purchase in
            purchase.inAppOwnershipType != .familyShared
                && (subscriptions?.contains(purchase.productID) ?? purchase.isSubscription)
        }
    }

    /// Returns whether the customer may have an introductory offer on a group's subscriptions (S1-15…17, S1-19…21).
    ///
    /// A customer may not once any purchase in the group was in a trial or an introductory offer, whatever its product,
    /// nor while a subscription of the group runs. An app should know before it shows a price (S1-18).
    ///
    /// - Parameters:
    ///   - group: The group's identifier.
    ///   - instant: The date; that of the answer unless given. The receipt in a notification has none.
    /// - Returns: Whether the customer may; true for one who never bought anything.
    public func isEligibleForIntroductoryOffer(inGroup group: String, at instant: Date? = nil) -> Bool {
        !usedIntroductoryOffer(inGroup: group) && !isSubscribed(inGroup: group, at: instant)
    }

    /// Returns whether any purchase of a group was in a trial or an introductory offer (S1-15, S1-16, B13-3).
    public func usedIntroductoryOffer(inGroup group: String) -> Bool {
        purchases(inGroup: group).contains { purchase in
            (purchase.isTrialPeriod || purchase.isInIntroOfferPeriod ?? false)
                && purchase.inAppOwnershipType != .familyShared
        }
    }

    /// Returns whether a period of a group's subscription, or its grace period, lasts beyond the date of the answer.
    ///
    /// - Parameters:
    ///   - group: The group's identifier.
    ///   - instant: The date; that of the answer unless given.
    /// - Returns: Whether one does; purchases that were refunded or replaced by an upgrade do not count.
    public func isSubscribed(inGroup group: String, at instant: Date? = nil) -> Bool {
        guard let now = instant ?? receipt?.requestDate else { return false }
        let isInGrace = pendingRenewalInfo?.contains {
            $0.subscriptionGroupID == group && $0.isInBillingRetryPeriod == true
                && $0.gracePeriodExpiresDate ?? now > now
        }
        return isInGrace ?? false
            || purchases(inGroup: group).contains { purchase in
                purchase.cancellationDate == nil && !purchase.isUpgraded && purchase.expiresDate ?? now > now
            }
    }

    /// Returns the purchases of a group; `in_app` names no groups, so other members of the answer tell them (S1-17).
    private func purchases(inGroup group: String) -> [ReceiptTransaction] {
        var groups: [String: String] = [:]
        for purchase in latestReceiptInfo ?? [] { groups[purchase.productID] = purchase.subscriptionGroupID }
        for renewal in pendingRenewalInfo ?? [] where renewal.subscriptionGroupID != nil {
            groups[renewal.productID] = renewal.subscriptionGroupID
            groups[renewal.autoRenewProductID] = renewal.subscriptionGroupID
        }
        return purchases.filter { ($0.subscriptionGroupID ?? groups[$0.productID]) == group }
    }

    /// Returns the date until which the customer paid: the largest `expires_date_ms` in the answer (S2-8, B13-7).
    ///
    /// Purchases in `in_app` and in `latest_receipt_info` count.
    ///
    /// - Parameter ignoringRefundedAndUpgraded: Whether purchases that were refunded, or replaced by an upgrade,
    ///   are ignored; the article counts them, and a shop that refunds should not (C-27).
    /// - Returns: The date; nil for a customer without a subscription.
    public func latestExpiration(ignoringRefundedAndUpgraded: Bool = false) -> Date? {
        purchases.lazy.filter { !ignoringRefundedAndUpgraded || $0.cancellationDate == nil && !$0.isUpgraded }
            .compactMap(\.expiresDate).max()
    }

    /// The periods that the customer paid for, for a ``FeatureTimeline``.
    ///
    /// - Returns: The periods, one for each purchase with an end, the oldest first.
    /// - Throws: ``FeatureTimelineError/periodEndsBeforeItBegins(start:end:)``, for periods that no store here writes.
    public func paidPeriods() throws(FeatureTimelineError) -> [PaidPeriod] {
        var periods: [PaidPeriod] = []
        for purchase in purchases {
            guard let end = purchase.expiresDate else { continue }
            periods.append(
                try PaidPeriod(
                    from: purchase.purchaseDate, to: end, isRefunded: purchase.isRefunded,
                    isUpgraded: purchase.isUpgraded))
        }
        return periods
    }

    /// The customer's first download of the app (S2-15, S2-16); nil where the answer holds no receipt.
    public var download: AppDownload? {
        receipt.map { receipt in
            AppDownload(
                on: receipt.originalPurchaseDate, version: receipt.originalApplicationVersion,
                environment: environment ?? .production)
        }
    }
}

extension FeatureTimeline {
    /// Returns a customer's features by an answer of `verifyReceipt`, as the article's server does (S2-6, S2-8).
    ///
    /// - Parameter answer: The answer.
    /// - Returns: The paid-up date and the features.
    /// - Throws: ``FeatureTimelineError``.
    public func access(for answer: ReceiptAnswer) throws(FeatureTimelineError) -> FeatureAccess {
        try access(for: answer.paidPeriods(), download: answer.download)
    }
}
