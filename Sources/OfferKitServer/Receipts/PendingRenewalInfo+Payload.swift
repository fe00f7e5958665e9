import OfferKitCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension PendingRenewalInfo {
    /// What a receipt says of a subscription's next renewal; nil where the customer cancelled in grace or billing retry, which
    /// takes it off the list (B13-6, B7-13).
    ///
    /// Made of the payload of renewal info, which is the one reading of the record.
    ///
    /// - Parameters:
    ///   - facts: What there is to be said of it.
    ///   - latest: Its latest transaction, or that of the family member who shares it.
    ///   - state: The store then or later: names are read off it.
    ///   - graceEnd: The end of the grace that the latest period's failed renewal was given; nil where it got none.
    init?(_ facts: RenewalFacts, of latest: TransactionRecord, in state: StoreState, graceEnd: Instant?) {
        let payload = RenewalInfoPayload(facts, of: latest, signed: state.now, in: state)
        let hasFailed = payload.isInBillingRetryPeriod
        // Whoever cancels while the store tries is at the end at once, which nothing else looks like.
        if hasFailed == false, payload.expirationIntent == .autoRenewDisabled { return nil }
        let current = latest.offer.map { state.offers[$0] }
        // The offer that comes next is named, or else the one that runs, or ran last.
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
