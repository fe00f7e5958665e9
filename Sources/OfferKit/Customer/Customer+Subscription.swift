public import Foundation
public import OfferKitCore

extension Customer {
    /// Turns auto-renew on or off, as the customer can on the page that manages subscriptions.
    ///
    /// Turning it off after a failed renewal, in grace or in billing retry, ends the subscription at once (B7-13).
    ///
    /// - Parameters:
    ///   - isOn: Whether the subscription is to renew.
    ///   - group: The subscription group's identifier or name.
    /// - Throws: ``SubscriptionRefusal/notSubscribed(group:)`` when no subscription of the group runs, or
    ///   ``SubscriptionRefusal/unknownGroup(_:)``.
    public func setAutoRenew(_ isOn: Bool, inGroup group: String) throws(SubscriptionRefusal) {
        try store.perform { $0.decideAutoRenew(isOn, of: id, in: group) }
    }

    /// Agrees to a rise of the price that needs consent, or declines it, which turns auto-renew off (B9-3).
    ///
    /// - Parameters:
    ///   - agrees: The customer's answer.
    ///   - group: The subscription group's identifier or name.
    /// - Throws: ``SubscriptionRefusal/noPriceIncreasePending(group:askedOn:)`` when the customer was not asked, or
    ///   ``SubscriptionRefusal/unknownGroup(_:)``.
    public func answerPriceIncrease(_ agrees: Bool, inGroup group: String) throws(SubscriptionRefusal) {
        try store.perform { $0.decideConsent(agrees, of: id, in: group) }
    }

    /// Extends the customer's current period, free of charge (B10-9).
    ///
    /// - Parameters:
    ///   - group: The subscription group's identifier or name.
    ///   - days: The number of days, from 1 to 90.
    /// - Returns: The new end of the period.
    /// - Throws: ``ExtensionRefusal``: a subscription must run and be paid for, and is extended at most twice within
    ///   365 days (B10-12); ``ExtensionRefusal/unknownGroup(_:)`` for an unknown group.
    @discardableResult
    public func extendRenewalDate(inGroup group: String, byDays days: Int) throws(ExtensionRefusal) -> Date {
        Date(try store.perform { $0.decideExtension(of: id, in: group, byDays: days) })
    }

    /// Joins another customer's family, which shares the subscriptions whose products allow it (B10-6).
    ///
    /// Non-consumables are not shared, though the App Store shares them too.
    ///
    /// - Parameter organizer: The family's organiser.
    /// - Throws: ``FamilyRefusal``.
    public func joinFamily(of organizer: Customer) throws(FamilyRefusal) {
        guard organizer.store === store else {
            throw .unknownCustomer(organizer.id, among: store.read { $0.customers.known })
        }
        try store.perform {
            $0.families.decideFamily(adding: id, to: organizer.id, among: $0.customers, $0.ledger, $0.shop)
        }
    }

    /// Leaves the family, which ends the sharing in both directions.
    ///
    /// - Throws: ``FamilyRefusal``; the organiser cannot leave.
    public func leaveFamily() throws(FamilyRefusal) {
        try store.perform { $0.families.decideFamily(removing: id, $0.ledger, $0.shop) }
    }

    /// Asks for a refund in the app, which turns auto-renew off at once, whatever the answer (B10-3).
    ///
    /// - Parameters:
    ///   - transactionID: The transaction.
    ///   - answer: The App Store's answer to the request.
    ///   - reason: The reason of the refund, where it is granted.
    /// - Throws: ``RefundRefusal``.
    public func requestRefund(
        of transactionID: UInt64, answer: RefundAnswer = .grant, reason: RevocationReason = .other
    ) throws(RefundRefusal) {
        let isGranted: Bool? =
            switch answer {
            case .grant: true
            case .decline: false
            case .wait: nil
            }
        _ = try store.perform { state in
            state.decide(onTransactionShownAs: transactionID) {
                state.decideRefundRequest(for: $0, by: id, isGranted: isGranted, reason)
            }
        }
    }

    /// The App Store's answers to a request for a refund.
    public enum RefundAnswer: Hashable, Sendable {
        /// Grants the refund.
        case grant
        /// Declines the refund.
        case decline
        /// Gives no answer yet: ``Store/refund(_:reason:)`` or ``Store/declineRefund(of:)`` follows.
        case wait
    }

