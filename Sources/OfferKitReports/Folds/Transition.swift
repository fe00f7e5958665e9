import OfferKitCore

/// What an event came to, once: how a subscription stood before it and stands after it, and which money moved.
///
/// Reports count transitions and ask nothing else; so what must be remembered of a subscription is remembered once, in the
/// ``SubscriptionTable``.
struct Transition: Sendable {
    /// How a subscription stands.
    enum Standing: UInt8, Sendable {
        case ended, active, grace, retry

        /// Whether a renewal has failed and is not made good yet.
        var isFailing: Bool { self == .grace || self == .retry }
    }

    /// What another period's product is beside the one before.
    enum PlanChange: UInt8, Sendable {
        case none, upgrade, downgrade, crossgrade
    }

    /// Why a subscription ended (C-174).
    enum Cause: UInt8, Sendable {
        case voluntary, involuntary, refund, other
    }

    /// Which money moved.
    enum Flow: UInt8, Sendable {
        case none, charge, refund, reversal, proration
    }

    /// Where money stands for an offer (C-181).
    enum Phase: UInt8, Sendable {
        case none, before, during, after
    }

    let kind: ReportEvent.Kind
    /// The terms that the event names, or the latest.
    var terms: TermsBook.Place
    /// How it stood, and under which terms.
    var before = Standing.ended
    var termsBefore: TermsBook.Place = -1
    /// How it stands, and under which terms.
    var after = Standing.ended
    var termsAfter: TermsBook.Place = -1
    /// The place of its cohort; -1 for what is no subscription.
    var cohort: Int32 = -1
    /// The month of the cohort.
    var cohortMonth: Int32 = -1

    var flow = Flow.none
    /// Whether the charge brings, or brought, 85 %.
    var isHighRate = false
    /// What was charged or given back, and the developer's share of it.
    var money: Int64 = 0
    var share: Int64 = 0
    /// Where the money stands for which offer.
    var phase = Phase.none
    var phaseTerms: TermsBook.Place = -1

    var planChange = PlanChange.none
    /// Whether a period at the standard price followed one under an offer (C-172).
    var isConversion = false
    /// Whether the first period under an offer began, or an offer was put in line.
    var redeems = false
    /// What the subscriber had brought when the first period under an offer began.
    var moneyBefore: Int64 = 0
    var shareBefore: Int64 = 0

    /// Why it ended, and the place of the reason; nil where it did not.
    var cause: Cause?
    var reason: Int32 = 0
    /// The offer that the subscriber belonged to when it ended, and how long.
    var offerLeft: TermsBook.Place = -1
    var millisecondsSinceOffer: Int64 = 0
    /// Whether its last period was under an offer.
    var endedUnderOffer = false
    /// How long after the failure it was made good, or how long before the end it was cancelled, in milliseconds.
    var elapsed: Int64 = 0
    /// Whether a refund that had ended it was taken back in time.
    var isReinstated = false

    init(_ kind: ReportEvent.Kind, terms: TermsBook.Place) {
        self.kind = kind
        self.terms = terms
    }
}
