import OfferKitCore

extension Device {
    /// Listens to messages (``App/messages``).
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
    /// Where it does not, StoreKit shows each as it comes (S4-21). An app that handles them and listens to none lets them wait.
    public var appHandlesMessages: Bool {
        get { withSettings { $0.appHandlesMessages } }
        set { withSettings { $0.appHandlesMessages = newValue } }
    }

    /// The app, which runs, comes to the foreground again: messages that have become due since are fetched.
    ///
    /// No effect on an app that does not run.
    public func enterForeground() {
        fetchMessages()
    }

    /// Fetches what is due, and shows it or hands it to the app (C-104).
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

    /// Shows that a price rises, where that waits: what the original API's `showPriceConsentIfNeeded()` does.
    package func showPriceConsent() {
        for content in dueMessages() where content.reason == .priceIncreaseConsent {
            try? show(Message(content, on: self))
        }
    }

    /// Asks an app that answers later whether the App Store shows by itself that a price rises.
    ///
    /// It says at once whether there is anybody to ask; only then the answer comes.
    package typealias PriceConsentAsk = @Sendable (_ answer: @escaping @Sendable (Bool) -> Void) -> Bool

    /// Has the app asked before the App Store shows by itself that a price rises; of several that
    /// want it the first that has somebody to ask (C-214).
    func askBeforePriceConsent(_ owner: ObjectIdentifier, _ ask: @escaping PriceConsentAsk) {
        withSettings { $0.priceConsentAsks.append((owner, ask)) }
    }

    /// Whoever had the app asked is gone, or works for another device.
    func stopAskingBeforePriceConsent(_ owner: ObjectIdentifier) {
        withSettings { $0.priceConsentAsks.removeAll { $0.owner == owner } }
    }

    /// Whether the app is asked before a message is shown: it is then shown with a yes, and a no lets it wait until the app asks
    /// for it.
    private func isHeldBack(_ content: StoreMessage) -> Bool {
        guard content.reason == .priceIncreaseConsent else { return false }
        return withSettings { $0.priceConsentAsks }.contains { _, ask in
            ask { [weak self] goesOn in
                guard let self, goesOn, dueMessages().contains(content) else { return }
                try? show(Message(content, on: self))
            }
        }
    }

    /// What the store has for the customer and this device can show now.
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
            // The rise may have been settled since; then there is nothing to answer.
            try? customer.answerPriceRise(
                answers.priceIncreaseConsent == .agree, inGroup: state.shop.groupID(state.group(of: index)))
        case .winBackOffer:
            guard answers.winBackOffer == .redeem, let offer = message.offer else { return }
            let productID = store.state.shop[offer.product].product.id
            // A refusal is kept in `lastRefusal` and in the log: nobody waits for it (S4-27).
            _ = try? complete(request(for: productID, offer: .winBack(offer.id)))
        }
    }
}

extension Customer {
    /// Gives the App Store something to say to the customer that is about no subscription (B15-20).
    public func sendGenericMessage() {
        store.perform { $0.customers.decideGenericMessage(to: id) }
    }
}
