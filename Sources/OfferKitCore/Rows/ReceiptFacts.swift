/// A subscription's latest transaction with what is said of its renewal, as both were at one instant.
package struct SubscriptionFacts: Hashable, Sendable, Codable {
    /// The latest transaction, or that of the family member who shares it.
    package let latest: TransactionFacts
    /// What is said of the renewal.
    package let renewal: RenewalFacts

    init(_ latest: TransactionFacts, _ renewal: RenewalFacts) {
        self.latest = latest
        self.renewal = renewal
    }
}

/// What a customer's receipt held at one instant, as far as it cannot be read off a later state (C-151).
///
/// Of a transaction nearly everything stays as it was made. What changes is its revocation, the end of a period that is the latest
/// one, whether an upgrade replaced it, and whether a consumable was finished. So the numbers are kept, the revocations, and how
/// each subscription stood.
package struct ReceiptFacts: Hashable, Sendable, Codable {
    /// The newest transactions that the receipt held, the newest first; at most ``most``.
    package let transactions: [TransactionID]
    /// When and why those of them were taken back that were.
    package let revocations: SideTable<TransactionID, Revocation>
    /// How the customer's subscriptions stood, but one whose latest transaction is the notification's.
    package let others: [SubscriptionFacts]

    init(
        _ transactions: [TransactionID], _ revocations: SideTable<TransactionID, Revocation>,
        _ others: [SubscriptionFacts]
    ) {
        self.transactions = transactions
        self.revocations = revocations
        self.others = others
    }

    /// The most transactions that a notification of version 1 holds (S1-50).
    package static let most = 100
}
