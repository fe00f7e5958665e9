/// Who gets a promotional offer: anybody who ever subscribed to anything in this app (S0-75).
///
/// Any auto-renewable subscription counts (S0-76), of any group (S0-77), current or lapsed (S0-78), from its first period on
/// (S0-79), a free or paid introductory offer included (S0-80). Everything else is the developer's own rule, which the store
/// never knows (B4-13).
package struct PromotionalEligibility {
    package init() {}

    package func judge(_ history: CustomerHistory) -> Eligibility {
        Eligibility(history.hasSubscribedInApp ? [] : [.neverSubscribed])
    }
}
