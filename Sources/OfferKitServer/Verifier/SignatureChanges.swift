import OfferKitCore

/// The changes that a search tries for one purchase.
struct SignatureChanges {
    /// The common mistakes: tried alone, in pairs, and each with one of the rare ones.
    var common: [SignatureChange] = []
    /// The rare mistakes: tried alone, and with one of the common ones.
    var rare: [SignatureChange] = []
    /// The kinds with more candidates than are tried.
    var cutShort: Set<SignatureMistake.Kind> = []

    init(
        _ claim: OfferClaim, _ payload: OfferPayload, _ knowledge: OfferVerifier.Knowledge,
        acceptsLowercasedUserName: Bool
    ) {
        addAccounts(payload, claim.account, knowledge.accounts, acceptsLowercasedUserName: acceptsLowercasedUserName)
        addNonces(payload, knowledge)
        if let timestamp = claim.discount.timestamp { addTimestamps(timestamp, knowledge) }
        addSeparators()
        addKeys(payload, knowledge)
        addProductsAndOffers(payload, knowledge)
        addBundles(payload, knowledge)
        addEarlierPurchases(payload, claim.discount, knowledge.seen)
        addMissingAndDoubledParts()
        addOrders()
        addEdges()
        addBytesAndHashes()
        addSlips(payload)
    }

    /// The dozen mistakes behind most refusals, tried with everything else, and three at a time.
    var commonest: [SignatureChange] {
        common.filter { change in
            change.mistakes.allSatisfy { mistake in
                switch mistake {
                case .nonceUpperCase, .tokenUpperCase, .timestampSignedInSeconds, .accountNotSigned, .noSeparator: true
                case .otherSeparator(let text): [" ", "|", ",", "\n"].contains(text)
                default: false
                }
            }
        }
    }
}
