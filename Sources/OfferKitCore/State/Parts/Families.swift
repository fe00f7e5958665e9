/// The families that share purchases (B10-6).
package struct Families: Hashable, Sendable, Codable {
    /// The access of a member through somebody else's subscription in one group.
    package struct Share: Hashable, Sendable, Codable {
        /// The buyer's subscription, whose standing the member shares.
        package let from: SubscriptionIndex
        /// The first of the member's transactions by this share.
        package let original: TransactionID
        /// The date of that first transaction, which a store of what is alive alone forgets; nil where 0.1.0 saved it.
        package let since: Instant?
        /// The latest of them.
        package var latest: TransactionID
        /// Whether the share was taken back.
        package var isRevoked = false
    }

    private struct ShareKey: Hashable, Sendable, Codable, StablyOrdered {
        let member: CustomerID
        let group: GroupIndex

        static func precedes(_ a: ShareKey, _ b: ShareKey) -> Bool { (a.member, a.group) < (b.member, b.group) }
    }

    /// The organiser of each member's family; the organiser is not listed.
    private var organizers = SideTable<CustomerID, CustomerID>()
    private var membersByOrganizer = SideTable<CustomerID, [CustomerID]>()
    private var shares = SideTable<ShareKey, Share>()

    /// The families of a store where nobody shares.
    init() {}

    /// The most people in a family, the organiser included (C-90).
    static let most = 6

    /// Whether there are no families, so that a renewal need not look for shares.
    var isEmpty: Bool { organizers.isEmpty }
    /// Whether nobody shares a subscription, or ever did.
    var hasNoShares: Bool { shares.isEmpty }

    /// The organiser of the customer's family; nil for a customer in none.
    func organizer(of customer: CustomerID) -> CustomerID? {
        organizers[customer] ?? (membersByOrganizer[customer] == nil ? nil : customer)
    }

    /// The others in the customer's family, in the order in which they joined, the organiser first.
    package func relatives(of customer: CustomerID) -> [CustomerID] {
        guard let organizer = organizer(of: customer) else { return [] }
        return ([organizer] + (membersByOrganizer[organizer] ?? [])).filter { $0 != customer }
    }

    /// The access that a member has, or had, through somebody else's subscription in a group.
    package func share(of member: CustomerID, in group: GroupIndex) -> Share? {
        shares[ShareKey(member: member, group: group)]
    }

    /// The shares that a member has, or had, one in a group at most.
    func shares(of member: CustomerID, _ shop: Shop) -> [Share] {
        guard !hasNoShares else { return [] }
        return shop.groups.indices.compactMap { share(of: member, in: GroupIndex($0)) }
    }

    /// The members who have access through a subscription now, in the order in which they joined the family.
    package func members(sharing index: SubscriptionIndex, _ ledger: Ledger, _ shop: Shop) -> [CustomerID] {
        shares(of: index, ledger, shop).map(\.member)
    }

    /// The family's transactions of a subscription's current period.
    func sharedTransactions(of index: SubscriptionIndex, _ ledger: Ledger, _ shop: Shop) -> [TransactionID] {
        shares(of: index, ledger, shop).map(\.share.latest)
    }

    /// The shares of a subscription that are not taken back.
    ///
    /// A share ends with the membership, so only the family of today can have one; that is six people, not everybody.
    private func shares(
        of index: SubscriptionIndex, _ ledger: Ledger, _ shop: Shop
    ) -> [(member: CustomerID, share: Share)] {
        // A subscription that is about to begin has been shared with nobody.
        guard !hasNoShares, ledger.contains(index), let group = shop[ledger[index].product].group else { return [] }
        return relatives(of: ledger[index].customer).compactMap { member in
            share(of: member, in: group).flatMap { $0.from == index && !$0.isRevoked ? (member, $0) : nil }
        }
    }

    // MARK: - Events

    mutating func add(_ member: CustomerID, to organizer: CustomerID) {
        organizers[member] = organizer
        membersByOrganizer[organizer, default: []].append(member)
    }

    mutating func remove(_ member: CustomerID) {
        guard let organizer = organizers[member] else { return }
        organizers[member] = nil
        membersByOrganizer.change(organizer) { $0.removeAll { $0 == member } }
        if membersByOrganizer[organizer]?.isEmpty ?? false { membersByOrganizer[organizer] = nil }
    }

    mutating func share(_ record: TransactionRecord, of index: SubscriptionIndex, in group: GroupIndex) {
        let key = ShareKey(member: record.customer, group: group)
        let since = record.id == record.originalID ? record.purchased : shares[key]?.since
        shares[key] = Share(from: index, original: record.originalID, since: since, latest: record.id)
    }

    mutating func revokeShare(of member: CustomerID, in group: GroupIndex) {
        shares.change(ShareKey(member: member, group: group)) { $0.isRevoked = true }
    }

    /// Forgets a member's access through others (C-124).
    mutating func forgetShare(of member: CustomerID, in group: GroupIndex) {
        shares[ShareKey(member: member, group: group)] = nil
    }

    // MARK: - Soundness

    /// Returns a fault of the families; nil for none.
    ///
    /// Members and organisers must name one another, and each share must be a member's of an existing subscription.
    func fault(_ customers: Customers, _ ledger: Ledger, _ shop: Shop, until now: Instant) -> String? {
        for (member, organizer) in organizers.ordered {
            guard customers.contains(member), customers.contains(organizer) else {
                return "The family of \(organizer) has \(member), and one of the two does not exist."
            }
            guard membersByOrganizer[organizer]?.contains(member) == true else {
                return "The family of \(organizer) does not name \(member), who is in it."
            }
        }
        for (organizer, members) in membersByOrganizer.ordered {
            guard 1..<Families.most ~= members.count, Set(members).count == members.count else {
                return "The family of \(organizer) has \(members.count) members beside them, or one of them twice."
            }
            if let other = members.first(where: { organizers[$0] != organizer }) {
                return "The family of \(organizer) names \(other), who is not in it."
            }
            if let other = organizers[organizer] { return "The family of \(organizer) is in that of \(other)." }
        }
        let wrong = shares.first(breaking: { key, share in
            guard customers.contains(key.member), key.group.index < shop.groups.count, ledger.contains(share.from),
                let record = ledger[share.latest]
            else { return false }
            return record.customer == key.member && record.isFamilyShared && record.originalID == share.original
                && shop[record.product].group == key.group && record.subscription == share.from
                && shop[ledger[share.from].product].group == key.group && record.isRevoked == share.isRevoked
        })
        if let wrong {
            return "What \(wrong.key.member) shares contradicts the buyer's subscription, or the transaction for it."
        }
        let late = shares.first(breaking: { _, share in
            share.since.map { $0 <= now && $0 == ledger[share.original]?.purchased ?? $0 } ?? true
        })
        return late.map { "What \($0.key.member) shares began at another instant than its first transaction." }
    }
}
