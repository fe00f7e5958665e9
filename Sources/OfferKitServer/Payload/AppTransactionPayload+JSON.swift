import OfferKitCore
import OfferKitCrypto

extension AppTransactionPayload {
    /// The UTF-8 bytes of the JSON that is signed: one line, its members always in the same order.
    public var json: [UInt8] { json(without: nil) }

    /// Reads the JSON of a signed app transaction, strictly: at most 64 KiB, no null, no fraction, nothing twice.
    ///
    /// Reading loses nothing: writing the result gives what the store wrote, byte for byte.
    public init(json: some Collection<UInt8>) throws(PayloadError) {
        try self.init(PayloadFields(json: Array(json)))
    }
}

extension AppTransactionPayload: DeviceBoundPayload {
    /// The names in the JSON, in the order in which they are written.
    package enum Member: String, CaseIterable, Sendable {
        case environment = "receiptType"
        case appAppleID = "appAppleId"
        case bundleID = "bundleId"
        case applicationVersion, versionExternalIdentifier
        case signedDate = "receiptCreationDate"
        case originalPurchaseDate, originalApplicationVersion, deviceVerification, deviceVerificationNonce
        case preorderDate
        case appTransactionID = "appTransactionId"
        case originalPlatform
    }

    package static var dateMember: Member { .signedDate }
    package static var neededMember: Member { .bundleID }

    package func write(_ member: Member, _ name: String, to json: inout JSONWriter) {
        switch member {
        case .environment: json.add(name, environment.rawValue)
        case .appAppleID: json.add(name, ifAny: appAppleID)
        case .bundleID: json.add(name, bundleID)
        case .applicationVersion: json.add(name, applicationVersion)
        case .versionExternalIdentifier: json.add(name, ifAny: versionExternalIdentifier)
        case .signedDate: json.add(name, signedDate)
        case .originalPurchaseDate: json.add(name, originalPurchaseDate)
        case .originalApplicationVersion: json.add(name, originalApplicationVersion)
        case .deviceVerification: json.add(name, ifAny: deviceVerification.map(Base64.standard.encode))
        case .deviceVerificationNonce: json.add(name, ifAny: deviceVerificationNonce)
        case .preorderDate: json.add(name, ifAny: preorderDate)
        case .appTransactionID: json.add(name, ifAny: appTransactionID)
        case .originalPlatform: json.add(name, ifAny: originalPlatform)
        }
    }

    /// Reads the payload from the fields of a JSON object.
    package init(_ fields: PayloadFields<Member>) throws(PayloadError) {
        environment = StoreEnvironment(rawValue: try fields.require(.environment, .text))
        appAppleID = try fields.find(.appAppleID, .integer)
        bundleID = try fields.require(.bundleID, .text)
        applicationVersion = try fields.require(.applicationVersion, .text)
        versionExternalIdentifier = try fields.find(.versionExternalIdentifier, .integer)
        signedDate = try fields.require(.signedDate, .milliseconds)
        originalPurchaseDate = try fields.require(.originalPurchaseDate, .milliseconds)
        originalApplicationVersion = try fields.require(.originalApplicationVersion, .text)
        deviceVerification = try fields.find(.deviceVerification, .base64)
        deviceVerificationNonce = try fields.find(.deviceVerificationNonce, .uuid)
        preorderDate = try fields.find(.preorderDate, .milliseconds)
        appTransactionID = try fields.find(.appTransactionID, .text)
        originalPlatform = try fields.find(.originalPlatform, .text)
        otherMembers = fields.others
    }
}
