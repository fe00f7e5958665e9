extension StoreState {
    /// The next message to a subscriber whose renewal failed, and when it is due.
    func nextOutreach(of subscription: SubscriptionIndex) -> (due: Instant, channel: OutreachChannel)? {
        guard let record = retries[subscription], record.sent < rules.outreach.steps.count else { return nil }
        let step = rules.outreach.steps[record.sent]
        return (record.since.adding(milliseconds: retryDays(step.day)), step.channel)
    }

    /// So many days of billing retry, in milliseconds: a day is a sixtieth of it, whatever the pace.
    func retryDays(_ days: Int) -> Int64 {
        let days = Int64(min(max(days, 0), 60))
        return pace.billingRetry / 60 * days + pace.billingRetry % 60 * days / 60
    }
}
