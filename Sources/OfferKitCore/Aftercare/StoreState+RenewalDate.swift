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
        Decision { () throws(ExtensionRefusal) in
            let (index, until) = try extensible(customer, groupID, days)
            return Decision([.renewalExtended(index, until: until)], until)
        }
    }

    private func extensible(
        _ customer: CustomerID, _ groupID: String, _ days: Int
    ) throws(ExtensionRefusal) -> (SubscriptionIndex, Instant) {
        guard let index = subscription(of: customer, inGroupNamed: groupID) else {
            throw .notSubscribed(group: groupID)
        }
        let allowed = 1...90
        guard allowed ~= days else { throw .daysNotAllowed(days, allowed: allowed) }
        let end: Instant
        switch self[index].standing {
        case .active(let until): end = until
        case .inGrace, .inRetry: throw .inBillingRetry
        case .lapsed(let instant, _), .revoked(let instant, _): throw .expired(on: instant)
        }
        let latest = self[index].latest
        guard latest.price > .zero else {
            throw latest.offer == nil ? .neverPaid : .inFreePeriod
        }
        // Days are scaled like every other length (C-84).
        guard let period = shop[latest.product].period else { throw .notSubscribed(group: groupID) }
        let year = settings.pace.lead(days: 365, product: period)
        let recent = adjustments.extensions(of: index).filter { now.milliseconds(since: $0) < year }.sorted()
        if recent.count >= StoreState.mostExtensions, let first = recent.first {
            throw .tooManyExtensions(limit: StoreState.mostExtensions, next: first.adding(milliseconds: year))
        }
        return (
            index, min(end.adding(milliseconds: settings.pace.lead(days: Int64(days), product: period)), .endOfClock)
        )
    }
}
