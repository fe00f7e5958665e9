/// The answer to whether a customer may have an offer.
package enum Eligibility: Hashable, Sendable {
    /// The customer may have it.
    case eligible
    /// The customer may not, for each of these reasons.
    case ineligible(because: [Ineligibility])

    /// Eligible when there is no reason against it.
    package init(_ reasons: [Ineligibility]) {
        self = reasons.isEmpty ? .eligible : .ineligible(because: reasons)
    }

    /// The reasons against it; empty when there is none.
    package var reasons: [Ineligibility] {
        switch self {
        case .eligible: []
        case .ineligible(let reasons): reasons
        }
    }
}

/// The history that the eligibility rules look at: a customer's in one subscription group and in the app.
///
/// It is the history as it stands at one instant; ``StoreState/history(of:in:at:)`` makes it.
package struct CustomerHistory: Hashable, Sendable {
    /// Whether the customer owns or owned any auto-renewable subscription of the app (C-9).
    ///
    /// A trial counts, and so does one that was refunded or upgraded since; one that the family shares does not.
    var hasSubscribedInApp = false
    /// The standing in this group: new, existing while service lasts or a failed renewal is tried, else expired (B4-10,
    /// C-15).
    package var customerClass = CustomerClass.new
    /// Whether the group's introductory offer is used up: any product's, free or paid (S1-16, B4-1).
    var usedIntroductoryOffer = false
    /// Whole months of paid service in the group, counted over the last run of it, which may still run (C-34, C-52).
    var paidMonths = 0
    /// Whether the customer owns or owned a subscription of this group (B15-2).
    var hasSubscribedInGroup = false
    /// Whether a renewal has failed and is still tried, in grace or billing retry (B15-4).
    var hasFailedRenewal = false
    /// Whether the family shares a subscription of the group that gives service (B15-5).
    var isSharedByFamily = false
    /// Whole months since the end of the last period, a refunded one's too, once it is over and nothing runs; else nil
    /// (S4-2, B15-3, C-53).
    var monthsSinceLapse: Int?
}

/// The rule for an introductory offer: once per customer and group, never while subscribed.
///
/// Both must hold:
/// - The customer has used no introductory offer, free or paid, of any product of the group (S1-16, B4-1); neither a
///   lapse nor time gives the right back (B4-4), and no other kind of offer takes it (B4-5).
/// - The customer is not subscribed in the group now (S1-21), nor in grace or billing retry (C-12); so no change of
///   plan ever brings one (B4-2).
///
/// New customers (S1-19) and lapsed ones who never used one (S1-20) are therefore eligible. Whether an offer runs in
/// the storefront is no part of this rule (B4-3), but of ``OfferAvailability``.
package enum IntroductoryEligibility {
    /// Returns every reason against the offer, or none.
    package static func judge(_ history: CustomerHistory, group: String) -> Eligibility {
        var reasons: [Ineligibility] = []
        if history.usedIntroductoryOffer { reasons.append(.usedIntroductoryOffer(group: group)) }
        if history.customerClass == .existing { reasons.append(.currentlySubscribed(group: group)) }
        return Eligibility(reasons)
    }
}

/// The rule for a promotional offer: it is for anybody who ever subscribed to anything in this app (S0-75).
///
/// Any auto-renewable subscription counts (S0-76), of any group (S0-77), current or lapsed (S0-78), from its first
/// period on (S0-79), a free or paid introductory offer included (S0-80). Everything else is the developer's own rule,
/// which the store never knows (B4-13).
package enum PromotionalEligibility {
    /// Returns the reason against the offer, or none.
    package static func judge(_ history: CustomerHistory) -> Eligibility {
        Eligibility(history.hasSubscribedInApp ? [] : [.neverSubscribed])
    }
}

/// The rule for redeeming a code of an offer (B16-2, its last three checks).
///
/// All must hold:
/// - The customer is of a class that the offer is for: new, existing or expired in the group (B4-10, C-15).
/// - The customer has redeemed no code of this offer before; codes of other offers do not matter (B4-11).
/// - The product is not at a lower level of service than the one the customer is subscribed to, in grace and retry too
///   (B16-8, C-197).
struct CodeEligibility {
    let settings: CodeSettings
    /// The reference name of the offer.
    let offer: String

    /// Returns every reason against redeeming a code, or none.
    ///
    /// - Parameters:
    ///   - history: The customer's history in the offer's group.
    ///   - hasRedeemed: Whether the customer has used a code of this offer.
    ///   - downgrade: The levels, where the customer is subscribed at a higher level than the product's.
    /// - Returns: Every reason against it, or none.
    func judge(
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

extension Shop.Entry {
    /// The product's offers of one kind that can be asked for in a territory now.
    package func available(_ type: OfferType, in territory: Territory, at now: Instant) -> [Catalog.Offer] {
        guard !offers.isEmpty else { return [] }
        let rule = OfferAvailability(territory: territory, instant: now)
        return offers.filter {
            $0.name.type == type && rule.judge($0.offer, isDisabled: $0.isDisabled) == .eligible
        }.map(\.offer)
    }
}
