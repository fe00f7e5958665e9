import OfferKitCore
import OfferKitCrypto

// Changes to the content of a part: only values that the store knows, and small variations (C-65).

extension SignatureChanges {
    /// The most values of one kind that are tried.
    static let mostValues = 256
    /// The number of values of a kind that are tried together with other mistakes.
    private static let mostCommonValues = 4

    mutating func addBundles(_ payload: OfferPayload, _ knowledge: OfferVerifier.Knowledge) {
        let sent = payload[.bundleID]
        var guesses = knowledge.bundleIDs
        if let dot = sent.utf8.lastIndex(of: UInt8(ascii: ".")) { guesses.append(String(sent[..<dot])) }
        guesses += ["debug", "dev", "staging", "beta", "test"].map { "\(sent).\($0)" }
        addValues(guesses, sent: sent, .bundleID) { .otherBundle(signed: $0, sent: sent) }
    }

    mutating func addKeys(_ payload: OfferPayload, _ knowledge: OfferVerifier.Knowledge) {
        let sent = payload[.keyIdentifier]
        addValues(knowledge.keys.map(\.id), sent: sent, .keyIdentifier) {
            .otherKeyIdentifierInText(signed: $0, sent: sent)
        }
    }

    mutating func addProductsAndOffers(_ payload: OfferPayload, _ knowledge: OfferVerifier.Knowledge) {
        let (product, offer) = (payload[.productID], payload[.offerID])
        // Products that have the offer come first: those are the likeliest mix-up.
        let products =
            knowledge.products.filter { $0.offers.contains(bytesOf: offer) }
            + knowledge.products.filter { !$0.offers.contains(bytesOf: offer) }
        addValues(products.map(\.id) + [offer], sent: product, .productID) {
            .otherProduct(signed: $0, sent: product)
        }
        let own = knowledge.products.first { $0.id.hasBytes(of: product) }?.offers ?? []
        addValues(own + products.flatMap(\.offers) + [product], sent: offer, .offerID) {
            .otherOffer(signed: $0, sent: offer)
        }
        var pairs = 0
        for other in products where !other.id.hasBytes(of: product) {
            for otherOffer in other.offers where !otherOffer.hasBytes(of: offer) {
                guard pairs < SignatureChanges.mostValues else { return }
                pairs += 1
                let first = SignatureChange(
                    .otherProduct(signed: other.id, sent: product), part: .productID, other.id)
                let second = SignatureChange(.otherOffer(signed: otherOffer, sent: offer), part: .offerID, otherOffer)
                if let both = first.combined(with: second) { rare.append(both) }
            }
        }
    }

    mutating func addNonces(_ payload: OfferPayload, _ knowledge: OfferVerifier.Knowledge) {
        let sent = payload[.nonce]
        addNonceForms(of: sent, .nonceUpperCase, .nonce) { .nonceOtherForm(signed: $0) }
        let others = knowledge.seen.map { OfferPayload.text($0.nonce) }
        addValues(others, sent: sent, .nonce) { .otherNonce(signed: $0, sent: sent) }
    }

    /// Adds nonce and timestamp of one earlier purchase: the app kept the signature and made the rest anew.
    mutating func addEarlierPurchases(
        _ payload: OfferPayload, _ discount: PaymentDiscount, _ seen: [OfferVerifier.Knowledge.Seen]
    ) {
        guard let timestamp = discount.timestamp else { return }
        for purchase in seen.prefix(SignatureChanges.mostValues) {
            let nonce = OfferPayload.text(purchase.nonce)
            guard let other = purchase.timestamp, other != timestamp, nonce != payload[.nonce] else { continue }
            let first = SignatureChange(.otherNonce(signed: nonce, sent: payload[.nonce]), part: .nonce, nonce)
            let second = SignatureChange(
                .otherTimestamp(signed: other, sent: timestamp), part: .timestamp, String(other))
            if let both = first.combined(with: second) { rare.append(both) }
        }
    }

    /// Adds upper case, no hyphens and braces, for the nonce and the token.
    mutating func addNonceForms(
        of text: String, _ upperCase: SignatureMistake, _ part: OfferPart, _ other: (String) -> SignatureMistake
    ) {
        let upper = text.uppercased()
        common.append(SignatureChange(upperCase, part: part, upper))
        let bare = [text, upper].map { String(decoding: $0.utf8.filter { $0 != UInt8(ascii: "-") }, as: UTF8.self) }
        addRare(bare + ["{\(text)}", "{\(upper)}", "urn:uuid:\(text)"], part, other)
    }

    /// Adds slips that can happen to any part: words for nothing, wrapped values, blanks and letter case.
    mutating func addSlips(_ payload: OfferPayload) {
        for part in OfferPart.allCases {
            let sent = payload[part]
            for word in ["null", "undefined", "nil", "None"] {
                let change = SignatureChange(.placeholder(part, signed: word), part: part, word)
                if part == .account { common.append(change) } else { rare.append(change) }
            }
            let wrapped = [
                "Optional(\"\(sent)\")", "Optional(\(sent))", "Optional(\(sent.uppercased()))", "\"\(sent)\"",
            ]
            let words = ["(null)", "NULL", "<null>", "[object Object]", "NaN", "0", "false"]
            addRare(wrapped + (part == .account ? words : [""]), part) { .placeholder(part, signed: $0) }
            addWhitespace(around: sent, part)
        }
        for part in [OfferPart.bundleID, .keyIdentifier, .productID, .offerID] {
            let sent = payload[part]
            let forms = [OfferPayload.lowerCased(sent), sent.uppercased()].filter { !$0.hasBytes(of: sent) }
            addRare(forms, part) { .letterCase(part, signed: $0) }
        }
    }

    private mutating func addWhitespace(around sent: String, _ part: OfferPart) {
        guard !sent.isEmpty else { return }
        let isBlank: (Character) -> Bool = { $0.isWhitespace }
        let trimmed = String(sent.drop(while: isBlank).reversed().drop(while: isBlank).reversed())
        let forms = [trimmed, "\(sent)\n", "\(sent)\r\n", "\(sent) ", " \(sent)"]
        addRare(forms.filter { $0.utf8.count != sent.utf8.count }, part) { .whitespaceAroundPart(part, signed: $0) }
    }

    /// Adds other contents of a part that are seldom signed.
    mutating func addRare(_ forms: [String], _ part: OfferPart, _ mistake: (String) -> SignatureMistake) {
        rare += forms.map { SignatureChange(mistake($0), part: part, $0) }
    }

    /// Adds other contents of a part, each once, the first few among the common mistakes.
    mutating func addValues(
        _ values: [String], sent: String, _ part: OfferPart, _ mistake: (String) -> SignatureMistake
    ) {
        // Texts are compared by bytes: two spellings of an umlaut are equal to `String`, but not to a signature (C-64).
        var seen: Set<[UInt8]> = [Array(sent.utf8)]
        var count = 0
        for value in values where seen.insert(Array(value.utf8)).inserted {
            let change = SignatureChange(mistake(value), part: part, value)
            guard count < SignatureChanges.mostValues else {
                cutShort.insert(mistake(value).kind)
                return
            }
            if count < SignatureChanges.mostCommonValues { common.append(change) } else { rare.append(change) }
            count += 1
        }
    }
}
