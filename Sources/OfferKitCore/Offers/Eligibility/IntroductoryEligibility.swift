/// Who gets an introductory offer: once per customer and group, never while subscribed.
///
/// Both must hold:
/// - The customer has used no introductory offer, free or paid, of any product of the group (S1-16, B4-1); neither a lapse
///   nor time gives the right back (B4-4), and no other kind of offer takes it (B4-5).
/// - The customer is not subscribed in the group now (S1-21), in grace and billing retry neither (C-12); so no change of plan
///   ever brings one (B4-2).
///
/// New customers (S1-19) and lapsed ones who never used one (S1-20) are therefore eligible. Whether an offer runs in the
/// storefront is no part of this rule (B4-3), but of ``OfferAvailability``.
package struct IntroductoryEligibility {
    package init() {}

    package func judge(_ history: CustomerHistory, group: String) -> Eligibility {
        var reasons: [Ineligibility] = []
        if history.usedIntroductoryOffer { reasons.append(.usedIntroductoryOffer(group: group)) }
        if history.customerClass == .existing { reasons.append(.currentlySubscribed(group: group)) }
        return Eligibility(reasons)
    }
}
