package import OfferKitEssentials

/// The open payment sheets, the nonces that were used up, and the claims of the latest requests.
package struct PurchaseDesk: Hashable, Sendable, Codable {
    /// Payment sheets that wait for an answer.
    private var attempts = SideTable<AttemptID, PurchaseAttempt>()
    /// The number of the latest attempt; 0 before the first.
    package private(set) var lastAttempt = AttemptID(rawValue: 0)
    /// The nonces that came with a request, whatever became of it, and the instants at which they came (C-5).
    private var spentNonces = SideTable<UUID, Instant>()
    /// The claims of the latest requests, to explain refused signatures with.
    package private(set) var recentClaims = RecentClaims()
    /// The account tokens that came with purchases, each once.
    private var tokens = Interned<UUID>()

    /// A desk without purchases.
    init() {}

    /// Every attempt that waits for an answer, the oldest first.
    package var openAttempts: [PurchaseAttempt] { attempts.values }
    /// The attempt of that number, while it waits for an answer.
    package subscript(attempt: AttemptID) -> PurchaseAttempt? { attempts[attempt] }
    /// The number of the next attempt.
    var nextAttempt: AttemptID { AttemptID(rawValue: lastAttempt.rawValue + 1) }
    /// Returns whether a nonce came with a request before (C-5).
    package func hasSpent(_ nonce: UUID) -> Bool { spentNonces[nonce] != nil }
    /// The account token at a place of the list.
    package func token(_ index: TokenIndex) -> UUID { tokens[index.index] }
    /// The number of account tokens.
    package var tokenCount: Int { tokens.count }
    func place(of token: UUID) -> TokenIndex? { tokens.place(of: token).map(TokenIndex.init) }

    /// The attempt whose sheet waits for the customer; nil for one that waits for somebody else.
    func sheet(_ id: AttemptID) -> PurchaseAttempt? {
        attempts[id].flatMap { $0.wait == nil ? $0 : nil }
    }

    /// The attempt that waits for somebody else, and so has no sheet any more.
    func pending(_ id: AttemptID) -> PurchaseAttempt? {
        attempts[id].flatMap { $0.wait == nil ? nil : $0 }
    }

    // MARK: - Decisions

    /// Defers a confirmed purchase, for a parent's approval or until something is settled (B10-8).
    ///
    /// It stays open for as long as nobody answers, without a sheet.
    package func decideDeferral(of id: AttemptID, _ wait: PurchaseAttempt.Wait) -> Decision<Void, PurchaseRefusal> {
        guard sheet(id) != nil else { return Decision(refusal: .sheetAlreadyClosed) }
        return Decision([.purchaseDeferred(id, wait: wait)], ())
    }

    /// Ends an attempt whose open sheet is declined or closed, or may not be confirmed.
    ///
    /// One event ends the attempt.
    package func decideEnd<Outcome: Sendable>(
        of id: AttemptID, refusal: PurchaseRefusal, in shop: Shop
    ) -> Decision<Outcome, PurchaseRefusal> {
        guard let attempt = sheet(id) else { return Decision(refusal: .sheetAlreadyClosed) }
        return attempt.end(refusal, in: shop)
    }

    /// Rejects a purchase that waits for somebody else's yes (B10-8).
    package func decideRejection(of id: AttemptID, in shop: Shop) -> Decision<Void, PurchaseRefusal> {
        guard let attempt = pending(id) else { return Decision(refusal: .sheetAlreadyClosed) }
        return attempt.end(.declined, in: shop)
    }

    // MARK: - Events

    mutating func open(_ attempt: PurchaseAttempt, spending claims: [SpentClaim], at instant: Instant) {
        lastAttempt = attempt.id
        attempts[attempt.id] = attempt
        recentClaims.note(attempt.account, of: attempt.customer)
        for claim in claims { spend(claim, of: attempt.customer, at: instant) }
    }

    mutating func refuse(_ refused: RefusedPurchase, at instant: Instant) {
        close(refused.attempt)
        for claim in refused.spending { spend(claim, of: refused.customer, at: instant) }
    }

    mutating func hold(_ id: AttemptID, _ wait: PurchaseAttempt.Wait) { attempts.change(id) { $0.wait = wait } }

    mutating func close(_ id: AttemptID) {
        lastAttempt = max(lastAttempt, id)
        attempts[id] = nil
    }

    mutating func note(_ token: UUID) { tokens.append(token) }

    /// Marks a claim's nonce as used, and remembers the account and timestamp that came with it (C-5, C-65).
    private mutating func spend(_ claim: SpentClaim, of customer: CustomerID, at instant: Instant) {
        spentNonces[claim.nonce] = instant
        recentClaims.note(claim.account, of: customer)
        if let timestamp = claim.timestamp {
            recentClaims.note(RecentClaims.Signed(nonce: claim.nonce, timestamp: timestamp))
        }
    }

    // MARK: - Soundness

    /// The most attempts, more than any store counts to; `SKTestSession` moves attempts behind this number.
    private static let mostAttempts: UInt64 = (1 << 40) - 1

    /// Returns whether an attempt's number is one that comes next, or came.
    func follows(_ id: AttemptID) -> Bool { id <= nextAttempt }

    /// Returns whether a token is not in the list yet.
    func isNew(_ token: UUID) -> Bool { tokens.place(of: token) == nil }

    func fault(_ customers: Customers, _ shop: Shop, until now: Instant) -> String? {
        guard lastAttempt.rawValue <= PurchaseDesk.mostAttempts else {
            return "The last attempt has a number that no store gives."
        }
        let wrong = attempts.first(breaking: { id, attempt in
            id == attempt.id && id <= lastAttempt && attempt.isPossible(customers, shop)
        })
        if let wrong {
            return "The open sheet of \(wrong.key) names something that does not exist, or has a number out of range."
        }
        if let late = spentNonces.first(breaking: { _, used in used <= now }) {
            return "The nonce '\(late.key.uuidString.lowercased())' was used after the store's clock."
        }
        return recentClaims.fault(customers)
    }

    /// Returns whether the same nonces were used up.
    func hasSpentTheSame(as other: PurchaseDesk) -> Bool { spentNonces == other.spentNonces }
}

/// A purchase that was refused, cancelled, declined or could not be charged.
package struct RefusedPurchase: Hashable, Sendable, Codable {
    /// The number of the attempt that ended.
    package let attempt: AttemptID
    /// The customer who wanted to buy.
    package let customer: CustomerID
    /// The product asked for, as the request named it.
    package let product: String
    /// The reason for the refusal.
    package let refusal: PurchaseRefusal
    /// The claims that this request used up (C-5); none for requests without one, and for later answers.
    package let spending: [SpentClaim]
}

extension PurchaseAttempt {
    /// Ends the attempt without a purchase.
    func end<Outcome: Sendable>(
        _ refusal: PurchaseRefusal, in shop: Shop
    ) -> Decision<Outcome, PurchaseRefusal> {
        let refused = RefusedPurchase(
            attempt: id, customer: customer, product: shop[product].product.id, refusal: refusal, spending: [])
        return Decision([.purchaseRefused(refused)], refusal: refusal)
    }

    /// Returns whether all that it names exists, and its numbers are possible for a purchase.
    func isPossible(_ customers: Customers, _ shop: Shop) -> Bool {
        guard customers.contains(customer), shop.contains(product), territory.storefrontID != nil else { return false }
        return quantity >= 1 && quantity <= 10 && (terms == nil || shop[product].group != nil)
            && terms?.isPossible ?? true
    }
}
