public import OfferKitCore

/// The App Store's answer to `verifyReceipt` (B13).
///
/// ```swift
/// let answer = try ReceiptAnswer(json: bytes)
/// answer.status == .valid                              // also for a subscription that expired
/// answer.latestExpiration()                            // the end of what was paid for (S2-8)
/// answer.isEligibleForIntroductoryOffer(inGroup: "21000001")
/// ```
public struct ReceiptAnswer: Hashable, Sendable {
    /// The most bytes that are read; a thousand purchases take about two million.
    public static let longest = 16_777_216

    /// Whether the receipt is valid, or the reason why not.
    public var status: ReceiptStatus
    /// The environment of the receipt, production or sandbox; nil where the status is not 0.
    public var environment: StoreEnvironment?
    /// Whether to try again; only with statuses from 21100 to 21199.
    public var isRetryable: Bool?
    /// The contents of the receipt that was sent; nil where the status is not 0, and in a notification.
    public var receipt: ReceiptContents?
    /// The newest receipt, in Base64; nil where the receipt that was sent holds no auto-renewable subscription.
    public var latestReceipt: String?
    /// The customer's present purchases, without finished consumables (B13-2).
    ///
    /// It is nil where the receipt that was sent holds no auto-renewable subscription.
    public var latestReceiptInfo: [ReceiptTransaction]?
    /// The next renewal of each subscription (B13-6); nil where the receipt that was sent holds none.
    public var pendingRenewalInfo: [PendingRenewalInfo]?

    /// An answer that holds only a status.
    public init(status: ReceiptStatus, isRetryable: Bool? = nil) {
        self.status = status
        self.isRetryable = isRetryable
    }

    /// The UTF-8 bytes of the JSON: one line, its members always in the same order.
    ///
    /// Every value is text except `status`, `is_retryable` and the numbers of app, download and version; each date is
    /// written in three forms.
    public var json: [UInt8] {
        let count = (receipt?.inApp.count ?? 0) + (latestReceiptInfo?.count ?? 0)
        var json = JSONWriter(capacity: 4_096 + count * 512)
        write(to: &json)
        return json.bytes
    }

    func write(to json: inout JSONWriter) {
        json.add("environment", ifAny: environment?.rawValue)
        if let receipt { json.add("receipt", object: receipt.write) }
        json.add("latest_receipt", ifAny: latestReceipt)
        if let latestReceiptInfo { json.add("latest_receipt_info", objects: latestReceiptInfo) { $0.write(to: &$1) } }
        if let pendingRenewalInfo {
            json.add("pending_renewal_info", objects: pendingRenewalInfo) { $0.write(to: &$1) }
        }
        json.add("is_retryable", ifAny: isRetryable)
        json.add("status", Int64(status.rawValue))
    }

    /// Reads an answer, strictly: documented types, no null, no name twice.
    ///
    /// Of each date the milliseconds are read; members that the store does not write are ignored.
    ///
    /// - Parameter json: The body of the answer, at most ``longest`` bytes.
    /// - Throws: ``ReceiptFormError`` with the place, such as `latest_receipt_info[3].expires_date_ms`;
    ///   ``ReceiptFormError/notJSON(reason:)`` where a page came instead (S2-33).
    public init(json: some Collection<UInt8>) throws(ReceiptFormError) {
        try self.init(ReceiptFields(json: Array(json), longest: ReceiptAnswer.longest))
        if status == .valid, receipt == nil { throw .missing(place: "receipt") }
    }

    init(_ fields: ReceiptFields) throws(ReceiptFormError) {
        let number = try fields.require("status", .number)
        status = ReceiptStatus(rawValue: Int(clamping: number))
        environment = try fields.find("environment", .text).map(StoreEnvironment.init(rawValue:))
        // Apple's documentation has the name with a hyphen, its answers with an underscore.
        let spelled: Bool? = try fields.find("is_retryable", .boolean)
        let hyphenated: Bool? = try fields.find("is-retryable", .boolean)
        isRetryable = spelled ?? hyphenated
        receipt = try fields.object("receipt").map(ReceiptContents.init)
        latestReceipt = try fields.find("latest_receipt", .text)
        latestReceiptInfo = try fields.objects("latest_receipt_info", ReceiptTransaction.init)
        pendingRenewalInfo = try fields.objects("pending_renewal_info", PendingRenewalInfo.init)
    }
}
