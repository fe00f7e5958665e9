public import Foundation
public import OfferKitCore

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
    /// How a rise of the price stands (B9).
    public let priceIncreaseStatus: PriceIncreaseStatus
    /// Whether a renewal failed and the store goes on trying; true within grace too (B7-3).
    ///
    /// False both before any failure and after one, where the server's field is absent or false (C-42).
    public let isInBillingRetry: Bool
    /// The end of grace; nil outside it.
    public let gracePeriodExpirationDate: Date?
    /// The offer that applies at the next renewal; nil when it will be charged at the base price (B5-2).
    public let offer: Transaction.Offer?
    /// What the next renewal costs, in units of ``currencyCode``; nil when nothing will renew (C-41).
    public let renewalPrice: Decimal?
    /// ISO 4217 code of the currency; nil when nothing will renew (C-41).
    public let currencyCode: String?
    /// The end of the current or last period.
    public let renewalDate: Date?
    /// The start of the latest series of periods without a gap of more than 60 days (B14-1, C-28).
    public let recentSubscriptionStartDate: Date
    /// The win-back offers that the customer may have now, the best first (B15-11, C-29).
    public let eligibleWinBackOfferIDs: [String]
    /// The environment the store stands for.
    public let environment: StoreEnvironment
    /// The account token of the current or last period; nil when there was none.
    public let appAccountToken: UUID?

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

    /// How a rise of the price stands for a subscriber.
    @frozen public enum PriceIncreaseStatus: Equatable, Hashable, Sendable {
        /// None is on its way.
        case noIncreasePending
        /// The customer was asked and has not agreed yet.
        case pending
        /// The customer agreed, or was told of one that needs no consent.
        case agreed
    }

    init(_ index: SubscriptionIndex, _ latest: TransactionRecord, in state: StoreState, on device: Device) {
        let subscription = state[index]
        originalTransactionID = latest.originalID
        currentProductID = state.shop[latest.product].product.id
        willAutoRenew = subscription.willAutoRenew
        renewalDate = latest.expires.map { Date($0) }
        recentSubscriptionStartDate = Date(subscription.recentStart)
        environment = state.environment
        appAccountToken = latest.token.map { state.token($0) }
        expirationReason = ExpirationReason(subscription.standing)
        isInBillingRetry = subscription.isRetrying
        gracePeriodExpirationDate = if case .inGrace(let until, _) = subscription.standing { Date(until) } else { nil }
        switch state.priceRise(of: index)?.stage {
        case nil, .planned?: priceIncreaseStatus = .noIncreasePending
        case .pending?, .declined?: priceIncreaseStatus = .pending
        case .agreed?: priceIncreaseStatus = .agreed
        }
        eligibleWinBackOfferIDs =
            latest.isFamilyShared
            ? []
            : state.eligibleWinBackOffers(of: latest.customer, in: subscription.group, on: device.storefront)
                .compactMap(\.id)
        guard subscription.willAutoRenew else {
            (autoRenewPreference, offer, renewalPrice, currencyCode) = (nil, nil, nil, nil)
            return
        }
        let next = state.nextCharge(of: index)
        autoRenewPreference = state.shop[subscription.next.product].product.id
        offer = next?.offer.map { Transaction.Offer(state.terms($0)) }
        renewalPrice = next.map { Decimal($0.price) }
        currencyCode = next == nil ? nil : latest.territory.currency
    }
}

extension RenewalInfo.ExpirationReason {
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
