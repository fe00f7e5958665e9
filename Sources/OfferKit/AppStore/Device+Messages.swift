import OfferKitCore

extension Device {
    /// Begins to listen to messages (``App/messages``).
    func listenToMessages(_ origin: ListenerOrigin) -> Listening<Message> {
        appHandlesMessages = true
        return Listening(to: store, \.messages, of: self, origin) { _ in
            isRunning ? [] : nil
        } afterwards: { [weak self] in
            self?.fetchMessages()
        }
    }

    /// Whether the app shows messages itself; false unless changed, or the app listens to ``App/messages``.
    ///
    /// Where it is false, StoreKit shows each message as it comes (S4-21). Where it is true and no loop runs, messages
    /// wait.
    public var appHandlesMessages: Bool {
        get { withSettings { $0.appHandlesMessages } }
        set { withSettings { $0.appHandlesMessages = newValue } }
    }

    /// Brings the running app to the foreground again, which fetches the messages that have become due since.
    ///
    /// No effect on an app that does not run.
    public func enterForeground() {
        fetchMessages()
    }

    /// Fetches the messages that are due, and shows them or hands them to the app (C-104).
    func fetchMessages() {
        for content in dueMessages() {
            guard appHandlesMessages else {
                if !isHeldBack(content) { try? show(Message(content, on: self)) }
                continue
            }
            let isHeard = store.withContents { $0.listeners.hears(\.messages, on: self) }
            guard isHeard, store.perform({ $0.mail.decideMessage(content) }) else { continue }
            let message = Message(content, on: self)
            store.withContents { $0.listeners.send(message, \.messages, to: self) }
        }
    }

    /// Shows a price increase that waits to be shown, as the original API's `showPriceConsentIfNeeded()` does.
    package func showPriceConsent() {
        for content in dueMessages() where content.reason == .priceIncreaseConsent {
            try? show(Message(content, on: self))
        }
    }

    /// A closure that asks the app whether the App Store may show a price increase by itself; the answer comes later.
    ///
    /// It returns at once whether there is anybody to ask; only then the answer comes.
    package typealias PriceConsentAsk = @Sendable (_ answer: @escaping @Sendable (Bool) -> Void) -> Bool

    /// Has the app asked before the App Store shows a price increase by itself (C-214).
    ///
    /// Of several owners, the first that has somebody to ask is asked.
    func askBeforePriceConsent(_ owner: ObjectIdentifier, _ ask: @escaping PriceConsentAsk) {
        withSettings { $0.priceConsentAsks.append((owner, ask)) }
    }

    /// Removes an owner's question, because the owner is gone or works for another device.
    func stopAskingBeforePriceConsent(_ owner: ObjectIdentifier) {
        withSettings { $0.priceConsentAsks.removeAll { $0.owner == owner } }
    }

    /// Asks the app about a message that it may hold back, and returns whether the app was asked.
    ///
    /// A yes shows the message; after a no it waits until the app asks for it.
    private func isHeldBack(_ content: StoreMessage) -> Bool {
        guard content.reason == .priceIncreaseConsent else { return false }
        return withSettings { $0.priceConsentAsks }.contains { _, ask in
            ask { [weak self] goesOn in
                guard let self, goesOn, dueMessages().contains(content) else { return }
                try? show(Message(content, on: self))
            }
        }
    }

    /// Returns the store's messages for the customer that this device can show now.
    private func dueMessages() -> [StoreMessage] {
        guard isRunning, system.has(.messages) else { return [] }
        let isBusy = withSettings { $0.isBuying }
        return store.state.dueMessages(for: customer.id, on: storefront).filter { message in
            switch message.reason {
            case .billingIssue: system.has(.billingIssueMessage)
            case .winBackOffer: system.has(.winBackOffers) && !isBusy
            case .generic, .priceIncreaseConsent: true
            }
        }
    }

    /// Shows a message, which the customer answers.
    func show(_ message: Message) throws(MessageRefusal) {
        let content = message.content
        let refusal = withSettings { settings -> MessageRefusal? in
            guard settings.run.isRunning else { return .appNotRunning }
            return content.reason == .winBackOffer && settings.isBuying ? .purchaseInProgress : nil
        }
        if let refusal { throw refusal }
        let territory = storefront
        try store.perform { $0.decideShowing(content, on: territory) }
        answer(content)
    }

    private func answer(_ message: StoreMessage) {
        let answers = messageAnswers
        switch message.reason {
        case .generic: break
        case .billingIssue:
            if answers.billingIssue == .updatePaymentMethod { customer.paymentMethod = .working }
        case .priceIncreaseConsent:
            let state = store.state
            guard answers.priceIncreaseConsent != .close, let index = message.subscription,
                state.ledger.contains(index)
            else { return }
            // The price increase may have been settled since; then there is nothing to answer.
            try? customer.answerPriceIncrease(
                answers.priceIncreaseConsent == .agree, inGroup: state.groupID(of: index))
        case .winBackOffer:
            guard answers.winBackOffer == .redeem, let offer = message.offer else { return }
            let productID = store.state.shop[offer.product].product.id
            // A refusal is kept in `lastRefusal` and in the log: no caller waits for it (S4-27).
            _ = try? complete(request(for: productID, offer: .winBack(offer.id.text)))
        }
    }
}

extension Customer {
    /// Sends the customer a message of the App Store that concerns no subscription (B15-20).
    public func sendGenericMessage() {
        store.perform { $0.customers.decideGenericMessage(to: id) }
    }
}
