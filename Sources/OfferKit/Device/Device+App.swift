import OfferKitCore

extension Device {
    /// The app on this device: its calls and reads, as StoreKit answers them.
    ///
    /// Simulated failures, quirks and verdicts on signatures show here. The device itself (``transactions``,
    /// ``subscriptionStatus(inGroup:)``, ``isEntitled(to:)``) says how things stand in the store.
    ///
    /// ```swift
    /// device.setSimulatedError(.generic(.networkError(URLError(.timedOut))), forAPI: .subscriptionStatus)
    /// try await device.app.subscriptionStatuses(inGroup: "Pro")       // throws
    /// device.subscriptionStatus(inGroup: "Pro")                       // subscribed
    /// ```
    public var app: App { App(device: self) }

    /// The app on a device: its calls and reads, as StoreKit answers them.
    public struct App: Hashable, Sendable {
        /// The device that the app is installed on.
        let device: Device
    }
}

// MARK: - Products

extension Device.App {
    /// Returns the products with these identifiers that are sold in the device's storefront: `Product.products(for:)`.
    ///
    /// - Parameter ids: The identifiers.
    /// - Returns: The products in that order, each once; unknown ones are left out.
    /// - Throws: ``StoreKitError``, where a failure is simulated.
    public func products(_ ids: some Sequence<String>) async throws -> [Product] {
        if device.readsNothing { return [] }
        if case .generic(let error) = device.takeFailure(.loadProducts) { throw error }
        let ids = Array(ids)
        device.store.noteUnknown(ids, within: Store.framesOfAsking)
        return device.products(ids)
    }
}

// MARK: - Transactions and subscriptions

extension Device.App {
    /// Returns a list of transactions, each with the verdict on its signature: `Transaction.all`, `.unfinished` and
    /// `.currentEntitlements`.
    ///
    /// It is read when a loop begins.
    ///
    /// - Parameters:
    ///   - list: The list.
    ///   - productID: The product whose transactions are wanted; nil for all.
    /// - Returns: The list, oldest first.
    public func transactions(
        _ list: Device.TransactionList, for productID: String? = nil
    ) -> Transaction.Transactions {
        transactions(list, for: productID, askedAt: productID == nil ? .unknown : .outside(within: 1))
    }

    func transactions(
        _ list: Device.TransactionList, for productID: String?, askedAt place: CallPlace
    ) -> Transaction.Transactions {
        Transaction.Transactions { device.answer(list, for: productID, askedAt: place) }
    }

    /// Returns the latest transaction of a product, with the verdict on its signature: `Transaction.latest(for:)`.
    ///
    /// - Parameter productID: The product.
    /// - Returns: The transaction; nil when there is none.
    public func latestTransaction(for productID: String) async -> VerificationResult<Transaction>? {
        if device.readsNothing { return nil }
        device.store.noteUnknown([productID], within: Store.framesOfAsking)
        return device.listed(.all).last { $0.productID.hasBytes(of: productID) }.map { device.signed($0) }
    }

    /// Returns the statuses of the customer's subscriptions in a group: `Product.SubscriptionInfo.status(for:)`.
    ///
    /// - Parameter group: The identifier of the subscription group; its name is not enough, as in StoreKit.
    /// - Returns: The statuses: the customer's own, then the one that the family shares; empty when there never was
    ///   one.
    /// - Throws: ``StoreKitError``, where a failure is simulated.
    public func subscriptionStatuses(inGroup group: String) async throws -> [SubscriptionStatus] {
        try device.answerStatuses(inGroup: group)
    }

    /// Returns the app transaction of the customer's download: `AppTransaction.shared`, and `refresh()` too.
    ///
    /// - Returns: The app transaction with the verdict on its signature.
    /// - Throws: ``StoreKitError``, where a failure is simulated.
    public func appTransaction() async throws -> VerificationResult<AppTransaction> {
        if case .generic(let error) = device.takeFailure(.appTransaction) { throw error }
        return device.signed(AppTransaction(in: device.store.state, on: device))
    }

