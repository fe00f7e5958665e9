public import Foundation
public import OfferKitCore

extension Device {
    /// Buys a product as of a date in the past, with the renewals that followed until now: a customer with a history
    /// (C-125).
    ///
    /// ```swift
    /// try device.purchase("pro.monthly", on: yearAgo)                       // a subscriber for a year
    /// try device.purchase("pro.monthly", on: yearAgo, autoRenews: false)    // lapsed after one month
    /// ```
    ///
    /// The clock stays where it is, and every charge of the past goes through. An introductory offer applies where the
    /// customer was eligible then.
    ///
    /// - Parameters:
    ///   - productID: The product.
    ///   - date: When, not after now, and later than what the customer had in the group before.
    ///   - renews: Whether it renewed until now; otherwise the customer cancelled at once.
    ///   - account: The user name or token that belongs to the purchase.
    /// - Returns: The first transaction.
    /// - Throws: ``PastPurchaseRefusal``; then nothing has happened.
    @discardableResult
    public func purchase(
        _ productID: String, on date: Date, autoRenews renews: Bool = true, account: AppAccount = .notSet
    ) throws(PastPurchaseRefusal) -> Transaction {
        try purchase(request(for: productID, account: account), on: date, renews: renews)
    }

    /// Makes a request of the app's as of a date in the past, with the renewals that followed until now.
    func purchase(
        _ request: PurchaseRequest, on date: Date, renews: Bool
    ) throws(PastPurchaseRefusal) -> Transaction {
        let outcome = try store.perform { $0.decidePastPurchase(request, on: Instant(date), renews: renews) }
        renewReceipt()
        return store.read { Transaction(outcome.transaction, in: $0, on: self) }
    }
}
