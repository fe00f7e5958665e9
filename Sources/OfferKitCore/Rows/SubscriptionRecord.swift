/// The next renewal: one slot for each subscription, with a product and perhaps an offer (C-13).
package struct NextRenewal: Hashable, Sendable, Codable {
    /// The product that renews.
    package let product: ProductIndex
    private let offerPlace: TermsIndex.Optional
    /// Whether the offer waits for the last period of the one that runs, as a stacked code does, instead of ending it
    /// (C-50).
    package let followsRunningOffer: Bool

    /// A renewal of a product, with a queued offer or without.
    package init(product: ProductIndex, terms: TermsIndex?, followsRunningOffer: Bool = false) {
        self.product = product
        offerPlace = .init(terms)
        self.followsRunningOffer = followsRunningOffer
    }

    /// The terms of the offer that is queued; nil when none is.
    package var terms: TermsIndex? { offerPlace.value }
}

/// A customer's subscription in one group: the chain from the first purchase on (C-22), with the transaction of its
/// current or last period.
///
/// It takes 128 bytes, because there may be a million: values that most have are packed here, and values that few have
/// stand in side tables.
package struct SubscriptionRecord: Hashable, Sendable, Codable {
    /// The transaction of the current or last period; of an erased subscription the last there was.
    package internal(set) var latest: TransactionRecord
    /// The start of the chain (C-22).
    let originallyPurchased: Instant
    private var cycleAnchor: Instant
    private var paidStart: Instant
    private var paidEnd: Instant
    private var standingDate: Instant
    private var standingEnd: Instant
    private var cycleCount: UInt32
    private var closedMonths: Int32
    private var nextPlace: SubscriptionIndex.Optional
    /// The number of renewals since the customer's last purchase (B19-1).
    package internal(set) var renewals: UInt16 = 0
    private var phase: Phase
    private var flags: Flags

    private struct Flags: OptionSet, Hashable, Sendable, Codable {
        let rawValue: UInt8
        static let willAutoRenew = Flags(rawValue: 1)
        static let usedIntroductoryOffer = Flags(rawValue: 2)
        static let wasAnnounced = Flags(rawValue: 4)
        static let wasAskedForPayment = Flags(rawValue: 8)
        static let hasPlan = Flags(rawValue: 16)
        static let hasLapsed = Flags(rawValue: 32)
        static let failedToRenew = Flags(rawValue: 64)
    }

    /// The kind of standing with its reason, in one byte, which the compiler packs.
    ///
    /// Grace has a reason too, which it hands on to billing retry.
    fileprivate enum Phase: Hashable, Sendable {
        case active
        case inGrace(RenewalFailure)
        case inRetry(RenewalFailure)
        case lapsed(LapseReason)
        case revoked
    }

    /// The chain that a first purchase begins.
    init(_ record: TransactionRecord, until expires: Instant, _ start: PeriodStart, nextOfCustomer: SubscriptionIndex?)
    {
        latest = record
        originallyPurchased = record.purchased
        (cycleAnchor, cycleCount) = (start.cycle.anchor, start.cycle.count)
        (paidStart, paidEnd, closedMonths) = (record.purchased, record.purchased, 0)
        (standingDate, standingEnd, phase) = (expires, expires, .active)
        nextPlace = .init(nextOfCustomer)
        flags = .willAutoRenew
        flags.set(.usedIntroductoryOffer, start.effects.has(.usesIntroductoryOffer))
        paidService.add(from: record.purchased, to: expires, isPaid: record.isPaid, closing: 0)
    }
}

// MARK: - The packed fields

extension SubscriptionRecord {
    /// The customer whose subscription it is.
    package var customer: CustomerID { latest.customer }
    /// The product of the current or last period.
    package var product: ProductIndex { latest.product }

    /// The standing of the subscription.
    package var standing: Standing {
        switch phase {
        case .active: .active(until: standingDate)
        case .inGrace: .inGrace(until: standingDate, retryUntil: standingEnd)
        case .inRetry(let failure): .inRetry(until: standingDate, because: failure)
        case .lapsed(let reason): .lapsed(on: standingDate, reason: reason)
        case .revoked: .revoked(on: standingDate, until: standingEnd)
        }
    }

    /// The reason why the renewal goes on failing; nil where none fails.
    var renewalFailure: RenewalFailure? {
        switch phase {
        case .inGrace(let failure), .inRetry(let failure): failure
        case .active, .lapsed, .revoked: nil
        }
    }

    /// Whether the chain is running: in service, in grace or in billing retry (status 1, 3, 4).
    package var isRunning: Bool { hasService || isRetrying }
    /// Whether the customer has service now (status 1, 4).
    package var hasService: Bool {
        switch phase {
        case .active, .inGrace: true
        case .inRetry, .lapsed, .revoked: false
        }
    }
    /// Whether a renewal failed and the store goes on trying.
    package var isRetrying: Bool { renewalFailure != nil }
    /// Whether the renewal after the latest period failed, and was not made good (C-42).
    var failedToRenew: Bool { flags.has(.failedToRenew) }
    /// The end of the running period; nil where none runs.
    var activeUntil: Instant? { if case .active = phase { standingDate } else { nil } }

