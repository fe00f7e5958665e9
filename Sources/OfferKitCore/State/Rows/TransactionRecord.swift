/// One transaction as the store keeps it, in the wire's own units and without text: 80 bytes.
///
/// What only few transactions have stands in tables of the state: account tokens, refunds.
package struct TransactionRecord: Hashable, Sendable, Codable {
    /// Whether the customer bought, or the store renewed (B5-11).
    package enum Reason: UInt8, Hashable, Sendable, Codable {
        case purchase, renewal
    }

    /// What became of a transaction, or is unusual about it.
    package struct Marks: OptionSet, Hashable, Sendable, Codable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// An upgrade ended the period early (B8-1).
        package static let upgraded = Marks(rawValue: 1)
        /// Refunded, or access to it was taken back; when and why stands in ``StoreState/revocations``.
        package static let revoked = Marks(rawValue: 2)
        /// The app said that it has delivered what was bought.
        package static let finished = Marks(rawValue: 4)
        /// A member of the buyer's family has it (B10-6).
        package static let familyShared = Marks(rawValue: 8)
        /// It was taken out of its customer's history (C-124); its number is not used again.
        package static let erased = Marks(rawValue: 16)
    }

    package let id: TransactionID
    /// The first transaction of the chain (C-22); its own id for a product outside groups.
    package let originalID: TransactionID
    /// The transaction before it in the chain, or before it among the customer's that are no subscriptions; 0 for the
    /// first.
    package let previous: TransactionID
    package let purchased: Instant
    private var end: Instant
    /// What was charged, quantity and offer included (B5-1).
    package let price: Amount
    package let customer: CustomerID
    package let product: ProductIndex
    private let subscriptionPlace: UInt32
    private let offerPlace: UInt32
    private let tokenPlace: UInt32
    /// Apple's number of the storefront it was bought in, which the chain keeps (C-44).
    package let storefront: Int32
    /// Which charge under the offer this is, from 1; 0 without an offer.
    package let offerPeriod: UInt16
    package let quantity: UInt8
    package let reason: Reason
    package var marks: Marks

    package init(
        id: TransactionID, originalID: TransactionID, previous: TransactionID = 0, customer: CustomerID,
        product: ProductIndex, subscription: SubscriptionIndex?, purchased: Instant, expires: Instant?, price: Amount,
        storefront: Int32, quantity: UInt8 = 1, reason: Reason, offer: TermsIndex?, offerPeriod: UInt16 = 0,
        token: TokenIndex? = nil, marks: Marks = []
    ) {
        self.id = id
        self.originalID = originalID
        self.previous = previous
        self.customer = customer
        self.product = product
        subscriptionPlace = subscription?.rawValue ?? .max
        self.purchased = purchased
        end = expires ?? .distantFuture
        self.price = price
        self.storefront = storefront
        self.quantity = quantity
        self.reason = reason
        offerPlace = offer?.rawValue ?? .max
        self.offerPeriod = offerPeriod
        tokenPlace = token?.rawValue ?? .max
        self.marks = marks
    }

    /// The end of the period, which only a renewal-date extension changes (B6-4); nil for products that do not expire.
    package var expires: Instant? {
        get { end == .distantFuture ? nil : end }
        set { end = newValue ?? .distantFuture }
    }

    /// The chain it belongs to; for a family member's transaction, the buyer's.
    ///
    /// Nil for products that are not auto-renewable subscriptions.
    package var subscription: SubscriptionIndex? {
        subscriptionPlace == .max ? nil : SubscriptionIndex(Int(subscriptionPlace))
    }

    /// The terms of the offer that applied; nil at the base price.
    package var offer: TermsIndex? {
        offerPlace == .max ? nil : TermsIndex(Int(offerPlace))
    }

    /// The account token given at the purchase, which renewals keep.
    package var token: TokenIndex? {
        tokenPlace == .max ? nil : TokenIndex(Int(tokenPlace))
    }

    /// The storefront it was bought in.
    package var territory: Territory {
        // Prices exist only where there is a storefront, so a number without a territory cannot have been charged.
        Territory(storefrontID: storefront) ?? Territory(unchecked: "")
    }

    package var isUpgraded: Bool { marks.contains(.upgraded) }
    package var isRevoked: Bool { marks.contains(.revoked) }
    package var isFinished: Bool { marks.contains(.finished) }
    package var isFamilyShared: Bool { marks.contains(.familyShared) }
    package var isErased: Bool { marks.contains(.erased) }
}

/// When and why a transaction was taken back (B10-1).
package struct Revocation: Hashable, Sendable, Codable {
    package let date: Instant
    package let reason: RevocationReason
    /// What the customer got back; zero for a family member, who paid nothing.
    package let refund: Amount
}

/// Why a transaction was refunded, by the numbers of signed data (B10-1).
public enum RevocationReason: Int, Hashable, Sendable, Codable {
    /// Another reason than the app, for example a purchase by accident.
    case other = 0
    /// The customer had an issue with the app.
    case developerIssue = 1
}
