import OfferKitCore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What an answer of `verifyReceipt` says of a subscription's next renewal: an element of `pending_renewal_info` (B13).
public struct PendingRenewalInfo: Hashable, Sendable {
    /// The product that renews next, or would: after a downgrade was chosen, the lower one (S0-124, B8-6).
    public var autoRenewProductID: String
    /// Whether the subscription is to renew (S0-85, S0-120).
    public var willAutoRenew: Bool
    /// Why it ended, or its renewal failed (S0-88); nil while a period runs that was paid for.
    public var expirationIntent: RenewalInfoPayload.ExpirationIntent?
    /// The end of grace, also after it is over, until a renewal goes through (B7-12); nil where there was none.
    public var gracePeriodExpiresDate: Date?
    /// Whether the store goes on trying to charge a renewal that failed (S0-85); nil where none failed, or one was recovered.
    public var isInBillingRetryPeriod: Bool?
    /// The reference name of the offer whose code was redeemed, for the next period or for this one (S1-50, C-136).
    public var offerCodeReferenceName: String?
    /// The number of the subscription's first transaction (C-22).
    public var originalTransactionID: UInt64
    /// Whether the customer agreed to a rise of the price that needs it; nil where nobody was asked (B9-6).
    public var priceConsentStatus: RenewalInfoPayload.PriceIncreaseStatus?
    /// How a rise of the price stands, whether it needs consent or not; nil when none was announced (B9-6).
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
