public import Foundation
public import OfferKitCore

// What the App Store and the developer do to a purchase afterwards (B10).

extension Store {
    /// Refunds a transaction (B10-1).
    ///
    /// The refund of a subscription's current period ends it: the status is revoked, there is no service, auto-renew is
    /// off (C-24). That of an older period, or of a product that is no subscription, marks the transaction. What an
    /// upgrade gave back before is not given back twice.
    ///
    /// - Parameters:
    ///   - transactionID: The transaction.
    ///   - reason: Why.
    /// - Throws: ``RefundRefusal``.
    public func refund(_ transactionID: UInt64, reason: RevocationReason = .other) throws(RefundRefusal) {
        _ = try perform { state in
            state.decide(onTransactionShownAs: transactionID) { state.decideRefund(of: $0, reason) }
        }
    }

    /// Refunds a transaction, by the store's own number for it.
    package func refund(ownNumber id: UInt64) throws(RefundRefusal) {
        _ = try perform { $0.withShownNumbers($0.decideRefund(of: id, .other)) }
    }

    /// Declines a refund as the App Store does after the customer asked for it (B10-4).
    ///
    /// Whether they asked is not looked at: the customer may have done so outside the app, where the store sees nothing.
    ///
    /// - Parameter transactionID: The transaction.
    /// - Throws: ``RefundRefusal``.
    public func declineRefund(of transactionID: UInt64) throws(RefundRefusal) {
        try perform { state in
            state.decide(onTransactionShownAs: transactionID) {
                state.ledger.decideRefundDecline(of: $0, state.adjustments)
            }
        }
    }

    /// Takes a refund back: the transaction counts again, with its old renewal date; auto-renew stays as it is (B10-4).
    ///
    /// - Parameter transactionID: The transaction.
    /// - Throws: ``RefundRefusal``.
    public func reverseRefund(of transactionID: UInt64) throws(RefundRefusal) {
        _ = try perform { state in
            state.decide(onTransactionShownAs: transactionID) { state.decideRefundReversal(of: $0) }
        }
    }

    /// Returns what the developer's server sent last through Send Consumption Information about a purchase (C-145).
    ///
    /// - Parameter transactionID: The transaction.
    /// - Returns: What was said; nil where nothing was.
    public func consumptionInformation(of transactionID: UInt64) -> ConsumptionInformation? {
        read { state in state.transaction(shownAs: transactionID).flatMap { state.adjustments.consumption(of: $0) } }
    }

    /// Gives a purchase an account token, or another one, as a developer's server does for a purchase made outside the
    /// app (C-144).
    ///
    /// A subscription's latest transaction and renewal info carry the token from now on, and so do later renewals and
    /// changes of plan, until a purchase brings another one. Earlier transactions keep theirs.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - originalTransactionID: The transaction; of a subscription the first one.
    /// - Throws: ``AccountTokenRefusal``.
    public func setAppAccountToken(
        _ token: UUID, of originalTransactionID: UInt64
    ) throws(AccountTokenRefusal) {
        try perform { state in
            state.decide(onTransactionShownAs: originalTransactionID) {
                state.ledger.decideAccountToken(token, of: $0, among: state.desk)
            }
        }
    }

    /// Gives a purchase an account token, by the store's own number for its transaction.
    func setAppAccountToken(_ token: UUID, ofOwnNumber id: TransactionID) throws(AccountTokenRefusal) {
        try perform { $0.withShownNumbers($0.ledger.decideAccountToken(token, of: id, among: $0.desk)) }
    }

    /// A request to put off the renewal dates of everybody who has a product, with its result (C-146).
    public struct MassExtension: Hashable, Sendable {
        /// The product.
        public let productID: String
        /// The developer's name for the request.
        public let requestIdentifier: String
        /// The storefronts that the request was limited to; nil for all.
        public let storefronts: [Territory]?
        /// The date on which the request was carried out, on the store's clock.
        public let date: Date
        /// The number of dates that were put off.
        public let succeededCount: Int
        /// The number of dates that were not.
        public let failedCount: Int

        init(_ done: OfferKitCore.MassExtension, in state: __shared StoreState) {
            productID = state.shop[done.product].product.id
            requestIdentifier = done.identifier
            storefronts = done.storefronts
            date = Date(done.date)
            succeededCount = done.succeeded
            failedCount = done.failed
        }
    }

    /// Puts off, free of charge, the ends of the current periods of everybody who has a product (C-146).
    ///
    /// Each date is under the limits of ``Customer/extendRenewalDate(inGroup:byDays:)``; one that cannot be put off
    /// fails by itself. Subscribers in a grace period have service, too. A request of the same name and product
    /// is carried out once: the next one changes nothing, and answers what became of the first.
    ///
    /// - Parameters:
    ///   - productID: The product.
    ///   - days: By how many days, from 1 to 90.
    ///   - storefronts: The storefronts that it is limited to; all of them unless given.
    ///   - requestIdentifier: A name of one's own, 1 to 128 bytes, by which the request is asked for later.
    /// - Returns: How many dates were put off, and how many were not.
    /// - Throws: ``MassExtensionRefusal``; then nothing has happened.
    @discardableResult
    public func extendRenewalDates(
        of productID: String, byDays days: Int, in storefronts: [Territory]? = nil, requestIdentifier: String
    ) throws(MassExtensionRefusal) -> MassExtension {
        let done = try perform {
            $0.decideMassExtension(of: productID, byDays: days, in: storefronts, identifier: requestIdentifier)
        }
        return read { MassExtension(done, in: $0) }
    }

    /// Returns the result of a request to put off the dates of everybody who has a product (C-146).
    ///
    /// - Parameters:
    ///   - requestIdentifier: Its name.
    ///   - productID: The product.
    /// - Returns: What became of it; nil where there was none.
    public func massExtension(_ requestIdentifier: String, of productID: String) -> MassExtension? {
        read { state in
            state.shop.place(of: productID).flatMap { state.adjustments.massExtension(of: $0, requestIdentifier) }
                .map { MassExtension($0, in: state) }
        }
    }
}
