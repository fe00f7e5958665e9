import OfferKitCore

extension NotificationPayload {
    /// The UTF-8 bytes of the JSON that is signed: one line, its members always in the same order.
    public var json: [UInt8] { json(without: nil) }

    /// Reads the JSON of a notification, strictly: at most 64 KiB, no null, no fraction, nothing twice.
    ///
    /// Reading loses nothing: writing the result gives what the store wrote, byte for byte.
    public init(json: some Collection<UInt8>) throws(PayloadError) {
        try self.init(PayloadFields(json: Array(json)))
    }
}

extension NotificationPayload: SignedPayload {
    /// The names in the JSON, in the order in which they are written.
    package enum Member: String, CaseIterable, Sendable {
        case notificationType, subtype, notificationUUID, data, summary, version, signedDate
    }

    package static var dateMember: Member { .signedDate }
    package static var neededMember: Member { .data }

    package func write(_ member: Member, _ name: String, to json: inout JSONWriter) {
        switch member {
        case .notificationType: json.add(name, notificationType.rawValue)
        case .subtype: json.add(name, ifAny: subtype?.rawValue)
        case .notificationUUID: json.add(name, notificationUUID)
        case .data: if let data { json.add(name, object: { data.write(to: &$0) }) }
        case .summary: if let summary { json.add(name, object: { summary.write(to: &$0) }) }
        case .version: json.add(name, version)
        case .signedDate: json.add(name, signedDate)
        }
    }

    /// Reads the payload from the fields of a JSON object.
    package init(_ fields: PayloadFields<Member>) throws(PayloadError) {
        notificationType = NotificationType(rawValue: try fields.require(.notificationType, .text))
        subtype = try fields.find(.subtype, .text).map(NotificationSubtype.init(rawValue:))
        notificationUUID = try fields.require(.notificationUUID, .uuid)
        data = try fields.object(.data)
        summary = try fields.object(.summary)
        guard data != nil || summary != nil else { throw .missing(member: Member.data.rawValue) }
        version = try fields.require(.version, .text)
        signedDate = try fields.require(.signedDate, .milliseconds)
        otherMembers = fields.others
    }
}

extension NotificationPayload.Content: PayloadObject {
    /// The names in the JSON, in the order in which they are written.
    package enum Member: String, CaseIterable, Sendable {
        case environment
        case appAppleID = "appAppleId"
        case bundleID = "bundleId"
        case bundleVersion, signedTransactionInfo, signedRenewalInfo, status, consumptionRequestReason
    }

    package func write(_ member: Member, _ name: String, to json: inout JSONWriter) {
        switch member {
        case .environment: json.add(name, environment.rawValue)
        case .appAppleID: json.add(name, ifAny: appAppleID)
        case .bundleID: json.add(name, bundleID)
        case .bundleVersion: json.add(name, ifAny: bundleVersion)
        case .signedTransactionInfo: json.add(name, ifAny: signedTransactionInfo)
        case .signedRenewalInfo: json.add(name, ifAny: signedRenewalInfo)
        case .status: json.add(name, ifAny: status.map { Int64($0.rawValue) })
        case .consumptionRequestReason: json.add(name, ifAny: consumptionRequestReason)
        }
    }

    /// Reads the object from its fields.
    package init(_ fields: PayloadFields<Member>) throws(PayloadError) {
        environment = StoreEnvironment(rawValue: try fields.require(.environment, .text))
        appAppleID = try fields.find(.appAppleID, .integer)
        bundleID = try fields.require(.bundleID, .text)
        bundleVersion = try fields.find(.bundleVersion, .text)
        signedTransactionInfo = try fields.find(.signedTransactionInfo, .text)
        signedRenewalInfo = try fields.find(.signedRenewalInfo, .text)
        status = try fields.find(.status, .integer).map(SubscriptionStatusCode.init(rawValue:))
        consumptionRequestReason = try fields.find(.consumptionRequestReason, .text)
        otherMembers = fields.others
    }
}

extension NotificationPayload.Summary: PayloadObject {
    /// The names in the JSON, in the order in which they are written.
    package enum Member: String, CaseIterable, Sendable {
        case environment
        case appAppleID = "appAppleId"
        case bundleID = "bundleId"
        case productID = "productId"
        case requestIdentifier, storefrontCountryCodes, succeededCount, failedCount
    }

    package func write(_ member: Member, _ name: String, to json: inout JSONWriter) {
        switch member {
        case .environment: json.add(name, environment.rawValue)
        case .appAppleID: json.add(name, ifAny: appAppleID)
        case .bundleID: json.add(name, bundleID)
        case .productID: json.add(name, productID)
        case .requestIdentifier: json.add(name, requestIdentifier)
        case .storefrontCountryCodes: if let storefrontCountryCodes { json.add(name, storefrontCountryCodes) }
        case .succeededCount: json.add(name, succeededCount)
        case .failedCount: json.add(name, failedCount)
        }
    }

    /// Reads the object from its fields.
    package init(_ fields: PayloadFields<Member>) throws(PayloadError) {
        environment = StoreEnvironment(rawValue: try fields.require(.environment, .text))
        appAppleID = try fields.find(.appAppleID, .integer)
        bundleID = try fields.require(.bundleID, .text)
        productID = try fields.require(.productID, .text)
        requestIdentifier = try fields.require(.requestIdentifier, .text)
        storefrontCountryCodes = try fields.find(.storefrontCountryCodes, .texts)
        succeededCount = try fields.require(.succeededCount, .integer)
        failedCount = try fields.require(.failedCount, .integer)
        otherMembers = fields.others
    }
}
