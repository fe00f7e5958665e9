/// The number of an error in an answer of the App Store Server API (B12-7).
///
/// Its first three digits are the HTTP status. Apple adds numbers, so this is an open set: a `switch` needs a
/// `default`. The numbers named here are those that this store answers with, or that a test can ask for.
public struct AppStoreServerErrorCode: RawRepresentable, Hashable, Sendable {
    /// The number, seven digits.
    public let rawValue: Int

    /// The error with that number, known or not.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The HTTP status of an answer with it, the first three digits; 500 where those are not from 400 to 599.
    public var httpStatus: Int {
        let status = rawValue / 10_000
        return 400...599 ~= status ? status : 500
    }

    /// 4000000: the request cannot be read.
    public static let generalBadRequest = AppStoreServerErrorCode(rawValue: 4_000_000)
    /// 4000005: the revision is malformed, or belongs to another query.
    public static let invalidRequestRevision = AppStoreServerErrorCode(rawValue: 4_000_005)
    /// 4000006: the path has no transaction identifier.
    public static let invalidTransactionID = AppStoreServerErrorCode(rawValue: 4_000_006)
    /// 4000008: the path has no original transaction identifier.
    public static let invalidOriginalTransactionID = AppStoreServerErrorCode(rawValue: 4_000_008)
    /// 4000009: `extendByDays` is not from 1 to 90.
    public static let invalidExtendByDays = AppStoreServerErrorCode(rawValue: 4_000_009)
    /// 4000010: `extendReasonCode` is not from 0 to 3.
    public static let invalidExtendReasonCode = AppStoreServerErrorCode(rawValue: 4_000_010)
    /// 4000011: `requestIdentifier` is missing or too long.
    public static let invalidRequestIdentifier = AppStoreServerErrorCode(rawValue: 4_000_011)
    /// 4000012: the history of notifications does not go back that far.
    public static let startDateTooFarInPast = AppStoreServerErrorCode(rawValue: 4_000_012)
    /// 4000013: the start is not before the end.
    public static let startDateAfterEndDate = AppStoreServerErrorCode(rawValue: 4_000_013)
    /// 4000014: the pagination token is malformed, or belongs to another query.
    public static let invalidPaginationToken = AppStoreServerErrorCode(rawValue: 4_000_014)
    /// 4000015: the start is no date.
    public static let invalidStartDate = AppStoreServerErrorCode(rawValue: 4_000_015)
    /// 4000016: the end is no date.
    public static let invalidEndDate = AppStoreServerErrorCode(rawValue: 4_000_016)
    /// 4000018: no such type of notification.
    public static let invalidNotificationType = AppStoreServerErrorCode(rawValue: 4_000_018)
    /// 4000019: both a transaction and a type of notification are asked for.
    public static let multipleFiltersSupplied = AppStoreServerErrorCode(rawValue: 4_000_019)
    /// 4000020: the token of the test notification is malformed.
    public static let invalidTestNotificationToken = AppStoreServerErrorCode(rawValue: 4_000_020)
    /// 4000021: there is no such sort order.
    public static let invalidSort = AppStoreServerErrorCode(rawValue: 4_000_021)
    /// 4000022: there is no such type of product.
    public static let invalidProductType = AppStoreServerErrorCode(rawValue: 4_000_022)
    /// 4000023: the product identifier is empty, or that of a product whose renewals cannot be extended.
    public static let invalidProductID = AppStoreServerErrorCode(rawValue: 4_000_023)
    /// 4000024: the subscription group identifier is empty.
    public static let invalidSubscriptionGroupIdentifier = AppStoreServerErrorCode(rawValue: 4_000_024)
    /// 4000025: `excludeRevoked` is neither true nor false.
    public static let invalidExcludeRevoked = AppStoreServerErrorCode(rawValue: 4_000_025)
    /// 4000026: there is no such type of ownership.
    public static let invalidInAppOwnershipType = AppStoreServerErrorCode(rawValue: 4_000_026)
    /// 4000027: the list of storefronts is empty.
    public static let invalidEmptyStorefrontCountryCodeList = AppStoreServerErrorCode(rawValue: 4_000_027)
    /// 4000028: the App Store has no such storefront.
    public static let invalidStorefrontCountryCode = AppStoreServerErrorCode(rawValue: 4_000_028)
    /// 4000030: `revoked` is neither true nor false.
    public static let invalidRevoked = AppStoreServerErrorCode(rawValue: 4_000_030)
    /// 4000031: there is no such status.
    public static let invalidStatus = AppStoreServerErrorCode(rawValue: 4_000_031)
    /// 4000032: `accountTenure` is not from 0 to 7.
    public static let invalidAccountTenure = AppStoreServerErrorCode(rawValue: 4_000_032)
    /// 4000033: `appAccountToken` in consumption information is neither a UUID nor empty.
    public static let invalidAppAccountToken = AppStoreServerErrorCode(rawValue: 4_000_033)
    /// 4000034: `consumptionStatus` is not from 0 to 3.
    public static let invalidConsumptionStatus = AppStoreServerErrorCode(rawValue: 4_000_034)
    /// 4000035: `customerConsented` is not true.
    public static let invalidCustomerConsented = AppStoreServerErrorCode(rawValue: 4_000_035)
    /// 4000036: `deliveryStatus` has an unknown value.
    public static let invalidDeliveryStatus = AppStoreServerErrorCode(rawValue: 4_000_036)
    /// 4000037: `lifetimeDollarsPurchased` is not from 0 to 7.
    public static let invalidLifetimeDollarsPurchased = AppStoreServerErrorCode(rawValue: 4_000_037)
    /// 4000038: `lifetimeDollarsRefunded` is not from 0 to 7.
    public static let invalidLifetimeDollarsRefunded = AppStoreServerErrorCode(rawValue: 4_000_038)
    /// 4000039: `platform` is not from 0 to 2.
    public static let invalidPlatform = AppStoreServerErrorCode(rawValue: 4_000_039)
    /// 4000040: `playTime` is not from 0 to 7.
    public static let invalidPlayTime = AppStoreServerErrorCode(rawValue: 4_000_040)
    /// 4000041: `sampleContentProvided` is neither true nor false.
    public static let invalidSampleContentProvided = AppStoreServerErrorCode(rawValue: 4_000_041)
    /// 4000042: `userStatus` is not from 0 to 4.
    public static let invalidUserStatus = AppStoreServerErrorCode(rawValue: 4_000_042)
    /// 4000043: the transaction is no consumable.
    ///
    /// The store answers with it only where a test asks for it: Apple sends 4000047 now.
    public static let invalidTransactionNotConsumable = AppStoreServerErrorCode(rawValue: 4_000_043)
    /// 4000044: `refundPreference` has an unknown value.
    public static let invalidRefundPreference = AppStoreServerErrorCode(rawValue: 4_000_044)
    /// 4000047: version 1 of the call does not accept products of that type.
    public static let invalidTransactionTypeNotSupported = AppStoreServerErrorCode(rawValue: 4_000_047)
    /// 4000048: the identifier is that of an app transaction; the call needs one of a transaction.
    public static let appTransactionIDNotSupported = AppStoreServerErrorCode(rawValue: 4_000_048)
    /// 4000183: the account token is no UUID.
    public static let invalidAppAccountTokenUUID = AppStoreServerErrorCode(rawValue: 4_000_183)
    /// 4000185: the transaction is a family member's shared one; the endpoint accepts only the buyer's.
    public static let familyTransactionNotSupported = AppStoreServerErrorCode(rawValue: 4_000_185)
    /// 4000187: the transaction is not the first of its subscription.
    public static let transactionIDIsNotOriginal = AppStoreServerErrorCode(rawValue: 4_000_187)
    /// 4000209: `consumptionPercentage` was sent for an auto-renewable subscription.
    public static let consumptionPercentageAutoRenewableSubscription = AppStoreServerErrorCode(rawValue: 4_000_209)
    /// 4030004: the subscription's renewal date cannot be extended.
    public static let subscriptionExtensionIneligible = AppStoreServerErrorCode(rawValue: 4_030_004)
    /// 4030005: the subscription was extended as often as is allowed.
    public static let subscriptionMaxExtension = AppStoreServerErrorCode(rawValue: 4_030_005)
    /// 4030007: a family member shares the subscription; only the buyer's can be extended.
    public static let familySharedSubscriptionExtensionIneligible = AppStoreServerErrorCode(rawValue: 4_030_007)
    /// 4040001: there is no such customer.
    public static let accountNotFound = AppStoreServerErrorCode(rawValue: 4_040_001)
    /// 4040002: there is no such customer now; try again.
    ///
    /// The store answers with it only where a test asks for it.
    public static let accountNotFoundRetryable = AppStoreServerErrorCode(rawValue: 4_040_002)
    /// 4040003: there is no such app.
    ///
    /// The store answers with it only where a test asks for it.
    public static let appNotFound = AppStoreServerErrorCode(rawValue: 4_040_003)
    /// 4040004: there is no such app now; try again.
    ///
    /// The store answers with it only where a test asks for it.
    public static let appNotFoundRetryable = AppStoreServerErrorCode(rawValue: 4_040_004)
    /// 4040005: there is no original transaction with that identifier.
    public static let originalTransactionIDNotFound = AppStoreServerErrorCode(rawValue: 4_040_005)
    /// 4040006: the original transaction was not found now; try again.
    ///
    /// The store answers with it only where a test asks for it.
    public static let originalTransactionIDNotFoundRetryable = AppStoreServerErrorCode(rawValue: 4_040_006)
    /// 4040007: no URL for notifications is configured.
    public static let serverNotificationURLNotFound = AppStoreServerErrorCode(rawValue: 4_040_007)
    /// 4040008: there is no such test notification.
    public static let testNotificationNotFound = AppStoreServerErrorCode(rawValue: 4_040_008)
    /// 4040009: there is no such request to extend the dates of all subscribers.
    public static let statusRequestNotFound = AppStoreServerErrorCode(rawValue: 4_040_009)
    /// 4040010: there is no such transaction.
    public static let transactionIDNotFound = AppStoreServerErrorCode(rawValue: 4_040_010)
    /// 4040019: the customer has no app transaction.
    ///
    /// The store answers with it only where a test asks for it.
    public static let appTransactionDoesNotExist = AppStoreServerErrorCode(rawValue: 4_040_019)
    /// 4290000: too many requests within an hour (B12-8).
    public static let rateLimitExceeded = AppStoreServerErrorCode(rawValue: 4_290_000)
    /// 5000000: the store cannot answer.
    public static let generalInternal = AppStoreServerErrorCode(rawValue: 5_000_000)
    /// 5000001: the store cannot answer now; try again.
    ///
    /// The store answers with it only where a test asks for it.
    public static let generalInternalRetryable = AppStoreServerErrorCode(rawValue: 5_000_001)
}

/// An error that the App Store Server API answers with: its number, and a sentence.
public struct AppStoreServerError: Error, Hashable, Sendable {
    /// The number.
    public let code: AppStoreServerErrorCode
    /// The sentence that says what is wrong, where, and what to do; `errorMessage` in the answer.
    ///
    /// It is written for people. Compare the code.
    public let message: String

    /// An error with its code and sentence.
    package init(_ code: AppStoreServerErrorCode, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The error that a test asked for.
    package init(askedFor code: AppStoreServerErrorCode) {
        self.init(code, "A test asked for this answer; the request was not looked at.")
    }
}

extension AppStoreServerError: CustomStringConvertible {
    /// The number and the sentence.
    public var description: String { "\(code.rawValue): \(message)" }
}
