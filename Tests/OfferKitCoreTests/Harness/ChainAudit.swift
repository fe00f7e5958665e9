import OfferKitCore

/// The facts of one subscription according to the log.
struct ChainAudit {
    /// Its paid transactions, oldest first.
    var paid: [TransactionID] = []
    /// Those refunded before a new purchase: their access ended with the refund, even if it is reversed.
    var replaced: Set<TransactionID> = []
    /// The ends of grace and billing retry, as announced when the renewal failed.
    var promise: (grace: Instant?, retry: Instant)?
    /// The price and product of the last period without an offer.
    var usual: (product: ProductIndex, price: Amount)?
    /// The customer's knowledge of a price increase since then.
    var rise = Rise.unknown

    enum Rise {
        case unknown, told, asked, agreed
    }
}

extension LifeAudit {
    /// Checks the laws of a chain, after an event that concerns one.
    mutating func checkChain(_ event: StoreEvent, _ before: StoreState) {
        let back = reinstated
        reinstated = nil
        switch event.kind {
        case .transactionMade(let record, _, _): checkTransaction(record, before)
        case .refundReversed(let id, _, _):
            checkReversal(of: id, before)
            reinstated = before.ledger[id]?.subscription
            if let reinstated { checkPeriods(of: reinstated) }
        case .renewalExtended(let index, _): checkPeriods(of: index)
        case .renewalFailed(let index, _, let grace, let retry, _):
            chains[index]?.promise = (grace, retry)
            if let grace, grace > retry || grace <= event.instant { report(.promises, "grace until \(grace)") }
            checkLengths(of: grace, retry, from: event.instant, on: index)
        case .graceEnded(let index):
            let end = chains[index]?.promise.flatMap { min($0.grace ?? $0.retry, $0.retry) }
            // A forced renewal ends the grace period where it was turned off (C-122).
            let isForced = before.settings.gracePeriod == nil && end.map { event.instant < $0 } ?? false
            if event.instant != end, !isForced { report(.promises, "grace ended, not at \(String(describing: end))") }
        case .subscriptionLapsed(let index, let reason, _):
            let isRetryEnd = before[index].isRetrying && reason != .autoRenewDisabled
            if isRetryEnd, event.instant != chains[index]?.promise?.retry {
                report(.promises, "billing retry ended, not when it was said")
            }
            // A price ends at a lapse (C-54), and so does the promise.
            chains[index]?.promise = nil
            chains[index]?.usual = nil
        case .transactionRefunded(let id, _, _, _, _):
            let isRevoked = (replayed.ledger[id]?.isRevoked ?? false) && replayed.adjustments.revocation(of: id) != nil
            if !isRevoked { report(.refunds, "\(id) is not revoked") }
            guard let index = before.ledger[id]?.subscription else { return }
            if before[index].latest.id == id, replayed[index].isRunning {
                report(.refunds, "\(id) gives service still")
            }
            if !replayed[index].isRunning { chains[index]?.usual = nil }
        // A forced end resets the customer's knowledge of a price (C-122).
        case .periodEnded(let index): chains[index]?.usual = nil
        case .transactionsErased(let ids, _, _):
            for index in Set(ids.compactMap { before.ledger[$0]?.subscription }) where !replayed[index].isRunning {
                chains[index]?.promise = nil
                chains[index]?.usual = nil
            }
        case .basePriceChanged: pricesBefore = before.shop
        case .priceTermsChanged(let index, let terms):
            guard let terms, let rise = price(of: terms) else { return }
            let latest = before[index].latest
            if index == back {
                // It rises from what the last period without an offer cost, and the customer has to agree (C-24).
                let base = before.shop.basePrice(of: latest.product, in: latest.territory)
                var paid = before.ledger[latest.id]
                while let record = paid, record.terms != nil || record.product != latest.product {
                    paid = before.ledger[record.previous]
                }
                let asks = if case .rising(let rise) = terms { rise.needsConsent } else { false }
                if rise != paid?.price || rise >= base ?? .zero || !asks {
                    report(.prices, "\(terms) came back, at \(String(describing: base))")
                }
            } else if let pricesBefore,
                let old = pricesBefore.basePrice(of: latest.product, in: latest.territory),
                let new = before.shop.basePrice(of: latest.product, in: latest.territory), new <= old
            {
                report(.prices, "the price went from \(old) to \(new), and \(rise) was to rise or to stay")
            }
            // Another increase replaces the one that the customer knew of.
            guard case .rising = terms else { return }
            chains[index]?.rise = .unknown
        case .priceRiseNotified(let index, let needsConsent):
            chains[index]?.rise = needsConsent ? .asked : .told
        case .priceRiseAgreed(let index): chains[index]?.rise = .agreed
        default: break
        }
    }

    private mutating func checkTransaction(_ record: TransactionRecord, _ before: StoreState) {
        if record.id != before.ledger.last + 1 {
            report(.chain, "\(record.id) after \(before.ledger.last)")
        }
        guard let index = record.subscription, let expires = record.expires else { return }
        let isFirst = index.index == before.ledger.subscriptions.count
        let standing = isFirst ? nil : before[index].standing
        let previous = isFirst ? nil : before[index].latest
        if record.previous != previous?.id ?? 0 || record.originalID != previous?.originalID ?? record.id
            || expires <= record.purchased
        {
            report(.chain, "\(record) after \(String(describing: previous))")
        }
        checkStart(of: record, after: previous, standing)
        if record.reason == .renewal { checkQueue(record, before.ledger.next(of: index)) }
        if let most = before.settings.pace.mostRenewals, record.reason == .renewal, Int(before[index].renewals) >= most,
            case .active = before[index].standing
        {
            report(.renewals, "renewal \(before[index].renewals + 1) of at most \(most)")
        }
        // Only holders of a product keep its price, or know of an increase.
        if record.product != previous?.product { chains[index]?.usual = nil }
        checkPrice(of: record, on: index)
        var chain = chains[index] ?? ChainAudit()
        chain.promise = nil
        chain.replaced.formUnion(chain.paid.filter { before.ledger[$0]?.isRevoked ?? false })
        if record.price > .zero { chain.paid.append(record.id) }
        chains[index] = chain
        checkPeriods(of: index)
    }

