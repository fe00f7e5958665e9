public import OfferKitCore

extension Transaction {
    /// The offer that applies to a transaction, or to the next renewal.
    public struct Offer: Equatable, Hashable, Sendable {
        /// How an offer was paid for, by the names of signed data.
        ///
        /// An open set: a `switch` needs a `default`.
        public struct PaymentMode: RawRepresentable, Equatable, Hashable, Sendable {
            /// The text in signed data.
            public let rawValue: String

            /// The mode with that text, known or not.
            public init(rawValue: String) {
                self.rawValue = rawValue
            }

            /// Nothing is charged (S1-3).
            public static let freeTrial = PaymentMode(rawValue: "FREE_TRIAL")
            /// The reduced price is charged each period (S1-4).
            public static let payAsYouGo = PaymentMode(rawValue: "PAY_AS_YOU_GO")
            /// One charge covers the whole offer (S1-5).
            public static let payUpFront = PaymentMode(rawValue: "PAY_UP_FRONT")
        }

        /// The offer's identifier; nil for an introductory offer (S0-58), the reference name for an offer code.
        public let id: String?
        /// The kind of offer.
        public let type: OfferType
        /// How it is paid for.
        public let paymentMode: PaymentMode?
        /// The length of the whole offer: one month three times is three months (B0-8).
        public let period: Product.SubscriptionPeriod?

        init(_ terms: CapturedTerms) {
            id = terms.offerID
            type = terms.type
            switch terms.mode {
            case .freeTrial: paymentMode = .freeTrial
            case .payAsYouGo: paymentMode = .payAsYouGo
            case .payUpFront: paymentMode = .payUpFront
            }
            period = terms.wholePeriod
        }
    }
}

extension OfferType {
    /// StoreKit's name for ``intro``.
    public static let introductory = OfferType.intro
    /// StoreKit's name for ``promo``.
    public static let promotional = OfferType.promo
}
