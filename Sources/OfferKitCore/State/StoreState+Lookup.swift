import OfferKitEssentials

extension StoreState {
    /// The subscription at a place of the ledger.
    package subscript(subscription: SubscriptionIndex) -> SubscriptionRecord {
        @inline(__always) get { ledger[subscription] }
    }

    /// The customer's own subscriptions, running or not: one for each group they ever subscribed to.
    package func subscriptions(of customer: CustomerID) -> some Sequence<SubscriptionIndex> {
        ledger.subscriptions(of: customer)
    }

    /// The customer's own subscription in a group, running or not.
    package func subscription(of customer: CustomerID, in group: GroupIndex) -> SubscriptionIndex? {
        var place = ledger.firstSubscription(of: customer)
        while let index = place, self.group(of: index) != group { place = self[index].nextOfCustomer }
        return place
    }

    /// The customer's own subscription in the group of that name.
    package func subscription(of customer: CustomerID, inGroupNamed group: String) -> SubscriptionIndex? {
        shop.group(named: group).flatMap { subscription(of: customer, in: $0) }
    }

    /// The customer's own subscription in a product's group.
    func subscription(of customer: CustomerID, forProduct product: ProductIndex) -> SubscriptionIndex? {
        shop[product].group.flatMap { subscription(of: customer, in: $0) }
    }

    /// The group of a subscription: that of its products, which have one, because they renew.
    package func group(of index: SubscriptionIndex) -> GroupIndex? { shop[self[index].product].group }

    /// The identifier of a subscription's group; without a group, which is impossible, words that say so.
    package func groupID(of index: SubscriptionIndex) -> String {
        group(of: index).map(shop.groupID) ?? "no group, which subscription \(index.rawValue) must have"
    }

    /// The date of the first transaction in the chain of one.
    func start(ofChainWith record: TransactionRecord) -> Instant {
        guard let index = record.subscription, record.id != record.originalID else { return record.purchased }
        guard record.isFamilyShared else { return self[index].originallyPurchased }
        let share = shop[record.product].group.flatMap { families.share(of: record.customer, in: $0) }
        // 0.1.0 did not save the date, and forgot the transaction where it kept only what was alive.
        return share?.since ?? ledger[record.originalID]?.purchased ?? record.purchased
    }

    /// Returns whether a subscription was taken out of its customer's history: then its latest transaction was (C-124).
    package func isErased(_ index: SubscriptionIndex) -> Bool { self[index].latest.isErased }

    /// A customer's transactions that are kept, oldest first: own and shared subscriptions, and everything else bought;
    /// nothing that was erased (C-124).
    ///
    /// The cost grows with what the customer has, not with what the store has.
    package func transactions(of customer: CustomerID) -> [TransactionRecord] {
        var records: [TransactionRecord] = []
        // Other parts are asked outside the ledger's calls: within them, the ledger would be copied.
        for index in subscriptions(of: customer) {
            let latest = self[index].latest.id
            ledger.addChain(endingWith: latest, to: &records)
        }
        for share in families.shares(of: customer, shop) { ledger.addChain(endingWith: share.latest, to: &records) }
        let lastOwned = ownerships.latest(of: customer) ?? 0
        ledger.addChain(endingWith: lastOwned, to: &records)
        // Each chain stands there from its end backwards: turned round, a single one is in order.
        records.reverse()
        records.sort { $0.id < $1.id }
        return records
    }

    /// Those of a customer's transactions that can give service, oldest first: the latest of each subscription, own or
    /// shared, and everything else bought; nothing that was erased (C-124).
    package func possibleEntitlements(of customer: CustomerID) -> [TransactionRecord] {
        var records = latestTransactions(of: customer).map(\.latest)
        let lastOwned = ownerships.latest(of: customer) ?? 0
        ledger.addChain(endingWith: lastOwned, to: &records)
        records.sort { $0.id < $1.id }
        return records
    }

    /// The latest transaction of each subscription that a customer has or had, without erased ones (C-124).
    ///
    /// The customer's own come first, and then those that the family shares.
    package func latestTransactions(of customer: CustomerID) -> [(index: SubscriptionIndex, latest: TransactionRecord)]
    {
        var found = subscriptions(of: customer).map { (index: $0, latest: self[$0].latest) }
        for share in families.shares(of: customer, shop) {
            if let latest = ledger[share.latest] { found.append((share.from, latest)) }
        }
        found.removeAll { $0.latest.isErased }
        found.sort { $0.latest.stands(before: $1.latest) }
        return found
    }

    /// Returns whether a transaction belongs in a receipt that is made anew.
    ///
    /// Everything does but consumables that were finished (B13-2), and what was erased (C-124).
    package func belongsInReceipt(_ record: TransactionRecord) -> Bool {
        guard !record.isErased else { return false }
        return !(record.isFinished && shop[record.product].product.kind.isConsumable)
    }

    /// A customer's first download of the app (C-110).
    ///
    /// Unless another was set, it is in the sandbox the one that Apple's states for everybody; elsewhere version 1.0 at
    /// the moment the store's time began.
    package func firstDownload(of customer: CustomerID) -> FirstDownload {
        if let download = customers.download(of: customer) { return download }
        return setup.environment == .sandbox ? .inSandbox : FirstDownload(version: "1.0", date: Date(setup.opened))
    }
}
