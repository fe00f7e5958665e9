/// Counts subscription events by day, for ``SubscriptionEventReport``.
struct EventFold: Sendable {
    private(set) var cells = CellTable<SubscriptionEventReport.Cell>()

    @inline(__always)
    mutating func count(_ change: Transition, _ day: Int32) {
        // Purchases of other products are no subscription events.
        guard change.cohort >= 0 else { return }
        let row = cells.row(of: dayKey(day, change.terms))
        if change.kind == .renewed {
            cells.values[row].counts.renewed &+= 1
        } else {
            countKind(change, row)
        }
        if change.flow == .charge {
            countPeriod(change, row)
            if change.isConversion {
                let before = cells.row(of: dayKey(day, change.termsBefore))
                cells.values[before].counts.converted &+= 1
            }
        }
        if let cause = change.cause { countEnd(change, cause, day) }
    }

    @inline(__always)
    private mutating func countPeriod(_ change: Transition, _ row: Int) {
        if change.redeems { cells.values[row].counts.redeemed &+= 1 }
        switch change.planChange {
        case .none: break
        case .upgrade: cells.values[row].counts.upgraded &+= 1
        case .downgrade: cells.values[row].counts.downgraded &+= 1
        case .crossgrade: cells.values[row].counts.crossgraded &+= 1
        }
    }

    @inline(never)
    private mutating func countKind(_ change: Transition, _ row: Int) {
        switch change.kind {
        case .subscribed: cells.values[row].counts.new &+= 1
        case .resubscribed: cells.values[row].counts.resubscribed &+= 1
        // A purchase of another product during billing retry is a recovery as well (C-12).
        case .recovered,
            .planChanged where change.before.isFailing:
            if change.before == .grace {
                cells.values[row].counts.recoveredInGrace &+= 1
            } else {
                cells.values[row].counts.recoveredInRetry &+= 1
            }
        case .autoRenewTurnedOff: cells.values[row].counts.cancelled &+= 1
        case .autoRenewTurnedOn: cells.values[row].counts.reactivated &+= 1
        case .renewalPlanned:
            if change.planChange != .none { cells.values[row].counts.changesPlanned &+= 1 }
            if change.redeems { cells.values[row].counts.offersPlanned &+= 1 }
        case .renewalFailed where change.after == .grace: cells.values[row].counts.graceEntered &+= 1
        case .renewalFailed, .graceEnded: cells.values[row].counts.retryEntered &+= 1
        case .renewalExtended: cells.values[row].counts.extended &+= 1
        case .periodProrated:
            cells.values[row].counts.prorated &+= 1
            cells.values[row].prorated += MoneySum(milliunits: change.takings.money)
        case .refunded:
            cells.values[row].counts.refunds &+= 1
            cells.values[row].refunded += MoneySum(milliunits: change.takings.money)
        case .refundReversed:
            cells.values[row].counts.refundsReversed &+= 1
            cells.values[row].refunded += -MoneySum(milliunits: change.takings.money)
        default: break
        }
    }

    /// Counts an end under the latest terms, which a refund need not name.
    @inline(never)
    private mutating func countEnd(_ change: Transition, _ cause: Transition.Cause, _ day: Int32) {
        let row = cells.row(of: dayKey(day, change.termsBefore))
        switch cause {
        case .voluntary: cells.values[row].counts.endedVoluntarily &+= 1
        case .involuntary: cells.values[row].counts.endedInvoluntarily &+= 1
        case .refund: cells.values[row].counts.endedByRefund &+= 1
        case .other: cells.values[row].counts.endedOtherwise &+= 1
        }
    }
}
