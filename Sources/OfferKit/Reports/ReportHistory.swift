import OfferKitCore

/// The states of subscriptions in the course of a log that is read again.
///
/// The events of a running store are told with the state beside them. A log is read when the state is long another one,
/// so what an event needs to know of the time before it is followed here.
struct ReportHistory {
    private struct Row {
        var standing: ReportCapture.Standing
        var isRetrying = false
    }

    private var rows: [SubscriptionIndex: Row] = [:]
    private var erased: Set<TransactionID> = []

    /// Returns the present state of a subscription.
    func standing(of index: SubscriptionIndex) -> ReportCapture.Standing? { rows[index]?.standing }

    /// Applies an event.
    ///
    /// - Parameters:
    ///   - event: What happened.
    ///   - ledger: The transactions, as they are now.
    mutating func apply(_ event: StoreEvent, _ ledger: __shared Ledger) {
        switch event.kind {
        case .transactionMade(let record, _, _):
            guard let index = record.subscription else { return }
            rows[index] = Row(standing: ReportCapture.Standing(latest: record, isRunning: true))
        case .renewalFailed(let index, _, _, _, _): rows[index]?.isRetrying = true
        case .subscriptionLapsed(let index, _, _): stop(index)
        case .renewalExtended(let index, let until): rows[index]?.standing.latest.expires = until
        case .periodEnded(let index):
            guard let row = rows[index], row.standing.isRunning, !row.isRetrying else { return }
            rows[index]?.standing.latest.expires = event.instant
        case .transactionRefunded(let id, _, _, _, _):
            if let index = subscription(whoseLatestIs: id, ledger) { stop(index) }
        case .refundReversed(let id, _, let reinstatement?):
            guard let index = subscription(whoseLatestIs: id, ledger) else { return }
            if case .active = reinstatement.standing { rows[index]?.standing.isRunning = true }
        case .transactionsErased(let ids, _, _): erase(ids, ledger)
        default: return
        }
    }

    private mutating func stop(_ index: SubscriptionIndex) {
        rows[index]?.standing.isRunning = false
        rows[index]?.isRetrying = false
    }

    private func subscription(whoseLatestIs id: TransactionID, _ ledger: __shared Ledger) -> SubscriptionIndex? {
        guard let index = ledger[id]?.subscription, rows[index]?.standing.latest.id == id else { return nil }
        return index
    }

    /// Takes transactions out, so that the rest of a subscription ends with the latest one that stays.
    private mutating func erase(_ ids: [TransactionID], _ ledger: __shared Ledger) {
        erased.formUnion(ids)
        for id in ids {
            guard let index = subscription(whoseLatestIs: id, ledger) else { continue }
            var kept = ledger[id]
            while let record = kept, erased.contains(record.id) { kept = ledger[record.previous] }
            rows[index] = kept.map { Row(standing: ReportCapture.Standing(latest: $0, isRunning: false)) }
        }
    }
}
