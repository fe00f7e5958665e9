package import OfferKitCore

/// The latest refusal of a purchase on a device of a store, for a failing test to show (C-237).
package struct LatestRefusal: Sendable {
    /// The customer.
    package let customer: CustomerID
    /// The refusal, which the device has as its last one.
    package let refusal: PurchaseRefusal
    /// The number of the log's next entry at that time.
    let number: Int

    /// Returns whether no purchase came to anything after it; false where the refused purchase still waits.
    ///
    /// - Parameter last: The number of the log's last entry that is of a purchase; nil where there is none.
    /// - Returns: Whether it is the last.
    package func isLast(after last: Int?) -> Bool {
        Device.PaymentStep(waiting: refusal) == nil && last.map { $0 < number } ?? true
    }
}

extension Store {
    /// The latest refusal of a purchase on any of the store's devices; nil before the first.
    package var refusedLast: LatestRefusal? { remarks.withLock { $0.latestRefusal } }
}
