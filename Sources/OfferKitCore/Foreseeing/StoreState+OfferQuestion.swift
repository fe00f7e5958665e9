/// The store's answer about one offer for one customer.
package struct OfferAnswer: Hashable, Sendable {
    /// The kind and the name of the offer.
    package let name: Shop.OfferName
    /// The offer as it is configured.
    package let offer: Catalog.Offer
    /// Every condition that fails now; empty when the customer may have the offer.
    package let reasons: [Ineligibility]
    /// The first instant at which the customer may have it if nobody does anything; nil where time alone brings none.
    package let eligibleFrom: Instant?
}

/// The reason why a question about an offer has no answer.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum OfferQuestionError: Error, Hashable, Sendable {
    /// The catalogue has no such product.
    case unknownProduct(ProductDiagnosis)
    /// The product has no such offer; for an offer that exists, the conditions that fail are an answer.
    case unknownOffer(OfferIdentifierDiagnosis)
}

extension OfferQuestionError: CustomStringConvertible {
    /// The error's name, what was wrong, and what exists instead.
    public var description: String {
        switch self {
        case .unknownProduct(let diagnosis): "unknownProduct: \(diagnosis)"
        case .unknownOffer(let diagnosis): "unknownOffer: \(diagnosis)"
        }
    }
}

extension StoreState {
    /// The conditions against a customer's having one offer, and the instant from which there are none.
    ///
    /// - Parameters:
    ///   - offerID: The offer's identifier, the reference name of an offer-code offer. Nil for the introductory offer:
    ///     the one that runs in the storefront, else the next to run there, else the first.
    ///   - type: The kind of offer.
    ///   - productID: The product.
    ///   - customer: The customer who asks.
    ///   - storefront: The storefront of the device they ask on.
    /// - Returns: The answer.
    /// - Throws: ``OfferQuestionError`` for a product or an offer that does not exist.
    package func answer(
        about offerID: String?, _ type: OfferType, of productID: String, for customer: CustomerID,
        on storefront: Territory
    ) throws(OfferQuestionError) -> OfferAnswer {
        let place = try place(of: productID)
        let answers = answers(about: place, for: customer, on: storefront).filter { $0.name.type == type }
        let found =
            if let offerID {
                answers.first { $0.name.id.hasBytes(of: offerID) }
            } else {
                current(of: answers, in: storefront)
            }
        if let found { return found }
        throw .unknownOffer(shop.diagnosis(of: offerID ?? "", type, on: place, in: storefront, at: now))
    }

    /// The answers about all offers of a product, in the catalogue's order; none for a product that cannot have any.
    package func answers(
        about productID: String, for customer: CustomerID, on storefront: Territory
    ) throws(OfferQuestionError) -> [OfferAnswer] {
        answers(about: try place(of: productID), for: customer, on: storefront)
    }

    private func place(of productID: String) throws(OfferQuestionError) -> ProductIndex {
        if let place = shop.place(of: productID) { return place }
        throw .unknownProduct(.unknown(productID, known: shop.entries.map(\.product.id)))
    }

    private func answers(
        about place: ProductIndex, for customer: CustomerID, on storefront: Territory
    ) -> [OfferAnswer] {
        shop[place].offers.compactMap { listed in
            guard let reasons = reasons(against: listed, on: place, for: customer, on: storefront, at: now) else {
                return nil
            }
            // Time alone makes a customer eligible at one of these; the conditions between two of them only get worse.
            let from =
                reasons.isEmpty
                ? now
                : turningPoints(for: listed.offer, on: place, of: customer).first {
                    self.reasons(against: listed, on: place, for: customer, on: storefront, at: $0) == []
                }
            return OfferAnswer(name: listed.name, offer: listed.offer, reasons: reasons, eligibleFrom: from)
        }
    }

    /// The introductory offer that is meant where none is named: an introductory offer has no identifier (S0-58, C-36).
    private func current(of answers: [OfferAnswer], in storefront: Territory) -> OfferAnswer? {
        let here = answers.filter { $0.offer.isOffered(in: storefront) }
        let coming = here.filter { ($0.offer.start ?? now) > now }
        return here.first { $0.offer.isRunning(at: now) }
            ?? coming.min { ($0.offer.start ?? now) < ($1.offer.start ?? now) } ?? answers.first
    }

    /// Every condition that fails at an instant, in the order in which a purchase checks them: the product (B3 step 2),
    /// the offer (B3 step 5), its price (B3 step 7) and the customer (B3 step 8); nil for a product without offers.
    private func reasons(
        against listed: ListedOffer, on place: ProductIndex, for customer: CustomerID,
        on storefront: Territory, at instant: Instant
    ) -> [Ineligibility]? {
        let offer = listed.offer
        guard let eligibility = eligibility(of: customer, for: offer, on: place, at: instant) else { return nil }
        let charged = chargingTerritory(of: customer, for: place, on: storefront, at: instant)
        let territories = charged == storefront ? [storefront] : [storefront, charged]
        let diagnoses = territories.compactMap { shop.unavailability(of: place, in: $0) }
        var reasons = diagnoses.map(Ineligibility.productUnavailable)
        for territory in territories {
            let rule = OfferAvailability(territory: territory, instant: instant)
            reasons += rule.judge(offer, isDisabled: listed.isDisabled).reasons
        }
        if offer.type == .promo,
            let diagnosis = shop.priceDiagnosis(of: offer, named: listed.name.id, on: place, in: charged)
        {
            reasons.append(.priceNotLower(diagnosis))
        }
        reasons += eligibility.reasons
        return reasons.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// The instants to come at which a condition may begin to hold by time alone, the earliest first: the offer's
    /// start, the end of subscriptions that will not renew, enough months since the lapse, and enough since the last
    /// redemption.
    private func turningPoints(
        for offer: Catalog.Offer, on place: ProductIndex, of customer: CustomerID
    ) -> [Instant] {
        var points: Set<Instant> = []
        if let start = offer.start { points.insert(start) }
        if let group = shop[place].group {
            let own = subscription(of: customer, in: group)
            let shared = families.activeShare(of: customer, in: group, ledger)?.from
            points.formUnion([own.flatMap(certainEnd), shared.flatMap(certainEndOfService)].compactMap(\.self))
            if let own, let ended = self[own].latest.expires {
                points.insert(ended)
                if let criteria = offer.winBackCriteria {
                    points.insert(ended.adding(months: Int64(criteria.monthsSinceLapse.lowerBound)))
                }
            }
        }
        if let wait = offer.winBackCriteria?.monthsBetweenOffers, let id = offer.id,
            let end = offers.end(of: Shop.OfferName(type: .winBack, id: id), on: place, for: customer)
        {
            points.insert(end.adding(months: Int64(wait)))
        }
        return points.filter { $0 > now && $0 <= .endOfClock }.sorted()
    }
}

extension Catalog.Offer {
    /// The criteria of a win-back offer that has some.
    fileprivate var winBackCriteria: WinBackCriteria? {
        guard case .winBack(_, let settings) = kind, case .criteria(let criteria) = settings.eligibility else {
            return nil
        }
        return criteria
    }
}
