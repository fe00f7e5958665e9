import OfferKitCore
import OfferKitServer

/// The JSON of signed payloads, written by hand: with every member that the store writes, and with as few as possible.
enum PayloadSamples {
    static let fullTransaction = """
        {"transactionId":"2000000000000042","originalTransactionId":"2000000000000007",\
        "webOrderLineItemId":"2000000000000042","bundleId":"com.example.app","productId":"pro.monthly",\
        "subscriptionGroupIdentifier":"21000001","purchaseDate":1767225600000,"originalPurchaseDate":1764547200000,\
        "expiresDate":1769904000000,"quantity":1,"type":"Auto-Renewable Subscription",\
        "appAccountToken":"a81bc81b-dead-4e5d-abff-90865d1e13b1","inAppOwnershipType":"PURCHASED",\
        "signedDate":1767225600123,"revocationReason":1,"revocationDate":1767312000000,"isUpgraded":true,\
        "offerType":2,"offerIdentifier":"half3","environment":"Sandbox","storefront":"USA","storefrontId":"143441",\
        "transactionReason":"PURCHASE","currency":"USD","price":4990,"offerDiscountType":"PAY_AS_YOU_GO",\
        "appTransactionId":"704000000000000001","offerPeriod":"P3M","revocationType":"REFUND_PRORATED",\
        "revocationPercentage":50000,"deviceVerification":"AAEC/f7/","deviceVerificationNonce":\
        "5f2a9c1e-7b3d-4e8f-9a01-23456789abcd"}
        """
    static let minimalTransaction = """
        {"transactionId":"1","originalTransactionId":"1","bundleId":"com.example.app","productId":"coins",\
        "purchaseDate":0,"originalPurchaseDate":0,"quantity":1,"type":"Consumable","inAppOwnershipType":"PURCHASED",\
        "signedDate":1,"environment":"Xcode","storefront":"FRA","storefrontId":"143442",\
        "transactionReason":"PURCHASE"}
        """
    static let fullRenewalInfo = """
        {"expirationIntent":2,"originalTransactionId":"2000000000000007","autoRenewProductId":"pro.yearly",\
        "productId":"pro.monthly","autoRenewStatus":1,"isInBillingRetryPeriod":true,"priceIncreaseStatus":0,\
        "gracePeriodExpiresDate":1770508800000,"offerType":4,"offerIdentifier":"back6","signedDate":1769904000001,\
        "environment":"Production","recentSubscriptionStartDate":1764547200000,"renewalDate":1769904000000,\
        "currency":"JPY","renewalPrice":300000,"offerDiscountType":"PAY_UP_FRONT",\
        "eligibleWinBackOfferIds":["back6","back\\"1\\""],"appAccountToken":"a81bc81b-dead-4e5d-abff-90865d1e13b1",\
        "appTransactionId":"704000000000000001","offerPeriod":"P1Y","deviceVerification":"/////w==",\
        "deviceVerificationNonce":"00000000-0000-0000-0000-00000000000f"}
        """
    static let minimalRenewalInfo = """
        {"originalTransactionId":"7","autoRenewProductId":"a","productId":"b","autoRenewStatus":0,"signedDate":-1,\
        "environment":"Sandbox","recentSubscriptionStartDate":-9223372036854775808,\
        "renewalDate":9223372036854775807}
        """
    static let fullAppTransaction = """
        {"receiptType":"Production","appAppleId":6450000000,"bundleId":"com.example.app","applicationVersion":"4.2",\
        "versionExternalIdentifier":860000000,"receiptCreationDate":1767225600123,\
        "originalPurchaseDate":1577836800000,"originalApplicationVersion":"1.0","deviceVerification":"AA==",\
        "deviceVerificationNonce":"5f2a9c1e-7b3d-4e8f-9a01-23456789abcd","preorderDate":1577750400000,\
        "appTransactionId":"704000000000000001","originalPlatform":"iOS"}
        """
    static let minimalAppTransaction = """
        {"receiptType":"Sandbox","bundleId":"com.example.app","applicationVersion":"1","receiptCreationDate":5,\
        "originalPurchaseDate":4,"originalApplicationVersion":""}
        """

    static func transaction(_ json: String = fullTransaction) throws(PayloadError) -> TransactionPayload {
        try TransactionPayload(json: Array(json.utf8))
    }

    static func renewalInfo(_ json: String = fullRenewalInfo) throws(PayloadError) -> RenewalInfoPayload {
        try RenewalInfoPayload(json: Array(json.utf8))
    }

    static func appTransaction(_ json: String = fullAppTransaction) throws(PayloadError) -> AppTransactionPayload {
        try AppTransactionPayload(json: Array(json.utf8))
    }

    /// Returns the JSON with the value of one member replaced; the value is given as in the sample.
    static func replacing(_ json: String, _ member: String, _ value: String, with other: String) -> String {
        json.replacing("\"\(member)\":\(value)", with: "\"\(member)\":\(other)")
    }
}

/// Returns bytes as text, so that a failing test shows something to read.
func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self)
}
