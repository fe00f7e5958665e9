/// The store's refusal of a purchase, with all it knows about the reason.
///
/// The names are those of the App Store's own errors. The cases come in the order in which the store checks
/// (B3): an earlier step answers for a later one.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum PurchaseRefusal: Error, Hashable, Sendable, Codable {
    /// The device's system is too old for the offer asked for, so the call does not exist on it (B3-9).
    case unsupportedSystem(SystemShortfall)
    /// The customer may not buy on this device (B3 step 1).
    case purchaseNotAllowed
    /// There is no such product, or it is not for sale in the customer's storefront (B3 step 2).
    case productUnavailable(ProductDiagnosis)
    /// The quantity is not allowed for the product's type (B3 step 3).
    case invalidQuantity(Int, allowed: ClosedRange<Int>)
    /// More than one offer was asked for at once (C-8).
    case conflictingOffers([String])
    /// Parts of the promotional offer's payload are absent or empty (S0-72, B3 step 4).
    case missingOfferParams([OfferParameter])
    /// The product has no such offer, or the offer was disabled (S0-67, B3 step 5).
    case invalidOfferIdentifier(OfferIdentifierDiagnosis)
    /// The signature, its key, its nonce or its timestamp is not good (S0-71, B3 step 6).
    case invalidSignature(SignatureDiagnosis)
    /// A pay-as-you-go offer is not below the base price (S0-68, B3 step 7).
    case invalidOfferPrice(OfferPriceDiagnosis)
    /// The customer may not have this offer (S0-75, B4, B3 step 8).
    case ineligibleForOffer(offer: String, because: [Ineligibility])
    /// The customer closed the payment sheet (B3 step 10).
    case cancelled
    /// Somebody else, a parent for instance, said no (B3 step 9).
    case declined
    /// Not refused yet: a parent has to approve first (B3 step 9, B10-8). The purchase goes on when that happens.
    case awaitingApproval(AttemptID)
    /// Interrupted: the customer has something to settle with the App Store first. The purchase goes on afterwards.
    case interrupted(AttemptID)
    /// The charge failed (B3 step 11).
    case paymentFailed
    /// The open sheet belongs to another run of the store, or was answered before.
    case sheetAlreadyClosed
    /// The store's journal could not be written, so nothing has happened; the store says why.
    case notRecorded
    /// The store's clock or its numbers are at their end, or the store is in a state that it cannot be in: a mistake of
    /// OfferKit's. Nothing has happened.
    case internalFault(String)
}
