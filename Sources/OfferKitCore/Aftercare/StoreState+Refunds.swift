extension StoreState {
    /// Refunds a transaction (B10-1, C-24).
    ///
    /// The refund of a running period ends it: status 5, no service, auto-renew off. That of an older period marks the
    /// transaction and changes nothing else. What an upgrade gave back before is not given back twice. The refund of the
    /// last period also ends a subscription whose renewal has failed (C-93).
    package func decideRefund(
        of id: TransactionID, _ reason: RevocationReason
    ) -> Decision<TransactionRecord, RefundRefusal> {
        do throws(RefundRefusal) {
            let record = try refundable(id)
            return Decision(refundEvents(record, reason), record)
        } catch {
            return Decision(refusal: error)
        }
    }

    private func refundable(_ id: TransactionID) throws(RefundRefusal) -> TransactionRecord {
        guard let record = transactions[id], !record.isErased else { throw .unknownTransaction(id) }
        guard !record.isFamilyShared else { throw .familyShared(id) }
        if let earlier = revocations[id] { throw .alreadyRefunded(id, on: earlier.date) }
        return record
    }

    private func refundEvents(_ record: TransactionRecord, _ reason: RevocationReason) -> [StoreEvent.Kind] {
        let left = Amount(milliunits: record.price.milliunits - (proratedRefunds[record.id] ?? .zero).milliunits)
        var events = [StoreEvent.Kind.transactionRefunded(record.id, reason, refund: max(left, .zero))]
        guard let index = record.subscription, self[index].isRunning, self[index].latestTransaction == record.id else {
            return events
        }
        // The refund ends a renewal that is being tried, too; it is no cancellation.
        if self[index].willAutoRenew { events.append(.autoRenewChanged(index, isOn: false)) }
        if !families.isEmpty { revokeShares(of: index, into: &events) }
        return events
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
        do throws(RefundRefusal) {
            let record = try refundable(id)
            guard record.customer == customer else { throw .unknownTransaction(id) }
            let events = [StoreEvent.Kind.refundRequested(id)]
            let off = record.subscription.map { renewalOff(of: $0) } ?? []
            switch isGranted {
            case true?:
                // The refund of the current period turns it off by itself.
                let refund = refundEvents(record, reason)
                return Decision(events + (off.contains { refund.contains($0) } ? [] : off) + refund, record)
            case false?: return Decision(events + off + [.refundDeclined(id)], record)
            case nil: return Decision(events + off, record)
            }
        } catch {
            return Decision(refusal: error)
        }
    }

    /// Declines a refund that was asked for (B10-4).
    package func decideRefundDecline(of id: TransactionID) -> Decision<Void, RefundRefusal> {
        do throws(RefundRefusal) {
            _ = try refundable(id)
            return Decision([.refundDeclined(id)], ())
        } catch {
            return Decision(refusal: error)
        }
    }

    /// Reverses a refund: status and renewal date come back, auto-renew stays as it is (B10-4, C-24).
    package func decideRefundReversal(of id: TransactionID) -> Decision<TransactionRecord, RefundRefusal> {
        guard let record = transactions[id], !record.isErased else {
            return Decision(refusal: .unknownTransaction(id))
        }
        guard record.isRevoked, !record.isFamilyShared else { return Decision(refusal: .notRefunded(id)) }
        var events = [StoreEvent.Kind.refundReversed(id)]
        // Service comes back, for the family too.
        if let index = record.subscription, case .revoked(_, let until) = self[index].standing, until > now,
            self[index].latestTransaction == id, !families.isEmpty
        {
            share(record, into: &events)
        }
        return Decision(events, record)
    }

    mutating func applyAftercare(_ event: StoreEvent) {
        switch event.kind {
        case .transactionRefunded(let id, let reason, let refund):
            applyRefund(of: id, reason, refund, at: event.instant)
        case .refundReversed(let id): applyReversal(of: id, at: event.instant)
        case .renewalExtended(let index, let until): applyExtension(of: index, until: until, at: event.instant)
        default: break
        }
    }

    private mutating func applyRefund(
        of id: TransactionID, _ reason: RevocationReason, _ refund: Amount, at instant: Instant
    ) {
        guard let record = transactions[id] else { return }
        revocations[id] = Revocation(date: instant, reason: reason, refund: refund)
        transactions.change(id, of: record.subscription) { $0.marks.insert(.revoked) }
        guard let index = record.subscription, let expires = record.expires else {
            // A refunded non-consumable can be bought again.
            let ownership = Ownership(customer: record.customer, product: record.product)
            if owned[ownership] == id { owned[ownership] = nil }
            return
        }
        guard self[index].latestTransaction == id else {
            if record.price > .zero {
                self[index].paidService.refundEarlier(until: serviceEnd(of: record, until: expires, on: index))
            }
            return
        }
        if self[index].isRunning { applyEnd(of: index, .revoked(on: instant, until: expires)) }
        self[index].paidService.refundLatest(from: record.purchased)
    }

    /// When a period really ended: an upgrade ends it where the next transaction begins.
    private func serviceEnd(
        of record: TransactionRecord, until expires: Instant, on index: SubscriptionIndex
    ) -> Instant {
        guard record.isUpgraded else { return expires }
        var later = latestTransaction(of: index)
        while let current = later, current.previous != record.id { later = transactions[current.previous, of: index] }
        return later?.purchased ?? expires
    }

    private mutating func applyReversal(of id: TransactionID, at instant: Instant) {
        guard let record = transactions[id] else { return }
        revocations[id] = nil
        transactions.change(id, of: record.subscription) { $0.marks.remove(.revoked) }
        guard let index = record.subscription, let expires = record.expires else {
            if case .nonConsumable = shop[record.product].product.kind {
                owned[Ownership(customer: record.customer, product: record.product)] = id
            }
            return
        }
        guard self[index].latestTransaction == id else { return }
        self[index].paidService.reinstate(from: record.purchased, to: expires, isPaid: record.price > .zero)
        guard case .revoked = self[index].standing else {
            // It was refunded after its end, and stays over.
            self[index].paidService.lapse()
            return
        }
        if expires > instant {
            self[index].standing = .active(until: expires)
            agenda.add(Agenda.Item(due: expires, subscription: index, kind: .expiry))
        } else {
            self[index].standing = .lapsed(on: expires, reason: .autoRenewDisabled)
            self[index].paidService.lapse()
        }
    }
}
