import OfferKitCore
import OfferKitCrypto

extension Device {
    /// Begins to listen to purchase intents (``App/purchaseIntents``).
    func listenToIntents(_ origin: ListenerOrigin) -> Listening<PurchaseIntent> {
        Listening(to: store, \.intents, of: self, origin) { contents in
            isRunning ? takeIntents(in: contents.state) : nil
        }
    }

    /// Begins to listen to the intents that wait for the app, and stay until somebody takes them.
    func listenToWaitingIntents(_ origin: ListenerOrigin) -> Listening<PurchaseIntent> {
        Listening(to: store, \.waitingIntents, of: self, origin) { contents in
            isRunning ? seen(withSettings { $0.intents.waiting }, in: contents.state) : nil
        }
    }

    /// Takes an intent that waits, for an app that buys by the original API.
    ///
    /// - Parameter productID: The product.
    package func takeIntent(for productID: String) {
        withSettings { $0.intents.take(productID) }
    }

    /// Sends the customer to the app: the system opens it, or asks to install it, and the app hears of the purchase
    /// (S4-18, S4-31, S4-32).
    ///
    /// - Parameter request: What the customer wants.
    /// - Returns: That the app has the intent or will find it; or that the customer did not install the app.
    /// - Throws: ``PurchaseRefusal``; then the customer stays where they are.
    func handToApp(_ request: PurchaseRequest) throws(PurchaseRefusal) -> OutsidePurchase {
        let isMissing = appState == .notInstalled
        let installs = isMissing ? installsWhenAsked : nil
        try PurchaseRefusal.wrapping(store.perform { $0.decideIntent(of: request, installation: installs) }, noted)
        if isMissing, !installsWhenAsked { return .installationDeclined }
        var offerID: String?
        if case .winBack(let id) = request.offer { offerID = id }
        let intent = IntentBox.Intent(productID: request.productID, offerID: offerID)
        let isHanded = withSettings { settings -> Bool in
            // The customer opens a new app by themselves: that is its first launch. One that was deleted just now gets
            // nothing.
            if isMissing { settings.isInstalled = true }
            guard settings.isInstalled else { return false }
            settings.intents.add(intent)
            return true
        }
        guard isHanded else { return .installationDeclined }
        if isMissing {
            takeReceiptOfDownload()
        } else {
            launch()
            store.withContents { contents in
                // Without a loop they go on waiting for the first.
                if contents.listeners.hears(\.intents, on: self) {
                    for intent in takeIntents(in: contents.state) {
                        contents.listeners.send(intent, \.intents, to: self)
                    }
                }
                for seen in seen([intent], in: contents.state) {
                    contents.listeners.send(seen, \.waitingIntents, to: self)
                }
            }
        }
        return .handedToApp
    }

    /// Returns a request of the app's, with the offer of the intent that it completes, where the app forgot it and the
    /// system adds it (S4-37, B15-17).
    func completingIntent(_ request: PurchaseRequest) -> PurchaseRequest {
        guard let intent = withSettings({ $0.intents.complete(request.productID) }), let offer = intent.offerID,
            request.offer == .none, store.rules.addsForgottenIntentOffer, system.has(.forgottenIntentOffers)
        else { return request }
        var completed = request
        completed.offer = .winBack(offer)
        return completed
    }

    /// Takes the waiting intents, as the app sees them; an intent for a product that is sold no more is dropped.
    private func takeIntents(in state: StoreState) -> [PurchaseIntent] {
        withSettings { $0.intents.takeWaiting() }.compactMap { intent in
            let seen = seen([intent], in: state).first
            if seen == nil { _ = withSettings { $0.intents.complete(intent.productID) } }
            return seen
        }
    }

    /// Returns intents as the app sees them, without those whose product is sold no more.
    private func seen(_ intents: [IntentBox.Intent], in state: StoreState) -> [PurchaseIntent] {
        let (territory, locale) = withSettings { ($0.storefront, $0.locale) }
        return intents.compactMap { intent in
            guard let place = state.shop.place(of: intent.productID),
                let product = Product(place, in: state, territory: territory, locale: locale, on: self)
            else { return nil }
            let offer = intent.offerID.flatMap { id in product.subscription?.winBackOffers.first { $0.id == id } }
            return PurchaseIntent(product: product, offer: offer)
        }
    }
}
