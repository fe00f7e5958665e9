package import OfferKitEssentials

// The requests of the developer's server about a purchase that was made.

extension Ledger {
    /// Gives a purchase an account token, or another one (C-144).
    ///
    /// A subscription's latest transaction carries it from now on, and each that follows; those before it keep theirs.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - id: The purchase: of a subscription its first transaction.
    ///   - desk: The desk, which knows the tokens.
    /// - Returns: The events, none where it has that token already; or the refusal.
    package func decideAccountToken(
        _ token: UUID, of id: TransactionID, among desk: PurchaseDesk
    ) -> Decision<Void, AccountTokenRefusal> {
        Decision { () throws(AccountTokenRefusal) in
            guard let record = self[id], !record.isErased else { throw .unknownTransaction(id) }
            guard !record.isFamilyShared else { throw .familyShared(id) }
            guard record.originalID == id else { throw .notOriginal(id, original: record.originalID) }
            let current = record.subscription.map { self[$0].latest } ?? record
            let known = desk.place(of: token)
            guard known == nil || current.token != known else { return Decision([], ()) }
            let place = known ?? TokenIndex(desk.tokenCount)
            return Decision(
                (known == nil ? [.tokenNoted(token)] : []) + [.accountTokenSet(of: current.id, to: place)], ())
        }
    }

    /// Keeps consumption information about a purchase, in place of earlier information about it (C-145).
    ///
    /// - Parameters:
    ///   - information: The information.
    ///   - id: The transaction.
    ///   - shop: The shop, which knows the products.
    /// - Returns: The event, or the refusal.
    package func decideConsumption(
        _ information: ConsumptionInformation, of id: TransactionID, in shop: Shop
    ) -> Decision<Void, ConsumptionRefusal> {
        Decision { () throws(ConsumptionRefusal) in
            guard let record = self[id], !record.isErased else { throw .unknownTransaction(id) }
            guard !record.isFamilyShared else { throw .familyShared(id) }
            switch information {
            case .version1:
                guard shop.asksForConsumption(of: record.product) else { throw .typeNotSupported(id) }
            case .version2(let version):
                guard version.consumptionPercentage == nil || record.subscription == nil else {
                    throw .percentageOfSubscription(id)
                }
            }
            return Decision([.consumptionSent(of: id, information: information)], ())
        }
    }
}
