/// The rule for a win-back offer, for customers who churned and meet the developer's criteria (S4-2, S4-4, B15-2…8).
///
/// First the customer must have churned: the latest subscription of their own in the group is over and would not renew
/// (B15-2, B15-3), is in neither billing retry nor grace (B15-4), and the family shares none (B15-5). Then each
/// criterion:
/// - Whole months of paid service in the last run, over all products of the group, are at least the minimum (B15-6,
///   C-34, C-52).
/// - Whole months since the end of the last period lie within the range, both ends included (B15-7, C-34, C-53).
/// - Where a wait is set, that many whole months have passed since the end of the offer period of the customer's last
///   redemption of this offer (B15-8).
struct WinBackEligibility {
    let settings: WinBackSettings

    /// Returns every reason against the offer, or none.
    ///
    /// - Parameters:
    ///   - history: The customer's history in the offer's group.
    ///   - group: The group's identifier.
    ///   - monthsSinceRedemption: Whole months since the end of the offer period of the customer's last
    ///     redemption of this offer; nil when there was none.
    ///   - ignoresCriteria: Whether every churned customer may have it, as in Apple's test environments (B15-10).
    /// - Returns: Every reason against it, or none.
    func judge(
        _ history: CustomerHistory, group: String, monthsSinceRedemption: Int?, ignoresCriteria: Bool = false
    ) -> Eligibility {
        var reasons = standing(of: history, in: group)
        switch settings.eligibility {
        case .everyChurnedCustomer: break
        case .nobody: reasons.append(.offerIsForNobody)
        case .criteria where ignoresCriteria: break
        case .criteria(let criteria): reasons += failedCriteria(of: history, criteria, monthsSinceRedemption)
        }
        return Eligibility(reasons)
    }

    /// The reasons why the customer has not churned (B15-2…5); none where they have.
    private func standing(of history: CustomerHistory, in group: String) -> [Ineligibility] {
        var reasons: [Ineligibility] = []
        if !history.hasSubscribedInGroup {
            reasons.append(.neverSubscribedInGroup(group: group))
        } else if history.hasFailedRenewal {
            reasons.append(.renewalFailed(group: group))
        } else if history.monthsSinceLapse == nil {
            reasons.append(.notLapsed(group: group))
        }
        if history.isSharedByFamily { reasons.append(.sharedByFamily(group: group)) }
        return reasons
    }

    /// The criteria that the customer fails; that of months since the lapse only where there was a lapse.
    private func failedCriteria(
        of history: CustomerHistory, _ criteria: WinBackCriteria, _ monthsSinceRedemption: Int?
    ) -> [Ineligibility] {
        var reasons: [Ineligibility] = []
        if history.paidMonths < criteria.minimumPaidMonths {
            reasons.append(.tooFewPaidMonths(history.paidMonths, minimum: criteria.minimumPaidMonths))
        }
        if let months = history.monthsSinceLapse, !criteria.monthsSinceLapse.contains(months) {
            reasons.append(.lapseOutsideRange(months: months, allowed: criteria.monthsSinceLapse))
        }
        if let wait = criteria.monthsBetweenOffers, let months = monthsSinceRedemption, months < wait {
            reasons.append(.redeemedTooRecently(months: months, minimum: wait))
        }
        return reasons
    }
}
