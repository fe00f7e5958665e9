extension Shop {
    /// What the store keeps of an offer besides what was configured.
    package struct Listing: Hashable, Sendable, Codable {
        package let name: OfferName
        /// Whether the developer has disabled it (S0-67, B1-6).
        package var isDisabled = false
        /// The number that the store gave a win-back offer, its Apple ID in direct links (S4-12); nil for other kinds.
        package let winBackNumber: UInt64?

        init(name: OfferName, winBackNumber: UInt64? = nil) {
            self.name = name
            self.winBackNumber = winBackNumber
        }
    }

    /// The numbers of win-back offers have ten digits.
    package static let winBackNumbers: ClosedRange<UInt64> = 6_500_000_001...9_999_999_999

    /// Whether a number is none, or one that this shop gave.
    func gave(_ number: UInt64?) -> Bool {
        guard let number else { return true }
        return Shop.winBackNumbers.lowerBound <= number && number <= lastWinBackNumber
    }

    /// The number of a win-back offer, its Apple ID (S4-12): given when the catalogue was put on sale or the offer was
    /// created, and never to another offer.
    ///
    /// - Parameters:
    ///   - offerID: The offer's identifier.
    ///   - place: The product it belongs to.
    /// - Returns: The number; nil when the product has no such win-back offer.
    package func winBackNumber(of offerID: String, on place: ProductIndex) -> UInt64? {
        entries[place.index].listing(OfferName(type: .winBack, id: offerID))?.winBackNumber
    }

    /// The win-back offer of that number, disabled or not, and its product; nil for a number that no offer has, and for that
    /// of an offer that was deleted.
    package func winBackOffer(numbered number: UInt64) -> (place: ProductIndex, offer: Catalog.Offer)? {
        for (index, entry) in entries.enumerated() {
            for (listing, offer) in zip(entry.listings, entry.product.subscription?.offers ?? [])
            where listing.winBackNumber == number {
                return (ProductIndex(index), offer)
            }
        }
        return nil
    }
}

extension Shop.Entry {
    /// The base price in a territory; nil when the product is not sold there.
    package func basePrice(in territory: Territory) -> Amount? {
        product.prices.amount(in: territory)
    }

    /// What an offer that joins the product's is called: its identifier, or the reference name of an offer-code offer.
    ///
    /// An introductory offer has neither (S0-58); those of a product are numbered from 1.
    func name(for offer: Catalog.Offer) -> Shop.OfferName {
        // Only what has no name is counted: a file may bring thousands of offers that have one.
        if let id = offer.id { return Shop.OfferName(type: offer.type, id: id) }
        let number = listings.count { $0.name.type == .intro } + deletedOffers.keys.count { $0.type == .intro } + 1
        return Shop.OfferName(type: offer.type, id: "\(number)")
    }

    /// The product's offer of that kind and name, disabled or not.
    package func offer(_ name: Shop.OfferName) -> Catalog.Offer? {
        index(of: name).flatMap { product.subscription?.offers[$0] }
    }

    /// The same, or the offer as it was when it was deleted.
    func offerEver(_ name: Shop.OfferName) -> Catalog.Offer? {
        offer(name) ?? deletedOffers[name]
    }

    /// What the store keeps of that offer.
    package func listing(_ name: Shop.OfferName) -> Shop.Listing? {
        index(of: name).map { listings[$0] }
    }

    /// The place of an offer among the product's; identifiers are compared byte by byte (C-64).
    func index(of name: Shop.OfferName) -> Int? {
        listings.firstIndex { $0.name.type == name.type && $0.name.id.utf8.elementsEqual(name.id.utf8) }
    }

    /// Whether no offer of the product has, or had, that name.
    func isNew(_ name: Shop.OfferName) -> Bool {
        // Two spellings of one letter are one name here: otherwise a table by name would mix them up.
        !listings.contains { $0.name == name } && deletedOffers[name] == nil
    }

    /// Puts another configuration in the place of an offer's.
    mutating func replace(_ name: Shop.OfferName, with offer: Catalog.Offer) {
        guard let place = index(of: name) else { return }
        product.changeSubscription { $0.offers[place] = offer }
    }

    /// Takes an offer out, but for its name.
    mutating func delete(_ name: Shop.OfferName) {
        guard let place = index(of: name) else { return }
        listings.remove(at: place)
        deletedOffers[name] = product.subscription?.offers[place]
        product.changeSubscription { $0.offers.remove(at: place) }
    }

    /// The product's offers of one kind that can be asked for in a territory now.
    package func available(_ type: OfferType, in territory: Territory, at now: Instant) -> [Catalog.Offer] {
        let rule = OfferAvailability(in: territory, at: now)
        return zip(listings, product.subscription?.offers ?? []).compactMap { listing, offer in
            guard offer.type == type, rule.judge(offer, isDisabled: listing.isDisabled) == .eligible else { return nil }
            return offer
        }
    }
}

extension Catalog.Product {
    /// Changes what only a subscription has; nothing on other products.
    mutating func changeSubscription(_ body: (inout Catalog.Subscription) -> Void) {
        guard case .autoRenewable(var subscription) = kind else { return }
        body(&subscription)
        kind = .autoRenewable(subscription)
    }
}
