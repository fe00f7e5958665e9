import OfferKitEssentials

// The parts of an offer that may still be changed (B1-13, B1-19, B1-21, C-100).

extension OfferDesk {
    /// Changes an offer to another configuration, as far as its fields are not locked.
    ///
    /// - Parameters:
    ///   - name: The offer.
    ///   - productID: The product.
    ///   - offer: The whole offer, as it is to be.
    /// - Returns: The event, none where nothing is different; or the refusal, which names every field that is locked.
    package func decideChange(
        of name: Shop.OfferName, on productID: String, to offer: Catalog.Offer
    ) -> ConfigurationDecision {
        Decision { () throws(ConfigurationRefusal) in
            let place = try subscriptionPlace(productID)
            let old = try configured(name, on: place).offer
            let changed = old.fields(differingFrom: offer)
            guard !changed.isEmpty else { return Decision([], ()) }
            if name.type == .code { throw .codeOfferIsFixed(name.id, product: productID) }
            let open = old.openFields(at: now)
            let locked = changed.filter { !open.contains($0) }
            guard locked.isEmpty else { throw .fieldsAreLocked(locked, offer: name.id, product: productID) }
            if changed.contains(.promotion), old.isPromoted, old.isRunning(at: now) {
                throw .offerStaysPromoted(name.id, product: productID)
            }
            if changed.contains(.startDate) { try judgeStart(offer.start) }
            if changed.contains(.endDate), let end = offer.end, end < now {
                throw .endIsPast(Date(end), now: Date(now))
            }
            var candidate = shop[place]
            candidate.replace(name, with: offer)
            try judgeLimits(of: name, in: candidate, before: shop[place])
            return Decision([.offerChanged(on: place, offer: name, to: offer)], ())
        }
    }
}

extension Catalog.Offer {
    /// The fields that can still be changed.
    ///
    /// - Of a win-back offer before its start all but identifiers, names, price, mode, duration, number of periods and
    ///   territories (B1-15, B1-16, B1-21); after it the end date, the priority and the promotion (B1-18, B1-21).
    /// - Of a promotional offer its prices, of an introductory one its end date, and of an offer-code offer nothing
    ///   (B1-13, C-100).
    fileprivate func openFields(at now: Instant) -> [OfferField] {
        switch kind {
        case .introductory: [.endDate]
        case .promotional: [.price]
        case .code: []
        case .winBack where start ?? now > now: [.startDate, .endDate, .eligibility, .priority, .promotion]
        case .winBack: [.endDate, .priority, .promotion]
        }
    }

    /// The fields in which another configuration differs, in the order of ``OfferField``.
    func fields(differingFrom other: Catalog.Offer) -> [OfferField] {
        var fields: Set<OfferField> = []
        func note(_ field: OfferField, _ isDifferent: Bool) { if isDifferent { fields.insert(field) } }
        note(.kind, type != other.type)
        note(.identifier, type == other.type && !(id ?? "").hasBytes(of: other.id ?? ""))
        // An offer-code offer's reference name is its identifier.
        note(.referenceName, type != .code && referenceName != other.referenceName)
        switch (terms, other.terms) {
        case (.freeTrial(let old), .freeTrial(let new)): note(.duration, old != new)
        case (.payAsYouGo(let oldPrices, let old), .payAsYouGo(let newPrices, let new)):
            note(.duration, old != new)
            note(.price, oldPrices != newPrices)
        case (.payUpFront(let oldPrices, let old), .payUpFront(let newPrices, let new)):
            note(.duration, old != new)
            note(.price, oldPrices != newPrices)
        default: note(.paymentMode, true)
        }
        note(.territories, territories != other.territories)
        note(.startDate, start != other.start)
        note(.endDate, end != other.end)
        if case .code(let old) = kind, case .code(let new) = other.kind { note(.codeSettings, old != new) }
        if case .winBack(_, let old) = kind, case .winBack(_, let new) = other.kind {
            note(.eligibility, old.eligibility != new.eligibility)
            note(.priority, old.priority != new.priority)
            note(.promotion, old.promotion != new.promotion)
        }
        return OfferField.allCases.filter(fields.contains)
    }
}
