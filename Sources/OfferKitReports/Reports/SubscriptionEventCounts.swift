/// The number of events of each kind (B17-2, S0-135).
///
/// Each event is counted once, under the terms named here: **its** terms are those of the period that began or is
/// refunded; terms **before** are those of the period that ended or still runs.
public struct SubscriptionEventCounts: Hashable, Sendable, ReportSum {
    /// Subscriptions that began, the customer's first in the group; under their terms.
    public package(set) var new = 0
    /// Renewals in time; under the terms of the new period.
    public package(set) var renewed = 0
    /// Periods at the standard price that follow one under an offer without a lapse: renewed, recovered or changed to.
    ///
    /// They count under the terms **before**, so that an offer's conversions are found under the offer (C-172).
    public package(set) var converted = 0
    /// Auto-renew turned off while the subscription had not ended; under the terms of the current period.
    ///
    /// Auto-renew turned off by a refund that ended the period is not counted (C-24); by the request for a refund it is
    /// (B10-3).
    public package(set) var cancelled = 0
    /// Auto-renew turned on again, by hand or by a purchase; under the terms of the current period.
    public package(set) var reactivated = 0
    /// Subscriptions that began again after they had ended; under the terms of the new period.
    public package(set) var resubscribed = 0
    /// Changes to a product of a higher level, at once or at a renewal; under the terms of the new period (C-173).
    public package(set) var upgraded = 0
    /// Changes to a product of a lower level, when they take effect; under the terms of the new period (C-173).
    public package(set) var downgraded = 0
    /// Changes to another product of the same level; under the terms of the new period (C-173).
    public package(set) var crossgraded = 0
    /// Changes to another product that were chosen for the next renewal; under the terms of the current period.
    ///
    /// They count whether or not they take effect.
    public package(set) var changesPlanned = 0
    /// Offers that were chosen for the next renewal; under the terms of the current period.
    public package(set) var offersPlanned = 0
    /// Offers whose first period began; under their terms.
    public package(set) var redeemed = 0
    /// Renewals that failed with a grace period; under the terms of the period that was to be renewed.
    public package(set) var graceEntered = 0
    /// Renewals that failed without grace, and grace periods that ended unpaid; under the terms of the same period.
    public package(set) var retryEntered = 0
    /// Failed renewals recovered in the grace period; under the terms of the new period.
    public package(set) var recoveredInGrace = 0
    /// Failed renewals recovered in billing retry without grace; under the terms of the new period.
    public package(set) var recoveredInRetry = 0
    /// Subscriptions that ended voluntarily (S3-5); under the terms of the last period (C-174).
    public package(set) var endedVoluntarily = 0
    /// Subscriptions that ended because a renewal could not be charged (S3-6).
    public package(set) var endedInvoluntarily = 0
    /// Subscriptions that ended by the refund of their current period.
    public package(set) var endedByRefund = 0
    /// Subscriptions that ended otherwise: not for sale, erased, unknown.
    public package(set) var endedOtherwise = 0
    /// Refunds of subscriptions' transactions; under the terms of the transaction.
    public package(set) var refunds = 0
    /// Refunds that were reversed.
    public package(set) var refundsReversed = 0
    /// Periods that an upgrade ended, with the unused part refunded; under the terms of that period.
    public package(set) var prorated = 0
    /// Ends of periods that were extended.
    public package(set) var extended = 0

    /// Counts of zero.
    package init() {}

    /// The failed renewals recovered, in grace and in retry.
    public var recovered: Int { recoveredInGrace &+ recoveredInRetry }
    /// The number of subscriptions that ended.
    public var ended: Int { endedVoluntarily &+ endedInvoluntarily &+ endedByRefund &+ endedOtherwise }
    /// The number of new subscribers for each returning one (S0-136); nil where nobody returned.
    public var newToReturning: Double? { ratio(new, of: resubscribed) }
    /// The share of new subscribers among all who began, new and returning; nil where nobody did.
    public var newShare: Double? { ratio(new, of: new &+ resubscribed) }

    /// The counts with their names, in the order above, as columns of a table.
    public var named: [(name: String, count: Int)] {
        [
            ("new", new),
            ("renewed", renewed),
            ("converted", converted),
            ("cancelled", cancelled),
            ("reactivated", reactivated),
            ("resubscribed", resubscribed),
            ("upgraded", upgraded),
            ("downgraded", downgraded),
            ("crossgraded", crossgraded),
            ("changesPlanned", changesPlanned),
            ("offersPlanned", offersPlanned),
            ("redeemed", redeemed),
            ("graceEntered", graceEntered),
            ("retryEntered", retryEntered),
            ("recoveredInGrace", recoveredInGrace),
            ("recoveredInRetry", recoveredInRetry),
            ("endedVoluntarily", endedVoluntarily),
            ("endedInvoluntarily", endedInvoluntarily),
            ("endedByRefund", endedByRefund),
            ("endedOtherwise", endedOtherwise),
            ("refunds", refunds),
            ("refundsReversed", refundsReversed),
            ("prorated", prorated),
            ("extended", extended),
        ]
    }

    /// Adds other counts.
    package mutating func add(_ other: SubscriptionEventCounts) {
        new &+= other.new
        renewed &+= other.renewed
        converted &+= other.converted
        cancelled &+= other.cancelled
        reactivated &+= other.reactivated
        resubscribed &+= other.resubscribed
        upgraded &+= other.upgraded
        downgraded &+= other.downgraded
        crossgraded &+= other.crossgraded
        changesPlanned &+= other.changesPlanned
        offersPlanned &+= other.offersPlanned
        redeemed &+= other.redeemed
        graceEntered &+= other.graceEntered
        retryEntered &+= other.retryEntered
        recoveredInGrace &+= other.recoveredInGrace
        recoveredInRetry &+= other.recoveredInRetry
        endedVoluntarily &+= other.endedVoluntarily
        endedInvoluntarily &+= other.endedInvoluntarily
        endedByRefund &+= other.endedByRefund
        endedOtherwise &+= other.endedOtherwise
        refunds &+= other.refunds
        refundsReversed &+= other.refundsReversed
        prorated &+= other.prorated
        extended &+= other.extended
    }
}
