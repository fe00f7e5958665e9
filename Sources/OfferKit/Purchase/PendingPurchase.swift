public import OfferKitCore

/// A purchase that waits for somebody else than the customer at the sheet (B10-8).
///
/// ```swift
/// device.sheetAnswer = .askToBuy
/// _ = try await product.purchase()              // .pending
/// try store.pendingPurchases.first?.approve()   // the parent says yes
/// ```
public struct PendingPurchase: Hashable, Sendable, Identifiable {
    /// The attempt's number.
    public let id: AttemptID
    /// The customer who wants to buy.
    public let customer: Customer
    /// The product.
    public let productID: String
    /// Whether a parent has to approve; otherwise the customer has to settle something with the App Store.
    public let needsApproval: Bool

    /// Lets the purchase go on: the parent approves, or the customer has settled what was to be settled.
    ///
    /// Product and eligibility are judged again, signature and price are not (C-47). The transaction arrives in the
    /// devices' updates.
    ///
    /// - Returns: The time at which the purchase takes effect.
    /// - Throws: ``PurchaseRefusal/sheetAlreadyClosed`` for one that was answered before;
    ///   ``PurchaseRefusal/notRecorded``. Nothing changes then. After every other ``PurchaseRefusal`` the purchase is
    ///   over.
    @discardableResult
    public func approve() throws(PurchaseRefusal) -> PurchaseEffect {
        try customer.store.approve(id)
    }

    /// Ends the purchase: the parent says no, or the customer gives up.
    ///
    /// One that was answered before stays as it is.
    public func decline() { customer.store.decline(id) }
}

extension Store {
    /// The purchases that wait for a parent's approval, or for the customer to settle something, oldest first (B10-8).
    public var pendingPurchases: [PendingPurchase] {
        let state = state
        return state.desk.openAttempts.compactMap { attempt in
            attempt.wait.map { wait in
                PendingPurchase(
                    id: attempt.id, customer: Customer(store: self, id: attempt.customer),
                    productID: state.shop[attempt.product].product.id, needsApproval: wait == .askToBuy)
            }
        }.sorted { $0.id < $1.id }
    }

    /// Lets the pending purchase of that number go on (``PendingPurchase/approve()``).
    @discardableResult
    package func approve(_ attempt: AttemptID) throws(PurchaseRefusal) -> PurchaseEffect {
        PurchaseEffect(try perform { $0.decideApproval(of: attempt) })
    }

    /// Ends the pending purchase of that number; has no effect where there is none (``PendingPurchase/decline()``).
    package func decline(_ attempt: AttemptID) {
        _ = try? perform { $0.desk.decideRejection(of: attempt, in: $0.shop) }
    }
}
