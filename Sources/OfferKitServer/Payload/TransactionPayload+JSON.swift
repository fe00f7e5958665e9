import OfferKitCore
import OfferKitCrypto

extension TransactionPayload {
    /// The UTF-8 bytes of the JSON that is signed: one line, its members always in the same order.
    public var json: [UInt8] { json(without: nil) }

    /// Reads the JSON of a signed transaction, strictly: at most 64 KiB, no null, no fraction, nothing twice.
    ///
    /// Reading loses nothing: writing the result gives what the store wrote, byte for byte.
    public init(json: some Collection<UInt8>) throws(PayloadError) {
        try self.init(PayloadFields(json: Array(json)))
    }
}

extension TransactionPayload: DeviceBoundPayload {
    /// The names in the JSON, in the order in which they are written.
    package enum Member: String, CaseIterable, Sendable {
        case transactionID = "transactionId"
        case originalTransactionID = "originalTransactionId"
        case webOrderLineItemID = "webOrderLineItemId"
        case bundleID = "bundleId"
        case productID = "productId"
        case subscriptionGroupID = "subscriptionGroupIdentifier"
        case purchaseDate, originalPurchaseDate, expiresDate, quantity, type, appAccountToken, inAppOwnershipType
        case signedDate, revocationReason, revocationDate, isUpgraded, offerType, offerIdentifier, environment
        case storefront
        case storefrontID = "storefrontId"
        case transactionReason, currency, price, offerDiscountType
        case appTransactionID = "appTransactionId"
        case offerPeriod, revocationType, revocationPercentage, deviceVerification, deviceVerificationNonce
    }

    package static var dateMember: Member { .signedDate }
    package static var neededMember: Member { .bundleID }

    package func write(_ member: Member, _ name: String, to json: inout JSONWriter) {
        switch member {
        case .transactionID: json.add(name, textOf: transactionID)
        case .originalTransactionID: json.add(name, textOf: originalTransactionID)
        case .webOrderLineItemID: json.add(name, ifAny: webOrderLineItemID)
        case .bundleID: json.add(name, bundleID)
        case .productID: json.add(name, productID)
        case .subscriptionGroupID: json.add(name, ifAny: subscriptionGroupID)
        case .purchaseDate: json.add(name, purchaseDate)
        case .originalPurchaseDate: json.add(name, originalPurchaseDate)
        case .expiresDate: json.add(name, ifAny: expiresDate)
        case .quantity: json.add(name, Int64(quantity))
        case .type: json.add(name, type.rawValue)
        case .appAccountToken: json.add(name, ifAny: appAccountToken)
        case .inAppOwnershipType: json.add(name, inAppOwnershipType.rawValue)
        case .signedDate: json.add(name, signedDate)
        case .revocationReason: json.add(name, ifAny: revocationReason.map { Int64($0.rawValue) })
        case .revocationDate: json.add(name, ifAny: revocationDate)
        case .isUpgraded: if isUpgraded { json.add(name, true) }
        case .offerType: json.add(name, ifAny: offerType.map { Int64($0.rawValue) })
        case .offerIdentifier: json.add(name, ifAny: offerIdentifier)
        case .environment: json.add(name, environment.rawValue)
        case .storefront: json.add(name, storefront)
        case .storefrontID: json.add(name, storefrontID)
        case .transactionReason: json.add(name, transactionReason.rawValue)
        case .currency: json.add(name, ifAny: currency)
        case .price: json.add(name, ifAny: amount?.milliunits)
        case .offerDiscountType: json.add(name, ifAny: offerDiscountType?.rawValue)
        case .appTransactionID: json.add(name, ifAny: appTransactionID)
        case .offerPeriod: json.add(name, ifAny: offerPeriod?.iso8601)
        case .revocationType: json.add(name, ifAny: revocationType?.rawValue)
        case .revocationPercentage: json.add(name, ifAny: revocationPercentage.map { Int64($0) })
        case .deviceVerification: json.add(name, ifAny: deviceVerification.map(Base64.standard.encode))
        case .deviceVerificationNonce: json.add(name, ifAny: deviceVerificationNonce)
        }
    }

    /// Reads the payload from the fields of a JSON object.
    package init(_ fields: PayloadFields<Member>) throws(PayloadError) {
        transactionID = try fields.require(.transactionID, .transactionNumber)
        originalTransactionID = try fields.require(.originalTransactionID, .transactionNumber)
        webOrderLineItemID = try fields.find(.webOrderLineItemID, .text)
        bundleID = try fields.require(.bundleID, .text)
        productID = try fields.require(.productID, .text)
        subscriptionGroupID = try fields.find(.subscriptionGroupID, .text)
        purchaseDate = try fields.require(.purchaseDate, .milliseconds)
        originalPurchaseDate = try fields.require(.originalPurchaseDate, .milliseconds)
        expiresDate = try fields.find(.expiresDate, .milliseconds)
        quantity = try fields.require(.quantity, .integer)
        type = ProductType(rawValue: try fields.require(.type, .text))
        appAccountToken = try fields.find(.appAccountToken, .uuid)
        inAppOwnershipType = OwnershipType(rawValue: try fields.require(.inAppOwnershipType, .text))
        signedDate = try fields.require(.signedDate, .milliseconds)
        revocationReason = try fields.find(.revocationReason, .integer).map(RevocationReason.init(rawValue:))
        revocationDate = try fields.find(.revocationDate, .milliseconds)
        revocationType = try fields.find(.revocationType, .text).map(RevocationType.init(rawValue:))
        revocationPercentage = try fields.find(.revocationPercentage, .integer)
        isUpgraded = try fields.find(.isUpgraded, .boolean) ?? false
        offerType = try fields.find(.offerType, .integer).map(OfferType.init(rawValue:))
        offerIdentifier = try fields.find(.offerIdentifier, .text)
        offerDiscountType = try fields.find(.offerDiscountType, .text).map(OfferDiscountType.init(rawValue:))
        offerPeriod = try fields.find(.offerPeriod, .period)
        environment = StoreEnvironment(rawValue: try fields.require(.environment, .text))
        storefront = try fields.require(.storefront, .text)
        storefrontID = try fields.require(.storefrontID, .text)
        transactionReason = Reason(rawValue: try fields.require(.transactionReason, .text))
        currency = try fields.find(.currency, .text)
        amount = try fields.find(.price, .milliunits)
        appTransactionID = try fields.find(.appTransactionID, .text)
        deviceVerification = try fields.find(.deviceVerification, .base64)
        deviceVerificationNonce = try fields.find(.deviceVerificationNonce, .uuid)
        otherMembers = fields.others
    }
}
