public import OfferKitCore
public import OfferKitEssentials

/// The body of a notification of version 1: Apple's `responseBodyV1` (B11-5).
///
/// ```swift
/// let body = try NotificationBodyV1(json: bytes)
/// body.password == sharedSecret                        // all that tells it from a forged one
/// body.notificationType == .didChangeRenewalStatus
/// body.unifiedReceipt.pendingRenewalInfo?.first?.willAutoRenew
/// ```
///
/// The body is not signed. A property that is nil is left out of the JSON, never written as null.
public struct NotificationBodyV1: Hashable, Sendable {
    /// The most bytes that are read; a hundred transactions take some two hundred thousand.
    public static let longest = 1_048_576

    /// The type of the notification.
    public var notificationType: NotificationType
    /// The environment: production, `PROD` in the JSON, or the sandbox, which stands for every other one (C-136).
    public var environment: StoreEnvironment
    /// The app's shared secret.
    public var password: String
    /// The app's bundle identifier.
    public var bundleID: String
    /// The version of the app; always `1.0` in the sandbox.
    public var bundleVersion: String?
    /// The product that the subscription renews with, or would (S0-124); nil for products that do not renew.
    public var autoRenewProductID: String?
    /// Whether the subscription is to renew (S0-90, S0-120): `true` or `false` as text here, `1` or `0` in the receipt.
    public var willAutoRenew: Bool?
    /// The date when auto-renew was turned on or off; nil in notifications about anything else (C-153).
    public var autoRenewStatusChangeDate: Date?
    /// The reason why the subscription ended, or its renewal failed; nil during a period that was paid for.
    public var expirationIntent: RenewalInfoPayload.ExpirationIntent?
    /// The number of the subscription's first transaction, or of the purchase that the notification is about.
    public var originalTransactionID: UInt64?
    /// The customer's receipt as it was when the notification was made (S0-91, S1-50, C-151).
    ///
    /// It is the answer that `verifyReceipt` would have given then, without the receipt that is sent to it, and with at
    /// most 100 transactions.
    public var unifiedReceipt: ReceiptAnswer
    /// Whether somebody asked for the notification by hand; not in Apple's form, and left out where it is false.
    public var isSynthetic = false
}

extension NotificationBodyV1 {
    private static let production = "PROD"

    /// The UTF-8 bytes of the JSON: one line, its members always in the same order.
    public var json: [UInt8] {
        var json = JSONWriter(capacity: 8_192)
        json.add("notification_type", notificationType.rawValue)
        json.add("environment", environment == .production ? NotificationBodyV1.production : environment.rawValue)
        json.add("password", password)
        json.add("bid", bundleID)
        json.add("bvrs", ifAny: bundleVersion)
        json.add("auto_renew_product_id", ifAny: autoRenewProductID)
        json.add("auto_renew_status", ifAny: willAutoRenew.map { $0 ? "true" : "false" })
        json.add(.autoRenewStatusChange, autoRenewStatusChangeDate)
        json.add("expiration_intent", ifAny: expirationIntent.map { Int64($0.rawValue) })
        // The number is written in its own digits: it may exceed the range of signed integers.
        if let originalTransactionID { json.add("original_transaction_id", json: "\(originalTransactionID)") }
        json.add("unified_receipt", object: unifiedReceipt.write)
        if isSynthetic { json.add("isSynthetic", true) }
        return json.bytes
    }

    /// Reads a body, strictly: documented types, no null, no name twice.
    ///
    /// Of each date the milliseconds are read; members that the store does not write are ignored.
    ///
    /// - Parameter json: The body, at most ``longest`` bytes.
    /// - Throws: ``ReceiptFormError`` with the place, such as `unified_receipt.latest_receipt_info[3].expires_date_ms`.
    public init(json: some Collection<UInt8>) throws(ReceiptFormError) {
        let fields = try ReceiptFields(json: Array(json), longest: NotificationBodyV1.longest)
        notificationType = NotificationType(rawValue: try fields.require("notification_type", .text))
        let name = try fields.require("environment", .text)
        environment = name.hasBytes(of: NotificationBodyV1.production) ? .production : StoreEnvironment(rawValue: name)
        password = try fields.require("password", .text)
        bundleID = try fields.require("bid", .text)
        bundleVersion = try fields.find("bvrs", .text)
        autoRenewProductID = try fields.find("auto_renew_product_id", .text)
        willAutoRenew = try fields.find("auto_renew_status", .flag)
        autoRenewStatusChangeDate = try fields.find(.autoRenewStatusChange)
        expirationIntent = try fields.find("expiration_intent", .number)
            .map { RenewalInfoPayload.ExpirationIntent(rawValue: Int(clamping: $0)) }
        originalTransactionID = try fields.find("original_transaction_id", .positiveNumber)
        guard let receipt = try fields.object("unified_receipt") else { throw .missing(place: "unified_receipt") }
        unifiedReceipt = try ReceiptAnswer(receipt)
        isSynthetic = try fields.find("isSynthetic", .boolean) ?? false
    }
}
