extension StoreState {
    /// What the App Store has to tell a customer now and has not told yet: billing problems first, then rises of prices,
    /// win-back offers, and what else there is (B15-20, C-104).
    package func dueMessages(for customer: CustomerID, on storefront: Territory? = nil) -> [StoreMessage] {
        let all =
            subscriptions(of: customer).sorted().flatMap { messages(about: $0, for: customer, on: storefront) }
            + generic(for: customer)
        let order: [MessageReason] = [.billingIssue, .priceIncreaseConsent, .winBackOffer, .generic]
        return order.flatMap { reason in all.filter { $0.reason == reason } }.filter { !isKept($0, in: sentMessages) }
    }

    /// Whether there still is a reason for a message: the problem is not solved, the offer not redeemed (B7-16).
    package func isRelevant(_ message: StoreMessage, on storefront: Territory? = nil) -> Bool {
        guard let index = message.subscription else { return message.reason == .generic }
        guard subscriptions.indices.contains(index.index) else { return false }
        switch message.reason {
        case .generic: return true
        case .billingIssue: return billingProblem(of: index)
        case .priceIncreaseConsent: return asksForConsent(index)
        case .winBackOffer:
            guard let offer = message.offer, self[index].latestTransaction == TransactionID(clamping: message.occasion)
            else { return false }
            return eligibleWinBacks(of: message.customer, in: self[index].group, on: storefront).contains {
                $0 == offer
            }
        }
    }

    /// A message comes to a device; false where it came to one before.
    package func decideMessage(_ message: StoreMessage) -> Decision<Bool, Never> {
        let isNew = !isKept(message, in: sentMessages)
        return Decision(isNew ? [.messageSent(message)] : [], isNew)
    }

    /// A message is shown to the customer, who has not seen it, and for whom it still has a meaning.
    package func decideShowing(
        _ message: StoreMessage, on storefront: Territory? = nil
    ) -> Decision<Void, MessageRefusal> {
        guard !isKept(message, in: shownMessages) else { return Decision(refusal: .alreadyShown) }
        guard isRelevant(message, on: storefront) else { return Decision(refusal: .noLongerRelevant) }
        return Decision(
            (isKept(message, in: sentMessages) ? [] : [.messageSent(message)]) + [.messageShown(message)], ())
    }

    /// The App Store has something else to say.
    package func decideGenericMessage(to customer: CustomerID) -> Decision<Void, Never> {
        Decision(self[customer] == nil ? [] : [.genericMessageMade(customer)], ())
    }

    mutating func applyMessage(_ kind: StoreEvent.Kind) {
        switch kind {
        case .genericMessageMade(let customer):
            genericMessages[customer] = min(genericMessages[customer, default: 0], .max - 1) + 1
        case .messageSent(let message):
            sentMessages[message.customer, default: []].note(message)
        case .messageShown(let message):
            shownMessages[message.customer, default: []].note(message)
        default: break
        }
    }

    // MARK: - One reason each

    private func messages(
        about index: SubscriptionIndex, for customer: CustomerID, on storefront: Territory?
    ) -> [StoreMessage] {
        var messages: [StoreMessage] = []
        if billingProblem(of: index), let since = retries[index]?.since {
            let slot = BillingMessageSchedule.days.map { since.adding(milliseconds: retryDays($0)) }.last { $0 <= now }
            messages.append(
                StoreMessage(
                    customer: customer, reason: .billingIssue, subscription: index,
                    occasion: (slot ?? since).millisecondsSince1970, offer: nil))
        }
        let latest = Int64(clamping: self[index].latestTransaction)
        if asksForConsent(index) {
            messages.append(
                StoreMessage(
                    customer: customer, reason: .priceIncreaseConsent, subscription: index, occasion: latest, offer: nil
                ))
        }
        // Never while a renewal has failed, in whatever group (S3-42).
        if !hasFailedRenewal(customer),
            let best = eligibleWinBacks(of: customer, in: self[index].group, on: storefront).first
        {
            messages.append(
                StoreMessage(
                    customer: customer, reason: .winBackOffer, subscription: index, occasion: latest, offer: best))
        }
        return messages
    }

    private func generic(for customer: CustomerID) -> [StoreMessage] {
        guard let count = genericMessages[customer], count > 0 else { return [] }
        return (max(1, count - Int(StoreMessage.mostGeneric) + 1)...count).map {
            StoreMessage(
                customer: customer, reason: .generic, subscription: nil, occasion: Int64($0), offer: nil)
        }
    }

    /// Whether a renewal could not be charged: not where the product is off sale, which no customer can mend (C-17).
    private func billingProblem(of index: SubscriptionIndex) -> Bool {
        self[index].isRetrying && retries[index].map { $0.failure != .productUnavailable } ?? false
    }

    private func asksForConsent(_ index: SubscriptionIndex) -> Bool {
        guard case .rising(let rise) = priceTerms[index] else { return false }
        return rise.stage == .pending && self[index].isRunning
    }

    private func eligibleWinBacks(
        of customer: CustomerID, in group: GroupIndex, on storefront: Territory?
    ) -> [StoreMessage.Offer] {
        eligibleWinBackChoices(of: customer, in: group, on: storefront).compactMap { choice in
            choice.offer.id.map { StoreMessage.Offer(product: choice.product, id: $0) }
        }
    }
}

extension StoreState {
    /// Whether any renewal of the customer's has failed and is still tried: they need their payment method repaired, and no
    /// offer (S3-42).
    package func hasFailedRenewal(_ customer: CustomerID) -> Bool {
        subscriptions(of: customer).contains { self[$0].isRetrying }
    }

    private func isKept(_ message: StoreMessage, in messages: [CustomerID: [StoreMessage]]) -> Bool {
        messages[message.customer]?.contains(message) ?? false
    }
}
