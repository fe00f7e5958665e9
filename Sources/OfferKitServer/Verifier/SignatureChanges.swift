import OfferKitCore

/// The changes that a search tries for one purchase.
struct SignatureChanges {
    /// The mistakes that people make: tried alone, in pairs, and each with one of the rare ones.
    var common: [SignatureChange] = []
    /// All others: tried alone, and with one of the common ones.
    var rare: [SignatureChange] = []
    /// The kinds of which there were more candidates than are taken.
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

    /// The dozen that stand behind most refusals, tried with everything else, and three at a time.
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
