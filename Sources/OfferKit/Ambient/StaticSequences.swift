// StoreKit's static calls, on the device in the slot of the running task, or else of the process (``DeviceSlot``).

extension Transaction {
    /// Every transaction of the customer but consumables that were finished and not refunded, oldest first.
    public static var all: Transactions { list(.all, "Transaction.all") }

    /// The transactions of the customer's current entitlements, read when a loop begins; see
    /// ``Device/currentEntitlements``.
    public static var currentEntitlements: Transactions {
        list(.currentEntitlements, "Transaction.currentEntitlements")
    }

    /// The transactions that the app has not finished yet, oldest first.
    public static var unfinished: Transactions { list(.unfinished, "Transaction.unfinished") }

    /// The transactions that come by themselves, from the moment this is read (B15-15); see ``Device/App/updates``.
    ///
    /// A loop goes on with whatever device is in the slot.
    public static var updates: Transactions {
        Transactions(updates: NewsFeed(following: "Transaction.updates", .ofCaller()) { $0.listenToUpdates($1) })
    }

    /// Returns the transactions of ``all`` that belong to one product.
    public static func all(for productID: String) -> Transactions {
        list(.all, "Transaction.all(for:)", for: productID)
    }

    /// Returns the transactions of ``currentEntitlements`` that belong to one product.
    public static func currentEntitlements(for productID: String) -> Transactions {
        list(.currentEntitlements, "Transaction.currentEntitlements(for:)", for: productID)
    }

    /// Returns the latest transaction of ``all`` that belongs to one product; nil when there is none.
    public static func latest(for productID: String) async -> VerificationResult<Transaction>? {
        await DeviceSlot.current.deviceIfAny(for: "Transaction.latest(for:)")?.app.latestTransaction(for: productID)
    }

    /// Returns the latest transaction of ``currentEntitlements`` that belongs to one product; nil when there is none.
    ///
    /// StoreKit prefers ``currentEntitlements(for:)``: a customer who shares a family's subscription may have two.
    public static func currentEntitlement(for productID: String) async -> VerificationResult<Transaction>? {
        DeviceSlot.current.deviceIfAny(for: "Transaction.currentEntitlement(for:)")?
            .currentEntitlementResult(for: productID)
    }

    private static func list(
        _ list: Device.TransactionList, _ call: String, for productID: String? = nil
    ) -> Transactions {
        let slot = DeviceSlot.current
        let place: CallPlace = productID == nil ? .unknown : .outside(within: 2)
        return Transactions { slot.deviceIfAny(for: call)?.answer(list, for: productID, askedAt: place) ?? [] }
    }
}

extension SubscriptionStatus {
    /// Every change of the customer's subscription statuses, from the moment this is read.
    ///
    /// A loop goes on with whatever device is in the slot.
    public static var updates: Statuses {
        Statuses(NewsFeed(following: "SubscriptionStatus.updates", .ofCaller()) { $0.listenToStatuses($1) })
    }
}

extension Storefront {
    /// The storefront that the customer buys in; nil where there is no device.
    public static var current: Storefront? {
        get async { DeviceSlot.current.deviceIfAny(for: "Storefront.current").map { Storefront($0.storefront) } }
    }

    /// Every change of ``current``, from the moment this is read.
    ///
    /// A loop goes on with whatever device is in the slot.
    public static var updates: Storefronts {
        Storefronts(NewsFeed(following: "Storefront.updates", .ofCaller()) { $0.listenToStorefronts($1) })
    }
}

extension PurchaseIntent {
    /// The purchases that the customer began outside the app and the app is to complete (S4-32); see
    /// ``Device/App/purchaseIntents``.
    ///
    /// A loop goes on with whatever device is in the slot.
    public static var intents: PurchaseIntents {
        PurchaseIntents(NewsFeed(following: "PurchaseIntent.intents", .ofCaller()) { $0.listenToIntents($1) })
    }
}

extension Message {
    /// The App Store's messages to the customer, for an app that shows them itself; see ``Device/App/messages``.
    ///
    /// A loop goes on with whatever device is in the slot.
    public static var messages: Messages {
        Messages(NewsFeed(following: "Message.messages", .ofCaller()) { $0.listenToMessages($1) })
    }
}

extension AppTransaction {
    /// The app transaction of the customer's download of the app.
    ///
    /// - Throws: ``StoreKitError``: a failure that is simulated, or `systemError` with ``NoCurrentDeviceError``.
    public static var shared: VerificationResult<AppTransaction> {
        get async throws {
            try await DeviceSlot.current.device(for: "AppTransaction.shared").app.appTransaction()
        }
    }

    /// Returns the app transaction, signed anew; the customer is not asked to sign in.
    ///
    /// - Throws: ``StoreKitError``: a failure that is simulated, or `systemError` with ``NoCurrentDeviceError``.
    public static func refresh() async throws -> VerificationResult<AppTransaction> {
        try await DeviceSlot.current.device(for: "AppTransaction.refresh()").app.appTransaction()
    }
}
