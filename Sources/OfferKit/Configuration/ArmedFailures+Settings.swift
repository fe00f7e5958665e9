import Foundation

extension ArmedFailures {
    /// Creates the failures that a `.storekit` file switches on, for every device of a store made from it.
    ///
    /// The file names an error by its family and its place among StoreKit's cases; one that has no such place is
    /// unknown.
    init(_ settings: StoreKitConfiguration.Settings) {
        if settings.failTransactionsEnabled {
            purchase = Armed(failure: .failing(withStoreKit1Code: settings.failureError ?? 0))
        }
        for error in settings.simulatedErrors where error.isEnabled { arm(error) }
    }

    /// Arms the failure of one call.
    ///
    /// - Returns: Whether there is such a call here.
    @discardableResult
    fileprivate mutating func arm(_ error: StoreKitConfiguration.SimulatedError) -> Bool {
        let index = error.errorIndex ?? 0
        switch error.name {
        case "Load Products": loadProducts = Armed(failure: .generic(.numbered(index)))
        case "App Store Sync": appStoreSync = Armed(failure: .generic(.numbered(index)))
        case "App Transaction": appTransaction = Armed(failure: .generic(.numbered(index)))
        case "Subscription Status": subscriptionStatus = Armed(failure: .generic(.numbered(index)))
        case "Manage Subscriptions Sheet": manageSubscriptions = Armed(failure: .generic(.numbered(index)))
        case "Refund Request Sheet" where error.errorType == nil || error.errorType == "generic":
            refundRequest = Armed(failure: .generic(.numbered(index)))
        case "Refund Request Sheet":
            let reason: Transaction.RefundRequestError = index == 0 ? .duplicateRequest : .failed
            refundRequest = Armed(failure: .refundRequest(reason))
        case "Offer Code Redeem Sheet": offerCodeRedeem = Armed(failure: .generic(.numbered(index)))
        case "Purchase" where error.errorType == "purchase":
            let cases: [Product.PurchaseError] = [
                .invalidQuantity, .productUnavailable, .purchaseNotAllowed, .ineligibleForOffer,
                .invalidOfferIdentifier, .invalidOfferPrice, .invalidOfferSignature, .missingOfferParameters,
            ]
            purchase = Armed(failure: cases.indices.contains(index) ? .purchase(cases[index]) : .generic(.unknown))
        case "Purchase": purchase = Armed(failure: .generic(.numbered(index)))
        case "Verification":
            let cases: [VerificationResult<Any>.VerificationError] = [
                .revokedCertificate, .invalidCertificateChain, .invalidDeviceVerification, .invalidEncoding,
                .invalidSignature, .missingRequiredProperties,
            ]
            let reason = cases.indices.contains(index) ? cases[index] : .invalidSignature
            verification = Armed(failure: .verification(reason))
        default: return false
        }
        return true
    }

}

extension SimulatedFailures.Purchase {
    /// Returns the failure of a purchase for an `SKError` code that a test session accepts, also of a cancellation
    /// (C-222).
    package static func failing(withStoreKit1Code code: Int) -> SimulatedFailures.Purchase {
        if code == paymentCancelled { return .generic(.userCancelled) }
        let accepted: [Product.PurchaseError] = [
            .invalidOfferIdentifier, .invalidOfferSignature, .missingOfferParameters, .invalidOfferPrice,
        ]
        return accepted.first { $0.storeKit1Code == code }.map { .purchase($0) } ?? .generic(.unknown)
    }

    /// The code of `SKError.paymentCancelled`.
    private static let paymentCancelled = 2
}

extension StoreKitConfiguration.SimulatedError {
    /// Whether a store simulates the error, which it does for the names of the calls that can fail.
    var isSimulated: Bool {
        var failures = ArmedFailures()
        return failures.arm(self)
    }
}

extension StoreKitError {
    /// Returns the error at a place among the cases, in the order in which StoreKit declares them.
    fileprivate static func numbered(_ index: Int) -> StoreKitError {
        switch index {
        case 1: .userCancelled
        case 2: .networkError(URLError(.notConnectedToInternet))
        case 3: .systemError(URLError(.unknown))
        case 4: .notAvailableInStorefront
        case 5: .notEntitled
        default: .unknown
        }
    }
}
