import OfferKitCrypto

/// What a developer's server sends to `verifyReceipt` (B13), by POST.
///
/// Never from the app itself (S2-7): whoever sits in between could answer, and the shared secret would be in it.
public struct ReceiptRequest: Hashable, Sendable {
    /// How many bytes are read at most: a receipt of some thirty thousand purchases.
    public static let longest = 4_194_304

    /// The receipt in Base64.
    public var receiptData: String
    /// The app's shared secret, which receipts with auto-renewable subscriptions need; nil for none.
    public var password: String?
    /// Whether `latest_receipt_info` is to hold the latest transaction of each subscription only; nil leaves it out.
    public var excludesOldTransactions: Bool?

    /// A request for a receipt as an app read it.
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

    /// Reads what was sent, strictly: text is text, a truth value has no quotation marks, null is neither.
    ///
    /// - Parameter json: The body, at most ``longest`` bytes.
    /// - Throws: ``ReceiptFormError``, to which the App Store says 21002.
    public init(json: [UInt8]) throws(ReceiptFormError) {
        let fields = try ReceiptFields(json: json, longest: ReceiptRequest.longest)
        receiptData = try fields.require("receipt-data", .text)
        password = try fields.find("password", .text)
        excludesOldTransactions = try fields.find("exclude-old-transactions", .boolean)
    }
}
