/// One transaction as the store keeps it, in the wire's own units and without text: 64 bytes.
///
/// Values that only few transactions have stand in ``Adjustments``: refunds, also those of upgrades.
package struct TransactionRecord: Hashable, Sendable, Codable {
    /// The reason for a transaction: the customer bought, or the store renewed (B5-11).
    package enum Reason: UInt8, Hashable, Sendable, Codable {
        /// The customer bought.
        case purchase
        /// The store renewed.
        case renewal
    }

    /// The marks for what became of a transaction, or is unusual about it.
    package struct Marks: OptionSet, Hashable, Sendable, Codable {
        /// The marks as bits.
        package let rawValue: UInt8
        /// The marks with these bits.
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// An upgrade ended the period early (B8-1).
        package static let upgraded = Marks(rawValue: 1)
        /// It was refunded, or access to it was taken back; date and reason stand in ``Adjustments/revocation(of:)``.
        package static let revoked = Marks(rawValue: 2)
        /// The app said that it has delivered what was bought.
        package static let finished = Marks(rawValue: 4)
        /// A member of the buyer's family has it (B10-6).
        package static let familyShared = Marks(rawValue: 8)
        /// It was taken out of its customer's history (C-124); its number is not used again.
        package static let erased = Marks(rawValue: 16)
        /// The store renewed; without this mark, the customer bought.
        static let renewal = Marks(rawValue: 32)
    }

    /// All of a transaction but its number and that of the first of its chain, which its place in a table tells.
    ///
    /// It takes 54 bytes: with ten million transactions every eight count.
    struct Facts: Hashable, Sendable, Codable {
        let purchased: Instant
        fileprivate var end: Instant
        fileprivate let price: Amount
        fileprivate let previous: UInt32
        fileprivate let customer: CustomerID
        fileprivate let product: ProductIndex
        fileprivate let subscription: SubscriptionIndex.Optional
        fileprivate let offer: TermsIndex.Optional
        fileprivate var token: TokenIndex.Optional
        fileprivate let storefront: StorefrontIndex
        fileprivate let offerPeriod: UInt16
        fileprivate let quantity: UInt8
        fileprivate var marks: Marks
    }

    /// Everything but the numbers.
    private(set) var facts: Facts
    private let number: UInt32
    private let originalNumber: UInt32

    /// The last number that a transaction can have.
    static let lastNumber = TransactionID(UInt32.max)

    /// A transaction from its parts.
    init(
        id: TransactionID, originalID: TransactionID, previous: TransactionID = 0, customer: CustomerID,
        product: ProductIndex, subscription: SubscriptionIndex?, purchased: Instant, expires: Instant?, price: Amount,
        storefront: StorefrontIndex, quantity: UInt8 = 1, reason: Reason, terms: TermsIndex?, offerPeriod: UInt16 = 0,
        token: TokenIndex? = nil, marks: Marks = .empty
    ) {
        var facts = Facts(
            purchased: purchased, end: expires ?? .distantFuture, price: price,
            previous: TransactionRecord.narrow(previous),
            customer: customer, product: product, subscription: .init(subscription), offer: .init(terms),
            token: .init(token), storefront: storefront,
            offerPeriod: offerPeriod, quantity: quantity,
            marks: marks)
        facts.marks.set(.renewal, reason == .renewal)
        self.init(id: id, originalID: originalID, facts)
    }

    /// The transaction with these facts.
    init(id: TransactionID, originalID: TransactionID, _ facts: Facts) {
        self.facts = facts
        number = TransactionRecord.narrow(id)
        originalNumber = TransactionRecord.narrow(originalID)
    }

    /// A number in the four bytes that a row has for it; larger ones are not given (``lastNumber``).
    private static func narrow(_ id: TransactionID) -> UInt32 {
        // As `clamping` does, which takes a debug build ten times as long.
        id > lastNumber ? .max : UInt32(truncatingIfNeeded: id)
    }

    /// The transaction's number.
    package var id: TransactionID { TransactionID(number) }
    /// The first transaction of the chain (C-22); its own id for a product outside groups.
    package var originalID: TransactionID { TransactionID(originalNumber) }
    /// The transaction before it in the chain, or before it among the customer's that are no subscriptions; 0 for the
    /// first.
    package var previous: TransactionID { TransactionID(facts.previous) }
    /// The instant at which it was charged, or its period began.
    package var purchased: Instant { facts.purchased }
    /// The amount charged, quantity and offer included (B5-1).
    package var price: Amount { facts.price }
    /// The customer whose transaction it is.
    package var customer: CustomerID { facts.customer }
    /// The product that was bought.
    package var product: ProductIndex { facts.product }
    /// The storefront it was bought in, which the chain keeps (C-44).
    package var storefront: StorefrontIndex { facts.storefront }
    /// The territory of its storefront.
    package var territory: Territory { storefront.territory }
    /// The number of this charge under the offer, from 1; 0 without an offer.
    package var offerPeriod: UInt16 { facts.offerPeriod }
    /// The quantity of the product, 1 to 10.
    package var quantity: UInt8 { facts.quantity }
    /// The reason: the customer bought, or the store renewed.
    package var reason: Reason { isRenewal ? .renewal : .purchase }
    /// The marks for what became of the transaction, or is unusual about it.
    package var marks: Marks {
        get { facts.marks }
        set { facts.marks = newValue }
    }

    /// The end of the period, which only a renewal-date extension changes (B6-4); nil for products that do not expire.
    package var expires: Instant? {
        get { end == .distantFuture ? nil : end }
        set { facts.end = newValue ?? .distantFuture }
    }

    /// The end of the period of a subscription; `.distantFuture` for products that do not expire.
    package var end: Instant { facts.end }

    /// The chain it belongs to; for a family member's transaction, the buyer's.
    ///
    /// Nil for products that are not auto-renewable subscriptions.
    package var subscription: SubscriptionIndex? { facts.subscription.value }
    /// The terms of the offer that applied; nil at the base price.
    package var terms: TermsIndex? { facts.offer.value }
    /// The account token given at the purchase, or set by the developer's server since, which renewals keep (C-144).
    package var token: TokenIndex? {
        get { facts.token.value }
        set { facts.token = .init(newValue) }
    }

    /// Whether something was charged for it.
    package var isPaid: Bool { price > .zero }
    /// Whether the store renewed, and the customer did not buy.
    package var isRenewal: Bool { marks.has(.renewal) }
    /// Whether an upgrade ended its period early (B8-1).
    package var isUpgraded: Bool { marks.has(.upgraded) }
    /// Whether it was refunded, or access to it was taken back.
    package var isRevoked: Bool { marks.has(.revoked) }
    /// Whether the app said that it has delivered what was bought.
    package var isFinished: Bool { marks.has(.finished) }
    /// Whether a member of the buyer's family has it (B10-6).
    package var isFamilyShared: Bool { marks.has(.familyShared) }
    /// Whether it was taken out of its customer's history (C-124).
    package var isErased: Bool { marks.has(.erased) }
}

