extension StoreState {
    /// The messages of the App Store that a customer is due and has not had yet (B15-20, C-104).
    ///
    /// Billing problems come first, then rises of prices, win-back offers, and generic messages.
    package func dueMessages(for customer: CustomerID, on storefront: Territory? = nil) -> [StoreMessage] {
        let all =
            subscriptions(of: customer).sorted().flatMap { messages(about: $0, for: customer, on: storefront) }
            + mail.genericMessages(for: customer)
        let order: [MessageReason] = [.billingIssue, .priceIncreaseConsent, .winBackOffer, .generic]
        return order.flatMap { reason in all.filter { $0.reason == reason } }.filter { !mail.wasSent($0) }
    }

    /// Returns whether a message still has a reason: the problem is not solved, the offer not redeemed (B7-16).
    func isRelevant(_ message: StoreMessage, on storefront: Territory? = nil) -> Bool {
        guard let index = message.subscription else { return message.reason == .generic }
        guard ledger.contains(index) else { return false }
        switch message.reason {
        case .generic: return true
        case .billingIssue: return charges.problem(with: index, ledger) != nil
        case .priceIncreaseConsent: return priceRises.asksForConsent(index, ledger)
        case .winBackOffer:
            guard let offer = message.offer, self[index].latest.id == TransactionID(clamping: message.occasion)
            else { return false }
            return eligibleWinBacks(after: index, on: storefront).contains(offer)
        }
    }

    /// Shows a message to a customer who has not seen it, and for whom it is still relevant.
    package func decideShowing(
        _ message: StoreMessage, on storefront: Territory? = nil
    ) -> Decision<Void, MessageRefusal> {
        guard !mail.wasShown(message) else { return Decision(refusal: .alreadyShown) }
        guard isRelevant(message, on: storefront) else { return Decision(refusal: .noLongerRelevant) }
        return Decision(
            (mail.wasSent(message) ? [] : [.messageSent(message)]) + [.messageShown(message)], ())
    }

    // MARK: - One reason each

    private func messages(
        about index: SubscriptionIndex, for customer: CustomerID, on storefront: Territory?
    ) -> [StoreMessage] {
        var messages: [StoreMessage] = []
        func add(_ reason: MessageReason, _ occasion: Int64, offer: StoreMessage.Offer? = nil) {
            messages.append(
                StoreMessage(
                    customer: customer, reason: reason, subscription: index, occasion: occasion, offer: offer))
        }
        if let since = charges.problem(with: index, ledger)?.since {
            let slots = BillingMessageSchedule.days.map { since.adding(milliseconds: settings.pace.retryDays($0)) }
            add(.billingIssue, (slots.last { $0 <= now } ?? since).millisecondsSince1970)
        }
        let latest = Int64(clamping: self[index].latest.id)
        if priceRises.asksForConsent(index, ledger) { add(.priceIncreaseConsent, latest) }
        // No win-back offer comes while a renewal has failed, in whatever group (S3-42).
        if !ledger.hasFailedRenewal(customer),
            let best = eligibleWinBacks(after: index, on: storefront).first
        {
            add(.winBackOffer, latest, offer: best)
        }
        return messages
    }

    private func eligibleWinBacks(after index: SubscriptionIndex, on storefront: Territory?) -> [StoreMessage.Offer] {
        eligibleWinBackChoices(after: index, on: storefront).compactMap { choice in
            choice.offer.id.map { StoreMessage.Offer(product: choice.product, id: ByteText($0)) }
        }
    }
}

extension Mailbox {
    /// The generic messages that the App Store has for a customer, as far as they are kept.
    fileprivate func genericMessages(for customer: CustomerID) -> [StoreMessage] {
        let count = genericCount(for: customer)
        guard count > 0 else { return [] }
        return (max(1, count - Int(StoreMessage.mostGeneric) + 1)...count).map {
            StoreMessage(customer: customer, reason: .generic, subscription: nil, occasion: Int64($0), offer: nil)
        }
    }
}

extension PriceRises {
    /// Returns whether a rise of the price waits for the subscriber's consent.
    fileprivate func asksForConsent(_ index: SubscriptionIndex, _ ledger: Ledger) -> Bool {
        guard case .rising(let rise) = self[index] else { return false }
        return rise.stage == .pending && ledger[index].isRunning
    }
}
