public import OfferKit
import OfferKitCore
import StoreKit

extension SKTestSession {
    /// Buys a product outside the app, so that the transaction comes in `Transaction.updates`.
    ///
    /// Apple deprecated it in favour of ``buyProduct(identifier:options:)``. Under Ask to Buy, and where purchases are
    /// interrupted, it leaves a pending one in ``allTransactions()``.
    ///
    /// - Parameter productIdentifier: The product.
    /// - Throws: ``SKTestError``; `SKError` with ``failureError`` while transactions fail.
    public func buyProduct(productIdentifier: String) throws {
        if failTransactionsEnabled { throw SKError(failureError) }
        do {
            _ = try device.buyInTestSession(productIdentifier)
        } catch PurchaseRefusal.awaitingApproval, PurchaseRefusal.interrupted {
            return
        } catch {
            throw SKTestError(error, buying: productIdentifier)
        }
    }

    /// Buys a product outside the app, so that the transaction comes in `Transaction.updates`, too.
    ///
    /// - Parameters:
    ///   - identifier: The product.
    ///   - options: What goes with the purchase; also those that only a session takes.
    /// - Returns: The transaction; of a purchase in the past the first.
    /// - Throws: ``SKTestError``; under Ask to Buy, and where purchases are interrupted, ``SKTestError/invalidAction``, with the
    ///   pending purchase in ``allTransactions()``. `SKError` with ``failureError`` while transactions fail.
    @discardableResult
    public func buyProduct(
        identifier: Product.ID, options: Set<Product.PurchaseOption> = []
    ) async throws -> Transaction {
        if failTransactionsEnabled { throw SKError(failureError) }
        do {
            return try device.buyInTestSession(identifier, options: options)
        } catch {
            throw SKTestError(error, buying: identifier)
        }
    }

    /// Lets a subscription expire at once, and turns auto-renew off.
    ///
    /// - Parameter productIdentifier: The product that is subscribed to.
    /// - Throws: ``SKTestError``: no such product, no subscription, or none that runs.
    public func expireSubscription(productIdentifier: String) throws {
        let running = try runningSubscription(to: productIdentifier)
        try device.customer.expireSubscription(inGroup: running.group)
    }

    /// Ends the current period at once and starts the next, turns auto-renew on, and forgets what consent to a price was
    /// asked for.
    ///
    /// While renewals fail it enters billing retry. A subscription that is in billing retry stays there: resolve its issue.
    ///
    /// - Parameter productIdentifier: The product that is subscribed to.
    /// - Throws: ``SKTestError``: no such product, no subscription, or none that runs.
    public func forceRenewalOfSubscription(productIdentifier: String) throws {
        let running = try runningSubscription(to: productIdentifier)
        try device.customer.renewSubscription(inGroup: running.group)
    }

    /// Turns auto-renew on.
    ///
    /// - Parameter identifier: A transaction of the subscription.
    /// - Throws: ``SKTestError``.
    public func enableAutoRenewForTransaction(identifier: UInt) throws {
        try setAutoRenew(true, of: identifier)
    }

    /// Turns auto-renew off: the subscription expires at the end of the period; in billing retry it ends at once (B7-13).
    ///
    /// - Parameter identifier: A transaction of the subscription.
    /// - Throws: ``SKTestError``.
    public func disableAutoRenewForTransaction(identifier: UInt) throws {
        try setAutoRenew(false, of: identifier)
    }

    /// Refunds a transaction at once, with the reason `other` (B10-1).
    ///
    /// - Parameter identifier: The transaction.
    /// - Throws: ``SKTestError/noTransactionFound``, or ``SKTestError/invalidAction`` for one that was refunded before.
    public func refundTransaction(identifier: UInt) throws {
        let record = try transaction(identifier)
        do throws(RefundRefusal) {
            try store.refund(record.id)
        } catch {
            throw SKTestError(.invalidAction, "Transaction \(identifier) cannot be refunded: \(error)", because: error)
        }
    }

    private func setAutoRenew(_ isOn: Bool, of identifier: UInt) throws {
        let group = try runningSubscription(of: identifier).group
        try device.customer.setAutoRenew(isOn, inGroup: group)
    }
}

extension SKTestError {
    /// What a session says of a purchase that was refused.
    fileprivate init(_ error: any Error, buying productID: String) {
        switch error {
        case PurchaseRefusal.productUnavailable(let diagnosis),
            PastPurchaseRefusal.refused(.productUnavailable(let diagnosis)):
            self.init(.invalidProductIdentifier, "'\(productID)' cannot be bought: \(diagnosis)", because: error)
        case PurchaseRefusal.awaitingApproval:
            self.init(
                .invalidAction,
                "The purchase waits for approval: see allTransactions(), and approve it by its identifier.",
                because: error)
        case PurchaseRefusal.interrupted:
            self.init(
                .invalidAction,
                "The purchase was interrupted: see allTransactions(), and resolve its issue by its identifier.",
                because: error)
        case PastPurchaseRefusal.futureDate(let now):
            self.init(.invalidAction, "A purchase date must not be after now, \(now).", because: error)
        case PastPurchaseRefusal.historyGoesOn(let end):
            self.init(
                .invalidAction,
                "The customer had a subscription of the group \(end.map { "until \($0)" } ?? "that still runs"), and what was "
                    + "bought before it cannot come after it. Clear the transactions first.", because: error)
        case TestOptionFault.contradictory:
            self.init(
                .invalidAction,
                "These options do not go together: at most one offer and one date, and a code offer alone.",
                because: error)
        case TestOptionFault.noCodeOffer(let name, let reason):
            self.init(
                .invalidAction, "There is no code for the offer '\(name)' of '\(productID)': \(reason)", because: error)
        case PastPurchaseRefusal.refused(let refusal):
            self.init(.invalidAction, "'\(productID)' could not have been bought: \(refusal)", because: refusal)
        default: self.init(.invalidAction, "'\(productID)' was not bought: \(error)", because: error)
        }
    }
}
