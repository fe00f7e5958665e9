/// The rule for whether an offer can be had at all, whoever asks for it.
///
/// All must hold:
/// - The developer has not disabled it (S0-67, B1-6).
/// - It is meant for the storefront, and has a price there (S1-30, S4-5, C-49).
/// - It runs: its start is not in the future and its end not past; both instants belong to its dates (B15-1, C-36).
///
/// The lookup of the offer checks that it exists on the product.
struct OfferAvailability {
    let territory: Territory
    let instant: Instant

    /// Returns every reason against the offer, or none.
    func judge(_ offer: Catalog.Offer, isDisabled: Bool) -> Eligibility {
        var reasons: [Ineligibility] = []
        if isDisabled { reasons.append(.offerDisabled) }
        if !offer.isOffered(in: territory) { reasons.append(.notOffered(in: territory)) }
        if !offer.isRunning(at: instant) {
            reasons.append(.outsideItsDates(from: offer.startDate, until: offer.endDate))
        }
        return Eligibility(reasons)
    }
}

extension OfferIdentifierDiagnosis.Reason {
    /// The reason against an offer's availability as a refused purchase names it; nil for reasons of other rules.
    init?(_ reason: Ineligibility) {
        switch reason {
        case .offerDisabled: self = .disabled
        case .notOffered(let territory): self = .notOffered(in: territory)
        case .outsideItsDates: self = .outsideItsDates
        default: return nil
        }
    }
}

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
