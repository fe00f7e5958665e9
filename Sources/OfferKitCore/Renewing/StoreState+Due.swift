extension StoreState {
    /// Takes items off the head of the agenda that a later event overtook, so that the head is always due for real.
    mutating func dropOutdatedAgenda() {
        while let first = agenda.first, !isStillDue(first) { agenda.removeFirst() }
    }

    /// Whether an item still means something.
    ///
    /// An item is put on the agenda when there is something to do, and again when a change makes it so; it is never taken
    /// off by those who change their mind.
    func isStillDue(_ item: Agenda.Item) -> Bool {
        if item.kind == .paymentMethod {
            return chargePlans[item.customer]?.changes.first?.instant == item.due
        }
        let index = item.subscription
        switch item.kind {
        case .paymentMethod: return false
        case .expiry: return self[index].standing == .active(until: item.due)
        case .graceEnd:
            guard case .inGrace(item.due, _) = self[index].standing else { return false }
            return true
        case .retryEnd:
            guard case .inRetry(item.due, _) = self[index].standing else {
                // While grace lasts its end comes first, even at the same instant.
                guard case .inGrace(_, item.due) = self[index].standing else { return false }
                return true
            }
            return true
        case .repair: return self[index].isRetrying && retries[index]?.attemptDue == item.due
        case .outreach:
            return self[index].isRetrying && nextOutreach(of: index).map { max($0.due, now) <= item.due } ?? false
        case .renewalCheck:
            // One from before an extension or an upgrade looks ahead too early.
            guard let due = renewalCheckDue(of: index), due <= item.due else { return false }
            return !renewalCheck(of: index).isEmpty
        case .priceNotice: return priceNotice(of: index) == item.due
        }
    }

    /// Puts the look ahead on the agenda where it will have something to say (B6-1).
    mutating func scheduleRenewalCheck(of index: SubscriptionIndex) {
        guard let due = renewalCheckDue(of: index), !renewalCheck(of: index).isEmpty else { return }
        agenda.add(Agenda.Item(due: max(due, now), subscription: index, kind: .renewalCheck))
    }

    /// Ten days before the renewal; nil where there is none to look ahead at.
    func renewalCheckDue(of index: SubscriptionIndex) -> Instant? {
        guard case .active(let until) = self[index].standing else { return nil }
        let period = shop[self[index].product].product.subscription?.period ?? .monthly
        return until.adding(milliseconds: -pace.lead(days: 10, product: period))
    }
}
