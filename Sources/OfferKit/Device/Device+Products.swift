import OfferKitCore

extension Device {
    /// Returns the products with these identifiers that are sold in this storefront, in that order and each once;
    /// unknown ones are left out.
    public func products(_ ids: some Sequence<String>) -> [Product] {
        let state = store.state
        let settings = (storefront, locale)
        var seen: Set<ByteText> = []
        return ids.filter { seen.insert(ByteText($0)).inserted }.compactMap { id in
            state.shop.place(of: id).flatMap {
                Product($0, in: state, territory: settings.0, locale: settings.1, on: self)
            }
        }
    }

    /// Every product sold in this storefront, in the catalogue's order.
    public var products: [Product] { products(store.read { $0.shop.entries.map(\.product.id) }) }

    /// Returns the product with that identifier; nil when it is unknown, or not sold in this storefront.
    public func product(_ id: String) -> Product? {
        products([id]).first
    }

    /// Returns the status of the customer's own subscription in a group, or else of the one that the family shares.
    ///
    /// Nil when there never was one (S4-2). It shows what is so: simulated failures are shown by
    /// ``App/subscriptionStatuses(inGroup:)``, which is what apps ask.
    public func subscriptionStatus(inGroup group: String) -> SubscriptionStatus? {
        store.noteUnknown(group: group)
        return statuses(inGroup: group).first
    }

    /// Returns the statuses of the customer's subscriptions in a group, as the app is answered
    /// (``App/subscriptionStatuses(inGroup:)``).
    func answerStatuses(inGroup group: String) throws(StoreKitError) -> [SubscriptionStatus] {
        if readsNothing { return [] }
        if case .generic(let error) = takeFailure(.subscriptionStatus) { throw error }
        // An app knows its groups by their identifiers alone.
        store.noteUnknown(group: group, takesNames: false, within: Store.framesOfAsking)
        guard store.read({ $0.shop.group(id: group) }) != nil else { return [] }
        return statuses(inGroup: group, asRead: true).map { signed($0) }
    }

    /// The statuses that the app is told, of every group in which there is, or was, a subscription.
    var answeredStatuses: [(groupID: String, statuses: [SubscriptionStatus])] {
        store.read { $0.shop.groups.map(\.id) }.compactMap { group in
            guard let statuses = try? answerStatuses(inGroup: group), !statuses.isEmpty else { return nil }
            return (group, statuses)
        }
    }

    /// Returns the statuses of the customer's subscriptions in a group.
    ///
    /// - Parameters:
    ///   - group: The subscription group's identifier or name.
    ///   - isRead: Whether the app reads it, with what ``StoreKitQuirks/saysExpiredAfterRenewal`` makes of it.
    /// - Returns: The customer's own, and the one that the family shares.
    private func statuses(inGroup group: String, asRead isRead: Bool = false) -> [SubscriptionStatus] {
        let state = store.state
        let own = state.subscription(of: customer.id, inGroupNamed: group).map { index in
            let status = SubscriptionStatus(index, in: state, on: self)
            return isRead && isMomentarilyExpired(index, in: state) ? status.expired : status
        }
        let place = state.shop.group(named: group)
        let share = place.flatMap { state.families.share(of: customer.id, in: $0) }
        return [own, share.flatMap { SubscriptionStatus($0, in: state, on: self) }].compactMap { $0 }
    }

    /// Returns whether the customer may get an introductory offer in a group (S1-16…21); true in an unknown group.
    func isEligibleForIntroductoryOffer(inGroup groupID: String) -> Bool {
        store.noteUnknown(group: groupID, takesNames: false, within: Store.framesOfAsking)
        let state = store.state
        let place = state.shop.group(id: groupID)
        let isEligible = place.map { place in
            let history = state.history(of: customer.id, in: place, at: state.now)
            return IntroductoryEligibility.judge(history, group: groupID) == .eligible
        }
        return withSettings { settings in
            let answer = isEligible ?? true
            guard settings.quirks.keepsFirstIntroEligibility else { return answer }
            if let first = settings.run.introductoryAnswers[ByteText(groupID)] { return first }
            settings.run.introductoryAnswers[ByteText(groupID)] = answer
            return answer
        }
    }
}

extension SubscriptionStatus {
    /// The same status, said to have expired.
    var expired: SubscriptionStatus {
        SubscriptionStatus(state: .expired, transaction: transaction, renewalInfo: renewalInfo)
    }
}
