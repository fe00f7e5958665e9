extension Shop {
    /// The numbers of win-back offers have ten digits.
    static let winBackNumbers: ClosedRange<UInt64> = 6_500_000_001...9_999_999_999

    /// The number of a win-back offer, its Apple ID (S4-12): given when the catalogue was put on sale or the offer was
    /// created, and never to another offer.
    ///
    /// - Parameters:
    ///   - offerID: The offer's identifier.
    ///   - place: The product it belongs to.
    /// - Returns: The number; nil when the product has no such win-back offer.
    package func winBackNumber(of offerID: String, on place: ProductIndex) -> UInt64? {
        self[place].listed(OfferName(type: .winBack, id: offerID))?.winBackNumber
    }

    /// The win-back offer of that number, disabled or not, and its product; nil for a number that no offer has, and for
    /// that of an offer that was deleted.
    package func winBackOffer(numbered number: UInt64) -> (place: ProductIndex, offer: Catalog.Offer)? {
        for (place, entry) in entries.enumerated() {
            if let listed = entry.offers.first(where: { $0.winBackNumber == number }) {
                return (ProductIndex(place), listed.offer)
            }
        }
        return nil
    }

    /// An unknown number of a win-back offer, with those that there are (C-234).
    package func unknownWinBackNumber(_ number: String) -> UnknownName {
        UnknownName(number, known: entries.flatMap(\.offers).compactMap(\.winBackNumber).map { "\($0)" })
    }
}

extension Shop.Entry {
    /// The product with its offers, disabled ones too, as a catalogue has it.
    package var configured: Catalog.Product { product(with: offers.map(\.offer)) }

    /// The product with some of its offers.
    func product(with offers: [Catalog.Offer]) -> Catalog.Product {
        var product = product
        product.changeSubscription { $0.offers = offers }
        return product
    }

    /// The product's offers of one kind as they were configured, disabled or not.
    package func offers(_ type: OfferType) -> [Catalog.Offer] {
        offers.map(\.offer).filter { $0.type == type }
    }

    /// The name of an offer that joins the product's: its identifier, or the reference name of an offer-code offer.
    ///
    /// An introductory offer has neither (S0-58); those of a product are numbered from 1.
    func name(for offer: Catalog.Offer) -> Shop.OfferName {
        // Only offers without a name are counted: a file may bring thousands of offers that have one.
        if let id = offer.id { return Shop.OfferName(type: offer.type, id: id) }
        let number = (offers + deletedOffers).count { $0.name.type == .intro } + 1
        return Shop.OfferName(type: offer.type, id: "\(number)")
    }

    /// The product's offer of that kind and name, disabled or not.
    func listed(_ name: Shop.OfferName) -> ListedOffer? {
        index(of: name).map { offers[$0] }
    }

    /// The product's offer of that kind and name as it was configured, disabled or not.
    package func offer(_ name: Shop.OfferName) -> Catalog.Offer? {
        listed(name)?.offer
    }

    /// Returns whether the product had an offer of that name that was deleted.
    func hasDeleted(_ name: Shop.OfferName) -> Bool {
        deletedOffers.contains { $0.name == name }
    }

    /// The offer of that name, or the offer as it was when it was deleted.
    func offerEver(_ name: Shop.OfferName) -> Catalog.Offer? {
        offer(name) ?? deletedOffers.first { $0.name == name }?.offer
    }

    /// The place of an offer among the product's; identifiers are compared byte by byte (C-64).
    func index(of name: Shop.OfferName) -> Int? {
        offers.firstIndex { $0.name == name }
    }

    /// Returns whether no offer of the product has, or had, that name.
    func isNew(_ name: Shop.OfferName) -> Bool {
        // Two spellings of one letter are one name here: people could not tell the offers apart.
        !(offers + deletedOffers).contains { $0.name.type == name.type && $0.name.id == name.id }
    }

    /// Puts another configuration in the place of an offer's.
    mutating func replace(_ name: Shop.OfferName, with offer: Catalog.Offer) {
        if let place = index(of: name) { offers[place].offer = offer }
    }

    /// The offers that are not disabled.
    var activeOffers: [Catalog.Offer] { offers.filter { !$0.isDisabled }.map(\.offer) }
}

extension Catalog.Product {
    /// Changes the settings that only a subscription has; other products stay as they are.
    mutating func changeSubscription(_ body: (inout Catalog.Subscription) -> Void) {
        guard case .autoRenewable(var subscription) = kind else { return }
        body(&subscription)
        kind = .autoRenewable(subscription)
    }
}

extension Prices {
    /// Sets the price in one territory, or one for everywhere.
    mutating func set(_ amount: Amount, in territory: Territory?) {
        if let territory {
            own[territory] = amount
        } else {
            (common, own) = (amount, [:])
        }
    }
}
