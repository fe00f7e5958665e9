import OfferKit
import OfferKitTestHarness
import StoreKit
import StoreKitTest
import Testing

// By hand from Apple's headers, as the column of the parity table has them.
/// Apple's numbers.
struct NumberTests {
    @Test("SKError's codes have Apple's numbers, and its domain is SKErrorDomain")
    func storeKitErrors() {
        let codes: [SKError.Code] = [
            .unknown, .clientInvalid, .paymentCancelled, .paymentInvalid, .paymentNotAllowed, .storeProductNotAvailable,
            .cloudServicePermissionDenied, .cloudServiceNetworkConnectionFailed, .cloudServiceRevoked,
            .privacyAcknowledgementRequired, .unauthorizedRequestData, .invalidOfferIdentifier, .invalidSignature,
            .missingOfferParams, .invalidOfferPrice, .overlayCancelled, .overlayInvalidConfiguration, .overlayTimeout,
            .ineligibleForOffer, .unsupportedPlatform, .overlayPresentedInBackgroundScene,
        ]
        expectEqual(codes.map(\.rawValue), Array(0...20))
        expectEqual(codes.map { SKError($0).errorCode }, Array(0...20))
        expectEqual(codes.map { (SKError($0) as NSError).domain }, Array(repeating: "SKErrorDomain", count: 21))
    }

    @Test("SKTestError's codes have Apple's numbers, and its domain is SKTestErrorDomain")
    func testErrors() {
        let codes: [SKTestError.Code] = [
            .serviceUnavailable, .invalidProductIdentifier, .invalidProductType, .invalidURL, .fileNotFound,
            .noSubscriptionFound, .noTransactionFound, .invalidAction,
        ]
        expectEqual(codes.map(\.rawValue), Array(0...7))
        expectEqual(codes.map { (SKTestError($0) as NSError).code }, Array(0...7))
        expectEqual(codes.map { (SKTestError($0) as NSError).domain }, Array(repeating: "SKTestErrorDomain", count: 8))
    }

    @Test("rates have Apple's numbers, 14 left out, are made of them, and each has its lengths")
    func rates() {
        let rates: [Int: SKTestSession.TimeRate] = [
            0: .realTime, 1: .oneHourIsOneDay, 2: .thirtyMinutesIsOneDay, 3: .fiveMinutesIsOneDay,
            4: .oneMinuteIsOneDay,
            5: .thirtySecondsIsOneDay, 6: .oneSecondIsOneDay, 10: .monthlyRenewalEveryHour,
            11: .monthlyRenewalEveryThirtyMinutes, 12: .monthlyRenewalEveryFifteenMinutes,
            13: .monthlyRenewalEveryFiveMinutes, 15: .monthlyRenewalEveryThirtySeconds,
            1000: .oneRenewalEveryFifteenMinutes, 1001: .oneRenewalEveryFiveMinutes, 1002: .oneRenewalEveryMinute,
            1003: .oneRenewalEveryThirtySeconds, 1004: .oneRenewalEveryTenSeconds, 1005: .oneRenewalEveryTwoSeconds,
        ]
        for number in Array(0...20) + Array(995...1010) {
            #expect(rates[number].map { $0 == SKTestSession.TimeRate(rawValue: number) } ?? true, "\(number)")
            expectEqual(Pace(timeRate: number) != nil, rates[number] != nil, "\(number)")
        }
    }

    @Test("states, visibilities, units and modes have Apple's numbers")
    func others() {
        let states: [SKPaymentTransactionState] = [.purchasing, .purchased, .failed, .restored, .deferred]
        expectEqual(states.map(\.rawValue), [0, 1, 2, 3, 4])
        expectEqual([SKProductStorePromotionVisibility.default, .show, .hide].map(\.rawValue), [0, 1, 2])
        expectEqual([SKProduct.PeriodUnit.day, .week, .month, .year].map(\.rawValue), [0, 1, 2, 3])
        expectEqual([SKProductDiscount.PaymentMode.payAsYouGo, .payUpFront, .freeTrial].map(\.rawValue), [0, 1, 2])
        let types: [SKProductDiscount.`Type`] = [.introductory, .subscription]
        expectEqual(types.map(\.rawValue), [0, 1])
    }

    // As imported enumerations of C do, which Apple's are: tests of `@unknown default` make such values.
    @Test(
        "C-200: enumerations of the original API hold every number, and a switch over one reaches its @unknown default")
    func unknownNumbers() {
        expectEqual(SKProduct.PeriodUnit(rawValue: 99)?.rawValue, 99)
        expectEqual(SKProductDiscount.PaymentMode(rawValue: 99)?.rawValue, 99)
        let type: SKProductDiscount.`Type`? = .init(rawValue: 99)
        expectEqual(type?.rawValue, 99)
        expectEqual(SKPaymentTransactionState(rawValue: -1)?.rawValue, -1)
        expectEqual(SKProductStorePromotionVisibility(rawValue: 99)?.rawValue, 99)
        expectEqual(SKError.Code(rawValue: 907)?.rawValue, 907)
        expectEqual(SKTestError.Code(rawValue: 99)?.rawValue, 99)
        expectEqual(SKTestSession.TimeRate(rawValue: 14)?.rawValue, 14)
        func isKnown(_ unit: SKProduct.PeriodUnit) -> Bool {
            switch unit {
            case .day, .week, .month, .year: true
            @unknown default: false
            }
        }
        expectEqual([0, 3, 4, 99].map { SKProduct.PeriodUnit(rawValue: $0).map(isKnown) }, [true, true, false, false])
    }

    @Test("C-200: an error keeps a number without a name on its way through NSError, and says it")
    func unknownError() {
        let error = SKError(_nsError: NSError(domain: SKErrorDomain, code: 907))
        expectEqual(error.code.rawValue, 907)
        expectEqual(error.errorCode, 907)
        expectContains(error.localizedDescription, "907")
        #expect(!(SKError.unknown ~= (error as any Error)))
    }
}
