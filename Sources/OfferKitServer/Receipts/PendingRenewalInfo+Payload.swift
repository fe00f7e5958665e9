import OfferKitCore
import OfferKitEssentials

extension PendingRenewalInfo {
    /// Makes the entry for a next renewal; nil for a subscription cancelled in grace or billing retry (B13-6, B7-13).
    ///
    /// It is made from the payload of renewal info, which is the only reading of the record.
    ///
    /// - Parameters:
    ///   - facts: The facts about the next renewal.
    ///   - latest: Its latest transaction, or that of the family member who shares it.
    ///   - state: The store then or later, for names.
    ///   - graceEnd: The end of the grace period after the latest period's failed renewal; nil where there was none.
    init?(_ facts: RenewalFacts, of latest: TransactionRecord, in state: StoreState, graceEnd: Instant?) {
        let payload = RenewalInfoPayload(facts, of: latest, signed: state.now, in: state)
        let hasFailed = payload.isInBillingRetryPeriod
        // A customer who cancels during billing retry ends it at once; no other case has these two values.
        if hasFailed == false, payload.expirationIntent == .autoRenewDisabled { return nil }
        let current = latest.terms.map { state.offers[$0] }
        // The offer of the next period is named, or else that of the current or last one.
        let (type, offer) =
            payload.offerType.map { ($0, payload.offerIdentifier) } ?? current.map { ($0.type, $0.offerID) } ?? (
                nil, nil
            )
        autoRenewProductID = payload.autoRenewProductID
        willAutoRenew = payload.willAutoRenew
        expirationIntent = payload.expirationIntent
        gracePeriodExpiresDate = payload.gracePeriodExpiresDate ?? (hasFailed == nil ? nil : graceEnd.map { Date($0) })
        isInBillingRetryPeriod = hasFailed
        offerCodeReferenceName = type == .code ? offer : nil
        originalTransactionID = payload.originalTransactionID
        priceConsentStatus = facts.priceRise?.needsConsent ?? false ? payload.priceIncreaseStatus : nil
        priceIncreaseStatus = payload.priceIncreaseStatus
        productID = payload.productID
        promotionalOfferID = type == .promo ? offer : nil
        subscriptionGroupID = state.shop[facts.current].group.map { state.shop.groupID($0) }
    }
}
