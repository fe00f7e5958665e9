import OfferKit
import OfferKitCore

extension SKTestSession {
    /// Approves a purchase that waits for a parent (B10-8): its transaction comes in `Transaction.updates`.
    ///
    /// - Parameter identifier: The pending purchase, as ``allTransactions()`` lists it.
    /// - Throws: ``SKTestError/noTransactionFound``, or ``SKTestError/invalidAction`` for one that does not wait for approval.
    public func approveAskToBuyTransaction(identifier: UInt) throws {
        try approve(try pendingApproval(identifier), identifier)
    }

    /// Declines a purchase that waits for a parent: it is then one that failed.
    ///
    /// - Parameter identifier: The pending purchase, as ``allTransactions()`` lists it.
    /// - Throws: ``SKTestError/noTransactionFound``, or ``SKTestError/invalidAction`` for one that does not wait for approval.
    public func declineAskToBuyTransaction(identifier: UInt) throws {
        store.decline(try pendingApproval(identifier))
    }

    /// Settles what keeps a purchase or a renewal from going on: an interrupted purchase is completed, a failed renewal charged
    /// at once (B7-8, B7-9).
    ///
    /// A transaction without an issue stays as it is.
    ///
    /// - Parameter identifier: The interrupted purchase, or a transaction of the subscription in billing retry.
    /// - Throws: ``SKTestError/noTransactionFound``; ``SKTestError/invalidAction`` where the purchase is refused now.
    public func resolveIssueForTransaction(identifier: UInt) throws {
        if let pending = pendingPurchase(identifier) {
            guard !pending.needsApproval else {
                throw SKTestError(
                    .invalidAction,
                    "Purchase \(identifier) waits for a parent: approveAskToBuyTransaction(identifier:) approves it.")
            }
            return try approve(pending.id, identifier)
        }
        if isFailedAttempt(identifier) { return }
        let record = try transaction(identifier)
        if let subscription = record.subscription { device.customer.retryRenewal(of: subscription) }
    }

    /// Asks the subscriber for consent to the price (B9-3), also where it did not rise; the message about it is sent.
    ///
    /// - Parameter identifier: A transaction of the subscription.
    /// - Throws: ``SKTestError``.
    public func requestPriceIncreaseConsentForTransaction(identifier: UInt) throws {
        let group = try runningSubscription(of: identifier).group
        try device.customer.requestPriceConsent(inGroup: group)
        device.enterForeground()
    }

    /// The subscriber consents: the subscription renews at the end of the period.
    ///
    /// - Parameter identifier: A transaction of the subscription.
    /// - Throws: ``SKTestError``; ``SKTestError/invalidAction`` where nobody was asked.
    public func consentToPriceIncreaseForTransaction(identifier: UInt) throws {
        try answerPriceRise(true, identifier)
    }

    /// The subscriber declines: auto-renew is off, and the subscription expires at the end of the period.
    ///
    /// - Parameter identifier: A transaction of the subscription.
    /// - Throws: ``SKTestError``; ``SKTestError/invalidAction`` where nobody was asked.
    public func declinePriceIncreaseForTransaction(identifier: UInt) throws {
        try answerPriceRise(false, identifier)
    }

    private func answerPriceRise(_ agrees: Bool, _ identifier: UInt) throws {
        let group = try runningSubscription(of: identifier).group
        do throws(ConfigurationRefusal) {
            try device.customer.answerPriceRise(agrees, inGroup: group)
        } catch {
            throw SKTestError(
                .invalidAction,
                "Nobody was asked for consent: call requestPriceIncreaseConsentForTransaction(identifier:) first.",
                because: error)
        }
    }

    private func approve(_ attempt: AttemptID, _ identifier: UInt) throws {
        do throws(PurchaseRefusal) {
            try store.approve(attempt)
        } catch {
            throw SKTestError(.invalidAction, "Purchase \(identifier) is refused now: \(error)", because: error)
        }
    }

    private func pendingApproval(_ identifier: UInt) throws -> AttemptID {
        if let pending = pendingPurchase(identifier), pending.needsApproval { return pending.id }
        if !isFailedAttempt(identifier), pendingPurchase(identifier) == nil { _ = try transaction(identifier) }
        throw SKTestError(
            .invalidAction,
            "Transaction \(identifier) does not wait for approval: pendingAskToBuyConfirmation tells which do.")
    }
}
