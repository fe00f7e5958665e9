extension StoreState {
    /// The win-back offers that a customer may have now after a subscription, the best first, each with its product
    /// (B15-11, C-29).
    ///
    /// Offers on the customer's most recent product come before those on others; then the developer's high priority;
    /// then what saves most over the length of the offer, then the longer one, the later start, and the identifier.
    ///
    /// - Parameters:
    ///   - index: The subscription, the customer's own.
    ///   - storefront: The storefront of the device that asks, where the purchase would be made; that of the last
    ///     transaction where no device asks (C-106).
    /// - Returns: The offers, all in the subscription's group; empty where it runs, or was erased.
    package func eligibleWinBackChoices(
        after index: SubscriptionIndex, on storefront: Territory? = nil
    ) -> [(product: ProductIndex, offer: Catalog.Offer)] {
        let (ended, group) = (self[index], group(of: index))
        guard shop.hasHadWinBackOffers, !ended.isRunning, !isErased(index) else { return [] }
        let territory = storefront ?? ended.latest.territory
        var choices: [(product: ProductIndex, offer: Catalog.Offer, rank: WinBackRank)] = []
        for (number, entry) in shop.entries.enumerated() where entry.group == group && entry.isForSale {
            let place = ProductIndex(number)
            for offer in entry.available(.winBack, in: territory, at: now)
            where eligibility(of: ended.customer, for: offer, on: place) == .eligible {
                let isLatest = place == ended.product
                guard let rank = entry.rank(of: offer, in: territory, isLatest: isLatest) else { continue }
                choices.append((place, offer, rank))
            }
        }
        choices.sort { a, b in
            if a.rank != b.rank { return a.rank > b.rank }
            return ByteText.precedes(ByteText(a.offer.id ?? ""), ByteText(b.offer.id ?? ""))
        }
        return choices.map { ($0.product, $0.offer) }
    }
}

/// The values that an offer is ranked by, the weightiest first.
///
/// The greater value goes first; 1 stands for yes.
private typealias WinBackRank = (isLatest: Int, isHigh: Int, saving: Int64, days: Int64, starts: Instant)

extension Shop.Entry {
    /// The rank of one of the product's win-back offers; nil where the product or the offer has no price.
    fileprivate func rank(of offer: Catalog.Offer, in territory: Territory, isLatest: Bool) -> WinBackRank? {
        guard let subscription = product.subscription, let base = product.prices.price(in: territory),
            let terms = CapturedTerms(offer, of: subscription, in: territory),
            case .winBack(_, let settings) = offer.kind
        else { return nil }
        let days = terms.wholePeriod.nominalDays
        // The saving is the usual price of the offer's length, less the price under the offer.
        let standard = base.milliunits.multipliedReportingOverflow(by: days)
        let usual = standard.overflow ? .max : standard.partialValue / max(subscription.period.nominalDays, 1)
        let saving = usual - terms.price.multiplied(by: terms.periodCount).milliunits
        return (
            isLatest ? 1 : 0, settings.priority == .high ? 1 : 0, saving, days,
            offer.start ?? Instant(millisecondsSince1970: .min)
        )
    }
}
