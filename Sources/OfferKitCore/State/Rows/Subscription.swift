/// The state of a subscription, with only what is true in that state.
package enum Standing: Hashable, Sendable, Codable {
    /// Service runs until then.
    case active(until: Instant)
    /// The renewal failed, service goes on until then, and billing retry goes on to its own end (B7-3, B7-4).
    case inGrace(until: Instant, retryUntil: Instant)
    /// The renewal failed, there is no service, and the store goes on trying until then (B7-2).
    case inRetry(until: Instant, because: RenewalFailure)
    /// It ended, for that reason.
    case lapsed(on: Instant, reason: LapseReason)
    /// The current period was refunded; it would have ended on that date (C-24).
    case revoked(on: Instant, until: Instant)
}

/// Why a renewal could not be carried out.
public enum RenewalFailure: UInt8, Hashable, Sendable, Codable {
    /// The charge was declined.
    case paymentDeclined
    /// The store's risk check refused the charge (S3-34).
    case riskCheckRefused
    /// The product is not for sale, or has no price in the chain's storefront (C-17).
    case productUnavailable
}

/// Why a subscription ended, by the numbers of signed data (B6-8).
public enum LapseReason: UInt8, Hashable, Sendable, Codable {
    /// The customer turned auto-renew off.
    case autoRenewDisabled = 1
    /// The renewal could not be charged within the time of billing retry.
    case billingError = 2
    /// The customer did not agree to a higher price.
    case didNotConsentToPriceIncrease = 3
    /// The product was not for sale.
    case productUnavailable = 4
    /// Anything else.
    case unknown = 5
}

/// What renews next: one slot for each subscription, a product and perhaps an offer (C-13).
package struct NextRenewal: Hashable, Sendable, Codable {
    package let product: ProductIndex
    private let offerPlace: UInt32
    /// Whether the offer waits for the last period of the one that runs, as a stacked code does, instead of ending it
    /// (C-50).
    package let followsRunningOffer: Bool

    package init(product: ProductIndex, offer: TermsIndex?, followsRunningOffer: Bool = false) {
        self.product = product
        offerPlace = offer?.rawValue ?? .max
        self.followsRunningOffer = followsRunningOffer
    }

    /// The terms of the offer that is queued; nil when none is.
    package var offer: TermsIndex? {
        offerPlace == .max ? nil : TermsIndex(Int(offerPlace))
    }
}

/// A customer's subscription in one group: the chain from the first purchase on (C-22).
package struct SubscriptionRecord: Hashable, Sendable, Codable {
    package let customer: CustomerID
    package let group: GroupIndex
    package let originalTransaction: TransactionID
    package let originallyPurchased: Instant
    /// Where the latest series without a long gap began (B14-1).
    package var recentStart: Instant
    package var latestTransaction: TransactionID
    package var standing: Standing
    // The small fields fill the room that alignment leaves: with a million subscribers every eight bytes count.
    /// How often it renewed since the customer's last purchase (B19-1).
    package var renewals: UInt16 = 0
    package var willAutoRenew = true
    package var usedIntroductoryOffer = false
    /// Whether the customer was told of the coming renewal, and asked for another payment method, in this period.
    package var wasAnnounced = false
    package var wasAskedForPayment = false
    /// Where the cycle began (C-19, C-51), and how many periods of it are complete or running.
    package var cycle: Cycle
    /// The product of the current or last period.
    package var product: ProductIndex
    package var paidService: PaidService
    private var nextPlace: UInt32
    /// What renews next: one product and at most one offer for each subscription (C-13, C-59).
    package var next: NextRenewal

    /// The chain that a first purchase begins.
    init(
        _ record: TransactionRecord, in group: GroupIndex, until expires: Instant, cycle: Cycle,
        paidService: PaidService,
        nextOfCustomer: SubscriptionIndex?
    ) {
        customer = record.customer
        self.group = group
        originalTransaction = record.id
        originallyPurchased = record.purchased
        recentStart = record.purchased
        latestTransaction = record.id
        standing = .active(until: expires)
        self.cycle = cycle
        product = record.product
        self.paidService = paidService
        nextPlace = nextOfCustomer?.rawValue ?? .max
        next = NextRenewal(product: record.product, offer: nil)
    }

    /// The customer's subscription in another group, as a link of a list; nil at its end.
    var nextOfCustomer: SubscriptionIndex? {
        get { nextPlace == .max ? nil : SubscriptionIndex(Int(nextPlace)) }
        set { nextPlace = newValue?.rawValue ?? .max }
    }

    /// Whether the chain is running: in service, in grace or in billing retry (status 1, 3, 4).
    package var isRunning: Bool {
        switch standing {
        case .active, .inGrace, .inRetry: true
        case .lapsed, .revoked: false
        }
    }

    /// Whether the customer has service now (status 1, 4).
    package var hasService: Bool {
        switch standing {
        case .active, .inGrace: true
        case .inRetry, .lapsed, .revoked: false
        }
    }

    /// Whether a renewal failed and the store goes on trying.
    package var isRetrying: Bool {
        switch standing {
        case .inGrace, .inRetry: true
        case .active, .lapsed, .revoked: false
        }
    }
}

/// A cycle of periods counted from an anchor, so that the anchor's day comes back: 31 January, 28 February, 31 March
/// (C-19).
package struct Cycle: Hashable, Sendable, Codable {
    package var anchor: Instant
    /// How many periods of the product have begun since.
    package var count: UInt32

    package init(anchor: Instant, count: UInt32 = 0) {
        self.anchor = anchor
        self.count = count
    }
}
