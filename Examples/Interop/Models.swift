import Foundation
import LineProtocol
import OfferKit

/// A value of the model with its JWS.
struct Signed<Model: Encodable & Sendable>: Encodable {
    let jws: String
    let model: Model
}

extension Signed where Model == TransactionModel {
    init(_ transaction: Transaction, failing flaw: Flaw? = nil) {
        self.init(
            jws: transaction.jwsRepresentation(failing: flaw?.error), model: TransactionModel(transaction))
    }
}

extension Signed where Model == RenewalInfoModel {
    init(_ info: RenewalInfo, failing flaw: Flaw?) {
        self.init(jws: info.jwsRepresentation(failing: flaw?.error), model: RenewalInfoModel(info))
    }
}

extension Signed where Model == AppTransactionModel {
    init(_ transaction: AppTransaction, failing flaw: Flaw?) {
        self.init(
            jws: transaction.jwsRepresentation(failing: flaw?.error), model: AppTransactionModel(transaction))
    }
}

/// An offer of a transaction, or of the next renewal.
struct OfferModel: Encodable {
    let id: String?
    let type: String
    let paymentMode: String?
    let period: String?

    init(_ offer: Transaction.Offer) {
        id = offer.id
        type = offer.type.words
        paymentMode = offer.paymentMode?.rawValue
        period = offer.period?.iso8601
    }
}

/// A transaction as the app sees it, by StoreKit's names.
struct TransactionModel: Encodable {
    let id: String
    let originalID: String
    let webOrderLineItemID: String?
    let productID: String
    let subscriptionGroupID: String?
    let appBundleID: String
    let purchaseDate: DateText
    let originalPurchaseDate: DateText
    let expirationDate: DateText?
    let purchasedQuantity: Int
    let isUpgraded: Bool
    let offer: OfferModel?
    let productType: String
    let appAccountToken: String?
    let revocationDate: DateText?
    let revocationReason: String?
    let revocationType: String?
    let revocationPercentage: String?
    let ownershipType: String
    let environment: String
    let reason: String
    let price: String?
    let currency: String?
    let storefrontCountryCode: String
    let storefrontID: String
    let appTransactionID: String
    let signedDate: DateText
    let deviceVerification: Data
    let deviceVerificationNonce: String

    init(_ transaction: Transaction) {
        id = String(transaction.id)
        originalID = String(transaction.originalID)
        webOrderLineItemID = transaction.webOrderLineItemID
        productID = transaction.productID
        subscriptionGroupID = transaction.subscriptionGroupID
        appBundleID = transaction.appBundleID
        purchaseDate = DateText(transaction.purchaseDate)
        originalPurchaseDate = DateText(transaction.originalPurchaseDate)
        expirationDate = transaction.expirationDate.map(DateText.init)
        purchasedQuantity = transaction.purchasedQuantity
        isUpgraded = transaction.isUpgraded
        offer = transaction.offer.map(OfferModel.init)
        productType = transaction.productType.rawValue
        appAccountToken = transaction.appAccountToken?.uuidString.lowercased()
        revocationDate = transaction.revocationDate.map(DateText.init)
        revocationReason = transaction.revocationReason.map { $0 == .developerIssue ? "developerIssue" : "other" }
        revocationType = transaction.revocationType?.rawValue
        revocationPercentage = transaction.revocationPercentage.map { "\($0)" }
        ownershipType = transaction.ownershipType.rawValue
        environment = transaction.environment.rawValue
        reason = transaction.reason.rawValue
        price = transaction.price.map { "\($0)" }
        currency = transaction.currency?.identifier
        storefrontCountryCode = transaction.storefront.countryCode
        storefrontID = transaction.storefront.id
        appTransactionID = transaction.appTransactionID
        signedDate = DateText(transaction.signedDate)
        deviceVerification = transaction.deviceVerification
        deviceVerificationNonce = transaction.deviceVerificationNonce.uuidString.lowercased()
    }
}

