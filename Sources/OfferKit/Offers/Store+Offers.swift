public import Foundation
public import OfferKitCore

/// An offer as it is configured on a running store.
public struct ConfiguredOffer: Hashable, Sendable {
    /// The offer's name where it is configured: its identifier, or the reference name of an offer-code offer.
    ///
    /// An introductory offer has no identifier (S0-58); those of a product are numbered: `1`, `2` and so on.
    public let name: String
    /// The kind of offer.
    public let type: OfferType
    /// The product it belongs to.
    public let product: String
    /// The offer's configuration.
    public let offer: Catalog.Offer
    /// Whether it is enabled.
    public let isActive: Bool
    /// The number that the store gave a win-back offer, its Apple ID in direct links (S4-12); nil for other kinds.
    let winBackNumber: UInt64?
}

extension Store {
    /// Returns the offers of a product, disabled ones too, in the order in which they were configured.
    ///
    /// - Parameter productID: The product.
    /// - Returns: The offers; none for a product that cannot have any.
    /// - Throws: ``ConfigurationRefusal/unknownProduct(_:)``.
    public func offers(of productID: String) throws(ConfigurationRefusal) -> [ConfiguredOffer] {
        let shop = transact { $0.state.shop }
        guard let place = shop.place(of: productID) else { throw .unknownProduct(shop.unknownProduct(productID)) }
        return shop[place].offers.map { listed in
            ConfiguredOffer(
                name: listed.name.id, type: listed.name.type, product: productID, offer: listed.offer,
                isActive: !listed.isDisabled, winBackNumber: listed.winBackNumber)
        }
    }

    /// Creates an offer, as App Store Connect does on a running app.
    ///
    /// ```swift
    /// try store.createOffer(.promotional("spring", .payAsYouGo(4.99, periods: 3)), of: "pro.monthly")
    /// ```
    ///
    /// All limits of B1 hold, and those of active or running offers count what is not disabled: 10 promotional and 10
    /// offer-code offers (B1-4, B1-9), 350 win-back offers of which 5 run in a storefront (B1-14), one introductory
    /// offer now and one to come (B1-7). A win-back offer starts tomorrow at the earliest (B1-17). No name is used
    /// twice, not even a deleted offer's (C-100).
    ///
    /// - Parameters:
    ///   - offer: The offer.
    ///   - productID: The subscription.
    /// - Returns: The offer with the name it is changed and deleted by, and a win-back offer's number.
    /// - Throws: ``ConfigurationRefusal``.
    @discardableResult
    public func createOffer(
        _ offer: Catalog.Offer, of productID: String
    ) throws(ConfigurationRefusal) -> ConfiguredOffer {
        let name = try perform { OfferDesk($0).decideCreation(of: offer, on: productID) }
        let created = try offers(of: productID).first { $0.type == name.type && $0.name == name.id }
        return created
            ?? ConfiguredOffer(
                name: name.id, type: name.type, product: productID, offer: offer, isActive: true, winBackNumber: nil)
    }

    /// Changes an offer, as far as its fields are not locked.
    ///
    /// ```swift
    /// var offer = try store.offers(of: "pro.monthly")[0].offer
    /// offer.endDate = tomorrow
    /// try store.changeOffer("comeback", .winBack, of: "pro.monthly", to: offer)
    /// ```
    ///
    /// Of a win-back offer everything but names, terms and territories can be changed before it starts; afterwards its
    /// end date, its priority and its promotion (B1-21). Of a promotional offer the prices can be changed, of an
    /// introductory one the end date, of an offer-code offer nothing (B1-13, C-100). What was redeemed keeps its terms
    /// (C-45).
    ///
    /// - Parameters:
    ///   - name: The offer's name, as ``ConfiguredOffer/name`` has it.
    ///   - type: The kind of offer.
    ///   - productID: The product it belongs to.
    ///   - offer: All of the offer, as it is to be.
    /// - Throws: ``ConfigurationRefusal``; ``ConfigurationRefusal/fieldsAreLocked(_:offer:product:)`` lists every
    ///   field.
    public func changeOffer(
        _ name: String, _ type: OfferType, of productID: String, to offer: Catalog.Offer
    ) throws(ConfigurationRefusal) {
        try perform { OfferDesk($0).decideChange(of: Shop.OfferName(type: type, id: name), on: productID, to: offer) }
    }

    /// Deletes an offer, for good: asked for, it answers ``PurchaseRefusal/invalidOfferIdentifier(_:)`` (B1-6).
    ///
    /// Its name is not used again (C-100). What was redeemed keeps its terms, whether it runs or waits for a renewal
    /// (C-45).
    ///
    /// - Parameters:
    ///   - name: The offer's name, as ``ConfiguredOffer/name`` has it.
    ///   - type: The kind of offer.
    ///   - productID: The product it belongs to.
    /// - Throws: ``ConfigurationRefusal`` for an unknown product or offer.
    public func deleteOffer(_ name: String, _ type: OfferType, of productID: String) throws(ConfigurationRefusal) {
        try perform { OfferDesk($0).decideDeletion(of: Shop.OfferName(type: type, id: name), on: productID) }
    }

