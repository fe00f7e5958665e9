public import Foundation
public import OfferKitCore
public import OfferKitServer

/// The renewal info of a subscription, as the app's device sees it.
///
/// Two are equal when they say the same of the subscription: when they were signed, and for which device, does not
/// count.
public struct RenewalInfo: Equatable, Hashable, Sendable {
    /// StoreKit's name for the reason why a subscription ended.
    public typealias ExpirationReason = RenewalInfoPayload.ExpirationIntent

    let handed: HandedOut<RenewalInfoPayload>

    init(handed: HandedOut<RenewalInfoPayload>) { self.handed = handed }

    /// The states of a rise of the price for a subscriber.
    @frozen public enum PriceIncreaseStatus: Equatable, Hashable, Sendable {
        /// No rise is on its way.
        case noIncreasePending
        /// The customer was asked and has not agreed yet.
        case pending
        /// The customer agreed, or was told of one that needs no consent.
        case agreed
    }

    init(_ index: SubscriptionIndex, _ latest: TransactionRecord, in state: __shared StoreState, on device: Device) {
        handed = HandedOut(RenewalInfoPayload(index, latest, in: state, on: device.storefront), to: device)
    }

    /// The signed payload, in the wire's own units; ``jsonRepresentation`` is its JSON.
    public var payload: RenewalInfoPayload { handed.signedPayload }

    /// The payload without the values that tie it to the device, which take a hash to work out.
    private var content: RenewalInfoPayload { handed.payload }

    /// The number of the subscription's first transaction (C-22).
    public var originalTransactionID: UInt64 { content.originalTransactionID }
    /// The product of the current or last period.
    public var currentProductID: String { content.productID }
    /// Whether the subscription is to renew.
    public var willAutoRenew: Bool { content.willAutoRenew }
    /// The product of the next period; nil when nothing will renew (C-41).
    public var autoRenewPreference: String? { willAutoRenew ? content.autoRenewProductID : nil }
    /// The reason why the subscription ended, or its renewal failed; nil while a period runs that was paid for (C-112).
    public var expirationReason: ExpirationReason? { content.expirationIntent }
    /// The state of a rise of the price (B9).
    public var priceIncreaseStatus: PriceIncreaseStatus {
        switch content.priceIncreaseStatus {
        case nil: .noIncreasePending
        case .agreed?: .agreed
        case _?: .pending
        }
    }
    /// Whether a renewal failed and the store goes on trying; true within grace too (B7-3).
    ///
    /// False both before any failure and after one, where the server's field is absent or false (C-42).
    public var isInBillingRetry: Bool { content.isInBillingRetryPeriod ?? false }
    /// The end of grace; nil outside it.
    public var gracePeriodExpirationDate: Date? { content.gracePeriodExpiresDate }
    /// The offer that applies at the next renewal; nil when it will be charged at the base price (B5-2).
    public var offer: Transaction.Offer? {
        content.offerType.map {
            Transaction.Offer(
                id: content.offerIdentifier, type: $0, paymentMode: content.offerDiscountType,
                period: content.offerPeriod)
        }
    }
    /// The price of the next renewal, in units of ``currencyCode``; nil when nothing will renew (C-41), and for a
    /// family member, who pays nothing (C-128).
    public var renewalPrice: Decimal? { content.renewalPrice }
    /// ISO 4217 code of the currency; nil when nothing will renew (C-41), and for a family member (C-128).
    public var currencyCode: String? { content.currency }
    /// The currency of ``renewalPrice``.
    public var currency: Locale.Currency? { currencyCode.map { Locale.Currency($0) } }
    /// The end of the current or last period.
    public var renewalDate: Date? { content.renewalDate }
    /// The start of the latest series of periods without a gap of more than 60 days (B14-1, C-28), of a family member's
    /// own as far back as the store keeps them (C-128).
    public var recentSubscriptionStartDate: Date { content.recentSubscriptionStartDate }
    /// The win-back offers that the customer may have now, the best first (B15-11, C-29).
    public var eligibleWinBackOfferIDs: [String] { content.eligibleWinBackOfferIDs }
    /// The environment the store stands for.
    public var environment: StoreEnvironment { content.environment }
    /// The account token of the current or last period; nil when there was none.
    public var appAccountToken: UUID? { content.appAccountToken }
    /// The identifier of the customer's download of the app (C-110).
    public var appTransactionID: String { content.appTransactionID ?? "" }
}

extension RenewalInfo: SignedValue, HandedOutValue {
    /// The device that sees it.
    public var device: Device { handed.device }
    /// The date on which the store signed it: as soon as it was handed out, and before anybody reads the JWS.
    public var signedDate: Date { content.signedDate }
    /// The signed payload, as the JSON that the JWS carries (B14).
    public var jsonRepresentation: Data { Data(handed.json) }
    /// The SHA-384 hash of the nonce and the device's identifier.
    public var deviceVerification: Data { Data(handed.deviceVerification) }
    /// The nonce of ``deviceVerification``.
    public var deviceVerificationNonce: UUID { handed.nonce }
    /// Returns the JWS that the store makes of it, or one that fails its check for a reason.
    public func jwsRepresentation(failing error: VerificationResult<Any>.VerificationError?) -> String {
        handed.jws(failing: error)
    }
}
