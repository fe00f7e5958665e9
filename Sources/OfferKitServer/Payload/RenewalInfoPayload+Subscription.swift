package import OfferKitCore

extension RenewalInfoPayload {
    /// What the store has to say of a subscription's next renewal, to be signed at its present.
    ///
    /// The one reading of the record: what apps see, what is signed, and what servers are told all come of it. It is made
    /// for no device yet.
    ///
    /// - Parameters:
    ///   - index: The subscription.
    ///   - latest: Its latest transaction, or that of the family member who shares it.
    ///   - state: The store.
    ///   - storefront: Where win-back offers are looked up; the chain's own unless given.
    package init(
        _ index: SubscriptionIndex, _ latest: TransactionRecord, in state: StoreState, on storefront: Territory? = nil
    ) {
        let subscription = state[index]
        // What nothing will renew has neither price nor offer (C-41).
        let next = subscription.willAutoRenew && subscription.isRunning ? state.nextCharge(of: index) : nil
        let terms = next?.offer.map { state.terms($0) }
        originalTransactionID = latest.originalID
        productID = state.shop[latest.product].product.id
        autoRenewProductID = state.shop[subscription.next.product].product.id
        willAutoRenew = subscription.willAutoRenew
        expirationIntent = ExpirationIntent(subscription.standing)
        isInBillingRetryPeriod = subscription.standing.billingRetry(after: latest.expires)
        priceIncreaseStatus =
            switch state.priceRise(of: index)?.stage {
            case nil, .planned?: nil
            case .pending?, .declined?: .pending
            case .agreed?: .agreed
            }
        gracePeriodExpiresDate = if case .inGrace(let until, _) = subscription.standing { until } else { nil }
        offerType = terms?.type
        offerIdentifier = terms?.offerID
        offerDiscountType = terms.map { TransactionPayload.OfferDiscountType($0.mode) }
        offerPeriod = terms?.wholePeriod
        signedDate = state.now
        environment = state.environment
        recentSubscriptionStartDate = subscription.recentStart
        renewalDate = latest.expires ?? latest.purchased
        currency = next == nil ? nil : latest.territory.currency
        renewalPrice = next?.price
        eligibleWinBackOfferIDs =
            latest.isFamilyShared
            ? []
            : state.eligibleWinBackOffers(of: latest.customer, in: subscription.group, on: storefront).compactMap(\.id)
        appAccountToken = latest.token.map { state.token($0) }
        appTransactionID = latest.customer.appTransactionID
        deviceVerification = nil
        deviceVerificationNonce = nil
    }
}

extension RenewalInfoPayload.ExpirationIntent {
    /// Nil while service was paid for, and for what was refunded.
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
    /// Whether the store goes on trying; nil where no charge failed, or one was recovered (C-42).
    ///
    /// Whatever lapsed later than its period ended was being tried meanwhile: until the product came back, say, or until
    /// the customer had enough of it (C-21).
    fileprivate func billingRetry(after expires: Instant?) -> Bool? {
        switch self {
        case .inGrace, .inRetry: true
        case .lapsed(_, .billingError): false
        case .lapsed(let end, _): expires.map { $0 < end } ?? false ? false : nil
        case .active, .revoked: nil
        }
    }
}
