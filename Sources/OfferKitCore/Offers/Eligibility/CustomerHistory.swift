/// What the eligibility rules look at: the customer's history in one subscription group and in the app.
///
/// It is the history as it stands at one instant; ``StoreState/history(of:in:at:)`` makes it.
package struct CustomerHistory: Hashable, Sendable {
    /// Owns, or owned, any auto-renewable subscription of the app (C-9).
    ///
    /// A trial counts, and what was refunded or upgraded since; what the family shares does not.
    package var hasSubscribedInApp = false
    /// The standing in this group: new, existing while service lasts or a failed renewal is tried, else expired (B4-10,
    /// C-15).
    package var customerClass = CustomerClass.new
    /// Whether the group's introductory offer is used up: any product's, free or paid (S1-16, B4-1).
    package var usedIntroductoryOffer = false
    /// Whole months of paid service in the group, counted over the last run of it, which may still run (C-34, C-52).
    package var paidMonths = 0
    /// Owns, or owned, a subscription of this group (B15-2).
    package var hasSubscribedInGroup = false
    /// A renewal has failed and is still tried, in grace or billing retry (B15-4).
    package var hasFailedRenewal = false
    /// The family shares a subscription of the group that gives service (B15-5).
    package var isSharedByFamily = false
    /// Whole months since the end of the last period, a refunded one's too, once it is over and nothing runs; else nil (S4-2,
    /// B15-3, C-53).
    package var monthsSinceLapse: Int?

    package init() {}
}