    // Actions of Apple's test environment that the App Store does not have.

    /// Lets a subscription expire at once: its period ends now, and auto-renew is off (C-122).
    ///
    /// In grace and in billing retry, where no period runs, it ends as when the customer cancels (B7-13).
    ///
    /// - Parameter group: The subscription group's identifier or name.
    /// - Throws: ``SubscriptionRefusal/notSubscribed(group:)`` when no subscription of the group runs, or
    ///   ``SubscriptionRefusal/unknownGroup(_:)``.
    public func expireSubscription(inGroup group: String) throws(SubscriptionRefusal) {
        try store.perform { $0.decideExpiration(of: id, in: group) }
    }

    /// Lets a subscription renew at once, with auto-renew on and no price rise that waits for an answer (C-122).
    ///
    /// Its period ends now. What follows is what follows the end of every period: where charges fail, billing retry
    /// begins. In grace and in billing retry no period runs that could end, and nothing changes.
    ///
    /// - Parameter group: The subscription group's identifier or name.
    /// - Throws: ``SubscriptionRefusal/notSubscribed(group:)`` when no subscription of the group runs, or
    ///   ``SubscriptionRefusal/unknownGroup(_:)``.
    public func renewSubscription(inGroup group: String) throws(SubscriptionRefusal) {
        try store.perform { $0.decideForcedRenewal(of: id, in: group) }
    }

    /// Asks for consent to the present price, whether or not it rose (C-123).
    ///
    /// Without an answer the subscription expires at the end of the period (B9-3); ``answerPriceIncrease(_:inGroup:)``
    /// answers.
    ///
    /// - Parameter group: The subscription group's identifier or name.
    /// - Throws: ``SubscriptionRefusal/notSubscribed(group:)`` when no subscription of the group runs, or
    ///   ``SubscriptionRefusal/unknownGroup(_:)``.
    public func requestPriceConsent(inGroup group: String) throws(SubscriptionRefusal) {
        try store.perform { $0.decideConsentRequest(of: id, in: group) }
    }

    /// Lets the customer have introductory offers of a group again, as a tester's account can be told to (C-243).
    ///
    /// Nothing else changes: a present subscriber is still not eligible (S1-19).
    ///
    /// - Parameter group: The subscription group's identifier or name.
    /// - Throws: ``SubscriptionRefusal/unknownGroup(_:)``.
    public func resetIntroductoryEligibility(inGroup group: String) throws(SubscriptionRefusal) {
        try store.perform { $0.decideIntroductoryReset(of: id, in: group) }
    }

    /// Makes one attempt, now, to charge every renewal of the customer that has failed (B7-8, B7-9).
    public func retryFailedRenewals() {
        store.perform { $0.decideAttempts(of: id) }
    }

    /// Makes one attempt, now, to charge one subscription's failed renewal.
    package func retryRenewal(of subscription: SubscriptionIndex) {
        store.perform { $0.decideAttempts(of: id, only: subscription) }
    }

    /// Erases the customer's purchases, as if they had never bought anything (C-124).
    ///
    /// Pending purchases are declined. The numbers of transactions go on, unless ``StoreRules/numbersFromZero`` says
    /// otherwise; codes stay used, and what was charged stays in the log.
    public func eraseTransactions() {
        store.perform { $0.decideErasure(ofAll: id) }
    }
}

extension Store {
    /// Takes a transaction out of its customer's history, as if it had never been made (C-124).
    ///
    /// The first transaction of a subscription takes all that followed along: the customer never had the subscription,
    /// and may have an introductory offer again. Without its latest transaction a subscription is over. A
    /// non-consumable can be bought again.
    ///
    /// - Parameter transactionID: The transaction.
    /// - Returns: The transactions that were taken out; none where the store has no such transaction (any more).
    @discardableResult
    public func eraseTransaction(_ transactionID: UInt64) -> [UInt64] {
        perform { state -> Decision<[UInt64], Never> in
            guard let id = state.transaction(shownAs: transactionID) else { return Decision([], []) }
            var decision = state.decideErasure(of: id)
            decision.result = decision.result.map { $0.map(state.shownNumber(of:)) }
            return decision
        }
    }

    /// Takes a transaction out of its customer's history, by the store's own number for it.
    package func eraseTransaction(ownNumber id: UInt64) {
        perform { $0.decideErasure(of: id) }
    }
}
