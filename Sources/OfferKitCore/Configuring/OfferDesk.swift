import OfferKitEssentials

// The developer's changes to offers on a running store: create, disable, enable, delete (B1). Terms that were redeemed
// stay as they were, because they were captured (C-45).

/// The desk where the developer configures offers and codes on a running store, with all that its decisions look at.
package struct OfferDesk: Sendable {
    let shop: Shop
    let codes: CodeBook
    let rules: StoreRules
    let now: Instant

    /// The desk as it stands in a store now.
    package init(_ state: __shared StoreState) {
        (shop, codes, rules, now) = (state.shop, state.codes, state.setup.rules, state.now)
    }
}

extension OfferDesk {
    /// Creates an offer of any kind on a subscription.
    ///
    /// The limits are those of a catalogue, applied to the active offers, and those that depend on the date (B1-7,
    /// B1-17). No name is used twice (C-100).
    package func decideCreation(of offer: Catalog.Offer, on productID: String) -> Decision<
        Shop.OfferName, ConfigurationRefusal
    > {
        Decision { () throws(ConfigurationRefusal) in
            let place = try subscriptionPlace(productID)
            let entry = shop[place]
            let name = entry.name(for: offer)
            if let taken = owner(of: name, on: place) { throw taken }
            var candidate = entry
            candidate.offers.append(ListedOffer(name: name, offer: offer, winBackNumber: nil))
            try judgeLimits(of: name, in: candidate, before: entry)
            if offer.type == .winBack { try judgeStart(offer.start) }
            if let end = offer.end, end < now { throw .endIsPast(Date(end), now: Date(now)) }
            return Decision([.offerCreated(on: place, offer: offer)], name)
        }
    }

    /// Deletes an offer: from now on nobody can redeem it, and its name is not used again (B1-6, C-100).
    package func decideDeletion(of name: Shop.OfferName, on productID: String) -> ConfigurationDecision {
        Decision { () throws(ConfigurationRefusal) in
            let place = try subscriptionPlace(productID)
            _ = try configured(name, on: place)
            return Decision([.offerDeleted(on: place, offer: name)], ())
        }
    }

    /// Disables an offer, or enables it again (S0-67, B1-6); an offer-code offer cannot be enabled again (B1-13).
    ///
    /// Disabled offers count against no limit of active or running ones, so enabling is judged like creating.
    package func decideOffer(
        _ name: Shop.OfferName, of productID: String, isActive: Bool
    ) -> ConfigurationDecision {
        Decision { () throws(ConfigurationRefusal) in
            guard let place = shop.place(of: productID) else { throw .unknownProduct(shop.unknownProduct(productID)) }
            let listed = try configured(name, on: place)
            guard listed.isDisabled == isActive else { return Decision([], ()) }
            if isActive {
                guard name.type != .code else { throw .offerStaysDisabled(name.id, product: productID) }
                var candidate = shop[place]
                if let index = candidate.index(of: name) { candidate.offers[index].isDisabled = false }
                try judgeLimits(of: name, in: candidate, before: shop[place])
            }
            return Decision([.offerSwitched(on: place, offer: name, isActive: isActive)], ())
        }
    }

    /// Records that a subscription's image was approved, or takes that back (S4-14).
    ///
    /// It is not taken back while a win-back offer is promoted.
    package func decideImage(of productID: String, isApproved: Bool) -> ConfigurationDecision {
        Decision { () throws(ConfigurationRefusal) in
            let place = try subscriptionPlace(productID)
            guard shop[place].product.subscription?.hasApprovedImage != isApproved else { return Decision([], ()) }
            if !isApproved, let promoted = shop[place].offers.first(where: \.offer.isPromoted) {
                throw .imageIsInUse(by: promoted.name.id, product: productID)
            }
            return Decision([.imageChanged(of: place, isApproved: isApproved)], ())
        }
    }

    // MARK: - Parts

    func subscriptionPlace(_ productID: String) throws(ConfigurationRefusal) -> ProductIndex {
        guard let place = shop.place(of: productID) else { throw .unknownProduct(shop.unknownProduct(productID)) }
        guard shop[place].product.subscription != nil else { throw .productHasNoOffers(productID) }
        return place
    }

    /// An offer that is configured, disabled or not.
    func configured(
        _ name: Shop.OfferName, on place: ProductIndex
    ) throws(ConfigurationRefusal) -> ListedOffer {
        let entry = shop[place]
        if let listed = entry.listed(name) { return listed }
        throw !entry.hasDeleted(name)
            ? .unknownOffer(entry.unknownOffer(name.id, name.type), product: entry.product.id)
            : .offerWasDeleted(name.id, product: entry.product.id)
    }

