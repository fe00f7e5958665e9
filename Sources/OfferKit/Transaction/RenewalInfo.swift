public import Foundation
import OfferKitCore

/// What will happen at the end of a subscription's period, as the app's device sees it.
public struct RenewalInfo: Equatable, Hashable, Sendable {
    /// The number of the subscription's first transaction (C-22).
    public let originalTransactionID: UInt64
    /// The product of the current or last period.
    public let currentProductID: String
    /// Whether the subscription is to renew.
    public let willAutoRenew: Bool
    /// The product of the next period; nil when nothing will renew (C-41).
    public let autoRenewPreference: String?
    /// Why the subscription ended; nil while it runs.
    public let expirationReason: ExpirationReason?
    /// The offer that applies at the next renewal; nil when it will be charged at the base price (B5-2).
    public let offer: Transaction.Offer?
    /// What the next renewal costs, in units of ``currencyCode``; nil when nothing will renew (C-41).
    public let renewalPrice: Decimal?
    /// ISO 4217 code of the currency; nil when nothing will renew (C-41).
    public let currencyCode: String?
    /// The end of the current or last period.
    public let renewalDate: Date?

    /// The currency of ``renewalPrice``.
    public var currency: Locale.Currency? { currencyCode.map { Locale.Currency($0) } }

    /// Why a subscription ended.
    ///
    /// An open set: a `switch` needs a `default`.
    public struct ExpirationReason: RawRepresentable, Equatable, Hashable, Sendable {
        /// The number in signed data, 1 to 5 (B6-8).
        public let rawValue: Int

        /// The reason with that number, known or not.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// The customer turned auto-renew off.
        public static let autoRenewDisabled = ExpirationReason(rawValue: 1)
        /// A charge failed.
        public static let billingError = ExpirationReason(rawValue: 2)
        /// The customer did not agree to a higher price.
        public static let didNotConsentToPriceIncrease = ExpirationReason(rawValue: 3)
        /// The product was not for sale.
        public static let productUnavailable = ExpirationReason(rawValue: 4)
        /// Anything else.
        public static let unknown = ExpirationReason(rawValue: 5)
    }

    init(_ subscription: SubscriptionRecord, _ latest: TransactionRecord, in state: StoreState) {
        originalTransactionID = subscription.originalTransaction
        currentProductID = state.shop[subscription.product].product.id
        willAutoRenew = subscription.willAutoRenew
        renewalDate = latest.expires.map { Date($0) }
        switch subscription.standing {
        case .active: expirationReason = nil
        case .lapsed(_, let reason): expirationReason = ExpirationReason(rawValue: Int(reason.rawValue))
        }
        guard subscription.willAutoRenew else {
            (autoRenewPreference, offer, renewalPrice, currencyCode) = (nil, nil, nil, nil)
            return
        }
        let next = state.nextCharge(of: subscription, latest)
        autoRenewPreference = state.shop[subscription.next.product].product.id
        offer = next.terms.map { Transaction.Offer($0) }
        renewalPrice = next.price.map { Decimal($0) }
        currencyCode = next.price == nil ? nil : latest.territory.currency
    }
}

/// Where a customer's subscription in a group stands.
public struct SubscriptionStatus: Equatable, Hashable, Sendable {
    /// How it stands.
    public let state: RenewalState
    /// The transaction of the current or last period.
    public let transaction: VerificationResult<Transaction>
    /// What will happen at the end of the period.
    public let renewalInfo: VerificationResult<RenewalInfo>

    /// How a subscription stands.
    ///
    /// An open set: a `switch` needs a `default`.
    public struct RenewalState: RawRepresentable, Equatable, Hashable, Sendable {
        /// The number in the server's answers, 1 to 5 (B12-1).
        public let rawValue: Int

        /// The state with that number, known or not.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// Service runs.
        public static let subscribed = RenewalState(rawValue: 1)
        /// It ended.
        public static let expired = RenewalState(rawValue: 2)
    }

    init?(_ index: SubscriptionIndex, in store: StoreState, on device: Device) {
        let subscription = store[index]
        guard let latest = store.transactions[subscription.latestTransaction] else { return nil }
        state = subscription.isActive ? .subscribed : .expired
        transaction = .verified(Transaction(latest, in: store, on: device))
        renewalInfo = .verified(RenewalInfo(subscription, latest, in: store))
    }
}