/// Renewal info as the app sees it, by StoreKit's names.
struct RenewalInfoModel: Encodable {
    let originalTransactionID: String
    let currentProductID: String
    let willAutoRenew: Bool
    let autoRenewPreference: String?
    let expirationReason: String?
    let priceIncreaseStatus: String
    let isInBillingRetry: Bool
    let gracePeriodExpirationDate: DateText?
    let offer: OfferModel?
    let renewalPrice: String?
    let currency: String?
    let renewalDate: DateText?
    let recentSubscriptionStartDate: DateText
    let eligibleWinBackOfferIDs: [String]
    let environment: String
    let appAccountToken: String?
    let appTransactionID: String
    let signedDate: DateText
    let deviceVerification: Data
    let deviceVerificationNonce: String

    init(_ info: RenewalInfo) {
        originalTransactionID = String(info.originalTransactionID)
        currentProductID = info.currentProductID
        willAutoRenew = info.willAutoRenew
        autoRenewPreference = info.autoRenewPreference
        expirationReason = info.expirationReason.map(\.words)
        priceIncreaseStatus =
            switch info.priceIncreaseStatus {
            case .noIncreasePending: "noIncreasePending"
            case .pending: "pending"
            case .agreed: "agreed"
            }
        isInBillingRetry = info.isInBillingRetry
        gracePeriodExpirationDate = info.gracePeriodExpirationDate.map(DateText.init)
        offer = info.offer.map(OfferModel.init)
        renewalPrice = info.renewalPrice.map { "\($0)" }
        currency = info.currency?.identifier
        renewalDate = info.renewalDate.map(DateText.init)
        recentSubscriptionStartDate = DateText(info.recentSubscriptionStartDate)
        eligibleWinBackOfferIDs = info.eligibleWinBackOfferIDs
        environment = info.environment.rawValue
        appAccountToken = info.appAccountToken?.uuidString.lowercased()
        appTransactionID = info.appTransactionID
        signedDate = DateText(info.signedDate)
        deviceVerification = info.deviceVerification
        deviceVerificationNonce = info.deviceVerificationNonce.uuidString.lowercased()
    }
}

/// An app transaction as the app sees it, by StoreKit's names.
struct AppTransactionModel: Encodable {
    let appID: UInt64?
    let appTransactionID: String
    let appVersion: String
    let appVersionID: UInt64?
    let bundleID: String
    let environment: String
    let originalAppVersion: String
    let originalPlatform: String
    let originalPurchaseDate: DateText
    let preorderDate: DateText?
    let signedDate: DateText
    let deviceVerification: Data
    let deviceVerificationNonce: String

    init(_ transaction: AppTransaction) {
        appID = transaction.appID
        appTransactionID = transaction.appTransactionID
        appVersion = transaction.appVersion
        appVersionID = transaction.appVersionID
        bundleID = transaction.bundleID
        environment = transaction.environment.rawValue
        originalAppVersion = transaction.originalAppVersion
        originalPlatform = transaction.originalPlatform.rawValue
        originalPurchaseDate = DateText(transaction.originalPurchaseDate)
        preorderDate = transaction.preorderDate.map(DateText.init)
        signedDate = DateText(transaction.signedDate)
        deviceVerification = transaction.deviceVerification
        deviceVerificationNonce = transaction.deviceVerificationNonce.uuidString.lowercased()
    }
}

extension RenewalInfo.ExpirationReason {
    /// StoreKit's name for the value.
    var words: String {
        switch self {
        case .autoRenewDisabled: "autoRenewDisabled"
        case .billingError: "billingError"
        case .didNotConsentToPriceIncrease: "didNotConsentToPriceIncrease"
        case .productUnavailable: "productUnavailable"
        case .unknown: "unknown"
        default: "\(rawValue)"
        }
    }
}

extension Product.SubscriptionInfo.RenewalState {
    /// StoreKit's name for the value.
    var words: String {
        switch self {
        case .subscribed: "subscribed"
        case .expired: "expired"
        case .inBillingRetryPeriod: "inBillingRetryPeriod"
        case .inGracePeriod: "inGracePeriod"
        case .revoked: "revoked"
        default: "\(rawValue)"
        }
    }
}
