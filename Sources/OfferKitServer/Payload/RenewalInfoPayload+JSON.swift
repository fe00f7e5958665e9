import OfferKitCore
import OfferKitCrypto

extension RenewalInfoPayload {
    /// The UTF-8 bytes of the JSON that is signed: one line, its members always in the same order.
    public var json: [UInt8] { json(without: nil) }

    /// Reads the JSON of signed renewal info, strictly: at most 64 KiB, no null, no fraction, nothing twice.
    ///
    /// Reading loses nothing: writing the result gives what the store wrote, byte for byte.
    public init(json: some Collection<UInt8>) throws(PayloadError) {
        try self.init(PayloadFields(json: Array(json)))
    }
}

extension RenewalInfoPayload: DeviceBoundPayload {
    /// The names in the JSON, in the order in which they are written.
    package enum Member: String, CaseIterable, Sendable {
        case expirationIntent
        case originalTransactionID = "originalTransactionId"
        case autoRenewProductID = "autoRenewProductId"
        case productID = "productId"
        case willAutoRenew = "autoRenewStatus"
        case isInBillingRetryPeriod, priceIncreaseStatus, gracePeriodExpiresDate, offerType, offerIdentifier
        case signedDate, environment, recentSubscriptionStartDate, renewalDate, currency, renewalPrice
        case offerDiscountType
        case eligibleWinBackOfferIDs = "eligibleWinBackOfferIds"
        case appAccountToken
        case appTransactionID = "appTransactionId"
        case offerPeriod, deviceVerification, deviceVerificationNonce
    }

    package static var dateMember: Member { .signedDate }
    package static var neededMember: Member { .environment }

    package func write(_ member: Member, _ name: String, to json: inout JSONWriter) {
        switch member {
        case .expirationIntent: json.add(name, ifAny: expirationIntent.map { Int64($0.rawValue) })
        case .originalTransactionID: json.add(name, textOf: originalTransactionID)
        case .autoRenewProductID: json.add(name, autoRenewProductID)
        case .productID: json.add(name, productID)
        case .willAutoRenew: json.add(name, willAutoRenew ? 1 : 0)
        case .isInBillingRetryPeriod: json.add(name, ifAny: isInBillingRetryPeriod)
        case .priceIncreaseStatus: json.add(name, ifAny: priceIncreaseStatus.map { Int64($0.rawValue) })
        case .gracePeriodExpiresDate: json.add(name, ifAny: gracePeriodExpiresDate)
        case .offerType: json.add(name, ifAny: offerType.map { Int64($0.rawValue) })
        case .offerIdentifier: json.add(name, ifAny: offerIdentifier)
        case .signedDate: json.add(name, signedDate)
        case .environment: json.add(name, environment.rawValue)
        case .recentSubscriptionStartDate: json.add(name, recentSubscriptionStartDate)
        case .renewalDate: json.add(name, renewalDate)
        case .currency: json.add(name, ifAny: currency)
        case .renewalPrice: json.add(name, ifAny: renewalAmount?.milliunits)
        case .offerDiscountType: json.add(name, ifAny: offerDiscountType?.rawValue)
        case .eligibleWinBackOfferIDs:
            if !eligibleWinBackOfferIDs.isEmpty { json.add(name, eligibleWinBackOfferIDs) }
        case .appAccountToken: json.add(name, ifAny: appAccountToken)
        case .appTransactionID: json.add(name, ifAny: appTransactionID)
        case .offerPeriod: json.add(name, ifAny: offerPeriod?.iso8601)
        case .deviceVerification: json.add(name, ifAny: deviceVerification.map(Base64.standard.encode))
        case .deviceVerificationNonce: json.add(name, ifAny: deviceVerificationNonce)
        }
    }

    /// Reads the payload from the fields of a JSON object.
    package init(_ fields: PayloadFields<Member>) throws(PayloadError) {
        originalTransactionID = try fields.require(.originalTransactionID, .transactionNumber)
        productID = try fields.require(.productID, .text)
        autoRenewProductID = try fields.require(.autoRenewProductID, .text)
        willAutoRenew = try fields.require(.willAutoRenew, .zeroOrOne)
        expirationIntent = try fields.find(.expirationIntent, .integer).map(ExpirationIntent.init(rawValue:))
        isInBillingRetryPeriod = try fields.find(.isInBillingRetryPeriod, .boolean)
        priceIncreaseStatus = try fields.find(.priceIncreaseStatus, .integer).map(PriceIncreaseStatus.init(rawValue:))
        gracePeriodExpiresDate = try fields.find(.gracePeriodExpiresDate, .milliseconds)
        offerType = try fields.find(.offerType, .integer).map(OfferType.init(rawValue:))
        offerIdentifier = try fields.find(.offerIdentifier, .text)
        offerDiscountType = try fields.find(.offerDiscountType, .text)
            .map(TransactionPayload.OfferDiscountType.init(rawValue:))
        offerPeriod = try fields.find(.offerPeriod, .period)
        signedDate = try fields.require(.signedDate, .milliseconds)
        environment = StoreEnvironment(rawValue: try fields.require(.environment, .text))
        recentSubscriptionStartDate = try fields.require(.recentSubscriptionStartDate, .milliseconds)
        renewalDate = try fields.require(.renewalDate, .milliseconds)
        currency = try fields.find(.currency, .text)
        renewalAmount = try fields.find(.renewalPrice, .milliunits)
        eligibleWinBackOfferIDs = try fields.find(.eligibleWinBackOfferIDs, .texts) ?? []
        appAccountToken = try fields.find(.appAccountToken, .uuid)
        appTransactionID = try fields.find(.appTransactionID, .text)
        deviceVerification = try fields.find(.deviceVerification, .base64)
        deviceVerificationNonce = try fields.find(.deviceVerificationNonce, .uuid)
        otherMembers = fields.others
    }
}