    /// Disables an offer: nobody can redeem it any more (S0-67, B1-6).
    ///
    /// - Parameters:
    ///   - name: The offer's name, as ``ConfiguredOffer/name`` has it.
    ///   - type: The kind of offer.
    ///   - productID: The product it belongs to.
    /// - Throws: ``ConfigurationRefusal`` for an unknown product or offer.
    public func disableOffer(_ name: String, _ type: OfferType, of productID: String) throws(ConfigurationRefusal) {
        try setOffer(name, type, of: productID, isActive: false)
    }

    /// Enables an offer that was disabled.
    ///
    /// It is judged like creating: the limits of active and running offers hold. An offer for codes cannot be enabled
    /// again (B1-13).
    ///
    /// - Parameters:
    ///   - name: The offer's name, as ``ConfiguredOffer/name`` has it.
    ///   - type: The kind of offer.
    ///   - productID: The product it belongs to.
    /// - Throws: ``ConfigurationRefusal`` for an unknown product or offer, one that stays disabled, and limits that it
    ///   would break.
    public func enableOffer(_ name: String, _ type: OfferType, of productID: String) throws(ConfigurationRefusal) {
        try setOffer(name, type, of: productID, isActive: true)
    }

    private func setOffer(
        _ name: String, _ type: OfferType, of productID: String, isActive: Bool
    ) throws(ConfigurationRefusal) {
        try perform {
            OfferDesk($0).decideOffer(Shop.OfferName(type: type, id: name), of: productID, isActive: isActive)
        }
    }

    /// Declares whether a subscription's image is approved, which the App Store needs to promote win-back offers
    /// (S4-14); the product in ``catalog`` says whether it is.
    ///
    /// - Parameters:
    ///   - isApproved: Whether it has an approved image.
    ///   - productID: The subscription.
    /// - Throws: ``ConfigurationRefusal`` for an unknown product, one without offers, and while a promoted offer needs
    ///   it.
    public func setImageApproved(_ isApproved: Bool, of productID: String) throws(ConfigurationRefusal) {
        try perform { OfferDesk($0).decideImage(of: productID, isApproved: isApproved) }
    }

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
        let allowed = 1...CodeBook.mostPerStep
        guard allowed ~= count else { throw .countNotAllowed(count, allowed: allowed) }
        guard expires?.timeIntervalSince1970.isNaN != true else { throw .noDate }
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
        try perform { OfferDesk($0).decide(order) }
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
        guard expires?.timeIntervalSince1970.isNaN != true else { throw .noDate }
        let order = CodeOrder(
            productID: productID, offer: offer, texts: [code], isOneTime: false, limit: limit,
            expires: expires.map { Instant($0) })
        try perform { OfferDesk($0).decide(order) }
    }

    /// Deactivates codes: none of them can be redeemed any more, nor activated again.
    ///
    /// What was redeemed with them stays. Either all are deactivated, or none where one is unknown; codes that were
    /// deactivated before do not matter.
    ///
    /// - Parameter codes: One-time or custom codes.
    /// - Throws: ``ConfigurationRefusal/unknownCode(_:)``.
    public func deactivateCodes(_ codes: [String]) throws(ConfigurationRefusal) {
        try perform { $0.codes.decideDeactivation(of: codes) }
    }

    /// Deactivates one code, for good.
    ///
    /// - Parameter code: A one-time or custom code.
    /// - Throws: ``ConfigurationRefusal/unknownCode(_:)``.
    public func deactivateCode(_ code: String) throws(ConfigurationRefusal) {
        try deactivateCodes([code])
    }

    /// Changes a product's base price: in one territory, or everywhere, which replaces the prices of single
    /// territories.
    ///
    /// Subscribers pay a lower price from their next renewal on (B9-8). A rise reaches them as the policy says, after
    /// they were told: 7 days before the renewal of a weekly product, 30 before that of six months or a year, else 10
    /// (B9-9). Where a renewal is nearer than that, it is still at the old price.
    ///
    /// - Parameters:
    ///   - productID: The product.
    ///   - price: The new base price, in units of the currency; at most three decimal places.
    ///   - territory: Where; nil for everywhere.
    ///   - policy: What a rise means for those who are subscribed.
    /// - Throws: ``ConfigurationRefusal`` for an unknown product or territory, or a price that no catalogue may hold.
    public func setBasePrice(
        of productID: String, to price: Decimal, in territory: Territory? = nil,
        policy: PriceIncreasePolicy = .automatic
    ) throws(ConfigurationRefusal) {
        try perform { $0.decideBasePrice(of: productID, price, in: territory, policy: policy) }
    }

    /// Returns whether a product can be bought; true unless ``setForSale(_:of:)`` took it off.
    ///
    /// - Parameter productID: The product.
    /// - Returns: Whether it is for sale.
    /// - Throws: ``ConfigurationRefusal/unknownProduct(_:)``.
    public func isForSale(_ productID: String) throws(ConfigurationRefusal) -> Bool {
        let shop = read { $0.shop }
        guard let place = shop.place(of: productID) else { throw .unknownProduct(shop.unknownProduct(productID)) }
        return shop[place].isForSale
    }

    /// Puts a product on sale or takes it off.
    ///
    /// - Parameters:
    ///   - isForSale: Whether it can be bought.
    ///   - productID: The product.
    /// - Throws: ``ConfigurationRefusal/unknownProduct(_:)``.
    public func setForSale(_ isForSale: Bool, of productID: String) throws(ConfigurationRefusal) {
        try perform { $0.shop.decideSale(of: productID, isForSale: isForSale, $0.charges, $0.ledger) }
    }
}
