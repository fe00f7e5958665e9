/// Counts cohorts, churn and recovery, for ``RetentionReport``.
struct RetentionFold: Sendable {
    private var cells = CellTable<RetentionReport.Change>()
    private var reasons = CellTable<Int>()
    private var recovery = RecoveryCurve()
    private var cancellation = CancellationLead()

    @inline(__always)
    mutating func count(_ change: Transition, _ month: Int32) {
        // Most renewals change nothing in this report.
        if change.kind == .renewed, change.before == .active { return }
        if change.cohort >= 0 { countChange(change, month) }
    }

    @inline(never)
    private mutating func countChange(_ change: Transition, _ month: Int32) {
        if change.before == .ended, change.after != .ended {
            let row = row(of: change, month)
            if change.isReinstated {
                cells.values[row].reinstated &+= 1
            } else if change.kind == .subscribed {
                cells.values[row].began &+= 1
            } else {
                cells.values[row].returned &+= 1
            }
        }
        if change.kind == .autoRenewTurnedOff { cancellation.count(milliseconds: change.elapsed) }
        if change.kind == .renewalFailed { recovery.failures &+= 1 }
        if change.before.isFailing, change.after == .active {
            recovery.count(after: change.elapsed, isInGrace: change.before == .grace)
        }
        if let cause = change.cause { countEnd(change, cause, month) }
    }

    private mutating func countEnd(_ change: Transition, _ cause: Transition.Cause, _ month: Int32) {
        if change.before.isFailing { recovery.lost &+= 1 }
        let row = row(of: change, month)
        switch cause {
        case .voluntary: cells.values[row].endedVoluntarily &+= 1
        case .involuntary: cells.values[row].endedInvoluntarily &+= 1
        case .refund: cells.values[row].endedByRefund &+= 1
        case .other: cells.values[row].endedOtherwise &+= 1
        }
        reasons.values[reasons.row(of: dayKey(month, change.reason))] &+= 1
    }

    private mutating func row(of change: Transition, _ month: Int32) -> Int {
        cells.row(of: dayKey(month, change.cohort))
    }

    func report(_ table: borrowing SubscriptionTable, latestMonth: ReportMonth?) -> RetentionReport {
        var report = RetentionReport()
        report.latestMonth = latestMonth
        for (key, value) in zip(cells.keys, cells.values) {
            let month = ReportMonth(monthsSinceYear0: Int(key >> 32))
            report.cells.add(value, to: table.cohorts[Int(key & 0xFFFF_FFFF)], month)
        }
        for (key, value) in zip(reasons.keys, reasons.values) {
            let month = ReportMonth(monthsSinceYear0: Int(key >> 32))
            report.reasons.add(value, to: month, table.reasons.words.values[Int(key & 0xFFFF_FFFF)])
        }
        report.recovery = recovery
        report.cancellation = cancellation
        return report
    }
}
