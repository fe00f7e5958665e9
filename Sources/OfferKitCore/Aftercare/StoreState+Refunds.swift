import OfferKitEssentials

extension StoreState {
    /// Refunds a transaction (B10-1, C-24).
    ///
    /// The refund of a running period ends it: status 5, no service, auto-renew off. That of an older period marks the
    /// transaction and changes nothing else. What an upgrade gave back before is not given back twice. The refund of
    /// the last period also ends a subscription whose renewal has failed (C-93).
    package func decideRefund(
        of id: TransactionID, _ reason: RevocationReason
    ) -> Decision<TransactionRecord, RefundRefusal> {
        Decision { () throws(RefundRefusal) in
            let record = try ledger.refundable(id, adjustments)
            return Decision(refundEvents(record, reason), record)
        }
    }

    /// The events of a refund.
    ///
    /// - Parameters:
    ///   - record: The transaction that is refunded.
    ///   - reason: The reason.
    ///   - afterLapse: Whether the subscription ends with an event of the same decision before these.
    /// - Returns: The events.
    private func refundEvents(
        _ record: TransactionRecord, _ reason: RevocationReason, afterLapse: Bool = false
    ) -> [StoreEvent.Kind] {
        let standing = standing(withoutPeriod: record, at: now)
        var events = [
            StoreEvent.Kind.transactionRefunded(
                record.id, because: reason, refund: adjustments.leftToRefund(of: record), standing: standing,
                paidService: paidService(withoutPeriod: record, afterLapse: afterLapse))
        ]
        guard let index = record.subscription, standing != nil else { return events }
        // The refund ends a renewal that is being tried, too; it is no cancellation.
        if self[index].willAutoRenew { events.append(.autoRenewChanged(of: index, isOn: false)) }
        if !families.isEmpty { families.revokeShares(of: index, ledger, shop, into: &events) }
        return events
    }

    /// Decides a refund that a customer asks for through the app's call, which turns auto-renew off at once (B10-3).
    ///
    /// - Parameters:
    ///   - id: The transaction.
    ///   - customer: The customer who asks.
    ///   - isGranted: The App Store's answer; nil while it is still undecided.
    ///   - reason: The reason, where it is granted.
    /// - Returns: The events and the transaction, or the refusal.
    package func decideRefundRequest(
        for id: TransactionID, by customer: CustomerID, isGranted: Bool?, _ reason: RevocationReason
    ) -> Decision<TransactionRecord, RefundRefusal> {
        Decision { () throws(RefundRefusal) in
            // Somebody else's transactions are unknown to a customer, whatever became of them.
            guard ledger[id].map({ $0.customer == customer }) ?? true else { throw .unknownTransaction(id) }
            let record = try ledger.refundable(id, adjustments)
            let events = [StoreEvent.Kind.refundRequested(of: id)]
            let off = record.subscription.map { ledger.renewalOff(of: $0, at: now) } ?? []
            switch isGranted {
            case true?:
                // The refund of the current period turns auto-renew off by itself. In grace and billing retry turning
                // it off ends the subscription, and only then comes the refund (C-21).
                let refund = refundEvents(record, reason, afterLapse: off.count > 1)
                return Decision(events + (off.contains { refund.contains($0) } ? [] : off) + refund, record)
            case false?: return Decision(events + off + [.refundDeclined(of: id)], record)
            case nil: return Decision(events + off, record)
            }
        }
    }

    /// Reverses a refund: status and renewal date come back, auto-renew stays as it is (B10-4, C-24).
    package func decideRefundReversal(of id: TransactionID) -> Decision<TransactionRecord, RefundRefusal> {
        Decision { () throws(RefundRefusal) in
            let record = try ledger.refunded(id)
            let reinstatement = reinstatement(of: record, at: now)
            let lasts = shop.lasts(record.product)
            var events = [StoreEvent.Kind.refundReversed(of: id, lasts: lasts, reinstatement: reinstatement)]
            if let index = record.subscription, case .active = reinstatement?.standing, let rise = rise(since: record) {
                events.append(.priceTermsChanged(of: index, to: .rising(rise)))
            }
            // Service comes back, for the family too.
            if let index = record.subscription, case .revoked(_, let until) = self[index].standing, until > now,
                self[index].latest.id == id, !families.isEmpty
            {
                families.share(record, ledger, shop, into: &events)
            }
            return Decision(events, record)
        }
    }
}

extension Ledger {
    /// Declines a refund that was asked for (B10-4).
    package func decideRefundDecline(
        of id: TransactionID, _ adjustments: Adjustments
    ) -> Decision<Void, RefundRefusal> {
        Decision { () throws(RefundRefusal) in
            _ = try refundable(id, adjustments)
            return Decision([.refundDeclined(of: id)], ())
        }
    }

    /// The transaction of that number, which must be the buyer's own and refunded.
    func refunded(_ id: TransactionID) throws(RefundRefusal) -> TransactionRecord {
        guard let record = self[id], !record.isErased else { throw .unknownTransaction(id) }
        guard record.isRevoked, !record.isFamilyShared else { throw .notRefunded(id) }
        return record
    }

