extension StoreState {
    /// Refunds a transaction (B10-1, C-24).
    ///
    /// The refund of a running period ends it: status 5, no service, auto-renew off. That of an older period marks the
    /// transaction and changes nothing else. What an upgrade gave back before is not given back twice. The refund of the
    /// last period also ends a subscription whose renewal has failed (C-93).
    package func decideRefund(
        of id: TransactionID, _ reason: RevocationReason
    ) -> Decision<TransactionRecord, RefundRefusal> {
        Decision { () throws(RefundRefusal) in
            let record = try ledger.refundable(id, adjustments)
            return Decision(refundEvents(record, reason), record)
        }
    }

    private func refundEvents(_ record: TransactionRecord, _ reason: RevocationReason) -> [StoreEvent.Kind] {
        let left = Amount(milliunits: record.price.milliunits - adjustments.proratedRefund(of: record.id).milliunits)
        var events = [
            StoreEvent.Kind.transactionRefunded(
                record.id, reason, refund: max(left, .zero), runStarts: runStart(withoutPeriod: record))
        ]
        guard let index = record.subscription, self[index].isRunning, self[index].latest.id == record.id else {
            return events
        }
        // The refund ends a renewal that is being tried, too; it is no cancellation.
        if self[index].willAutoRenew { events.append(.autoRenewChanged(index, isOn: false)) }
        if !families.isEmpty { families.revokeShares(of: index, ledger, shop, into: &events) }
        return events
    }

    /// Where the paid service of a run starts without one of its earlier periods; nil where that period changes nothing: it
    /// was free, or from before the run, or it is the latest (C-34).
    private func runStart(withoutPeriod record: TransactionRecord) -> Instant? {
        guard let index = record.subscription, let expires = record.expires, self[index].latest.id != record.id,
            record.price > .zero
        else { return nil }
        let end = ledger.serviceEnd(of: record, until: expires, on: index)
        return end > ledger.runStart(of: index) ? end : nil
    }

    /// The customer asks for a refund through the app's call, which turns auto-renew off at once (B10-3).
    ///
    /// - Parameters:
    ///   - id: The transaction.
    ///   - customer: Who asks.
    ///   - isGranted: The App Store's answer; nil while it thinks about it.
    ///   - reason: Why, where it is granted.
    /// - Returns: The events and the transaction, or the refusal.
    package func decideRefundRequest(
        for id: TransactionID, by customer: CustomerID, isGranted: Bool?, _ reason: RevocationReason
    ) -> Decision<TransactionRecord, RefundRefusal> {
        Decision { () throws(RefundRefusal) in
            let record = try ledger.refundable(id, adjustments)
            guard record.customer == customer else { throw .unknownTransaction(id) }
            let events = [StoreEvent.Kind.refundRequested(id)]
            let off = record.subscription.map { ledger.renewalOff(of: $0, at: now) } ?? []
            switch isGranted {
            case true?:
                // The refund of the current period turns it off by itself.
                let refund = refundEvents(record, reason)
                return Decision(events + (off.contains { refund.contains($0) } ? [] : off) + refund, record)
            case false?: return Decision(events + off + [.refundDeclined(id)], record)
            case nil: return Decision(events + off, record)
            }
        }
    }

    /// Reverses a refund: status and renewal date come back, auto-renew stays as it is (B10-4, C-24).
    package func decideRefundReversal(of id: TransactionID) -> Decision<TransactionRecord, RefundRefusal> {
        guard let record = ledger[id], !record.isErased else {
            return Decision(refusal: .unknownTransaction(id))
        }
        guard record.isRevoked, !record.isFamilyShared else { return Decision(refusal: .notRefunded(id)) }
        var events = [StoreEvent.Kind.refundReversed(id, ledger.reinstatement(of: record, at: now))]
        // Service comes back, for the family too.
        if let index = record.subscription, case .revoked(_, let until) = self[index].standing, until > now,
            self[index].latest.id == id, !families.isEmpty
        {
            families.share(record, ledger, shop, into: &events)
        }
        return Decision(events, record)
    }
}

extension Ledger {
    /// Declines a refund that was asked for (B10-4).
    package func decideRefundDecline(
        of id: TransactionID, _ adjustments: Adjustments
    ) -> Decision<Void, RefundRefusal> {
        Decision { () throws(RefundRefusal) in
            _ = try refundable(id, adjustments)
            return Decision([.refundDeclined(id)], ())
        }
    }

    /// The transaction of that number, which must be the buyer's own and not refunded yet.
    fileprivate func refundable(
        _ id: TransactionID, _ adjustments: Adjustments
    ) throws(RefundRefusal) -> TransactionRecord {
        guard let record = self[id], !record.isErased else { throw .unknownTransaction(id) }
        guard !record.isFamilyShared else { throw .familyShared(id) }
        if let earlier = adjustments.revocation(of: id) { throw .alreadyRefunded(id, on: earlier.date) }
        return record
    }

    /// How a subscription stands again once the refund of its latest period is taken back; nil for any other transaction.
    fileprivate func reinstatement(of record: TransactionRecord, at now: Instant) -> Reinstatement? {
        guard let index = record.subscription, let expires = record.expires, self[index].latest.id == record.id else {
            return nil
        }
        let closedMonths = self[index].paidService.closingAgain(from: record.purchased, isPaid: record.price > .zero)
        // What was refunded after its end stays over.
        var standing = self[index].standing
        if case .revoked = standing {
            standing = expires > now ? .active(until: expires) : .lapsed(on: expires, reason: .autoRenewDisabled)
        }
        return Reinstatement(standing: standing, closedMonths: closedMonths)
    }
}
