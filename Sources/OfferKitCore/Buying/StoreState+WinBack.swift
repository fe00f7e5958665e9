extension StoreState {
    /// The win-back offers of a group that a customer may have now, the best first (B15-11, C-29).
    ///
    /// Offers on the customer's most recent product come before those on others; then the developer's high priority;
    /// then what saves most over the length of the offer, then the longer one, the later start, and the identifier.
    ///
    /// - Parameters:
    ///   - customer: The customer.
    ///   - group: The group.
    ///   - storefront: The storefront of the device that asks, where the purchase would be made; that of the last
    ///     transaction where no device asks (C-106).
    /// - Returns: The offers; empty for a customer who has not churned.
    package func eligibleWinBackOffers(
        of customer: CustomerID, in group: GroupIndex, on storefront: Territory? = nil
    ) -> [Catalog.Offer] {
        eligibleWinBackChoices(of: customer, in: group, on: storefront).map(\.offer)
    }

    /// The win-back offers of a group that a customer may have now, the best first, each with its product (C-106).
    package func eligibleWinBackChoices(
        of customer: CustomerID, in group: GroupIndex, on storefront: Territory? = nil
    ) -> [(product: ProductIndex, offer: Catalog.Offer)] {
        guard shop.hasHadWinBackOffers, let index = subscription(of: customer, in: group), !self[index].isRunning
        else { return [] }
        let territory = storefront ?? self[index].latest.territory
        var candidates: [Candidate] = []
        for (number, entry) in shop.entries.enumerated() where entry.group == group && entry.isForSale {
            let place = ProductIndex(number)
            for offer in entry.available(.winBack, in: territory, at: now)
            where eligibility(of: customer, for: offer, on: place) == .eligible {
                guard
                    let candidate = Candidate(
                        offer, entry, place, in: territory, isLatest: place == self[index].product)
                else { continue }
                candidates.append(candidate)
            }
        }
        return candidates.sorted().map { ($0.product, $0.offer) }
    }

    /// An offer with the values that it is ranked by.
    private struct Candidate: Comparable {
        let offer: Catalog.Offer
        let product: ProductIndex
        let isLatest: Bool
        let isHigh: Bool
        let saving: Int64
        let days: Int64
        let starts: Instant

        init?(
            _ offer: Catalog.Offer, _ entry: Shop.Entry, _ product: ProductIndex, in territory: Territory,
            isLatest: Bool
        ) {
            guard let subscription = entry.product.subscription, let base = entry.product.prices.price(in: territory),
                let terms = CapturedTerms(offer, of: subscription, in: territory),
                case .winBack(_, let settings) = offer.kind
            else { return nil }
            self.offer = offer
            self.product = product
            self.isLatest = isLatest
            isHigh = settings.priority == .high
            days = terms.wholePeriod.nominalDays
            // The saving is the usual price of the offer's length, less the price under the offer.
            let standard = base.milliunits.multipliedReportingOverflow(by: days)
            let usual = standard.overflow ? .max : standard.partialValue / max(subscription.period.nominalDays, 1)
            saving = usual - terms.price.multiplied(by: terms.periodCount).milliunits
            starts = offer.start ?? Instant(millisecondsSince1970: .min)
        }

        static func < (a: Candidate, b: Candidate) -> Bool {
            if a.isLatest != b.isLatest { return a.isLatest }
            if a.isHigh != b.isHigh { return a.isHigh }
            if a.saving != b.saving { return a.saving > b.saving }
            if a.days != b.days { return a.days > b.days }
            if a.starts != b.starts { return a.starts > b.starts }
            return ByteText.precedes(ByteText(a.offer.id ?? ""), ByteText(b.offer.id ?? ""))
        }
    }
}
