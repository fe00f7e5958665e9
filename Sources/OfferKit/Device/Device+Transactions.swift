import OfferKitCore

extension Device {
    /// A list of transactions, as StoreKit names them.
    public enum TransactionList: Hashable, Sendable {
        /// Every transaction but consumables that were finished and not refunded.
        case all
        /// The transactions that the app has not finished yet.
        case unfinished
        /// The transactions of the customer's current entitlements.
        case currentEntitlements
    }

    /// Whether ``transactions`` and StoreKit's lists hold consumables that were finished, too; false unless changed.
    ///
    /// On Apple's systems an app asks for it by `SKIncludeConsumableInAppPurchaseHistory` in its Info.plist.
    public var listsFinishedConsumables: Bool {
        get { withSettings { $0.listsFinishedConsumables } }
        set { withSettings { $0.listsFinishedConsumables = newValue } }
    }

    /// The customer's transactions that the store keeps, oldest first: all but consumables finished and not refunded,
    /// unless ``listsFinishedConsumables``.
    public var transactions: [Transaction] { read(.all) }

    /// The customer's transactions that no app has finished yet, oldest first.
    public var unfinished: [Transaction] { read(.unfinished) }

    /// The transactions of the customer's current entitlements.
    ///
    /// They are the current transaction of each subscription that gives service, shared ones included, every
    /// non-consumable, and the latest purchase of each non-renewing subscription, which the store never ends; none that
    /// was refunded or taken back.
    public var currentEntitlements: [Transaction] { read(.currentEntitlements) }

    /// Returns the transactions of one product among ``currentEntitlements``.
    public func currentEntitlements(for productID: String) -> [Transaction] {
        store.noteUnknown([productID])
        return read(.currentEntitlements).filter { $0.productID.hasBytes(of: productID) }
    }

    /// Returns the latest of ``transactions`` of one product; nil when there is none.
    public func latest(for productID: String) -> Transaction? {
        read(.all).last { $0.productID.hasBytes(of: productID) }
    }

    /// Returns the elements of a loop over ``App/transactions(_:for:)`` that begins now.
    func answer(
        _ list: TransactionList, for productID: String? = nil, askedAt place: CallPlace? = nil
    ) -> [VerificationResult<Transaction>] {
        if readsNothing { return [] }
        if let productID { store.noteUnknown([productID], within: Store.framesOfAsking, at: place) }
        if list == .currentEntitlements, takeFailure(.currentEntitlements) != nil { return [] }
        return listed(list).filter { productID.map($0.productID.hasBytes) ?? true }.map { signed($0) }
    }

    /// Returns the latest of a product's current entitlements as the app reads it.
    func currentEntitlementResult(for productID: String) -> VerificationResult<Transaction>? {
        answer(.currentEntitlements, for: productID).last
    }

    /// Finishes a transaction: the app has given the customer what it bought.
    ///
    /// Somebody else's transaction, and one that is finished, stays as it is.
    public func finish(_ transaction: Transaction) {
        guard transaction.device.store === store else { return }
        store.perform { $0.ledger.decideFinish(transaction.ownNumber, by: customer.id) }
    }

    private func read(_ list: TransactionList) -> [Transaction] {
        store.read { state in records(list, in: state).map { Transaction($0, in: state, on: self) } }
    }

    /// Returns a list as the app reads it.
    func listed(_ list: TransactionList) -> [Transaction] {
        store.read { state in listedRecords(list, in: state).map { Transaction($0, in: state, on: self) } }
    }

    /// Returns the records of a list that the app reads, oldest first: without those that
    /// ``StoreKitQuirks/listsPurchasesAfter`` keeps off it.
    func listedRecords(_ list: TransactionList, in state: StoreState) -> [TransactionRecord] {
        let (lag, unlisted) = withSettings { ($0.quirks.listsPurchasesAfter, $0.run.unlisted) }
        let records = records(list, in: state)
        guard let lag else { return records }
        return records.filter { !unlisted.contains($0.id) || $0.purchased.adding(lag) <= state.now }
    }

    /// Returns the records of a list, oldest first.
    private func records(_ list: TransactionList, in state: StoreState) -> [TransactionRecord] {
        let listsFinished = withSettings { $0.listsFinishedConsumables }
        let records =
            list == .currentEntitlements
            ? state.possibleEntitlements(of: customer.id) : state.transactions(of: customer.id)
        let listed = records.filter { list.contains($0, in: state) || list == .all && listsFinished }
        // A closure, because `state.shop.isNonRenewing` as a value would be a copy of the shop.
        guard list == .currentEntitlements, listed.contains(where: { state.shop.isNonRenewing($0) }) else {
            return listed
        }
        let latest = Dictionary(listed.map { ($0.product, $0.id) }, uniquingKeysWith: { max($0, $1) })
        return listed.filter { !state.shop.isNonRenewing($0) || latest[$0.product] == $0.id }
    }
}

extension Device.TransactionList {
    /// Returns whether a transaction of the customer belongs on the list.
    fileprivate func contains(_ record: TransactionRecord, in state: StoreState) -> Bool {
        switch self {
        case .all: !record.isFinished || record.isRevoked || !state.shop[record.product].product.kind.isConsumable
        case .unfinished: !record.isFinished
        case .currentEntitlements: givesService(record, in: state)
        }
    }

    private func givesService(_ record: TransactionRecord, in state: StoreState) -> Bool {
        if record.isRevoked { return false }
        if let subscription = record.subscription {
            guard state[subscription].hasService else { return false }
            guard record.isFamilyShared else { return state[subscription].latest.id == record.id }
            let share = state.group(of: subscription).flatMap {
                state.families.activeShare(of: record.customer, in: $0, state.ledger)
            }
            return share?.latest == record.id
        }
        switch state.shop[record.product].product.kind {
        case .nonConsumable, .nonRenewable: return true
        case .consumable, .autoRenewable: return false
        }
    }
}

extension Shop {
    fileprivate func isNonRenewing(_ record: TransactionRecord) -> Bool {
        if case .nonRenewable = self[record.product].product.kind { true } else { false }
    }
}
