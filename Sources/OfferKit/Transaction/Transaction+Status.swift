extension Transaction {
    /// Where the subscription stands that this transaction belongs to, as the app asks for it.
    ///
    /// Nil for products without a group, and where the question fails.
    public var subscriptionStatus: SubscriptionStatus? {
        get async {
            guard let subscriptionGroupID,
                let statuses = try? await device.subscriptionStatuses(inGroup: subscriptionGroupID)
            else { return nil }
            return statuses.first { $0.transaction.unsafePayloadValue.originalID == originalID }
        }
    }
}
