extension StoreState {
    /// The introductory offer that a purchase gets, where the developer may have decided who has it (B2-23, C-10).
    ///
    /// The developer's no suppresses the offer. A yes passes over one thing alone, that the group's offer was used
    /// before: a present subscriber gets none all the same (B4-2).
    ///
    /// - Parameters:
    ///   - customer: Who buys.
    ///   - place: The product.
    ///   - territory: Where it is charged.
    ///   - override: What the developer signed; nil where nothing was.
    /// - Returns: The terms, or nil when there is no such offer for this purchase.
    func introductoryOffer(
        for customer: CustomerID, on place: ProductIndex, in territory: Territory, override: Bool?
    ) -> CapturedTerms? {
        guard let override else { return automaticIntroductoryOffer(for: customer, on: place, in: territory) }
        guard override, let subscription = shop[place].product.subscription,
            let offer = shop[place].available(.intro, in: territory, at: now).first,
            eligibility(of: customer, for: offer, on: place).reasons.allSatisfy(\.isUseOfIntroductoryOffer)
        else { return nil }
        return CapturedTerms(offer, of: subscription, in: territory)
    }
}

extension Ineligibility {
    fileprivate var isUseOfIntroductoryOffer: Bool {
        if case .usedIntroductoryOffer = self { true } else { false }
    }
}