    /// The transaction of that number, which must be the buyer's own and not refunded yet.
    func refundable(
        _ id: TransactionID, _ adjustments: Adjustments
    ) throws(RefundRefusal) -> TransactionRecord {
        guard let record = self[id], !record.isErased else { throw .unknownTransaction(id) }
        guard !record.isFamilyShared else { throw .familyShared(id) }
        if let earlier = adjustments.revocation(of: id) { throw .alreadyRefunded(id, on: Date(earlier.date)) }
        return record
    }
}

// MARK: - Standing and paid service without periods that were taken back

extension StoreState {
    /// The standing of a subscription once a period is refunded; nil where that ends no run (B10-1).
    package func standing(withoutPeriod record: TransactionRecord, at now: Instant) -> Standing? {
        guard let index = record.subscription, let expires = record.expires, self[index].isRunning,
            self[index].latest.id == record.id
        else { return nil }
        return .revoked(on: now, until: expires)
    }

    /// The latest run's paid service once a period is refunded; nil where that changes nothing.
    private func paidService(withoutPeriod record: TransactionRecord, afterLapse: Bool) -> PaidService? {
        guard let index = record.subscription else { return nil }
        var service = self[index].paidService
        if self[index].latest.id == record.id {
            service.refundLatest(from: record.purchased)
        } else {
            service = paidService(of: index) { $0.isRevoked || $0.id == record.id }
            if afterLapse { service.lapse() }
        }
        return service == self[index].paidService ? nil : service
    }

    /// Returns whether the refund of a period leaves that paid service; nil stands for what there is before it.
    func leaves(_ service: PaidService?, withoutPeriod record: TransactionRecord) -> Bool {
        guard let index = record.subscription else { return service == nil }
        let before = self[index].paidService
        return service ?? before == paidService(withoutPeriod: record, afterLapse: false) ?? before
    }

    /// The reinstatement of a subscription once the refund of one of its periods is taken back; nil for other products.
    func reinstatement(of record: TransactionRecord, at now: Instant) -> Reinstatement? {
        guard let index = record.subscription, let expires = record.expires else { return nil }
        guard self[index].latest.id == record.id else {
            let service = paidService(of: index) { $0.isRevoked && $0.id != record.id }
            return Reinstatement(standing: nil, paidService: service)
        }
        // A period that was refunded after its end stays over.
        var standing = self[index].standing
        if case .revoked = standing {
            standing = expires > now ? .active(until: expires) : .lapsed(on: expires, reason: .autoRenewDisabled)
        }
        var service = self[index].paidService
        service.reinstate(
            from: record.purchased, to: adjustments.paidEnd(of: record, until: expires, on: index),
            isPaid: record.isPaid)
        if case .lapsed = standing { service.lapse() }
        return Reinstatement(standing: standing, paidService: service)
    }

    /// The rise to the present price since a period that a customer gets back; nil where the price is not higher (C-24).
    ///
    /// The refund ended whatever they had been told and had answered (C-54), so they have to agree.
    private func rise(since record: TransactionRecord) -> PriceRise? {
        let paid = ledger.chain(endingWith: record.id).first { $0.terms == nil && $0.product == record.product }
        guard let paid, let base = shop.basePrice(of: record.product, in: record.territory), base > paid.price else {
            return nil
        }
        return PriceRise(from: paid.price, needsConsent: true)
    }

    /// The paid service of a subscription's latest run, counted anew from its transactions (C-34, C-52).
    ///
    /// A period that was taken back ends the run before it. The run before it counts where nothing came after it.
    ///
    /// - Parameters:
    ///   - index: The subscription.
    ///   - isRevoked: Whether a period counts as taken back.
    /// - Returns: The service; its run is over where it is over now.
    private func paidService(of index: SubscriptionIndex, where isRevoked: (TransactionRecord) -> Bool) -> PaidService {
        let latest = self[index].latest
        var next: Instant?
        let periods = ledger.chain(endingWith: latest.id).map { record in
            // An upgrade ends a period where the next begins.
            let end = record.isUpgraded ? min(next ?? record.end, record.end) : record.end
            next = record.purchased
            return (record: record, paidEnd: adjustments.paidEnd(of: record, until: end, on: index))
        }
        let first = ledger.runStart(of: index)
        let inRun = periods.reversed().filter { $0.record.id >= first }
        var run = PaidService(from: inRun.first?.record.purchased ?? latest.purchased)
        var before = run
        for period in inRun {
            let (start, isPaid) = (period.record.purchased, period.record.isPaid)
            if isRevoked(period.record) {
                (before, run) = (run, PaidService(from: period.paidEnd))
            } else {
                run.add(
                    from: start, to: period.paidEnd, isPaid: isPaid, closing: run.closing(from: start, isPaid: isPaid))
            }
        }
        if isRevoked(latest) { run = before }
        if self[index].paidService.hasLapsed { run.lapse() }
        return run
    }
}
