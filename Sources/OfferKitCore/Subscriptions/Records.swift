#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// One transaction as the store keeps it, in the wire's own units and without text.
package struct TransactionRecord: Hashable, Sendable {
    /// Whether the customer bought, or the store renewed (B5-11).
    package enum Reason: UInt8, Hashable, Sendable {
        case purchase, renewal
    }

    package let id: TransactionID
    /// The first transaction of the subscription's chain (C-22); its own id for a product outside groups.
    package let originalID: TransactionID
    package let customer: CustomerID
    package let product: ProductIndex
    /// Nil for products that are not auto-renewable subscriptions.
    package let subscription: SubscriptionIndex?
    package let purchased: Instant
    /// The end of the period; nil for products that do not expire.
    package let expires: Instant?
    /// What was charged, quantity and offer included (B5-1).
    package let price: Amount
    /// The storefront it was bought in, which the chain keeps (C-44).
    package let territory: Territory
    package let quantity: UInt8
    package let reason: Reason
    /// The terms of the offer that applied; nil at the base price.
    package let offer: TermsIndex?
    package let appAccountToken: UUID?
    /// Set when an upgrade ended the period early (B8-1).
    package var isUpgraded = false
}

/// The state of a subscription, with only what is true in that state.
package enum Standing: Hashable, Sendable {
    /// Service runs until then.
    case active(until: Instant)
    /// It ended, for that reason.
    case lapsed(on: Instant, reason: LapseReason)
}

/// Why a subscription ended, by the numbers of signed data (B6-8).
public enum LapseReason: UInt8, Hashable, Sendable {
    /// The customer turned auto-renew off.
    case autoRenewDisabled = 1
    /// Anything else.
    case unknown = 5
}

/// What renews next: one slot for each subscription, a product and perhaps an offer (C-13).
package struct NextRenewal: Hashable, Sendable {
    package var product: ProductIndex
    package var offer: TermsIndex?
    /// Whether the offer waits for the last period of the one that runs, as a stacked code does, instead of ending it
    /// (C-50).
    package var followsRunningOffer: Bool

    package init(product: ProductIndex, offer: TermsIndex?, followsRunningOffer: Bool = false) {
        self.product = product
        self.offer = offer
        self.followsRunningOffer = followsRunningOffer
    }
}

/// A customer's subscription in one group: the chain from the first purchase on (C-22).
package struct SubscriptionRecord: Hashable, Sendable {
    package let customer: CustomerID
    package let group: GroupIndex
    package let originalTransaction: TransactionID
    package let originallyPurchased: Instant
    /// The product of the current or last period.
    package var product: ProductIndex
    package var latestTransaction: TransactionID
    package var standing: Standing
    package var willAutoRenew: Bool
    package var next: NextRenewal
    package var usedIntroductoryOffer: Bool
    package var paidService: PaidService

    /// Whether service runs now.
    package var isActive: Bool {
        switch standing {
        case .active: true
        case .lapsed: false
        }
    }
}

/// A customer, and where to start looking for what is theirs.
package struct CustomerRecord: Hashable, Sendable {
    package var subscriptions: [SubscriptionIndex] = []
    package var paymentMethod = PaymentMethod.working
}

/// Whether charges to a customer go through.
public enum PaymentMethod: Hashable, Sendable {
    /// Every charge succeeds.
    case working
    /// Every charge fails.
    case declining
}

/// A key that signs promotional offers, as the store knows it.
package struct KeyRecord: Hashable, Sendable {
    /// The public key, 65 bytes, uncompressed.
    package let publicKey: [UInt8]
    /// Set when the developer revoked it (S0-39).
    package var revoked: Instant?
}

/// A code that customers can redeem (B16-1).
package struct CodeRecord: Hashable, Sendable {
    package let product: ProductIndex
    package let offer: String
    /// How often it can be redeemed: 1 for a one-time code.
    package let limit: Int
    package let isOneTime: Bool
    package let expires: Instant?
    /// Came with the catalogue, and so counts against no limit on creation.
    package var isGiven = false
    package var redeemed = 0
}

/// An open payment sheet: a request that passed the store's checks and waits for the customer.
package struct PurchaseAttempt: Hashable, Sendable {
    package let id: AttemptID
    package let customer: CustomerID
    package let product: ProductIndex
    package let territory: Territory
    package let quantity: Int
    /// The user name or token that came with the request.
    package let account: AppAccount
    /// The terms of the offer asked for, captured when they were judged (C-45, C-47).
    package let offer: CapturedTerms?

    /// The token that transactions carry.
    ///
    /// A user name does not reach them.
    var appAccountToken: UUID? {
        guard case .token(let token) = account else { return nil }
        return token
    }
}
