// Sharing in a family (B10-6): the ledger knows what members bought, the shop which products can be shared.

extension Families {
    /// Adds a customer to another's family: both have from now on what the other bought and can be shared (B10-6).
    package func decideFamily(
        adding member: CustomerID, to organizer: CustomerID, among customers: Customers, _ ledger: Ledger, _ shop: Shop
    ) -> Decision<Void, FamilyRefusal> {
        for customer in [member, organizer] where !customers.contains(customer) {
            return Decision(refusal: .unknownCustomer(customer, among: customers.known))
        }
        guard member != organizer else { return Decision(refusal: .ownFamily(member)) }
        guard self.organizer(of: member) == nil else { return Decision(refusal: .alreadyInFamily(member)) }
        guard [nil, organizer].contains(self.organizer(of: organizer)) else {
            return Decision(refusal: .organizerIsMember(organizer))
        }
        let others = [organizer] + relatives(of: organizer)
        guard others.count < Families.most else { return Decision(refusal: .familyIsFull(organizer)) }
        var events = [StoreEvent.Kind.familyMemberAdded(member, organizer: organizer)]
        for other in others { shareAll(of: other, with: member, ledger, shop, into: &events) }
        for other in others { shareAll(of: member, with: other, ledger, shop, into: &events) }
        return Decision(events, ())
    }

    /// Removes a member from the family, which ends all sharing between them, both ways.
    package func decideFamily(
        removing member: CustomerID, _ ledger: Ledger, _ shop: Shop
    ) -> Decision<Void, FamilyRefusal> {
        guard let organizer = organizer(of: member) else { return Decision(refusal: .notInFamily(member)) }
        guard organizer != member else { return Decision(refusal: .ownFamily(member)) }
        // The member's shares in the family's subscriptions, and the others' shares in the member's.
        let lost = ([member] + relatives(of: member)).flatMap { person in
            shares(of: person, shop).filter {
                !$0.isRevoked && (person == member || ledger[$0.from].customer == member)
            }
        }
        let events = lost.map(\.latest).sorted().map { StoreEvent.Kind.accessRevoked($0) }
        return Decision(events + [.familyMemberRemoved(member)], ())
    }

    /// The member's share in a group that gives service now.
    package func activeShare(of member: CustomerID, in group: GroupIndex, _ ledger: Ledger) -> Share? {
        guard !hasNoShares, let share = share(of: member, in: group), !share.isRevoked, ledger[share.from].hasService
        else { return nil }
        return share
    }

    /// Shares a new period with the buyer's family, or takes shares away where the product is not shareable any more.
    func share(_ record: TransactionRecord, _ ledger: Ledger, _ shop: Shop, into events: inout [StoreEvent.Kind]) {
        guard let index = record.subscription else { return }
        guard shop[record.product].product.isFamilyShareable else {
            return revokeShares(of: index, ledger, shop, into: &events)
        }
        for member in relatives(of: record.customer) { share(record, with: member, ledger, shop, into: &events) }
    }

    private func shareAll(
        of owner: CustomerID, with member: CustomerID, _ ledger: Ledger, _ shop: Shop,
        into events: inout [StoreEvent.Kind]
    ) {
        for index in ledger.subscriptions(of: owner).sorted() where ledger[index].hasService {
            let latest = ledger[index].latest
            if shop[latest.product].product.isFamilyShareable {
                share(latest, with: member, ledger, shop, into: &events)
            }
        }
    }

    private func share(
        _ record: TransactionRecord, with member: CustomerID, _ ledger: Ledger, _ shop: Shop,
        into events: inout [StoreEvent.Kind]
    ) {
        guard let index = record.subscription, let group = shop[record.product].group else { return }
        let share = share(of: member, in: group)
        // A member has one shared subscription in each group: the one that came first, while it lasts.
        if let share, share.from != index, !share.isRevoked, ledger[share.from].hasService { return }
        // A customer who joins a family may find two shared subscriptions at once.
        let isShared = events.contains {
            guard case .accessShared(let other, _) = $0 else { return false }
            return other.customer == member && shop[other.product].group == group
        }
        if isShared { return }
        let made = events.count {
            if case .transactionMade = $0 { true } else if case .accessShared = $0 { true } else { false }
        }
        let id = ledger.last + 1 + TransactionID(made)
        guard id <= TransactionRecord.lastNumber else { return }
        let shared = TransactionRecord(
            id: id, originalID: share?.original ?? id, previous: share?.latest ?? 0, customer: member,
            product: record.product, subscription: index, purchased: record.purchased, expires: record.expires,
            price: .zero, storefront: record.storefront, reason: record.reason, terms: nil, marks: .familyShared)
        let isUpgraded = events.contains {
            if case .transactionUpgraded(record.previous, _, _) = $0 { true } else { false }
        }
        let replaced = ledger.replaced(by: shared, after: record.previous, isUpgraded: isUpgraded)
        events.append(.accessShared(shared, replacing: replaced))
    }

    /// Takes away the family's shares in a subscription's current period.
    func revokeShares(
        of index: SubscriptionIndex, _ ledger: Ledger, _ shop: Shop, into events: inout [StoreEvent.Kind]
    ) {
        events += sharedTransactions(of: index, ledger, shop).sorted().map { .accessRevoked($0) }
    }
}

extension Ledger {
    /// The family member's transaction that a shared one replaces, as the buyer's upgrade replaced the buyer's (B8-1).
    ///
    /// - Parameters:
    ///   - shared: The member's next transaction.
    ///   - previous: The buyer's transaction before the one that is shared.
    ///   - isUpgraded: Whether an event of the same decision marks that as upgraded.
    /// - Returns: The number; nil where none is replaced.
    package func replaced(
        by shared: TransactionRecord, after previous: TransactionID, isUpgraded: Bool = false
    ) -> TransactionID? {
        guard let member = self[shared.previous], member.subscription == shared.subscription, !member.isRevoked,
            let buyer = self[previous], buyer.isUpgraded || isUpgraded, buyer.purchased == member.purchased
        else { return nil }
        return member.id
    }

    /// The standing of a subscription for the customer who has its latest transaction (C-128).
    ///
    /// A family member shares the buyer's standing until the share is taken back.
    @inline(__always)
    package func standing(
        of index: SubscriptionIndex, for latest: TransactionRecord, _ adjustments: Adjustments
    ) -> Standing {
        guard latest.isFamilyShared, latest.isRevoked, let revocation = adjustments.revocation(of: latest.id) else {
            return self[index].standing
        }
        return .revoked(on: revocation.date, until: latest.end)
    }

    /// The start of the latest series without a long gap, for the customer of the latest transaction (B14-1, C-128).
    ///
    /// A family member's series is that of the member's own transactions, as far back as they are kept.
    @inline(__always)
    package func recentStart(
        of index: SubscriptionIndex, for latest: TransactionRecord, _ adjustments: Adjustments, _ pace: Pace
    ) -> Instant {
        guard latest.isFamilyShared else { return seriesStart(of: index) }
        var first = latest
        var start = latest.purchased
        // A share from another buyer, before this one, may have begun later.
        while let before = self[first.previous],
            !adjustments.isLongGap(from: before, to: first, longest: pace.longestGap)
        {
            first = before
            start = min(start, before.purchased)
        }
        return start
    }
}
