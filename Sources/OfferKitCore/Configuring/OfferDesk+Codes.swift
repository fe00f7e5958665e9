import OfferKitEssentials

/// An order to create codes for an offer: one custom code, or a batch of one-time codes.
package struct CodeOrder: Hashable, Sendable {
    /// The identifier of the product.
    package var productID: String
    /// The reference name of the offer-code offer (S1-49).
    package var offer: String
    /// The codes themselves: one custom code, or a batch of one-time codes.
    var texts: [String]
    /// Whether the codes are one-time codes; otherwise it is one custom code.
    var isOneTime: Bool
    /// The number of times each can be redeemed; 1 for one-time codes.
    var limit: Int
    /// The last instant at which the codes can be redeemed; nil for no limit, or the longest life of one-time codes.
    var expires: Instant?

    /// An order for codes of one offer.
    package init(
        productID: String, offer: String, texts: [String], isOneTime: Bool, limit: Int, expires: Instant?
    ) {
        self.productID = productID
        self.offer = offer
        self.texts = texts
        self.isOneTime = isOneTime
        self.limit = limit
        self.expires = expires
    }
}

extension OfferDesk {
    /// The life of one-time codes, in calendar months (S1-53, B1-10).
    static let codeLifeInMonths: Int64 = 6

    /// Judges the creation of codes (B1-9…11, C-14).
    package func decide(_ order: CodeOrder) -> Decision<CodeRecord, CodeCreationRefusal> {
        Decision { () throws(CodeCreationRefusal) in
            let record = try judge(order)
            return Decision([.codesCreated(order.texts, record: record, inQuarter: now.quarter)], record)
        }
    }

    private func judge(_ order: CodeOrder) throws(CodeCreationRefusal) -> CodeRecord {
        let name = Shop.OfferName(type: .code, id: order.offer)
        guard let place = shop.place(of: order.productID) else {
            throw .unknownProduct(shop.unknownProduct(order.productID))
        }
        guard shop[place].offer(name) != nil else {
            throw .unknownOffer(shop[place].unknownOffer(order.offer, .code), product: order.productID)
        }
        // The offer is disabled for good (B1-13): nobody could ever redeem the codes.
        guard shop[place].listed(name)?.isDisabled == false else { throw .offerDisabled(order.offer) }
        if let expires = order.expires, expires < now { throw .expiryIsPast(now: Date(now)) }
        let count = order.isOneTime ? order.texts.count : order.limit
        let allowed = 1...CodeBook.mostPerStep
        guard allowed ~= count, allowed ~= order.limit else { throw .countNotAllowed(count, allowed: allowed) }
        for text in order.texts {
            guard isWellFormed(text) else { throw .malformedCode(text) }
            guard codes[text] == nil else { throw .duplicateCode(text) }
        }
        let left = max(0, max(0, rules.codesPerQuarter) - codes.created(inQuarter: now.quarter))
        guard count <= left else { throw .quarterLimitReached(wanted: count, left: left) }
        let latest = now.adding(months: OfferDesk.codeLifeInMonths)
        if order.isOneTime, let expires = order.expires, expires > latest { throw .expiryTooLate(latest: Date(latest)) }
        return CodeRecord(
            product: place, offer: order.offer, limit: order.limit, isOneTime: order.isOneTime,
            expires: order.isOneTime ? order.expires ?? latest : order.expires)
    }

    private func isWellFormed(_ text: String) -> Bool {
        // Counts bytes: a character that is no letter of ASCII can be of any length.
        (1...CodeBook.longestCode).contains(text.utf8.count) && text.utf8.allSatisfy(OfferDesk.isLetterOrDigit)
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        byte.isDigit || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
    }

    /// Adds the codes of a catalogue: nobody created them in a quarter, so they count against no limit (C-14).
    package func decideGivenCodes(_ orders: [CodeOrder]) -> Decision<Void, Never> {
        let events = orders.compactMap { order -> StoreEvent.Kind? in
            guard let place = shop.place(of: order.productID) else { return nil }
            let record = CodeRecord(
                product: place, offer: order.offer, limit: order.limit, isOneTime: order.isOneTime,
                expires: order.expires)
            return .codesCreated(order.texts, record: record, inQuarter: nil)
        }
        return Decision(events, ())
    }
}
