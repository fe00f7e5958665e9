public import OfferKitCore
public import OfferKitServer

extension Transaction {
    /// The offer that applies to a transaction, or to the next renewal.
    public struct Offer: Equatable, Hashable, Sendable {
        /// StoreKit's name for the way in which an offer was paid for.
        public typealias PaymentMode = TransactionPayload.OfferDiscountType

        /// The offer's identifier; nil for an introductory offer (S0-58), the reference name for an offer code.
        public let id: String?
        /// The kind of offer.
        public let type: OfferType
        /// The way in which the offer is paid for.
        public let paymentMode: PaymentMode?
        /// The length of the whole offer: one month three times is three months (B0-8).
        public let period: Product.SubscriptionPeriod?
    }
}

extension Transaction.Offer {
    init(_ terms: CapturedTerms) {
        self.init(
            id: terms.offerID, type: terms.type, paymentMode: PaymentMode(terms.mode), period: terms.wholePeriod)
    }
}

extension OfferType {
    /// StoreKit's name for ``intro``.
    public static let introductory = OfferType.intro
    /// StoreKit's name for ``promo``.
    public static let promotional = OfferType.promo
}
