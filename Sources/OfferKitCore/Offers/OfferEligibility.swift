/// What the eligibility rules look at: the customer's history in one subscription group and in the app.
package struct CustomerHistory: Hashable, Sendable {
    /// Owns, or owned, any auto-renewable subscription of the app (C-9).
    package var hasSubscribedInApp = false
    /// The standing in this group.
    package var customerClass = CustomerClass.new
    /// Whether the group's introductory offer is used up.
    package var usedIntroductoryOffer = false
    /// Set when the latest subscription in the group is over and would not renew.
    package var churn: Churn?

    /// A subscription that is over, as the win-back rules see it.
    package struct Churn: Hashable, Sendable {
        /// Whole months of paid service, counted over the last run of it (C-34, C-52).
        package var paidMonths: Int
        /// Whole months since it ended.
        package var monthsSinceLapse: Int

        package init(paidMonths: Int, monthsSinceLapse: Int) {
            self.paidMonths = paidMonths
            self.monthsSinceLapse = monthsSinceLapse
        }
    }

    package init() {}
}

/// Who gets an introductory offer: once per customer and group, never while subscribed (S1-16…21, B4).
package struct IntroductoryEligibility {
    package init() {}

    package func judge(_ history: CustomerHistory, group: String) -> Eligibility {
        var reasons: [Ineligibility] = []
        if history.usedIntroductoryOffer { reasons.append(.usedIntroductoryOffer(group: group)) }
        if history.customerClass == .existing { reasons.append(.currentlySubscribed(group: group)) }
        return Eligibility(reasons)
    }
}

/// Who gets a promotional offer: anybody who ever subscribed to anything in this app (S0-75…81).
///
/// Any group counts, current or lapsed, from the first period on, a free trial included. Everything else is
/// the developer's own rule, which the store never knows (B4-13).
package struct PromotionalEligibility {
    package init() {}

    package func judge(_ history: CustomerHistory) -> Eligibility {
        Eligibility(history.hasSubscribedInApp ? [] : [.neverSubscribed])
    }
}

/// Who may redeem a code: the classes the offer names, once per offer, never to move down (B4-10, B4-11, B16-2).
package struct CodeEligibility {
    package let settings: CodeSettings
    package let offer: String

    package init(_ settings: CodeSettings, offer: String) {
        self.settings = settings
        self.offer = offer
    }

    /// - Parameters:
    ///   - history: The customer's history in the offer's group.
    ///   - hasRedeemed: Whether the customer has used a code of this offer.
    ///   - downgrade: The levels, where the customer is subscribed at a higher level than the product's.
    /// - Returns: Every reason against it, or none.
    package func judge(
        _ history: CustomerHistory, hasRedeemed: Bool, downgrade: (from: Int, to: Int)?
    ) -> Eligibility {
        var reasons: [Ineligibility] = []
        if !settings.customers.contains(history.customerClass) {
            reasons.append(.wrongCustomerClass(history.customerClass, allowed: settings.customers))
        }
        if hasRedeemed { reasons.append(.alreadyRedeemed(offer: offer)) }
        if let downgrade { reasons.append(.wouldDowngrade(fromLevel: downgrade.from, toLevel: downgrade.to)) }
        return Eligibility(reasons)
    }
}

/// Who gets a win-back offer: customers who churned and meet the developer's criteria (S4-2, S4-4, B15).
package struct WinBackEligibility {
    package let settings: WinBackSettings

    package init(_ settings: WinBackSettings) {
        self.settings = settings
    }

    /// - Parameters:
    ///   - history: The customer's history in the offer's group.
    ///   - group: The group's identifier.
    ///   - monthsSinceRedemption: Whole months since the end of the offer period of the customer's last
    ///     redemption of this offer; nil when there was none.
    ///   - ignoresCriteria: Whether whoever churned may have it, as in Apple's test environments (B15-10).
    /// - Returns: Every reason against it, or none.
    package func judge(
        _ history: CustomerHistory, group: String, monthsSinceRedemption: Int?, ignoresCriteria: Bool = false
    ) -> Eligibility {
        guard let churn = history.churn else { return .ineligible(because: [.notChurned(group: group)]) }
        switch settings.eligibility {
        case .everyChurnedCustomer: return .eligible
        case .nobody: return .ineligible(because: [.offerIsForNobody])
        case .criteria where ignoresCriteria: return .eligible
        case .criteria(let criteria): return judge(churn, criteria, monthsSinceRedemption)
        }
    }

    private func judge(
        _ churn: CustomerHistory.Churn, _ criteria: WinBackCriteria, _ monthsSinceRedemption: Int?
    ) -> Eligibility {
        var reasons: [Ineligibility] = []
        if churn.paidMonths < criteria.minimumPaidMonths {
            reasons.append(.tooFewPaidMonths(churn.paidMonths, minimum: criteria.minimumPaidMonths))
        }
        if !criteria.monthsSinceLapse.contains(churn.monthsSinceLapse) {
            reasons.append(.lapseOutsideRange(months: churn.monthsSinceLapse, allowed: criteria.monthsSinceLapse))
        }
        if let wait = criteria.monthsBetweenOffers, let months = monthsSinceRedemption, months < wait {
            reasons.append(.redeemedTooRecently(months: months, minimum: wait))
        }
        return Eligibility(reasons)
    }
}
