import OfferKitCore
import OfferKitCrypto
import OfferKitServer

/// The check of the signatures that come with requests: outside the lock, and before the store decides.
struct SignatureDesk: Sendable {
    /// What the desk remembers of the signatures that it has seen.
    private struct Memory: Sendable {
        /// The number of checks with each key that has no table yet.
        var uses: [[UInt8]: Int] = [:]
        /// Tables of keys that have been used often enough to be worth one.
        var prepared: [[UInt8]: PreparedP256PublicKey] = [:]
        /// The accounts that the store had offers signed for, the latest first: the explanation of a refused signature
        /// tries them.
        var signedFor: [AppAccount] = []
    }

    /// The number of checks before a key gets a table, which costs about as much as it saves over two checks.
    private static let usesBeforeTable = 2
    /// The most tables that are kept; each takes some 8 kilobytes.
    private static let mostTables = 16

    private let verifier: OfferVerifier
    let otherBundleIDs: [String]
    private let memory: Locked<Memory>
    /// The most accounts that are remembered.
    private static let mostSignedFor = 16

    init(otherBundleIDs: [String], rules: StoreRules) {
        self.otherBundleIDs = otherBundleIDs
        let memory = Locked(Memory())
        self.memory = memory
        verifier = OfferVerifier(
            acceptsLowercasedUserName: rules.acceptsLowercasedUserName,
            preparedKey: { key in SignatureDesk.table(for: key, in: memory) })
    }

    /// Remembers an account that an offer was signed for.
    func noteSigning(for account: AppAccount) {
        memory.withLock { memory in
            memory.signedFor.removeAll { $0 == account }
            memory.signedFor.insert(account, at: 0)
            if memory.signedFor.count > SignatureDesk.mostSignedFor { memory.signedFor.removeLast() }
        }
    }

    /// Returns what the store knows that can explain a mistake in a request.
    private func knowledge(of state: __shared StoreState, for customer: CustomerID) -> OfferVerifier.Knowledge {
        OfferVerifier.Knowledge(of: state, for: customer, otherBundleIDs, signedFor: memory.withLock { $0.signedFor })
    }

    /// Returns the evidence of the cryptography on a request's offer; without an offer there is nothing to check.
    ///
    /// The signature itself is always checked, because the store may be another one by the time it decides. An
    /// explanation takes long, and is only worked out for a request that gets as far as step 6.
    func evidence(for request: PurchaseRequest, in state: StoreState) -> SignatureEvidence {
        if case .promotionalJWS(_, let jws) = request.offer { return evidence(for: jws, in: request, state) }
        guard let claim = request.claim(forBundleID: state.setup.bundleID) else { return .verifies }
        let key = claim.discount.keyIdentifier.flatMap { state.keyring[$0]?.publicKey }
        if let key, verifier.verifies(claim, key: key) { return .verifies }
        guard state.judgesSignature(of: request) else { return .fails(SignatureFindings()) }
        return .fails(verifier.findings(for: claim, knowledge: knowledge(of: state, for: request.customer)))
    }

    /// Returns the evidence on the developer's decision on the introductory offer; without one there is nothing to
    /// check.
    func eligibilityEvidence(for request: PurchaseRequest, in state: StoreState) -> SignatureEvidence {
        request.introductoryEligibility.map { evidence(for: $0, in: request, state) } ?? .verifies
    }

    private func evidence(
        for jws: OfferRequestJWS, in request: PurchaseRequest, _ state: StoreState
    ) -> SignatureEvidence {
        if let key = jws.keyIdentifier.flatMap({ state.keyring[$0]?.publicKey }), verifier.verifies(jws, key: key) {
            return .verifies
        }
        guard state.judgesSignature(of: request) else { return .fails(SignatureFindings()) }
        return .fails(verifier.findings(for: jws, knowledge: knowledge(of: state, for: request.customer)))
    }

    private static func table(for key: [UInt8], in memory: Locked<Memory>) -> PreparedP256PublicKey? {
        let (known, isDue) = memory.withLock { memory -> (PreparedP256PublicKey?, Bool) in
            if let known = memory.prepared[key] { return (known, false) }
            if memory.uses.count > 1_024 { memory.uses = [:] }
            let uses = memory.uses[key, default: 0] + 1
            memory.uses[key] = uses
            return (nil, uses > usesBeforeTable)
        }
        guard isDue, let new = try? P256PublicKey(x963Representation: key).prepared() else { return known }
        memory.withLock { memory in
            if memory.prepared.count >= mostTables { memory.prepared = [:] }
            memory.prepared[key] = new
            memory.uses[key] = nil
        }
        return new
    }
}

extension OfferVerifier.Knowledge {
    /// Creates the store's knowledge that can explain a mistake of this customer's app or server (C-65).
    fileprivate init(
        of state: __shared StoreState, for customer: CustomerID, _ otherBundleIDs: [String], signedFor: [AppAccount]
    ) {
        let tokens = state.subscriptions(of: customer).compactMap { index in
            state[index].latest.token.map { AppAccount.token(state.desk.token($0)) }
        }
        let recent = state.desk.recentClaims.accounts(of: customer)
        let others = (tokens + signedFor).filter { !recent.contains($0) }
        self.init(
            bundleIDs: [state.setup.bundleID] + otherBundleIDs + [Store.defaultBundleID] + state.shop.likelyBundleIDs,
            products: state.shop.entries.map { entry in
                OfferVerifier.Knowledge.Product(
                    entry.product.id, offers: entry.offers.compactMap(\.offer.id))
            },
            keys: state.keyring.all.map { id, key in
                OfferVerifier.Knowledge.Key(id: id, publicKey: key.publicKey, isRevoked: key.revoked != nil)
            },
            accounts: recent + others,
            seen: state.desk.recentClaims.signed.map {
                OfferVerifier.Knowledge.Seen(nonce: $0.nonce, timestamp: $0.timestamp)
            },
            now: state.now)
    }
}

extension Shop {
    /// The part of product identifiers before the last point: `com.example.app` of `com.example.app.monthly`.
    ///
    /// Whoever forgets to tell the store the bundle identifier of the app has most likely named products after it.
    fileprivate var likelyBundleIDs: [String] {
        var seen: Set<String> = []
        let names = entries.prefix(64).map(\.product.id).filter { $0.utf8.count <= 255 }
        return names.flatMap { name -> [String] in
            var parts = name.split(separator: ".", omittingEmptySubsequences: false)
            var prefixes: [String] = []
            while parts.count > 2, prefixes.count < 4 {
                parts.removeLast()
                prefixes.append(parts.joined(separator: "."))
            }
            return prefixes
        }.filter { seen.insert($0).inserted }
    }
}
