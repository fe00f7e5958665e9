import OfferKitCore

// What Apple's test environment does to purchases and the App Store does not.

extension Customer {
    /// Lets a subscription expire at once: its period ends now, and auto-renew is off (C-122).
    ///
    /// In grace and in billing retry, where no period runs, it ends as when the customer cancels (B7-13).
    ///
    /// - Parameter group: The identifier of the subscription group.
    /// - Throws: ``ConfigurationRefusal/notSubscribed(group:)`` when no subscription of the group runs.
    public func expireSubscription(inGroup group: String) throws(ConfigurationRefusal) {
        try store.perform { $0.decideExpiration(of: id, in: group) }
    }

    /// Lets a subscription renew at once: its period ends now, auto-renew is on, and no rise of the price waits for an
    /// answer (C-122).
    ///
    /// What follows is what follows the end of every period: where charges fail, billing retry begins. In grace and in billing
    /// retry no period runs that could end, and nothing changes.
    ///
    /// - Parameter group: The identifier of the subscription group.
    /// - Throws: ``ConfigurationRefusal/notSubscribed(group:)`` when no subscription of the group runs.
    public func renewSubscription(inGroup group: String) throws(ConfigurationRefusal) {
        try store.perform { $0.decideForcedRenewal(of: id, in: group) }
    }

    /// Asks for consent to the price as it is, whether or not it rose (C-123).
    ///
    /// Without an answer the subscription expires at the end of the period (B9-3); ``answerPriceRise(_:inGroup:)`` answers.
    ///
    /// - Parameter group: The identifier of the subscription group.
    /// - Throws: ``ConfigurationRefusal/notSubscribed(group:)`` when no subscription of the group runs.
    public func requestPriceConsent(inGroup group: String) throws(ConfigurationRefusal) {
        try store.perform { $0.decideConsentRequest(of: id, in: group) }
    }

    /// Makes one attempt, now, to charge every renewal of the customer that has failed (B7-8, B7-9).
    public func retryFailedRenewals() {
        store.perform { $0.decideResolution(of: id) }
    }

    /// The same for one subscription.
    package func retryRenewal(of subscription: SubscriptionIndex) {
        store.perform { $0.decideResolution(of: id, only: subscription) }
    }

    /// Takes everything the customer has bought out of their history, as if they had never bought anything; what is pending
    /// is declined (C-124).
    ///
    /// The numbers of transactions go on, codes stay used, and what was charged stays in the log.
    public func eraseTransactions() {
        store.perform { $0.decideErasure(ofAll: id) }
    }
}

extension Store {
    /// Takes a transaction out of its customer's history, as if it had never been made (C-124).
    ///
    /// The first transaction of a subscription takes all that followed along: the customer never had the subscription, and may
    /// have an introductory offer again. Without its latest transaction a subscription is over. A non-consumable can be
    /// bought again.
    ///
    /// - Parameter transactionID: The transaction.
    /// - Returns: The transactions that were taken out; none where the store has no such transaction (any more).
    @discardableResult
    public func eraseTransaction(_ transactionID: UInt64) -> [UInt64] {
        perform { $0.decideErasure(of: transactionID) }
    }
}