    /// Checks the start of a period: it is the end of the last one for a renewal in time or in grace, else now.
    private mutating func checkStart(
        of record: TransactionRecord, after previous: TransactionRecord?, _ standing: Standing?
    ) {
        let now = replayed.now
        let isSound =
            switch (record.reason, standing) {
            case (.renewal, .active): record.purchased == previous?.expires && record.purchased == now
            // C-12: another product begins at once.
            case (.purchase, .inGrace) where record.product != previous?.product: record.purchased == now
            case (_, .inGrace): record.purchased == previous?.expires || wouldBeOver(record, after: previous)
            case (.renewal, .inRetry), (.purchase, _): record.purchased == now
            case (.renewal, _): false
            }
        if !isSound { report(.chain, "\(record) at \(now), after \(String(describing: standing))") }
    }

    /// Returns whether the period would be over before it begins; otherwise the cycle goes on within grace (B7-8).
    ///
    /// Months differ by three days.
    private func wouldBeOver(_ record: TransactionRecord, after previous: TransactionRecord?) -> Bool {
        guard let start = previous?.expires, let expires = record.expires else { return false }
        let shortest = expires.milliseconds(since: record.purchased) - 3 * 86_400_000
        return record.purchased == replayed.now && start.adding(milliseconds: shortest) <= replayed.now
    }

    /// Checks a renewal against the queue; a stacked code may wait for the last period of the running offer.
    private mutating func checkQueue(_ record: TransactionRecord, _ queued: NextRenewal) {
        let next = record.subscription.map { replayed.ledger.next(of: $0) }
        let waits = queued.followsRunningOffer && record.terms != queued.terms && record.offerPeriod > 1
        let isTaken = record.product == queued.product && (queued.terms == nil || record.terms == queued.terms || waits)
        if !isTaken { report(.queue, "\(record) instead of \(queued)") }
        if next != (waits ? queued : NextRenewal(product: record.product, terms: nil)) {
            report(.queue, "after \(record), \(String(describing: next)) is queued")
        }
    }

    private mutating func checkReversal(of id: TransactionID, _ before: StoreState) {
        guard let record = replayed.ledger[id] else { return }
        if record.isRevoked || replayed.adjustments.revocation(of: id) != nil {
            report(.refunds, "\(id) is revoked still")
        }
        guard let index = record.subscription, case .revoked(_, let until) = before[index].standing,
            before[index].latest.id == id
        else { return }
        if replayed[index].hasService != (until > replayed.now) || record.expires != until {
            report(.refunds, "\(replayed[index].standing) although \(id) was paid until \(until)")
        }
    }

    /// Checks the lengths: 60 days of billing retry, and 3, 16 or 28 of grace; 3 or 6 for weekly products (B7-1, C-20).
    private mutating func checkLengths(
        of grace: Instant?, _ retry: Instant, from start: Instant, on index: SubscriptionIndex
    ) {
        guard replayed.settings.pace == .realTime else { return }
        let day: Int64 = 86_400_000
        let isWeekly = replayed.shop[replayed[index].product].product.id == Sample.weekly
        let days: Int64? =
            switch replayed.settings.gracePeriod?.duration {
            case .threeDays: 3
            case .sixteenDays: isWeekly ? 6 : 16
            case .twentyEightDays: isWeekly ? 6 : 28
            case nil: nil
            }
        if retry != start.adding(milliseconds: 60 * day) { report(.promises, "billing retry until \(retry)") }
        if let grace, grace != days.map({ start.adding(milliseconds: $0 * day) }) {
            report(.promises, "grace until \(grace)")
        }
    }

    /// Returns the price that a customer goes on paying; nil for one who knows of the increase already.
    private func price(of terms: PriceTerms) -> Amount? {
        switch terms {
        case .preserved(let amount): amount
        case .rising(let rise): rise.stage == .planned ? rise.from : nil
        }
    }

    private mutating func checkPrice(of record: TransactionRecord, on index: SubscriptionIndex) {
        if let terms = record.terms {
            if record.price != replayed.offers[terms].price { report(.prices, "\(record) is not at its offer's price") }
            return
        }
        if record.reason == .renewal, let usual = chains[index]?.usual, usual.product == record.product,
            record.price > usual.price, ![.told, .agreed].contains(chains[index]?.rise)
        {
            report(.prices, "\(record) costs more than \(usual.price)")
        }
        if let base = replayed.shop.basePrice(of: record.product, in: record.territory), record.price > base {
            report(.prices, "\(record) costs more than the product, \(base)")
        }
        var chain = chains[index] ?? ChainAudit()
        (chain.usual, chain.rise) = ((record.product, record.price), .unknown)
        chains[index] = chain
    }

    private mutating func checkPeriods(of index: SubscriptionIndex) {
        guard let chain = chains[index] else { return }
        let periods = chain.paid.filter { !chain.replaced.contains($0) }.compactMap { replayed.ledger[$0] }
            .filter { !$0.isUpgraded && !$0.isRevoked && !$0.isErased }
        for (one, other) in zip(periods, periods.dropFirst()) where one.expires.map({ $0 > other.purchased }) ?? true {
            report(.periods, "\(one) and \(other)")
        }
    }
}