    /// The refusal of a name that another offer has, or had, already (B1-16, C-100).
    ///
    /// Promotional and win-back offers share the group's names, offer-code offers have their product's to themselves,
    /// and introductory ones have none.
    private func owner(of name: Shop.OfferName, on place: ProductIndex) -> ConfigurationRefusal? {
        let kinds: [OfferType]
        let entries: [Shop.Entry]
        switch name.type {
        case .promo, .winBack:
            (kinds, entries) = ([.promo, .winBack], shop.entries.filter { $0.group == shop[place].group })
        case .code: (kinds, entries) = ([.code], [shop[place]])
        default: return nil
        }
        for entry in entries {
            for type in kinds where !entry.isNew(Shop.OfferName(type: type, id: name.id)) {
                return .offerNameTaken(name.id, by: type, of: entry.product.id)
            }
        }
        return nil
    }

    /// Judges a product as it would be by the limits of a catalogue (B1).
    ///
    /// Disabled offers do not count, except among the win-back offers that a subscription may have at all (B1-14).
    func judgeLimits(
        of name: Shop.OfferName, in candidate: Shop.Entry, before: Shop.Entry
    ) throws(ConfigurationRefusal) {
        // Problems of the product before, as a file may have them, are not this offer's fault.
        var old = problems(of: before)
        let new = problems(of: candidate).filter { problem in
            guard let known = old.firstIndex(of: problem) else { return true }
            old.remove(at: known)
            return false
        }
        guard new.isEmpty else { throw .breaksLimits(new) }
        if name.type == .intro, let territory = candidate.storefrontWithTwoIntroductoryOffersToCome(after: now) {
            throw .tooManyIntroductoryOffersToCome(in: territory)
        }
    }

    private func problems(of entry: Shop.Entry) -> [CatalogProblem] {
        var report = CatalogReport(rules: rules)
        let group = entry.group.map(shop.groupID)
        entry.product(with: entry.activeOffers).check(in: group, &report)
        // Disabled win-back offers count among those that the subscription has.
        let winBacks = entry.offers(.winBack)
        if winBacks.count != entry.activeOffers.count(where: { $0.type == .winBack }) {
            var kept = entry.product.subscription
            kept?.offers = winBacks
            kept?.checkOfferCounts(under: rules) {
                report.add(.offerCount, $0, group: group, product: entry.product.id)
            }
        }
        return report.problems
    }

    /// Judges the start of a win-back offer: tomorrow at the earliest, when the next day of UTC begins (B1-17).
    func judgeStart(_ start: Instant?) throws(ConfigurationRefusal) {
        let sinceMidnight = CivilDate.split(now).milliseconds
        let earliest = now.adding(milliseconds: Instant.millisecondsPerDay - sinceMidnight)
        guard let start, start >= earliest else {
            throw .startsTooEarly(start.map { Date($0) }, earliest: Date(earliest))
        }
    }
}

extension Shop {
    /// Takes a product off sale, or puts it back (C-17, C-55, C-195).
    ///
    /// Putting it back brings one attempt at once on every failed renewal of it: whatever the renewal failed for, an
    /// attempt may have failed since because the product was not for sale.
    package func decideSale(
        of productID: String, isForSale: Bool, _ charges: Charges, _ ledger: Ledger
    ) -> Decision<Void, ConfigurationRefusal> {
        guard let place = place(of: productID) else {
            return Decision(refusal: .unknownProduct(unknownProduct(productID)))
        }
        guard self[place].isForSale != isForSale else { return Decision([], ()) }
        return Decision([ledger.saleChange(of: place, to: isForSale, charges)], ())
    }
}

extension Shop.Entry {
    /// The first storefront where more than one introductory offer has not started yet (B1-7).
    fileprivate func storefrontWithTwoIntroductoryOffersToCome(after now: Instant) -> Territory? {
        let coming = activeOffers.filter { offer in
            offer.type == .intro && offer.start.map { $0 > now } ?? false
        }
        guard coming.count > 1 else { return nil }
        return Territory.all.first { territory in coming.count { $0.isOffered(in: territory) } > 1 }
    }
}

extension Catalog.Offer {
    /// Whether it is a win-back offer that the App Store promotes (B1-19).
    var isPromoted: Bool {
        guard case .winBack(_, let settings) = kind else { return false }
        return settings.promotion == .automaticAssets
    }
}
