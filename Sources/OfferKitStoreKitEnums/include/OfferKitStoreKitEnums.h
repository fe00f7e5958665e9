// The enumerations of the original API, which are C's with Apple, too.
//
// Such an enumeration holds any number, whether it names it or not: `SKProduct.PeriodUnit(rawValue: 99)` is not nil, and a
// `switch` ends with `@unknown default`. Nothing that can be declared in Swift does both. The numbers are Apple's; the names in C
// are not, so that a program may load Apple's declarations beside these.
#ifndef OFFERKIT_STOREKIT_ENUMS
#define OFFERKIT_STOREKIT_ENUMS

#define OFFERKIT_OPEN(name) __attribute__((enum_extensibility(open), swift_name(name)))

/// How far a transaction of the original API has come.
typedef enum OFFERKIT_OPEN("SKPaymentTransactionState") OfferKitSKPaymentTransactionState : long {
    /// The payment is being made.
    OfferKitSKPaymentTransactionStatePurchasing = 0,
    /// It was paid for.
    OfferKitSKPaymentTransactionStatePurchased,
    /// It was refused, cancelled or declined.
    OfferKitSKPaymentTransactionStateFailed,
    /// It is one that was bought before.
    OfferKitSKPaymentTransactionStateRestored,
    /// Somebody else has to approve first (B10-8).
    OfferKitSKPaymentTransactionStateDeferred,
} OfferKitSKPaymentTransactionState;

/// The unit of a length of time.
typedef enum OFFERKIT_OPEN("SKProductPeriodUnit") OfferKitSKProductPeriodUnit : unsigned long {
    /// Days.
    OfferKitSKProductPeriodUnitDay = 0,
    /// Weeks.
    OfferKitSKProductPeriodUnitWeek,
    /// Months.
    OfferKitSKProductPeriodUnitMonth,
    /// Years.
    OfferKitSKProductPeriodUnitYear,
} OfferKitSKProductPeriodUnit;

/// How an offer is paid for.
typedef enum OFFERKIT_OPEN("SKProductDiscountPaymentMode") OfferKitSKProductDiscountPaymentMode : unsigned long {
    /// The reduced price is charged each period (S1-4).
    OfferKitSKProductDiscountPaymentModePayAsYouGo = 0,
    /// One charge covers the whole offer (S1-5).
    OfferKitSKProductDiscountPaymentModePayUpFront,
    /// Nothing is charged (S1-3).
    OfferKitSKProductDiscountPaymentModeFreeTrial,
} OfferKitSKProductDiscountPaymentMode;

/// The kind of offer.
typedef enum OFFERKIT_OPEN("SKProductDiscountType") OfferKitSKProductDiscountType : unsigned long {
    /// For new subscribers.
    OfferKitSKProductDiscountTypeIntroductory = 0,
    /// A promotional offer.
    OfferKitSKProductDiscountTypeSubscription,
} OfferKitSKProductDiscountType;

/// Whether a product that is promoted in the App Store is shown on this device.
typedef enum OFFERKIT_OPEN("SKProductStorePromotionVisibility") OfferKitSKProductStorePromotionVisibility : long {
    /// As the developer configured it.
    OfferKitSKProductStorePromotionVisibilityDefault = 0,
    /// Shown.
    OfferKitSKProductStorePromotionVisibilityShow,
    /// Not shown.
    OfferKitSKProductStorePromotionVisibilityHide,
} OfferKitSKProductStorePromotionVisibility;

/// What went wrong; the numbers are Apple's.
typedef enum OFFERKIT_OPEN("SKErrorCode") OfferKitSKErrorCode : long {
    /// Something unexpected happened.
    OfferKitSKErrorCodeUnknown = 0,
    /// The client may not do this.
    OfferKitSKErrorCodeClientInvalid,
    /// The customer closed the payment sheet.
    OfferKitSKErrorCodePaymentCancelled,
    /// A part of the payment was not recognised.
    OfferKitSKErrorCodePaymentInvalid,
    /// The customer may not pay.
    OfferKitSKErrorCodePaymentNotAllowed,
    /// The product is not sold in the customer's storefront.
    OfferKitSKErrorCodeStoreProductNotAvailable,
    /// The cloud service was not permitted.
    OfferKitSKErrorCodeCloudServicePermissionDenied,
    /// There was no network for the cloud service.
    OfferKitSKErrorCodeCloudServiceNetworkConnectionFailed,
    /// The cloud service is permitted no more.
    OfferKitSKErrorCodeCloudServiceRevoked,
    /// The customer has not acknowledged the privacy policy.
    OfferKitSKErrorCodePrivacyAcknowledgementRequired,
    /// The app may not use `requestData`.
    OfferKitSKErrorCodeUnauthorizedRequestData,
    /// The product has no such offer, or it was disabled.
    OfferKitSKErrorCodeInvalidOfferIdentifier,
    /// The offer's signature is not good.
    OfferKitSKErrorCodeInvalidSignature,
    /// Parts of the offer's payload are missing.
    OfferKitSKErrorCodeMissingOfferParams,
    /// A pay-as-you-go offer is not below the base price.
    OfferKitSKErrorCodeInvalidOfferPrice,
    /// An overlay was cancelled.
    OfferKitSKErrorCodeOverlayCancelled,
    /// An overlay's configuration is wrong.
    OfferKitSKErrorCodeOverlayInvalidConfiguration,
    /// An overlay took too long.
    OfferKitSKErrorCodeOverlayTimeout,
    /// The customer may not have the offer.
    OfferKitSKErrorCodeIneligibleForOffer,
    /// The platform is not supported.
    OfferKitSKErrorCodeUnsupportedPlatform,
    /// An overlay was shown in a background scene.
    OfferKitSKErrorCodeOverlayPresentedInBackgroundScene,
} OfferKitSKErrorCode;

