public import OfferKitCore

// The one mapping from the store's refusals to StoreKit's errors, old and new (B3).

/// The form in which StoreKit 2 tells a refusal: an error, or a result that is no success.
enum StoreKitAnswer {
    case purchaseError(Product.PurchaseError)
    case storeKitError(StoreKitError)
    case result(Product.PurchaseResult)
}

extension PurchaseRefusal {
    var storeKitAnswer: StoreKitAnswer {
        switch self {
        case .unsupportedSystem: .storeKitError(.unsupported)
        case .purchaseNotAllowed: .purchaseError(.purchaseNotAllowed)
        case .productUnavailable: .purchaseError(.productUnavailable)
        case .invalidQuantity: .purchaseError(.invalidQuantity)
        case .conflictingOffers, .notRecorded, .internalFault: .storeKitError(.systemError(self))
        case .missingOfferParams: .purchaseError(.missingOfferParameters)
        case .invalidOfferIdentifier: .purchaseError(.invalidOfferIdentifier)
        case .invalidSignature: .purchaseError(.invalidOfferSignature)
        case .invalidOfferPrice: .purchaseError(.invalidOfferPrice)
        case .ineligibleForOffer: .purchaseError(.ineligibleForOffer)
        case .cancelled: .result(.userCancelled)
        // An interrupted purchase goes on once the customer has settled the matter (B3 step 9). What a parent said no to
        // stays pending for ever: StoreKit 2 tells the app of a yes alone.
        case .declined, .awaitingApproval, .interrupted: .result(.pending)
        case .paymentFailed, .sheetAlreadyClosed: .storeKitError(.unknown)
        }
    }

    /// The refusal as StoreKit 2's purchase error; nil for a refusal that StoreKit 2 tells in another way.
    public var purchaseError: Product.PurchaseError? {
        guard case .purchaseError(let error) = storeKitAnswer else { return nil }
        return error
    }

    /// The raw value of StoreKit 1's `SKError.Code` for the refusal (B3).
    package var storeKit1Code: Int {
        switch self {
        case .paymentFailed, .declined, .sheetAlreadyClosed, .awaitingApproval, .interrupted, .notRecorded,
            .internalFault:
            0
        case .cancelled: 2
        case .conflictingOffers: 3
        case .unsupportedSystem: 19
        // StoreKit 2 has an error of its own for each of these, and the error has the number.
        case .invalidQuantity, .purchaseNotAllowed, .productUnavailable, .invalidOfferIdentifier, .invalidSignature,
            .missingOfferParams, .invalidOfferPrice, .ineligibleForOffer:
            purchaseError?.storeKit1Code ?? 0
        }
    }
}

extension Product.PurchaseError {
    /// The raw value of StoreKit 1's `SKError.Code` for the error (B3).
    package var storeKit1Code: Int {
        switch self {
        case .invalidQuantity: 3
        case .purchaseNotAllowed: 4
        case .productUnavailable: 5
        case .invalidOfferIdentifier: 11
        case .invalidOfferSignature: 12
        case .missingOfferParameters: 13
        case .invalidOfferPrice: 14
        case .ineligibleForOffer: 18
        }
    }
}
