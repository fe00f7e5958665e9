public import Foundation
public import OfferKitServer

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
        try device.loadProducts(ids)
    }

    /// Returns the offer that StoreKit's own views show beside a product, for an app to merchandise to this customer
    /// now (B15-13).
    ///
    /// The best win-back offer the customer may have, unless `preference` chooses another or none; without one the
    /// introductory offer, where the customer may have it. Never anything while a renewal has failed: those customers
    /// need their payment method repaired, and no offer (S3-42).
    ///
    /// ```swift
    /// let offer = device.app.merchandisedOffer(for: product) { _, _, offers in
    ///     offers.first { $0.paymentMode == .freeTrial } ?? offers.first
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - product: A subscription.
    ///   - preference: Chooses among the win-back offers; the first unless given. Only asked where there is one to
    ///     choose.
    /// - Returns: The offer; nil for none.
    public func merchandisedOffer(
        for product: Product, preference: Device.OfferPreference? = nil
    ) -> Product.SubscriptionOffer? {
        device.merchandisedOffer(for: product, preference: preference)
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
        device.latestResult(for: productID)
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
        try device.answerAppTransaction()
    }

    /// Brings the device up to date with the store: `AppStore.sync()`.
    ///
    /// The customer is asked to sign in first. It lists at once the purchases that are listed late
    /// (``StoreKitQuirks/listsPurchasesAfter``), and brings a new receipt (S2-27); all else is up to date already.
    ///
    /// - Throws: ``StoreKitError``: `userCancelled` when the customer does not sign in (``AppStoreAnswers/signIn``), or
    ///   a failure that is simulated.
    public func sync() async throws {
        try device.synchronise()
    }

    /// Asks the App Store for a new receipt: `SKReceiptRefreshRequest` (S2-27).
    ///
    /// The customer is asked to sign in (``AppStoreAnswers/signIn``); then the receipt is that of the account that is
    /// signed in, whoever downloaded the app (S2-29), as things are now. It takes as long as a test wants
    /// (``Device/holdsReceiptRefreshes``): with one before each purchase, fewer customers get to buy (S2-28).
    ///
    /// - Parameter properties: What the receipt is to be like, in the sandbox.
    /// - Returns: The receipt, which is ``Device/appReceipt`` from then on.
    /// - Throws: ``StoreKitError``: `userCancelled` when the customer does not sign in, or a failure that is simulated
    ///   (``Device/setSimulatedError(_:forAPI:)`` for `receiptRefresh`). `CancellationError` when the app's task is
    ///   cancelled, or the app ended, while the refresh is held. The receipt stays what it was then.
    @discardableResult
    public func refreshReceipt(_ properties: ReceiptProperties = []) async throws -> Data {
        try await device.refreshReceipt(properties)
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
        try device.answerRedemption(of: code)
    }

    /// Shows the sheet for offer codes: `AppStore.presentOfferCodeRedeemSheet()`.
    ///
    /// The customer does what ``AppStoreAnswers/offerCode-swift.property`` says. A code that is refused is told to the
    /// customer in the sheet and not to the app, which learns of nothing. What is redeemed comes in ``updates``
    /// (B16-6).
    ///
    /// - Throws: ``StoreKitError``, where a failure is simulated.
    public func showOfferCodeRedeemSheet() async throws {
        try device.showOfferCodeRedeemSheet()
    }

    /// Shows the page that manages subscriptions: `AppStore.showManageSubscriptions(in:)`.
    ///
    /// The customer does what ``AppStoreAnswers/manageSubscriptions-swift.property`` says. What comes of it reaches the
    /// app in ``updates`` and ``statusUpdates``; a purchase there that was refused is in ``Device/lastRefusal``.
    ///
    /// - Parameter group: The identifier or name of the subscription group to show; nil for all.
    /// - Throws: ``StoreKitError``, where a failure is simulated.
    public func showManageSubscriptions(inGroup group: String? = nil) async throws {
        try device.showManageSubscriptions(inGroup: group)
    }

    /// Shows the sheet that asks for a refund: `Transaction.beginRefundRequest(in:)` (C-113).
    ///
    /// The customer does what ``AppStoreAnswers/refundRequest-swift.property`` says. A refund that is granted comes to
    /// the app in ``updates`` (B10-1); asking for one turns auto-renew off (B10-3).
    ///
    /// - Parameter transactionID: The transaction.
    /// - Returns: The answer of the customer, who sent the request or closed the sheet.
    /// - Throws: ``Transaction/RefundRequestError``: `duplicateRequest` for what was refunded before, `failed` for what
    ///   is no transaction of the customer's own. ``StoreKitError``, where a failure is simulated.
    public func showRefundRequest(for transactionID: UInt64) async throws -> Transaction.RefundRequestStatus {
        try device.showRefundRequest(for: transactionID)
    }

    /// Asks the customer for a review, as `AppStore.requestReview(in:)` does: one more of ``Device/reviewRequests``
    /// (C-201).
    public func requestReview() {
        device.requestReview()
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
            updates: NewsFeed("device.app.updates", .ofCaller(), of: device.store) { [device] in
                device.listenToUpdates($0)
            })
    }

    /// Every change in the status of a subscription of the customer, from the moment this is read:
    /// `Product.SubscriptionInfo.Status.updates`.
    ///
    /// Loops live as long as those over ``updates``.
    public var statusUpdates: SubscriptionStatus.Statuses {
        SubscriptionStatus.Statuses(
            NewsFeed("device.app.statusUpdates", .ofCaller(), of: device.store) { [device] in
                device.listenToStatuses($0)
            })
    }

    /// Every change of the device's storefront, from the moment this is read: `Storefront.updates`.
    ///
    /// Loops live as long as those over ``updates``.
    public var storefrontUpdates: Storefront.Storefronts {
        Storefront.Storefronts(
            NewsFeed("device.app.storefrontUpdates", .ofCaller(), of: device.store) { [device] in
                device.listenToStorefronts($0)
            })
    }

    /// The purchases that the customer began outside the app and the app is to complete: `PurchaseIntent.intents`
    /// (S4-32).
    ///
    /// First come those that nobody has taken yet: an intent that came before the app listened, or was installed. Each
    /// comes to every loop there is at that moment, and to none that begins later. Loops live as long as those over
    /// ``updates``.
    public var purchaseIntents: PurchaseIntent.PurchaseIntents {
        PurchaseIntent.PurchaseIntents(
            NewsFeed("device.app.purchaseIntents", .ofCaller(), of: device.store) { [device] in
                device.listenToIntents($0)
            })
    }

    /// The App Store's messages to the customer, for an app that shows them itself: `Message.messages` (B15-20, S3-48).
    ///
    /// Reading this tells the device that the app handles messages, from now on and at later launches too
    /// (``Device/appHandlesMessages``). What is due comes first; more comes at every launch, and when the app comes to
    /// the foreground. Each message comes once, to one device (B7-16). Loops live as long as those over ``updates``.
    public var messages: Message.Messages {
        Message.Messages(
            NewsFeed("device.app.messages", .ofCaller(), of: device.store) { [device] in device.listenToMessages($0) })
    }
}