/// How fast subscriptions renew; the numbers are Apple's.
///
/// The clock itself runs as ever: what a rate changes is how long a period lasts.
typedef enum OFFERKIT_OPEN("SKTestSessionTimeRate") OfferKitSKTestSessionTimeRate : long {
    /// Periods last as long as they say.
    OfferKitSKTestSessionTimeRateRealTime = 0,
    /// A day takes an hour.
    OfferKitSKTestSessionTimeRateOneHourIsOneDay = 1,
    /// A day takes half an hour.
    OfferKitSKTestSessionTimeRateThirtyMinutesIsOneDay = 2,
    /// A day takes five minutes.
    OfferKitSKTestSessionTimeRateFiveMinutesIsOneDay = 3,
    /// A day takes a minute.
    OfferKitSKTestSessionTimeRateOneMinuteIsOneDay = 4,
    /// A day takes half a minute.
    OfferKitSKTestSessionTimeRateThirtySecondsIsOneDay = 5,
    /// A day takes a second.
    OfferKitSKTestSessionTimeRateOneSecondIsOneDay = 6,
    /// A month takes an hour, a year twelve.
    OfferKitSKTestSessionTimeRateMonthlyRenewalEveryHour = 10,
    /// A month takes half an hour.
    OfferKitSKTestSessionTimeRateMonthlyRenewalEveryThirtyMinutes = 11,
    /// A month takes a quarter of an hour.
    OfferKitSKTestSessionTimeRateMonthlyRenewalEveryFifteenMinutes = 12,
    /// A month takes five minutes, a year an hour.
    OfferKitSKTestSessionTimeRateMonthlyRenewalEveryFiveMinutes = 13,
    /// A month takes half a minute.
    OfferKitSKTestSessionTimeRateMonthlyRenewalEveryThirtySeconds = 15,
    /// Every period takes a quarter of an hour.
    OfferKitSKTestSessionTimeRateOneRenewalEveryFifteenMinutes = 1000,
    /// Every period takes five minutes.
    OfferKitSKTestSessionTimeRateOneRenewalEveryFiveMinutes = 1001,
    /// Every period takes a minute.
    OfferKitSKTestSessionTimeRateOneRenewalEveryMinute = 1002,
    /// Every period takes half a minute.
    OfferKitSKTestSessionTimeRateOneRenewalEveryThirtySeconds = 1003,
    /// Every period takes ten seconds.
    OfferKitSKTestSessionTimeRateOneRenewalEveryTenSeconds = 1004,
    /// Every period takes two seconds.
    OfferKitSKTestSessionTimeRateOneRenewalEveryTwoSeconds = 1005,
} OfferKitSKTestSessionTimeRate;

/// What went wrong; the numbers are Apple's.
typedef enum OFFERKIT_OPEN("SKTestErrorCode") OfferKitSKTestErrorCode : long {
    /// The test environment cannot be reached; never thrown here.
    OfferKitSKTestErrorCodeServiceUnavailable = 0,
    /// The configuration has no such product, or does not sell it.
    OfferKitSKTestErrorCodeInvalidProductIdentifier,
    /// The product is no auto-renewable subscription.
    OfferKitSKTestErrorCodeInvalidProductType,
    /// The configuration's address is none of a file that can be read as one.
    OfferKitSKTestErrorCodeInvalidURL,
    /// There is no such configuration file.
    OfferKitSKTestErrorCodeFileNotFound,
    /// No subscription to the product runs, or the transaction is of none.
    OfferKitSKTestErrorCodeNoSubscriptionFound,
    /// There is no such transaction.
    OfferKitSKTestErrorCodeNoTransactionFound,
    /// The transaction or subscription is in another state than that.
    OfferKitSKTestErrorCodeInvalidAction,
} OfferKitSKTestErrorCode;

#undef OFFERKIT_OPEN

#endif
