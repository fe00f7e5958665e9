import OfferKitCore
public import OfferKitEssentials

/// One purchase in an answer of `verifyReceipt`: an element of `in_app` or of `latest_receipt_info` (B13).
///
/// Two products of a group share ``originalTransactionID``, which names one only together with ``productID`` (B13-9).
/// Do not compute the end of a period from its beginning; read ``expiresDate`` (B13-10).
public struct ReceiptTransaction: Hashable, Sendable {
    /// The number of units bought.
    public var quantity: Int
    /// The product.
    public var productID: String
    /// The transaction's number (S0-86).
    public var transactionID: UInt64
    /// The number of the first transaction of the subscription (S0-86, C-22); its own otherwise.
    public var originalTransactionID: UInt64
    /// The number of the purchase event, also of renewals (S0-86); nil for products that are no subscriptions.
    public var webOrderLineItemID: String?
    /// The date when this period began, or the product was bought (S0-87).
    public var purchaseDate: Date
    /// The date of the subscription's first transaction.
    public var originalPurchaseDate: Date
    /// The date when this period ends (S0-87); nil for products that are no auto-renewable subscriptions.
    public var expiresDate: Date?
    /// Whether the period is a free trial (B13-3, C-11).
    public var isTrialPeriod: Bool
    /// Whether the period is one of a paid introductory offer (B13-3); nil for products that are no subscriptions.
    public var isInIntroOfferPeriod: Bool?
    /// The date of a refund (S0-88, S0-115), or of the upgrade that replaced it (C-23); nil while it counts.
    public var cancellationDate: Date?
    /// The reason for a refund (S0-88): 1 for an issue with the app, else 0; nil while it counts.
    public var cancellationReason: TransactionPayload.RevocationReason?
    /// The identifier of the promotional offer redeemed (B13-4); nil for other offers, win-back offers too (C-26).
    public var promotionalOfferID: String?

    // The following properties are in `latest_receipt_info` only.

    /// The account token of the purchase; nil when there was none, and in `in_app`.
    public var appAccountToken: UUID?
    /// Whether the customer bought it, or a member of the family shares it; nil in `in_app`.
    public var inAppOwnershipType: TransactionPayload.OwnershipType?
    /// Whether an upgrade replaced it (B8-1); never in `in_app`.
    public var isUpgraded: Bool
    /// The reference name of the offer whose code was redeemed (S1-49, B13-4); nil for others, and in `in_app`.
    public var offerCodeReferenceName: String?
    /// The subscription group (S1-17); nil for products that are no subscriptions, and in `in_app`.
    public var subscriptionGroupID: String?

    /// Whether the purchase is of an auto-renewable subscription: only those have a period that ends.
    public var isSubscription: Bool { expiresDate != nil }

    /// Whether the purchase was refunded; one that an upgrade replaced was not.
    public var isRefunded: Bool { cancellationDate != nil && !isUpgraded }

    /// The purchase with the members of `in_app` only.
    var inApp: ReceiptTransaction {
        var short = self
        short.appAccountToken = nil
        short.inAppOwnershipType = nil
        short.isUpgraded = false
        short.offerCodeReferenceName = nil
        short.subscriptionGroupID = nil
        return short
    }
}

extension ReceiptTransaction {
    func write(to json: inout JSONWriter) {
        json.add("quantity", String(quantity))
        json.add("product_id", productID)
        json.add("transaction_id", textOf: transactionID)
        json.add("original_transaction_id", textOf: originalTransactionID)
        json.add(.purchase, purchaseDate)
        json.add(.originalPurchase, originalPurchaseDate)
        json.add(.expires, expiresDate)
        json.add("web_order_line_item_id", ifAny: webOrderLineItemID)
        json.add("is_trial_period", isTrialPeriod ? "true" : "false")
        json.add("is_in_intro_offer_period", ifAny: isInIntroOfferPeriod.map { $0 ? "true" : "false" })
        json.add(.cancellation, cancellationDate)
        json.add("cancellation_reason", ifAny: cancellationReason.map { String($0.rawValue) })
        json.add("promotional_offer_id", ifAny: promotionalOfferID)
        json.add("app_account_token", ifAny: appAccountToken)
        json.add("in_app_ownership_type", ifAny: inAppOwnershipType?.rawValue)
        if isUpgraded { json.add("is_upgraded", "true") }
        json.add("offer_code_ref_name", ifAny: offerCodeReferenceName)
        json.add("subscription_group_identifier", ifAny: subscriptionGroupID)
    }

    init(_ fields: ReceiptFields) throws(ReceiptFormError) {
        quantity = try fields.require("quantity", .numberText)
        productID = try fields.require("product_id", .text)
        transactionID = try fields.require("transaction_id", .transactionNumber)
        originalTransactionID = try fields.require("original_transaction_id", .transactionNumber)
        webOrderLineItemID = try fields.find("web_order_line_item_id", .text)
        purchaseDate = try fields.require(.purchase)
        originalPurchaseDate = try fields.require(.originalPurchase)
        expiresDate = try fields.find(.expires)
        isTrialPeriod = try fields.find("is_trial_period", .flag) ?? false
        isInIntroOfferPeriod = try fields.find("is_in_intro_offer_period", .flag)
        cancellationDate = try fields.find(.cancellation)
        cancellationReason = try fields.find("cancellation_reason", .numberText)
            .map(TransactionPayload.RevocationReason.init(rawValue:))
        promotionalOfferID = try fields.find("promotional_offer_id", .text)
        appAccountToken = try fields.find("app_account_token", .uuid)
        inAppOwnershipType = try fields.find("in_app_ownership_type", .text)
            .map(TransactionPayload.OwnershipType.init(rawValue:))
        isUpgraded = try fields.find("is_upgraded", .flag) ?? false
        offerCodeReferenceName = try fields.find("offer_code_ref_name", .text)
        subscriptionGroupID = try fields.find("subscription_group_identifier", .text)
    }
}
