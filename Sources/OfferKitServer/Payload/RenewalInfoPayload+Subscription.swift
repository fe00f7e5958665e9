package import OfferKitCore
import OfferKitEssentials

extension RenewalInfoPayload {
    /// Makes the renewal info of a subscription, to be signed at the store's present.
    ///
    /// This is the only reading of the record: what apps see, what is signed, and what servers get all come from it. It
    /// is not tied to a device yet.
    ///
    /// - Parameters:
    ///   - index: The subscription.
    ///   - latest: Its latest transaction, or that of the family member who shares it.
    ///   - state: The store.
    ///   - storefront: The storefront in which win-back offers are looked up; the chain's own unless given.
    package init(
        _ index: SubscriptionIndex, _ latest: TransactionRecord, in state: __shared StoreState,
        on storefront: Territory? = nil
    ) {
        self.init(RenewalFacts(index, latest, in: state, on: storefront), of: latest, signed: state.now, in: state)
    }

    /// Makes the renewal info of a subscription as it was at an instant.
    ///
    /// - Parameters:
    ///   - facts: The facts about the next renewal.
    ///   - record: Any transaction of the chain, or of the family member who shares it.
    ///   - instant: The date of the signature.
    ///   - state: The store then or later, for names, which it never forgets.
    init(
        _ facts: RenewalFacts, of record: TransactionRecord, signed instant: Instant, in state: __shared StoreState
    ) {
        let terms = facts.terms.map { state.offers[$0] }
        originalTransactionID = state.shownNumber(of: record.originalID)
        productID = state.shop[facts.current].product.id
        autoRenewProductID = state.shop[facts.product].product.id
        willAutoRenew = facts.willAutoRenew
        expirationIntent = ExpirationIntent(facts.standing)
        isInBillingRetryPeriod = facts.failedToRenew ? facts.standing.isRetrying : nil
        priceIncreaseStatus =
            switch facts.priceRise?.stage {
            case nil, .planned?: nil
            case .pending?, .declined?: .pending
            case .agreed?: .agreed
            }
        gracePeriodExpiresDate = if case .inGrace(let until, _) = facts.standing { Date(until) } else { nil }
        offerType = terms?.type
        offerIdentifier = terms?.offerID
        offerDiscountType = terms.map { TransactionPayload.OfferDiscountType($0.mode) }
        offerPeriod = terms?.wholePeriod
        signedDate = Date(instant)
        environment = state.setup.environment
        recentSubscriptionStartDate = Date(facts.recentStart)
        renewalDate = Date(facts.renewalDate)
        currency = facts.price == nil ? nil : record.territory.currency
        renewalAmount = facts.price
        eligibleWinBackOfferIDs = facts.winBackOffers
        appAccountToken = facts.token.map { state.desk.token($0) }
        appTransactionID = state.setup.appTransactionID(of: record.customer)
    }
}

extension RenewalInfoPayload.ExpirationIntent {
    /// The reason why service ended; nil while a period runs that was paid for, and after a refund.
    fileprivate init?(_ standing: Standing) {
        switch standing {
        case .active, .revoked: return nil
        case .inGrace: self = .billingError
        case .inRetry(_, .productUnavailable): self = .productUnavailable
        case .inRetry: self = .billingError
        case .lapsed(_, let reason): self.init(rawValue: Int(reason.rawValue))
        }
    }
}

extension Standing {
    fileprivate var isRetrying: Bool {
        switch self {
        case .inGrace, .inRetry: true
        case .active, .lapsed, .revoked: false
        }
    }
}
