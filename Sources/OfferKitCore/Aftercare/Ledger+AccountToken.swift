#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

extension Ledger {
    /// Gives a purchase an account token, or another one (C-144).
    ///
    /// Of a subscription the latest transaction carries it from now on, and each that follows; those before it say what they
    /// said.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - id: The purchase: of a subscription its first transaction.
    ///   - desk: Which tokens are known.
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
            return Decision((known == nil ? [.tokenNoted(token)] : []) + [.accountTokenSet(current.id, place)], ())
        }
    }
}
