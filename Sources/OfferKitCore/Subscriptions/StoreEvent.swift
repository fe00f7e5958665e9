/// Something that happened in the store, with all that was concluded: replaying events needs no judgement.
package struct StoreEvent: Hashable, Sendable {
    /// When it happened, on the store's clock.
    package let instant: Instant
    package let kind: Kind

    package init(at instant: Instant, _ kind: Kind) {
        self.instant = instant
        self.kind = kind
    }

    package enum Kind: Hashable, Sendable {
        /// The clock reached this instant and nothing else happened.
        case clockMoved
        case customerAdded(CustomerID)
        case paymentMethodChanged(CustomerID, PaymentMethod)

        case keyRegistered(id: String, publicKey: [UInt8])
        case keyRevoked(id: String)
        case basePriceChanged(ProductIndex, Territory?, Amount)
        case saleChanged(ProductIndex, isForSale: Bool)
        case offerSwitched(ProductIndex, Shop.OfferName, isActive: Bool)
        case codesCreated([String], CodeRecord)

        /// A request passed every check of B3 steps 1–8, and a payment sheet is open.
        case purchaseRequested(PurchaseAttempt, spending: SpentClaim?)
        /// A request or an open sheet ended without a purchase. Changes nothing but the list of attempts and the
        /// spent nonces (C-5).
        indirect case purchaseRefused(RefusedPurchase)
        /// An open sheet was confirmed, and what follows it is the purchase.
        case purchaseConfirmed(AttemptID)
        /// A code could not be redeemed. Changes nothing.
        indirect case codeRefused(CustomerID, code: String, CodeRefusal)
        /// A code was used up by one redemption.
        case codeRedeemed(CustomerID, code: String)

        case termsCaptured(CapturedTerms)
        case transactionMade(TransactionRecord)
        /// An upgrade ended this transaction's period, and the unused part was refunded (B8-1, C-23).
        case transactionUpgraded(TransactionID, refund: Amount)
        case autoRenewChanged(SubscriptionIndex, isOn: Bool)
        /// The slot of what renews next was filled (C-13).
        case renewalPlanned(SubscriptionIndex, NextRenewal)
        case subscriptionLapsed(SubscriptionIndex, LapseReason)
    }
}

/// A purchase that was refused, cancelled, declined or could not be charged.
package struct RefusedPurchase: Hashable, Sendable {
    package let attempt: AttemptID
    package let customer: CustomerID
    /// The product asked for, as the request named it.
    package let product: String
    package let refusal: PurchaseRefusal
    /// The claim that this request used up (C-5); nil for requests without one, and for later answers.
    package let spending: SpentClaim?
}

/// What the store decided on a command: the events, in order, and the answer.
package struct Decision<Outcome: Sendable, Refusal: Error>: Sendable {
    package var events: [StoreEvent.Kind]
    package var result: Result<Outcome, Refusal>

    package init(_ events: [StoreEvent.Kind] = [], _ outcome: Outcome) {
        self.events = events
        result = .success(outcome)
    }

    package init(_ events: [StoreEvent.Kind] = [], refusal: Refusal) {
        self.events = events
        result = .failure(refusal)
    }
}
