import OfferKitCore
public import OfferKitEssentials

/// A subscription's next renewal in an answer of `verifyReceipt`: an element of `pending_renewal_info` (B13).
public struct PendingRenewalInfo: Hashable, Sendable {
    /// The product that renews next, or would: after a downgrade, the lower one (S0-124, B8-6).
    public var autoRenewProductID: String
    /// Whether the subscription is to renew (S0-85, S0-120).
    public var willAutoRenew: Bool
    /// The reason why it ended, or its renewal failed (S0-88); nil during a period that was paid for.
    public var expirationIntent: RenewalInfoPayload.ExpirationIntent?
    /// The end of the grace period, also after it is over, until a renewal succeeds (B7-12); nil where there was none.
    public var gracePeriodExpiresDate: Date?
    /// Whether the store still tries to charge a failed renewal (S0-85); nil where none failed, or one was recovered.
    public var isInBillingRetryPeriod: Bool?
    /// The reference name of the offer whose code was redeemed, for the next period or for this one (S1-50, C-136).
    public var offerCodeReferenceName: String?
    /// The number of the subscription's first transaction (C-22).
    public var originalTransactionID: UInt64
    /// Whether the customer agreed to a price increase that needs consent; nil where none does (B9-6).
    public var priceConsentStatus: RenewalInfoPayload.PriceIncreaseStatus?
    /// The status of a price increase, whether it needs consent or not; nil when none was announced (B9-6).
    public var priceIncreaseStatus: RenewalInfoPayload.PriceIncreaseStatus?
    /// The product of the current or last period.
    public var productID: String
    /// The promotional offer that was redeemed, for the next period or for this one (C-136).
    public var promotionalOfferID: String?
    /// The subscription group (S1-17).
    public var subscriptionGroupID: String?
}

extension PendingRenewalInfo {
    func write(to json: inout JSONWriter) {
        json.add("expiration_intent", ifAny: expirationIntent.map { String($0.rawValue) })
        json.add("auto_renew_product_id", autoRenewProductID)
        json.add("is_in_billing_retry_period", ifAny: isInBillingRetryPeriod.map { $0 ? "1" : "0" })
        json.add(.gracePeriodExpires, gracePeriodExpiresDate)
        json.add("product_id", productID)
        json.add("original_transaction_id", textOf: originalTransactionID)
        json.add("auto_renew_status", willAutoRenew ? "1" : "0")
        json.add("price_consent_status", ifAny: priceConsentStatus.map { String($0.rawValue) })
        json.add("price_increase_status", ifAny: priceIncreaseStatus.map { String($0.rawValue) })
        json.add("promotional_offer_id", ifAny: promotionalOfferID)
        json.add("offer_code_ref_name", ifAny: offerCodeReferenceName)
        json.add("subscription_group_identifier", ifAny: subscriptionGroupID)
    }

    init(_ fields: ReceiptFields) throws(ReceiptFormError) {
        autoRenewProductID = try fields.require("auto_renew_product_id", .text)
        willAutoRenew = try fields.require("auto_renew_status", .zeroOrOne)
        expirationIntent = try fields.find("expiration_intent", .numberText)
            .map(RenewalInfoPayload.ExpirationIntent.init(rawValue:))
        gracePeriodExpiresDate = try fields.find(.gracePeriodExpires)
        isInBillingRetryPeriod = try fields.find("is_in_billing_retry_period", .zeroOrOne)
        offerCodeReferenceName = try fields.find("offer_code_ref_name", .text)
        originalTransactionID = try fields.require("original_transaction_id", .transactionNumber)
        priceConsentStatus = try fields.find("price_consent_status", .zeroOrOne).map { $0 ? .agreed : .pending }
        priceIncreaseStatus = try fields.find("price_increase_status", .zeroOrOne).map { $0 ? .agreed : .pending }
        productID = try fields.require("product_id", .text)
        promotionalOfferID = try fields.find("promotional_offer_id", .text)
        subscriptionGroupID = try fields.find("subscription_group_identifier", .text)
    }
}
