extension StoreState {
    /// How often a renewal date may be extended within 365 days (B10-9).
    package static let mostExtensions = 2

    /// Puts the end of the current period off by so many days (B10-9, B10-12).
    ///
    /// The days are free: they count as no paid service. Under another pace than real time they are scaled like every
    /// other length (C-92).
    package func decideExtension(
        of customer: CustomerID, in groupID: String, byDays days: Int
    ) -> Decision<Instant, ExtensionRefusal> {
        do throws(ExtensionRefusal) {
            let (index, until) = try extensible(customer, groupID, days)
            return Decision([.renewalExtended(index, until: until)], until)
        } catch {
            return Decision(refusal: error)
        }
    }

    private func extensible(
        _ customer: CustomerID, _ groupID: String, _ days: Int
    ) throws(ExtensionRefusal) -> (SubscriptionIndex, Instant) {
        guard let index = subscription(of: customer, inGroupNamed: groupID), let latest = latestTransaction(of: index)
        else { throw .notSubscribed(group: groupID) }
        let allowed = 1...90
        guard allowed ~= days else { throw .daysNotAllowed(days, allowed: allowed) }
        let end: Instant
        switch self[index].standing {
        case .active(let until): end = until
        case .inGrace, .inRetry: throw .inBillingRetry
        case .lapsed(let instant, _), .revoked(let instant, _): throw .expired(on: instant)
        }
        guard latest.price > .zero else {
            throw latest.offer == nil ? .neverPaid : .inFreePeriod
        }
        // Days are scaled like every other length (C-84).
        let period = shop[latest.product].product.subscription?.period ?? .monthly
        let year = pace.lead(days: 365, product: period)
        let recent = (extensions[index] ?? []).filter { now.milliseconds(since: $0) < year }.sorted()
        if recent.count >= StoreState.mostExtensions, let first = recent.first {
            throw .tooManyExtensions(limit: StoreState.mostExtensions, next: first.adding(milliseconds: year))
        }
        return (index, min(end.adding(milliseconds: pace.lead(days: Int64(days), product: period)), .endOfClock))
    }

    mutating func applyExtension(of index: SubscriptionIndex, until: Instant, at instant: Instant) {
        let id = self[index].latestTransaction
        transactions.change(id, of: index) { $0.expires = until }
        for member in members(sharing: index) {
            guard let share = families.share(of: member, in: self[index].group) else { continue }
            transactions.change(share.latest, of: nil) { $0.expires = until }
        }
        self[index].standing = .active(until: until)
        // The extended date is the new anchor (C-51).
        self[index].cycle = Cycle(anchor: until)
        extensions[index, default: []].append(instant)
        agenda.add(Agenda.Item(due: until, subscription: index, kind: .expiry))
        scheduleRenewalCheck(of: index)
        schedulePriceNotice(for: index)
    }
}
