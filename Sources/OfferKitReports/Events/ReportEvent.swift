package import OfferKitCore
public import OfferKitEssentials

/// One event of a store's log, as reports read it; a line of an event file (Documentation/EventFormat.md).
///
/// An event holds what happened, to whom, and everything else that a report needs, so each report is a fold over events
/// alone. Products, offers, storefronts and reasons are given as places in the ``ReportNames`` that come with the
/// events.
public struct ReportEvent: Hashable, Sendable {
    /// The kind of an event.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Kind: String, Hashable, Sendable, CaseIterable, Codable {
        /// The clock reached this date, and nothing else happened then.
        case clockMoved
        /// A customer was added.
        case customerAdded
        /// A customer's charges began to fail, or to go through again.
        case paymentMethodChanged
        /// A customer joined a family.
        case familyMemberAdded
        /// A customer left the family.
        case familyMemberRemoved
        /// A purchase passed every check, and a payment sheet is open.
        case purchaseRequested
        /// A purchase waits for a parent's approval, or until the customer has settled something.
        case purchaseDeferred
        /// Something was bought that is not an auto-renewable subscription.
        case purchased
        /// A subscription began, the customer's first in its group.
        case subscribed
        /// A subscription began again after it had ended.
        case resubscribed
        /// The customer bought another product of the group, or redeemed an offer, and the running period ended for it.
        case planChanged
        /// A subscription renewed in time.
        case renewed
        /// A failed renewal was recovered.
        case recovered
        /// An upgrade ended a period, and its unused part was refunded.
        case periodProrated
        /// Auto-renew was turned off: the customer cancelled.
        case autoRenewTurnedOff
        /// Auto-renew was turned on again.
        case autoRenewTurnedOn
        /// Another product, or an offer, was chosen for the next renewal.
        case renewalPlanned
        /// The customer was told that a renewal is near.
        case renewalAnnounced
        /// The customer was asked for another payment method before the renewal.
        case paymentUpdateAsked
        /// A renewal failed: the grace period began, where there is one, and billing retry.
        case renewalFailed
        /// The store wrote to the customer about a failed renewal.
        case customerContacted
        /// The grace period ended, and access with it; billing retry goes on.
        case graceEnded
        /// A further attempt to recover a failed renewal failed.
        case recoveryFailed
        /// A subscription ended.
        case lapsed
        /// The app finished a transaction.
        case transactionFinished
        /// The customer asked for a refund in the app.
        case refundRequested
        /// A refund was declined.
        case refundDeclined
        /// A transaction was refunded; that of a subscription's current period ended access, too.
        case refunded
        /// A refund was reversed.
        case refundReversed
        /// The end of the current period was extended.
        case renewalExtended
        /// The test environment ended the current period early.
        case periodEnded
        /// A subscription's first transaction was removed from a customer's history, and the subscription with it; or one of
        /// another product was.
        case erased
        /// A family member got access through the buyer's subscription or purchase.
        case accessShared
        /// A family member lost that access.
        case accessRevoked
        /// A subscriber was told of a higher price.
        case priceIncreaseNotified = "priceRiseNotified"
        /// A subscriber agreed to a higher price.
        case priceIncreaseAgreed = "priceRiseAgreed"
        /// A purchase was refused, cancelled, declined or could not be charged.
        case purchaseRefused
        /// A code was redeemed.
        case codeRedeemed
        /// A code could not be redeemed.
        case codeRefused
    }

    /// The reason of a `lapsed` where a subscription ended because its latest transaction was erased (C-124).
    package static let erasedReason = "erased"

    /// The period that a transaction replaced: the one before it in the chain.
    public struct Replaced: Hashable, Sendable {
        /// The number of the transaction before.
        public var transaction: UInt64
        /// The place of its product.
        public var product: Int
        /// The place of the offer that applied to it; nil at the standard price.
        public var offer: Int?

        /// A period that was replaced.
        public init(transaction: UInt64, product: Int, offer: Int? = nil) {
            self.transaction = transaction
            self.product = product
            self.offer = offer
        }
    }

    /// The event's place in the log, from 0.
    public var number: Int
    /// The date when it happened.
    public var date: Date {
        get { Date(instant) }
        set { instant = Instant(newValue) }
    }
    /// ``date`` as an instant of the store's clock, by which reports count.
    package var instant: Instant
    /// The kind of the event.
    public var kind: Kind

    // A day of a large store has a hundred thousand events, so an absent number takes no extra room: it is stored as
    // one that no store has.
    private var customerNumber: UInt32 = .max
    private var subscriptionNumber: UInt64 = 0
    private var transactionNumber: UInt64 = 0
    private var milliunits: Int64 = 0
    private var hasPrice = false
    private var startDate: Int64 = .min
    private var endDate: Int64 = .min
    private var graceEndDate: Int64 = .min
    private var replacedNumber: UInt64 = 0
    private var subscriptionIndex = 0
    private var hasSubscriptionPlace = false
    private var places = Places()
    private var count: Int32 = 1
    private var charge: Int32 = 0

    /// Places of names; -1 for none.
    private struct Places: Hashable, Sendable {
        var product: Int32 = -1
        var storefront: Int32 = -1
        var offer: Int32 = -1
        var replacedProduct: Int32 = -1
        var replacedOffer: Int32 = -1
        var reason: Int32 = -1
    }

    /// An event of which only the kind is given; the other properties are set afterwards.
    public init(number: Int, date: Date, _ kind: Kind) { self.init(number: number, at: Instant(date), kind) }

    /// An event at an instant of the store's clock.
    package init(number: Int, at instant: Instant, _ kind: Kind) {
        self.number = number
        self.instant = instant
        self.kind = kind
    }
}

