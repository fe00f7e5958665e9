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
        let standing = state.ledger.standing(of: index, for: latest, state.adjustments)
        let isShared = latest.isFamilyShared
        // Of what the family shares no more nothing renews, whatever becomes of the buyer's subscription (C-128).
        let isLost = isShared && latest.isRevoked
        let renews = subscription.willAutoRenew && !isLost
        // What nothing will renew has neither price nor offer (C-41); what is shared is charged to the buyer (C-128).
        let next = renews && subscription.isRunning && !isShared ? state.nextCharge(of: index) : nil
        let terms = next?.offer.map { state.offers[$0] }
        originalTransactionID = latest.originalID
        productID = state.shop[latest.product].product.id
        autoRenewProductID = state.shop[isLost ? latest.product : state.ledger.next(of: index).product].product.id
        willAutoRenew = renews
        expirationIntent = ExpirationIntent(standing)
        isInBillingRetryPeriod = standing.billingRetry(after: latest.expires)
        priceIncreaseStatus =
            switch isShared ? nil : state.priceRises.known(to: index, state.ledger)?.stage {
            case nil, .planned?: nil
            case .pending?, .declined?: .pending
            case .agreed?: .agreed
            }
        gracePeriodExpiresDate = if case .inGrace(let until, _) = standing { until } else { nil }
        offerType = terms?.type
        offerIdentifier = terms?.offerID
        offerDiscountType = terms.map { TransactionPayload.OfferDiscountType($0.mode) }
        offerPeriod = terms?.wholePeriod
        signedDate = state.now
        environment = state.setup.environment
        recentSubscriptionStartDate = state.ledger.recentStart(
            of: index, for: latest, state.adjustments, state.settings.pace)
        renewalDate = latest.expires ?? latest.purchased
        currency = next == nil ? nil : latest.territory.currency
        renewalPrice = next?.price
        eligibleWinBackOfferIDs =
            isShared
            ? []
            : state.eligibleWinBackOffers(of: latest.customer, in: state.group(of: index), on: storefront).compactMap(
                \.id)
        appAccountToken = latest.token.map { state.desk.token($0) }
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
