import OfferKitCore

/// The effect of an event: a subscription's standing before and after it, and the money that moved.
///
/// Reports count transitions alone, so the facts of a subscription are kept once, in the ``SubscriptionTable``.
struct Transition: Sendable {
    /// The standing of a subscription.
    enum Standing: UInt8, Sendable {
        case ended, active, grace, retry

        /// Whether a renewal has failed and is not recovered yet.
        var isFailing: Bool { self == .grace || self == .retry }
    }

    /// The change of product from one period to the next.
    enum PlanChange: UInt8, Sendable {
        case none, upgrade, downgrade, crossgrade
    }

    /// The cause for which a subscription ended (C-174).
    enum Cause: UInt8, Sendable {
        case voluntary, involuntary, refund, other
    }

    /// The kind of movement of money.
    enum Flow: UInt8, Sendable {
        case none, charge, refund, reversal, proration
    }

    /// The phase of money for an offer (C-181).
    enum Phase: UInt8, Sendable {
        case none, before, during, after
    }

    let kind: ReportEvent.Kind
    /// The terms in the event, or the latest.
    var terms: TermsBook.Place
    /// The standing before the event, and its terms.
    var before = Standing.ended
    var termsBefore: TermsBook.Place = -1
    /// The standing after the event, and its terms.
    var after = Standing.ended
    var termsAfter: TermsBook.Place = -1
    /// The place of the subscription's cohort; -1 for other products.
    var cohort: Int32 = -1
    /// The month of the cohort.
    var cohortMonth: Int32 = -1

    var flow = Flow.none
    /// Whether the charge brings, or brought, 85 %.
    var isHighRate = false
    /// The amount charged or refunded.
    var takings = Takings()
    /// The phase of the money, and the offer's terms.
    var phase = Phase.none
    var phaseTerms: TermsBook.Place = -1

    var planChange = PlanChange.none
    /// Whether a period at the standard price followed one under an offer (C-172).
    var isConversion = false
    /// Whether the first period under an offer began, or an offer was chosen for the next renewal.
    var redeems = false
    /// The subscriber's money from before the first period under an offer.
    var takingsBefore = Takings()

    /// The cause of the end, and the place of its reason; nil where the subscription did not end.
    var cause: Cause?
    var reason: Int32 = 0
    /// The offer that the subscriber belonged to at the end, and for how long.
    var offerLeft: TermsBook.Place = -1
    var millisecondsSinceOffer: Int64 = 0
    /// Whether its last period was under an offer.
    var endedUnderOffer = false
    /// The time from the failure to the recovery, or from the cancellation to the end, in milliseconds.
    var elapsed: Int64 = 0
    /// Whether a refund that had ended the subscription was reversed in time.
    var isReinstated = false
}
