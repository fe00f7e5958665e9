/// How far a transaction of the original API has come.
public enum SKPaymentTransactionState: Int, Hashable, Sendable {
    /// The payment is being made.
    case purchasing = 0
    /// It was paid for.
    case purchased
    /// It was refused, cancelled or declined.
    case failed
    /// It is one that was bought before.
    case restored
    /// Somebody else has to approve first (B10-8).
    case deferred
}
