import OfferKitCore

/// What is remembered of a subscription, running or not: 72 bytes.
struct SubscriptionHistory: Sendable {
    struct Flags: OptionSet, Sendable {
        let rawValue: UInt8
        /// The latest period was paid for, and is not counted as paid service yet.
        static let isPaid = Flags(rawValue: 1)
        /// Charges bring 85 % at present.
        static let hasHighRate = Flags(rawValue: 2)
        /// The end of the latest period was put off, or came early.
        static let isExtended = Flags(rawValue: 4)
        /// A refund of the latest period ended the subscription.
        static let isEndedByRefund = Flags(rawValue: 8)
    }

    /// The number of the latest transaction.
    var transaction: UInt64 = 0
    /// When the latest period ends or ended.
    var end = Instant.epoch
    /// Completed paid service of the run that counts towards a year, in milliseconds (B17-7).
    var paid: Int64 = 0
    /// When that run began.
    var countingSince = Instant.epoch
    /// The first transaction that brought 85 %; 0 for none.
    var rateSwitch: UInt64 = 0
    /// What the subscriber paid in the currency of the latest terms, and the developer's share of it, refunds taken off.
    var money: Int64 = 0
    var share: Int64 = 0
    /// The latest terms.
    var terms: TermsBook.Place
    /// The row of the offer that was redeemed last, whether or not the subscriber belongs to it still; -1 for none.
    var offer: Int32 = -1
    /// The place of the cohort.
    var cohort: Int32
    var standing = Transition.Standing.ended
    var flags: Flags = []
}

/// What is remembered of a subscription that runs: 80 bytes.
struct SubscriptionFacts: Sendable {
    var history: SubscriptionHistory
    /// When the latest period began.
    var start = Instant.epoch
}

/// The offer that a subscriber redeemed last.
struct RedeemedOffer: Sendable {
    let terms: TermsBook.Place
    /// The transaction of the first period under it.
    let transaction: UInt64
    /// When that began.
    let date: Instant
    /// The transaction with which the subscriber came back without an offer; one that no store has while they belong to this one.
    var left = UInt64.max

    /// Whether the subscriber still belongs to it.
    var isCurrent: Bool { left == .max }
}

/// A refund that was not taken back.
struct RememberedRefund: Sendable {
    let money: Int64
    let share: Int64
    let isHighRate: Bool
    let terms: TermsBook.Place
    /// Paid service of the period, in milliseconds: what it took off, or what was never counted of a current period.
    let paid: Int64
    /// Whether the period was paid for and not counted yet.
    let wasPaid: Bool
}

extension Int64 {
    /// The sum, held at the ends of the range.
    func addingClamping(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }

    /// The number with the other sign, held at the end of the range.
    var opposite: Int64 { self == .min ? .max : -self }
}
