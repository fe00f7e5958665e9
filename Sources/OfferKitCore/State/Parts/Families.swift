/// Who shares purchases with whom (B10-6).
package struct Families: Hashable, Sendable, Codable {
    /// What a member has through somebody else's subscription in one group.
    package struct Share: Hashable, Sendable, Codable {
        /// The buyer's subscription, whose standing the member shares.
        package let from: SubscriptionIndex
        package let original: TransactionID
        package var latest: TransactionID
        package var isRevoked = false
    }

    package struct ShareKey: Hashable, Sendable, Codable {
        package let member: CustomerID
        package let group: GroupIndex
    }

    /// The organiser of each member's family; the organiser is not listed.
    private var organizers: [CustomerID: CustomerID] = [:]
    private var membersByOrganizer: [CustomerID: [CustomerID]] = [:]
    package internal(set) var shares: [ShareKey: Share] = [:]

    /// Whether nobody shares anything: then a renewal has nothing to look for.
    var isEmpty: Bool { organizers.isEmpty }

    /// Everybody who is named anywhere.
    var people: some Sequence<CustomerID> {
        [organizers.keys.map(\.self), membersByOrganizer.flatMap { [$0.key] + $0.value }, shares.keys.map(\.member)]
            .joined()
    }

    /// The organiser of the customer's family; nil for a customer in none.
    package func organizer(of customer: CustomerID) -> CustomerID? {
        organizers[customer] ?? (membersByOrganizer[customer] == nil ? nil : customer)
    }

    /// The others in the customer's family, in the order in which they joined, the organiser first.
    package func relatives(of customer: CustomerID) -> [CustomerID] {
        guard let organizer = organizer(of: customer) else { return [] }
        return ([organizer] + membersByOrganizer[organizer, default: []]).filter { $0 != customer }
    }

    /// What a member has, or had, through somebody else's subscription in a group.
    package func share(of member: CustomerID, in group: GroupIndex) -> Share? {
        shares[ShareKey(member: member, group: group)]
    }

    mutating func add(_ member: CustomerID, to organizer: CustomerID) {
        organizers[member] = organizer
        membersByOrganizer[organizer, default: []].append(member)
    }

    mutating func remove(_ member: CustomerID) {
        guard let organizer = organizers.removeValue(forKey: member) else { return }
        membersByOrganizer[organizer]?.removeAll { $0 == member }
        if membersByOrganizer[organizer]?.isEmpty ?? false { membersByOrganizer[organizer] = nil }
    }
}
