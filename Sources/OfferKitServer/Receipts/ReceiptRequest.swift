import OfferKitCrypto

/// A developer's server's request to `verifyReceipt` (B13), by POST.
///
/// The app itself must not send it (S2-7): somebody in between could answer, and the request holds the shared secret.
public struct ReceiptRequest: Hashable, Sendable {
    /// The most bytes that are read: a receipt of some thirty thousand purchases.
    public static let longest = 4_194_304

    /// The receipt in Base64.
    public var receiptData: String
    /// The app's shared secret, which receipts with auto-renewable subscriptions need; nil for none.
    public var password: String?
    /// Whether `latest_receipt_info` holds only the latest transaction of each subscription; nil leaves it out.
    public var excludesOldTransactions: Bool?

    /// A request for a receipt that an app read.
    ///
    /// - Parameters:
    ///   - receipt: The bytes of the receipt.
    ///   - password: The app's shared secret.
    ///   - excludesOldTransactions: Whether only the latest transaction of each subscription is wanted.
    public init(
        receipt: some Collection<UInt8>, password: String? = nil, excludesOldTransactions: Bool? = nil
    ) {
        receiptData = Base64.standard.encode(Array(receipt))
        self.password = password
        self.excludesOldTransactions = excludesOldTransactions
    }

    /// The UTF-8 bytes of the JSON to send.
    public var json: [UInt8] {
        var json = JSONWriter(capacity: receiptData.utf8.count + 256)
        json.add("receipt-data", receiptData)
        json.add("password", ifAny: password)
        json.add("exclude-old-transactions", ifAny: excludesOldTransactions)
        return json.bytes
    }

    /// Reads a request, strictly: text is text, a truth value has no quotation marks, null is neither.
    ///
    /// - Parameter json: The body, at most ``longest`` bytes.
    /// - Throws: ``ReceiptFormError``, for which the App Store's status is 21002.
    public init(json: some Collection<UInt8>) throws(ReceiptFormError) {
        let fields = try ReceiptFields(json: Array(json), longest: ReceiptRequest.longest)
        receiptData = try fields.require("receipt-data", .text)
        password = try fields.find("password", .text)
        excludesOldTransactions = try fields.find("exclude-old-transactions", .boolean)
    }
}