    /// Whether auto-renew is on.
    package internal(set) var willAutoRenew: Bool {
        get { flags.has(.willAutoRenew) }
        set { flags.set(.willAutoRenew, newValue) }
    }

    /// Whether the group's introductory offer is used up (B4-1).
    package internal(set) var usedIntroductoryOffer: Bool {
        get { flags.has(.usedIntroductoryOffer) }
        set { flags.set(.usedIntroductoryOffer, newValue) }
    }

    /// Whether the customer was told of the coming renewal in this period.
    var wasAnnounced: Bool {
        get { flags.has(.wasAnnounced) }
        set { flags.set(.wasAnnounced, newValue) }
    }

    /// Whether the customer was asked for another payment method in this period.
    var wasAskedForPayment: Bool {
        get { flags.has(.wasAskedForPayment) }
        set { flags.set(.wasAskedForPayment, newValue) }
    }

    /// The start of the cycle (C-19, C-51), and the number of its periods that are complete or running.
    var cycle: Cycle {
        get { Cycle(anchor: cycleAnchor, count: cycleCount) }
        set { (cycleAnchor, cycleCount) = (newValue.anchor, newValue.count) }
    }

    /// The paid service of the latest run (C-34).
    var paidService: PaidService {
        get {
            PaidService(
                start: paidStart, end: paidEnd, closedMonths: closedMonths, hasLapsed: flags.has(.hasLapsed))
        }
        set {
            (paidStart, paidEnd, closedMonths) = (newValue.start, newValue.end, newValue.closedMonths)
            flags.set(.hasLapsed, newValue.hasLapsed)
        }
    }

    /// Whether the next renewal is not of the product alone (``Ledger/next(of:)``).
    var hasPlan: Bool {
        get { flags.has(.hasPlan) }
        set { flags.set(.hasPlan, newValue) }
    }

    /// The customer's subscription in another group, as a link of a list; nil at its end.
    var nextOfCustomer: SubscriptionIndex? {
        get { nextPlace.value }
        set { nextPlace = .init(newValue) }
    }

    /// Whether the packed fields are possible for a subscription; those of a saved one may not be.
    var isPossible: Bool {
        let isMarked =
            switch phase {
            case .active: !failedToRenew
            case .inGrace, .inRetry: failedToRenew
            case .lapsed, .revoked: true
            }
        return isMarked && flags.rawValue < 128 && max(standingDate, standingEnd) <= .endOfClock
            && paidService.isPossible
    }
}

extension SubscriptionRecord.Phase: Codable {
    /// Reads the kind from the lowest three bits, and its reason from those above them.
    init(from decoder: any Decoder) throws {
        let bits = try decoder.singleValueContainer().decode(UInt8.self)
        let reason = bits >> 3
        switch (bits & 7, RenewalFailure(rawValue: reason), LapseReason(rawValue: reason)) {
        case (0, _, _) where reason == 0: self = .active
        case (1, let failure?, _): self = .inGrace(failure)
        case (2, let failure?, _): self = .inRetry(failure)
        case (3, _, let reason?): self = .lapsed(reason)
        case (4, _, _) where reason == 0: self = .revoked
        default: throw decoder.corrupted("A subscription has a standing that means nothing.")
        }
    }

    /// Writes the kind and its reason in one byte.
    func encode(to encoder: any Encoder) throws {
        let bits: UInt8 =
            switch self {
            case .active: 0
            case .inGrace(let failure): 1 | failure.rawValue << 3
            case .inRetry(let failure): 2 | failure.rawValue << 3
            case .lapsed(let reason): 3 | reason.rawValue << 3
            case .revoked: 4
            }
        try bits.encode(to: encoder)
    }
}

// MARK: - Events

extension SubscriptionRecord {
    /// Begins another period (B6), which the store renewed or the customer bought.
    // Inlined as `StoreState.renewal` is.
    @inline(__always)
    mutating func begin(_ record: TransactionRecord, until expires: Instant, _ start: PeriodStart) {
        let isPaid = record.isPaid
        latest = record
        enter(.active, expires)
        cycle = start.cycle
        paidService.add(from: record.purchased, to: expires, isPaid: isPaid, closing: start.closedMonths)
        renewals = record.isRenewal ? max(renewals, renewals &+ 1) : 0
        flags.set(.willAutoRenew)
        if start.effects.has(.usesIntroductoryOffer) { flags.set(.usedIntroductoryOffer) }
        flags.set(.wasAnnounced, false)
        flags.set(.wasAskedForPayment, false)
    }

