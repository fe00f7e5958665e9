package import OfferKitEssentials

/// The latest user names, tokens, nonces and timestamps that came with purchases.
///
/// The explanation of a refused signature may try them (C-65).
package struct RecentClaims: Hashable, Sendable, Codable {
    /// The nonce and timestamp of one purchase with a promotional offer.
    package struct Signed: Hashable, Sendable, Codable {
        /// The nonce that came.
        package let nonce: UUID
        /// The timestamp that came with it, in milliseconds since 1970.
        package let timestamp: Int64

        /// The nonce and timestamp that came together.
        init(nonce: UUID, timestamp: Int64) {
            self.nonce = nonce
            self.timestamp = timestamp
        }
    }

    private struct Named: Hashable, Sendable, Codable {
        let customer: CustomerID
        let account: AppAccount
    }

    /// The most that is kept: enough to explain a mistake while it is made, in a store of a million customers too.
    private static let most = 64

    private var named: [Named] = []
    /// The nonces and timestamps, the latest first.
    package private(set) var signed: [Signed] = []

    /// The customer's user names and tokens, the latest first, each once.
    package func accounts(of customer: CustomerID) -> [AppAccount] {
        named.filter { $0.customer == customer }.map(\.account)
    }

    mutating func note(_ account: AppAccount, of customer: CustomerID) {
        guard account != .notSet else { return }
        let new = Named(customer: customer, account: account)
        named.removeAll { $0 == new }
        named.insert(new, at: 0)
        if named.count > RecentClaims.most { named.removeLast() }
    }

    mutating func note(_ new: Signed) {
        signed.insert(new, at: 0)
        if signed.count > RecentClaims.most { signed.removeLast() }
    }

    /// The fault of more claims than are kept, or of one that no customer can have sent.
    func fault(_ customers: Customers) -> String? {
        guard named.count <= RecentClaims.most, signed.count <= RecentClaims.most else {
            return
                "The recent claims are \(named.count) user names and \(signed.count) nonces, above \(RecentClaims.most)."
        }
        if let place = named.firstIndex(where: { !customers.contains($0.customer) }) {
            return "User name \(place) of the recent claims is that of \(named[place].customer), who does not exist."
        }
        return named.firstIndex { $0.account == .notSet }.map { "User name \($0) of the recent claims is not set." }
    }
}

/// A signed claim, of either form, that is used up by the request it came with (C-5).
package struct SpentClaim: Hashable, Sendable, Codable {
    /// The nonce that came.
    package let nonce: UUID
    /// The timestamp, in milliseconds since 1970; nil where none came.
    let timestamp: Int64?
    /// The user name or token that came with it.
    let account: AppAccount
}