    /// Brings the device up to date with the store: `AppStore.sync()`.
    ///
    /// The customer is asked to sign in first. It lists at once the purchases that are listed late
    /// (``StoreKitQuirks/listsPurchasesAfter``), and brings a new receipt (S2-27); all else is up to date already.
    ///
    /// - Throws: ``StoreKitError``: `userCancelled` when the customer does not sign in (``AppStoreAnswers/signIn``), or
    ///   a failure that is simulated.
    public func sync() async throws {
        if device.appStoreAnswers.signIn == .cancel { throw StoreKitError.userCancelled }
        if case .generic(let error) = device.takeFailure(.appStoreSync) { throw error }
        device.withSettings { $0.run.unlisted = [] }
        device.renewReceipt()
    }
}

// MARK: - The App Store's sheets

extension Device.App {
    /// Redeems an offer code in StoreKit's sheet for it, and returns the transaction.
    ///
    /// The transaction also comes in ``updates``, on this device too. ``Device/redeem(code:at:)`` is the same without
    /// simulated failures, and wherever the customer types the code in.
    ///
    /// - Parameter code: The code.
    /// - Returns: The new transaction with the verdict on its signature; for a subscriber to the same product the
    ///   current one, with the offer waiting for the next renewal (B16-7).
    /// - Throws: ``StoreKitError``, where a failure is simulated; else ``CodeRefusal``.
    @discardableResult
    public func redeem(code: String) async throws -> VerificationResult<Transaction> {
        if case .generic(let error) = device.takeFailure(.offerCodeRedeem) { throw error }
        return device.signed(try device.redeem(code: code))
    }
}

// MARK: - What comes by itself

extension Device.App {
    /// The transactions that come to the app by themselves, from the moment this is read: `Transaction.updates`
    /// (B15-15).
    ///
    /// ```swift
    /// let updates = device.app.updates
    /// let listening = Task { for await result in updates { … } }
    /// try store.advance(by: .months(1))
    /// await store.settled()                // the loop has seen what came
    /// ```
    ///
    /// First come those not finished, oldest first: what the app bought before it was launched, and what came when
    /// nobody listened. Then what happens: renewals, redeemed codes, refunds, outcomes of Ask to Buy and purchases on
    /// the customer's other devices. What this run of the app buys is the result of its purchase and does not come
    /// here, unless the answer was lost on the way.
    ///
    /// Each loop is a listener of its own, with its own buffer, and starts with those not finished (C-81). A loop ends
    /// when its task is cancelled, or the app is terminated; while it does not run, there is nothing to hear.
    public var updates: Transaction.Transactions {
        Transaction.Transactions(
            updates: NewsFeed("device.app.updates", .ofCaller(), of: device.store, device.listenToUpdates))
    }

    /// Every change in the status of a subscription of the customer, from the moment this is read:
    /// `Product.SubscriptionInfo.Status.updates`.
    ///
    /// Loops live as long as those over ``updates``.
    public var statusUpdates: SubscriptionStatus.Statuses {
        SubscriptionStatus.Statuses(
            NewsFeed("device.app.statusUpdates", .ofCaller(), of: device.store, device.listenToStatuses))
    }

    /// Every change of the device's storefront, from the moment this is read: `Storefront.updates`.
    ///
    /// Loops live as long as those over ``updates``.
    public var storefrontUpdates: Storefront.Storefronts {
        Storefront.Storefronts(
            NewsFeed("device.app.storefrontUpdates", .ofCaller(), of: device.store, device.listenToStorefronts))
    }

    /// The purchases that the customer began outside the app and the app is to complete: `PurchaseIntent.intents`
    /// (S4-32).
    ///
    /// First come those that nobody has taken yet: an intent that came before the app listened, or was installed. Each
    /// comes to every loop there is at that moment, and to none that begins later. Loops live as long as those over
    /// ``updates``.
    public var purchaseIntents: PurchaseIntent.PurchaseIntents {
        PurchaseIntent.PurchaseIntents(
            NewsFeed("device.app.purchaseIntents", .ofCaller(), of: device.store, device.listenToIntents))
    }

    /// The App Store's messages to the customer, for an app that shows them itself: `Message.messages` (B15-20, S3-48).
    ///
    /// Reading this tells the device that the app handles messages, from now on and at later launches too
    /// (``Device/appHandlesMessages``). What is due comes first; more comes at every launch, and when the app comes to
    /// the foreground. Each message comes once, to one device (B7-16). Loops live as long as those over ``updates``.
    public var messages: Message.Messages {
        Message.Messages(NewsFeed("device.app.messages", .ofCaller(), of: device.store, device.listenToMessages))
    }
}
