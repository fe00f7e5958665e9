import Foundation
import OfferKit

/// Folds a store's log into the life of one customer's subscription in one group.
struct LifeReader {
    private let customer: CustomerID
    private let group: String
    /// The customer's own transactions in the group, by number.
    private let transactions: [UInt64: Transaction]

    private var standing = Timeline.Standing.none
    private var latest: Transaction?
    /// The entry that was read last.
    private var previous: LogEntry?
    /// Whether the next transaction recovers a failed renewal.
    private var isRecovering = false
    /// Whether the latest transaction's refund ended the subscription.
    private var isRevoked = false

    init(customer: CustomerID, group: String, transactions: [Transaction]) {
        self.customer = customer
        self.group = group
        self.transactions = Dictionary(transactions.map { ($0.ownNumber, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the cells of the steps between instants: one fewer than there are instants.
    mutating func cells(of log: [LogEntry], starts: [Instant]) -> [Timeline.Cell] {
        guard let first = starts.first else { return [] }
        var rest = log[...]
        _ = marks(in: &rest, before: first)
        return starts.dropFirst().map { end in
            let marks = marks(in: &rest, before: end)
            return marks.isEmpty ? .standing(standing) : .events(marks)
        }
    }

    /// Takes the entries before an instant off the beginning of the log, and returns their marks.
    private mutating func marks(in rest: inout ArraySlice<LogEntry>, before end: Instant) -> [Timeline.Mark] {
        var marks: [Timeline.Mark] = []
        while let entry = rest.first, Instant(entry.date) < end {
            rest.removeFirst()
            defer { previous = entry }
            // A refund turns auto-renew off by itself, which is not drawn beside it.
            if case .autoRenewChanged(customer, group, false) = entry.event,
                case .transactionRefunded(let id, _, _)? = previous?.event, transactions[id] != nil,
                previous?.date == entry.date
            {
                continue
            }
            marks += read(entry)
        }
        return marks
    }

    private mutating func read(_ entry: LogEntry) -> [Timeline.Mark] {
        switch entry.event {
        case .transactionMade(let id, _, _, _, _), .subscriptionRenewed(let id, _, _, _, _):
            transactions[id].map { begin($0) } ?? []
        case .renewalPlanned(customer, group, let product, let offer): plan(product, offer)
        case .renewalFailed(customer, group, _, let grace, _): stand(grace == nil ? .retry : .grace, [.chargeFailed])
        case .recoveryFailed(customer, group, _): [.chargeFailed]
        case .graceEnded(customer, group): stand(.retry, [])
        case .subscriptionRecovered(customer, group): recover()
        case .subscriptionLapsed(customer, group, _): stand(.none, [.ended])
        case .autoRenewChanged(customer, group, let isOn): [isOn ? .autoRenewOn : .autoRenewOff]
        case .priceIncreaseNotified(customer, group, let needsConsent): [needsConsent ? .consentAsked : .priceNotice]
        case .priceIncreaseAgreed(customer, group): [.consentGiven]
        case .renewalExtended(customer, group, _): [.extended]
        case .transactionRefunded(let id, _, _): refund(id)
        case .refundReversed(let id): reverse(id, at: Instant(entry.date))
        default: []
        }
    }

    private mutating func stand(_ new: Timeline.Standing, _ marks: [Timeline.Mark]) -> [Timeline.Mark] {
        standing = new
        return marks
    }

    /// Begins a period.
    private mutating func begin(_ transaction: Transaction) -> [Timeline.Mark] {
        defer { (standing, latest, isRecovering, isRevoked) = (.service, transaction, false, false) }
        let isRenewal = transaction.reason == .renewal
        var marks: [Timeline.Mark] = []
        if isRecovering { marks.append(.recovered) }
        if isRenewal, let latest, latest.productID != transaction.productID { marks.append(.productChanged) }
        // A purchase while another product runs: the store makes a transaction only for a change that takes effect at
        // once.
        if !isRenewal, !isRecovering, standing != .none { marks.append(.upgraded) }
        if let offer = Timeline.Mark(transaction.offer?.type, isFree: transaction.price == 0) { marks.append(offer) }
        return marks.isEmpty ? [isRenewal ? .renewed : .bought] : marks
    }

    private func plan(_ product: String, _ offer: OfferType?) -> [Timeline.Mark] {
        let isOther = latest.map { $0.productID != product } ?? false
        if !isOther, offer == nil { return [.planDropped] }
        return (isOther ? [.productPlanned] : []) + (offer == nil ? [] : [.offerPlanned])
    }

    /// Records a recovery; the transaction that follows has the rest.
    private mutating func recover() -> [Timeline.Mark] {
        isRecovering = true
        return []
    }

    private mutating func refund(_ id: UInt64) -> [Timeline.Mark] {
        guard transactions[id] != nil else { return [] }
        if latest?.ownNumber == id, standing != .none { (standing, isRevoked) = (.none, true) }
        return [.refunded]
    }

    private mutating func reverse(_ id: UInt64, at instant: Instant) -> [Timeline.Mark] {
        guard let transaction = transactions[id] else { return [] }
        if latest?.ownNumber == id, isRevoked, let end = transaction.expirationDate {
            (standing, isRevoked) = (Instant(end) > instant ? .service : .none, false)
        }
        return [.refundReversed]
    }
}