    /// Records that the renewal failed, and with it the reason, which grace hands on to billing retry.
    mutating func fail(because failure: RenewalFailure, graceUntil grace: Instant?, retryUntil: Instant) {
        if let grace { enter(.inGrace(failure), grace, retryUntil) } else { enter(.inRetry(failure), retryUntil) }
    }

    /// Returns whether the failure of another attempt is the reason from now on: a product that is on sale again is not
    /// paid for (C-195).
    package func isReasonReplaced(by failure: RenewalFailure) -> Bool {
        renewalFailure == .productUnavailable && failure.triedCharge
    }

    /// Records another reason why the renewal goes on failing.
    mutating func replaceReason(with failure: RenewalFailure) {
        switch phase {
        case .inGrace: phase = .inGrace(failure)
        case .inRetry: phase = .inRetry(failure)
        case .active, .lapsed, .revoked: break
        }
    }

    /// Ends grace, and service with it: the renewal is tried until its own end.
    mutating func endGrace() {
        if case .inGrace(let failure) = phase { enter(.inRetry(failure), standingEnd) }
    }

    /// Ends the chain's run, for whatever reason.
    mutating func end(_ standing: Standing) {
        take(standing)
        willAutoRenew = false
        paidService.lapse()
    }

    /// Moves the end of the current period, from which the cycle is counted now (C-51).
    mutating func moveEnd(to instant: Instant) {
        latest.expires = instant
        enter(.active, instant)
        cycle = Cycle(anchor: instant)
    }

    /// Takes the standing that a lapse, a refund, its reversal or an erasure leaves.
    ///
    /// None of them begins grace or billing retry, which only a failure does (``fail(because:graceUntil:retryUntil:)``).
    mutating func take(_ standing: Standing) {
        switch standing {
        case .active(let until): enter(.active, until)
        case .lapsed(let on, let reason): enter(.lapsed(reason), on)
        case .revoked(let on, let until): enter(.revoked, on, until)
        case .inGrace, .inRetry: assertionFailure("A lapse or refund left transaction \(latest.id) as \(standing).")
        }
    }

    @inline(__always)
    private mutating func enter(_ phase: Phase, _ date: Instant, _ end: Instant? = nil) {
        (self.phase, standingDate, standingEnd) = (phase, date, end ?? date)
        switch phase {
        case .active: flags.set(.failedToRenew, false)
        case .inGrace, .inRetry: flags.set(.failedToRenew)
        case .lapsed, .revoked: break
        }
    }
}

/// The state of a subscription, with only the values that exist in that state.
package enum Standing: Hashable, Sendable, Codable {
    /// Service runs until then.
    case active(until: Instant)
    /// The renewal failed, service goes on until then, and billing retry goes on to its own end (B7-3, B7-4).
    case inGrace(until: Instant, retryUntil: Instant)
    /// The renewal failed, there is no service, and the store goes on trying until then (B7-2).
    case inRetry(until: Instant, because: RenewalFailure)
    /// The subscription ended, for that reason.
    case lapsed(on: Instant, reason: LapseReason)
    /// The current period was refunded; it would have ended on that date (C-24).
    case revoked(on: Instant, until: Instant)
}

/// The standing that a subscription gets back when the refund of one of its periods is taken back (C-24).
package struct Reinstatement: Hashable, Sendable, Codable {
    /// The standing; nil where the period is not the latest, which decides the standing.
    package let standing: Standing?
    /// The run's paid service, given back (C-34, C-52).
    let paidService: PaidService
}

/// The remainder of a subscription whose latest transaction was erased (C-124).
package struct ChainRemainder: Hashable, Sendable, Codable {
    /// The subscription.
    let subscription: SubscriptionIndex
    /// The latest transaction that is left; nil where none is, so that its customer never had it.
    let latest: TransactionID?
    /// The instant at which it ended.
    let ended: Instant
}

/// The reason why a renewal could not be carried out.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum RenewalFailure: UInt8, Hashable, Sendable, Codable {
    /// The charge was declined.
    case paymentDeclined
    /// The store's risk check refused the charge (S3-34).
    case riskCheckRefused
    /// The product is not for sale, or has no price in the chain's storefront (C-17).
    case productUnavailable

    /// Whether the charge was tried: a product that is not for sale is not charged.
    var triedCharge: Bool { self != .productUnavailable }
}

/// The reason why a subscription ended, by the numbers of signed data (B6-8).
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum LapseReason: UInt8, Hashable, Sendable, Codable {
    /// The customer turned auto-renew off.
    case autoRenewDisabled = 1
    /// The renewal could not be charged within the time of billing retry.
    case billingError = 2
    /// The customer did not agree to a higher price.
    case didNotConsentToPriceIncrease = 3
    /// The product was not for sale.
    case productUnavailable = 4
    /// Anything else.
    case unknown = 5
}
