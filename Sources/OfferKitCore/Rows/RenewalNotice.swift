/// A notification of a renewal in time (`DID_RENEW`) as the outbox keeps it: numbers alone, because there is one for every renewal.
///
/// It is a ``NotificationRecord`` in which all that few have is nothing.
package struct RenewalNotice: Sendable {
    private let cause: Int
    /// When it was made.
    let date: Instant
    private let record: TransactionRecord
    private let originallyPurchased: Instant
    private let numbers: RenewalNumbers

    /// The notification of a transaction; nil for one that was taken back, of which there is more to say.
    ///
    /// - Parameters:
    ///   - cause: How much had happened before the renewal.
    ///   - date: When it is made.
    ///   - transaction: What is said of the transaction.
    ///   - numbers: What is said of the next renewal, where that is all.
    init?(cause: Int, at date: Instant, _ transaction: TransactionFacts, _ numbers: RenewalNumbers) {
        guard transaction.revocation == nil else { return nil }
        self.cause = cause
        self.date = date
        record = transaction.record
        originallyPurchased = transaction.originallyPurchased
        self.numbers = numbers
    }

    /// The notification with all that it says.
    package var notification: NotificationRecord {
        NotificationRecord(
            id: NotificationID(cause: cause, ordinal: 0), .didRenew, at: date,
            transaction: TransactionFacts(record, originallyPurchased: originallyPurchased, revocation: nil),
            renewal: RenewalFacts(record, numbers, priceRise: nil, winBackOffers: []))
    }
}
