public import OfferKitCore

extension Customer {
    /// Turns auto-renew on or off, as the customer can on the page that manages subscriptions.
    ///
    /// Turned off while a renewal has failed, in grace or in billing retry, it ends the subscription at once (B7-13).
    ///
    /// - Parameters:
    ///   - isOn: Whether the subscription is to renew.
    ///   - group: The identifier of the subscription group.
    /// - Throws: ``ConfigurationRefusal/notSubscribed(group:)`` when no subscription of the group runs.
    public func setAutoRenew(_ isOn: Bool, inGroup group: String) throws(ConfigurationRefusal) {
        try store.perform { $0.decideAutoRenew(isOn, of: id, in: group) }
    }

    /// Agrees to a rise of the price that needs consent, or declines it, which turns auto-renew off (B9-3).
    ///
    /// - Parameters:
    ///   - agrees: The customer's answer.
    ///   - group: The identifier of the subscription group.
    /// - Throws: ``ConfigurationRefusal/noPriceRisePending(group:)`` when the customer was not asked.
    public func answerPriceRise(_ agrees: Bool, inGroup group: String) throws(ConfigurationRefusal) {
        try store.perform { $0.decideConsent(agrees, of: id, in: group) }
    }

    /// Joins another customer's family, which shares the subscriptions whose products allow it (B10-6).
    ///
    /// - Parameter organizer: Who organises the family.
    /// - Throws: ``FamilyRefusal``.
    public func joinFamily(of organizer: Customer) throws(FamilyRefusal) {
        guard organizer.store === store else { throw .unknownCustomer(organizer.id) }
        try store.perform { $0.decideFamily(adding: id, to: organizer.id) }
    }

    /// Leaves the family: what it shared is shared no more, both ways.
    ///
    /// - Throws: ``FamilyRefusal``; the organiser cannot leave.
    public func leaveFamily() throws(FamilyRefusal) {
        try store.perform { $0.decideFamily(removing: id) }
    }

    /// Asks for a refund in the app, which turns auto-renew off at once, whatever the answer (B10-3).
    ///
    /// - Parameters:
    ///   - transactionID: The transaction.
    ///   - answer: What the App Store says to it.
    ///   - reason: Why it refunds, where it does.
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
        _ = try store.perform {
            $0.decideRefundRequest(for: transactionID, by: id, isGranted: isGranted, reason)
        }
    }

    /// What the App Store says to a request for a refund.
    public enum RefundAnswer: Hashable, Sendable {
        /// It refunds.
        case grant
        /// It does not.
        case decline
        /// It says nothing yet: ``Store/refund(_:reason:)`` or ``Store/declineRefund(of:)`` follows.
        case wait
    }
}
