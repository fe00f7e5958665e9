public import Foundation
public import OfferKitCore

extension Store {
    /// The identifiers of the keys that sign offers for this store and are not revoked, in alphabetical order.
    public var activeKeys: [String] {
        state.keys.filter { $0.value.revoked == nil }.keys.sorted()
    }

    /// Revokes a key.
    ///
    /// Every signature it ever made fails from now on, the young ones too (S0-39, C-39).
    ///
    /// - Parameter id: The key's identifier.
    /// - Throws: ``ConfigurationRefusal/unknownKey(_:)``.
    public func revokeKey(_ id: String) throws(ConfigurationRefusal) {
        try perform { $0.decideRevocation(ofKey: id) }
    }

    /// Changes a product's base price: in one territory, or everywhere, which replaces the prices of single territories.
    ///
    /// Subscribers pay a lower price from their next renewal on (B9-8). A rise reaches them as the policy says, after they
    /// were told: 7 days before the renewal of a weekly product, 30 before that of six months or a year, else 10 (B9-9).
    /// Where a renewal is nearer than that, it is still at the old price.
    ///
    /// - Parameters:
    ///   - productID: The product.
    ///   - price: The new base price.
    ///   - territory: Where; nil for everywhere.
    ///   - policy: What a rise means for those who are subscribed.
    /// - Throws: ``ConfigurationRefusal`` for an unknown product or territory, or a price that no catalogue may hold.
    public func setBasePrice(
        of productID: String, to price: Amount, in territory: Territory? = nil, policy: PriceRisePolicy = .automatic
    ) throws(ConfigurationRefusal) {
        try perform { $0.decideBasePrice(of: productID, price, in: territory, policy: policy) }
    }

    /// Puts a product on sale or takes it off.
    ///
    /// - Parameters:
    ///   - productID: The product.
    ///   - isForSale: Whether it can be bought.
    /// - Throws: ``ConfigurationRefusal/unknownProduct(_:)``.
    public func setSale(of productID: String, isForSale: Bool) throws(ConfigurationRefusal) {
        try perform { $0.decideSale(of: productID, isForSale: isForSale) }
    }

    /// Disables an offer, so that nobody can redeem it any more; or enables it again (S0-67, B1-6).
    ///
    /// An offer-code offer that was disabled stays so (B1-13).
    ///
    /// - Parameters:
    ///   - offerID: The offer's identifier; the reference name of an offer-code offer.
    ///   - type: The kind of offer.
    ///   - productID: The product it belongs to.
    ///   - isActive: Whether it can be redeemed.
    /// - Throws: ``ConfigurationRefusal`` for an unknown product or offer, and for an offer that stays disabled.
    public func setOffer(
        _ offerID: String, _ type: OfferType, of productID: String, isActive: Bool
    ) throws(ConfigurationRefusal) {
        try perform { $0.decideOffer(Shop.OfferName(type: type, id: offerID), of: productID, isActive: isActive) }
    }
}

extension Store {
    /// Creates one-time codes for an offer-code offer: 18 characters each, from the store's seed (B1-10).
    ///
    /// - Parameters:
    ///   - count: How many, from 1 to 25,000.
    ///   - offer: The offer's reference name.
    ///   - productID: The product the offer belongs to.
    ///   - expires: The last moment they can be redeemed; six months from now unless given, which is also the latest.
    /// - Returns: The codes.
    /// - Throws: ``CodeCreationRefusal``.
    public func createCodes(
        _ count: Int, for offer: String, of productID: String, expires: Date? = nil
    ) throws(CodeCreationRefusal) -> [String] {
        let allowed = 1...StoreState.mostCodesPerStep
        guard allowed ~= count else { throw .countNotAllowed(count, allowed: allowed) }
        let texts = withContents { contents -> [String] in
            var texts: Set<String> = []
            var ordered: [String] = []
            while ordered.count < count {
                let text = contents.chance.code(length: 18)
                if contents.state.codes[text] == nil, texts.insert(text).inserted { ordered.append(text) }
            }
            return ordered
        }
        let order = CodeOrder(
            productID: productID, offer: offer, texts: texts, isOneTime: true, limit: 1,
            expires: expires.map { Instant($0) })
        try perform { $0.decide(order) }
        return texts
    }

    /// Creates a custom code: a word of the developer's choice that can be redeemed many times (B1-11).
    ///
    /// - Parameters:
    ///   - code: Letters and digits, at most 64.
    ///   - offer: The offer's reference name.
    ///   - productID: The product the offer belongs to.
    ///   - limit: How often it can be redeemed, from 1 to 25,000.
    ///   - expires: The last moment it can be redeemed; never unless given.
    /// - Throws: ``CodeCreationRefusal``.
    public func createCustomCode(
        _ code: String, for offer: String, of productID: String, limit: Int, expires: Date? = nil
    ) throws(CodeCreationRefusal) {
        let order = CodeOrder(
            productID: productID, offer: offer, texts: [code], isOneTime: false, limit: limit,
            expires: expires.map { Instant($0) })
        try perform { $0.decide(order) }
    }
}
