import OfferKitCore
public import OfferKitEssentials

/// The contents of the receipt that was sent: the object `receipt` in an answer of `verifyReceipt` (B13).
///
/// They show the state when the receipt was made. ``ReceiptAnswer/latestReceiptInfo`` has what happened since.
public struct ReceiptContents: Hashable, Sendable {
    /// The kind of a receipt.
    ///
    /// An open set: a `switch` needs a `default`.
    public struct Kind: RawRepresentable, Equatable, Hashable, Sendable {
        /// The text in the answer.
        public let rawValue: String

        /// The kind with that text, known or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A download from the real App Store.
        public static let production = Kind(rawValue: "Production")
        /// A download that an organisation bought in volume.
        public static let productionVPP = Kind(rawValue: "ProductionVPP")
        /// A download in the sandbox.
        public static let sandbox = Kind(rawValue: "ProductionSandbox")
        /// A purchase in volume in the sandbox.
        public static let sandboxVPP = Kind(rawValue: "ProductionVPPSandbox")
    }

    /// The kind of the receipt.
    public var kind: Kind?
    /// The same as ``appItemID``.
    public var adamID: Int64?
    /// The app's number in the App Store; 0 in the sandbox.
    public var appItemID: Int64?
    /// The bundle identifier of the app.
    public var bundleID: String
    /// The version of the app for which the receipt was made; always `1.0` in the sandbox.
    public var applicationVersion: String
    /// The number of the download; 0 in the sandbox.
    public var downloadID: Int64?
    /// The App Store's number for the version; 0, as there are none here (C-136).
    public var versionExternalID: Int64?
    /// The date when the receipt was made.
    public var creationDate: Date
    /// The date of the request.
    public var requestDate: Date?
    /// The date when the customer first got the app (S2-15).
    public var originalPurchaseDate: Date
    /// The version that the customer first got, a build number; always `1.0` in the sandbox (S2-16).
    public var originalApplicationVersion: String
    /// The date when the customer ordered the app before its release; nil for no such order.
    public var preorderDate: Date?
    /// The expiry date of a receipt for a purchase in volume; nil for one that does not expire.
    public var expirationDate: Date?
    /// The purchases in the receipt, in no order: read all of them (B13-1).
    public var inApp: [ReceiptTransaction]
}

extension ReceiptContents {
    func write(to json: inout JSONWriter) {
        json.add("receipt_type", ifAny: kind?.rawValue)
        json.add("adam_id", ifAny: adamID)
        json.add("app_item_id", ifAny: appItemID)
        json.add("bundle_id", bundleID)
        json.add("application_version", applicationVersion)
        json.add("download_id", ifAny: downloadID)
        json.add("version_external_identifier", ifAny: versionExternalID)
        json.add(.receiptCreation, creationDate)
        json.add(.request, requestDate)
        json.add(.originalPurchase, originalPurchaseDate)
        json.add("original_application_version", originalApplicationVersion)
        json.add(.preorder, preorderDate)
        json.add(.receiptExpiration, expirationDate)
        json.add("in_app", objects: inApp) { $0.write(to: &$1) }
    }

    init(_ fields: ReceiptFields) throws(ReceiptFormError) {
        kind = try fields.find("receipt_type", .text).map(Kind.init(rawValue:))
        adamID = try fields.find("adam_id", .number)
        appItemID = try fields.find("app_item_id", .number)
        bundleID = try fields.require("bundle_id", .text)
        applicationVersion = try fields.require("application_version", .text)
        downloadID = try fields.find("download_id", .number)
        versionExternalID = try fields.find("version_external_identifier", .number)
        creationDate = try fields.require(.receiptCreation)
        requestDate = try fields.find(.request)
        originalPurchaseDate = try fields.require(.originalPurchase)
        originalApplicationVersion = try fields.require("original_application_version", .text)
        preorderDate = try fields.find(.preorder)
        expirationDate = try fields.find(.receiptExpiration)
        inApp = try fields.objects("in_app", ReceiptTransaction.init) ?? []
    }
}
