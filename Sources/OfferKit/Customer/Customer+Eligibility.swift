public import OfferKitCore

extension Customer {
    /// Returns the customer's class for offer codes of a group: new, existing or expired (B1-13, B4-10, C-245).
    ///
    /// - Parameter group: The subscription group's identifier or name.
    /// - Returns: The class.
    /// - Throws: ``SubscriptionRefusal/unknownGroup(_:)``.
    public func customerClass(inGroup group: String) throws(SubscriptionRefusal) -> CustomerClass {
        try history(inGroup: group).customerClass
    }

    /// Whether the customer may have promotional offers at all, because they ever subscribed in the app (S0-75).
    ///
    /// An offer may still be refused for reasons of its own; ``Device/eligibility(forOffer:_:of:)`` names them.
    public var isEligibleForPromotionalOffers: Bool {
        let state = store.state
        return state.shop.groups.indices.contains { place in
            let history = state.history(of: id, in: GroupIndex(place), at: state.now)
            return PromotionalEligibility.judge(history) == .eligible
        }
    }

    /// Returns whether the customer may have an introductory offer of a group (S1-16…21).
    ///
    /// This is the store's own answer. `Product.SubscriptionInfo.isEligibleForIntroOffer(for:)` is the app's, which a
    /// quirk can make older than the truth (``StoreKitQuirks/keepsFirstIntroEligibility``).
    ///
    /// - Parameter group: The subscription group's identifier or name.
    /// - Returns: True where the customer may have one.
    /// - Throws: ``SubscriptionRefusal/unknownGroup(_:)``.
    public func isEligibleForIntroductoryOffer(inGroup group: String) throws(SubscriptionRefusal) -> Bool {
        IntroductoryEligibility.judge(try history(inGroup: group), group: group) == .eligible
    }

    private func history(inGroup group: String) throws(SubscriptionRefusal) -> CustomerHistory {
        let state = store.state
        guard let place = state.shop.group(named: group) else { throw .unknownGroup(state.shop.unknownGroup(group)) }
        return state.history(of: id, in: place, at: state.now)
    }
}
