import OfferKitCore

/// The facts kept of every subscription, running or not: 72 bytes.
struct SubscriptionHistory: Sendable {
    struct Flags: OptionSet, Sendable {
        let rawValue: UInt8
        /// The latest period was paid for, and is not counted as paid service yet.
        static let isPaid = Flags(rawValue: 1)
        /// Charges bring 85 % at present.
        static let hasHighRate = Flags(rawValue: 2)
        /// The end of the latest period was extended, or came early.
        static let isExtended = Flags(rawValue: 4)
        /// A refund of the latest period ended the subscription.
        static let isEndedByRefund = Flags(rawValue: 8)
    }

    /// The number of the latest transaction.
    var transaction: UInt64 = 0
    /// The end of the latest period.
    var end = Instant.epoch
    /// The completed paid service that counts towards a year, in milliseconds (B17-7).
    var paid: Int64 = 0
    /// The date from which paid service counts.
    var countingSince = Instant.epoch
    /// The first transaction that brought 85 %; 0 for none.
    var rateSwitch: UInt64 = 0
    /// What the subscriber paid in the currency of the latest terms, less refunds.
    var takings = Takings()
    /// The latest terms.
    var terms: TermsBook.Place
    /// The row of the offer redeemed last, whether or not the subscriber still belongs to it; -1 for none.
    var offer: Int32 = -1
    /// The place of the cohort.
    var cohort: Int32
    var standing = Transition.Standing.ended
    var flags: Flags = []
}

/// The facts kept of a running subscription: 80 bytes.
struct SubscriptionFacts: Sendable {
    var history: SubscriptionHistory
    /// The beginning of the latest period.
    var start = Instant.epoch
}

/// The offer that a subscriber redeemed last.
struct RedeemedOffer: Sendable {
    let terms: TermsBook.Place
    /// The transaction of the first period under the offer.
    let transaction: UInt64
    /// The beginning of that period.
    let date: Instant
    /// The transaction with which the subscriber came back without an offer; until then a number that no store has.
    var left = UInt64.max

    /// Whether the subscriber still belongs to the offer.
    var isCurrent: Bool { left == .max }
}

/// A refund that was not reversed.
struct RememberedRefund: Sendable {
    let takings: Takings
    let isHighRate: Bool
    let terms: TermsBook.Place
    /// The paid service that the refund took off, in milliseconds; for a current period, that which was not counted.
    let paid: Int64
    /// Whether the period was paid for and not counted yet.
    let wasPaid: Bool
}

/// Money of one currency, and the developer's share of it, in thousandths of a unit.
struct Takings: Sendable {
    var money: Int64 = 0
    var share: Int64 = 0

    /// Adds other takings, limited to the range.
    @inline(__always)
    mutating func add(_ other: Takings) {
        money = money.addingClamping(other.money)
        share = share.addingClamping(other.share)
    }

    /// The takings with the other sign, limited to the range.
    var opposite: Takings { Takings(money: money.opposite, share: share.opposite) }
}

extension Takings {
    /// An amount with the developer's share of it; no money for nil.
    init(_ amount: Amount?, isHighRate: Bool) {
        money = amount?.milliunits ?? 0
        share = ProceedsRate.share(of: money, isHigh: isHighRate)
    }
}

extension FixedWidthInteger where Self: SignedInteger {
    /// Returns the sum, limited to the range.
    @inline(__always)
    func addingClamping(_ other: Self) -> Self {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }

    /// The number with the other sign, limited to the range.
    var opposite: Self { self == .min ? .max : -self }
}