extension TransactionRecord {
    /// Returns the price of the unused part of its period, rounded down to milliunits (C-23).
    func unusedPrice(at now: Instant) -> Amount {
        let (total, left) = (end.milliseconds(since: purchased), end.milliseconds(since: now))
        guard total > 0, left > 0, isPaid else { return .zero }
        // The product can need more than 64 bits; the quotient is never more than the price.
        let product = price.milliunits.multipliedFullWidth(by: min(left, total))
        return Amount(milliunits: total.dividingFullWidth(product).quotient)
    }

    /// Returns whether its subscription comes before another one of the customer's in lists.
    ///
    /// Own subscriptions come first, the oldest before the others.
    func stands(before other: TransactionRecord) -> Bool {
        guard isFamilyShared == other.isFamilyShared else { return other.isFamilyShared }
        return subscription.map { index in other.subscription.map { index < $0 } ?? false } ?? false
    }
}

extension TransactionRecord.Facts {
    /// Whether a member of the buyer's family has the transaction.
    var isFamilyShared: Bool { marks.has(.familyShared) }
    /// Returns whether another one is of the same transaction, whatever became of it since.
    func began(as other: Self) -> Bool {
        var same = self
        (same.end, same.token, same.marks) = (other.end, other.token, other.marks)
        return same == other && isFamilyShared == other.isFamilyShared
    }
    /// The chain it belongs to.
    var chain: SubscriptionIndex? { subscription.value }
}

/// The revocation of a transaction, with its date and reason (B10-1).
package struct Revocation: Hashable, Sendable, Codable {
    /// The instant at which it was taken back.
    package let date: Instant
    /// The reason.
    package let reason: RevocationReason
    /// The amount that the customer got back; zero for a family member, who paid nothing.
    package let refund: Amount
}

/// The reason why a transaction was refunded, by the numbers of signed data (B10-1).
public enum RevocationReason: Int, Hashable, Sendable, Codable {
    /// Another reason than the app, for example a purchase by accident.
    case other = 0
    /// The customer had an issue with the app.
    case developerIssue = 1
}