// MARK: - Whom and what it concerns

extension ReportEvent {
    /// The number of the customer; nil where the event concerns none.
    public var customer: UInt32? {
        get { customerNumber == .max ? nil : customerNumber }
        set { customerNumber = newValue ?? .max }
    }

    /// The subscription, by the number of its first transaction (`originalTransactionId`); nil for none.
    public var subscription: UInt64? {
        get { subscriptionNumber == 0 ? nil : subscriptionNumber }
        set { subscriptionNumber = newValue ?? 0 }
    }

    /// The place of the subscription among those of the log, from 0, by which tables of subscriptions are indexed.
    public var subscriptionPlace: Int? {
        get { hasSubscriptionPlace ? subscriptionIndex : nil }
        set { (subscriptionIndex, hasSubscriptionPlace) = (newValue ?? 0, newValue != nil) }
    }

    /// The transaction that the event is about; for an event about a subscription, its latest.
    public var transaction: UInt64? {
        get { transactionNumber == 0 ? nil : transactionNumber }
        set { transactionNumber = newValue ?? 0 }
    }

    /// The place of the product in ``ReportNames/products``; for a planned renewal, the one that renews next.
    public var product: Int? {
        get { ReportEvent.place(places.product) }
        set { places.product = ReportEvent.packed(newValue) }
    }

    /// The place of the storefront in ``ReportNames/storefronts``.
    public var storefront: Int? {
        get { ReportEvent.place(places.storefront) }
        set { places.storefront = ReportEvent.packed(newValue) }
    }

    /// The amount charged, or refunded, in units of the storefront's currency.
    ///
    /// It is nil where no money moved. A free period costs 0.
    public var price: Decimal? {
        get { amount.map { Decimal($0) } }
        set { amount = newValue.map { Amount(nearest: $0) } }
    }

    /// ``price`` as an exact amount.
    package var amount: Amount? {
        get { hasPrice ? Amount(milliunits: milliunits) : nil }
        set { (milliunits, hasPrice) = (newValue?.milliunits ?? 0, newValue != nil) }
    }

    /// The number of units of the product.
    public var quantity: Int {
        get { Int(count) }
        set { count = Int32(clamping: newValue) }
    }

    /// The place in ``ReportNames/offers`` of the offer that applies to the period; nil at the standard price.
    ///
    /// For a planned renewal, it is the offer that waits.
    public var offer: Int? {
        get { ReportEvent.place(places.offer) }
        set { places.offer = ReportEvent.packed(newValue) }
    }

    /// The number of the period under the offer, from 1; 0 without an offer.
    public var offerCharge: Int {
        get { Int(charge) }
        set { charge = Int32(clamping: newValue) }
    }

    /// The beginning of the period that the event is about.
    public var start: Date? {
        get { startInstant.map { Date($0) } }
        set { startInstant = newValue.map { Instant($0) } }
    }

    /// ``start`` on the store's clock.
    package var startInstant: Instant? {
        get { ReportEvent.instant(startDate) }
        set { startDate = newValue?.millisecondsSince1970 ?? .min }
    }

    /// The end of that period; for a failed renewal, the end of billing retry.
    public var end: Date? {
        get { endInstant.map { Date($0) } }
        set { endInstant = newValue.map { Instant($0) } }
    }

    /// ``end`` on the store's clock.
    package var endInstant: Instant? {
        get { ReportEvent.instant(endDate) }
        set { endDate = newValue?.millisecondsSince1970 ?? .min }
    }

    /// The end of the grace period, for a failed renewal that has one.
    public var graceEnd: Date? {
        get { graceEndInstant.map { Date($0) } }
        set { graceEndInstant = newValue.map { Instant($0) } }
    }

    /// ``graceEnd`` on the store's clock.
    package var graceEndInstant: Instant? {
        get { ReportEvent.instant(graceEndDate) }
        set { graceEndDate = newValue?.millisecondsSince1970 ?? .min }
    }

    /// The period that was replaced; nil for the first of a chain.
    public var replaced: Replaced? {
        get {
            guard replacedNumber != 0, let product = ReportEvent.place(places.replacedProduct) else { return nil }
            return Replaced(
                transaction: replacedNumber, product: product, offer: ReportEvent.place(places.replacedOffer))
        }
        set {
            replacedNumber = newValue?.transaction ?? 0
            places.replacedProduct = ReportEvent.packed(newValue?.product)
            places.replacedOffer = ReportEvent.packed(newValue?.offer)
        }
    }

    /// The place in ``ReportNames/reasons`` of the reason; nil where there is none.
    public var reason: Int? {
        get { ReportEvent.place(places.reason) }
        set { places.reason = ReportEvent.packed(newValue) }
    }

    private static func place(_ number: Int32) -> Int? { number < 0 ? nil : Int(number) }
    /// A place that no table of names has becomes the last possible one.
    private static func packed(_ place: Int?) -> Int32 {
        guard let place else { return -1 }
        return place < 0 ? .max : Int32(clamping: place)
    }
    private static func instant(_ milliseconds: Int64) -> Instant? {
        milliseconds == .min ? nil : Instant(millisecondsSince1970: milliseconds)
    }
}
