/// Why the store refused a purchase, with all it knows about the reason.
///
/// The names are those of the App Store's own errors. The cases come in the order in which the store checks
/// (B3): an earlier step answers for a later one.
public enum PurchaseRefusal: Error, Hashable, Sendable, Codable {
    /// The device's system is too old for the offer asked for: there the call does not exist (B3-9).
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
}

/// What is wrong with the product of a refused purchase.
public enum ProductDiagnosis: Hashable, Sendable, Codable {
    /// The catalogue has no such product.
    case unknown(String, known: [String])
    /// It has no price in the storefront of the customer.
    case notSold(String, in: Territory)
    /// The developer removed it from sale.
    case removedFromSale(String)
}

/// What is wrong with the identifier of a refused offer.
public struct OfferIdentifierDiagnosis: Hashable, Sendable, Codable {
    /// The identifier that was asked for.
    public var offer: String
    /// The product it was asked for on.
    public var product: String
    /// Why the store does not accept it there.
    public var reason: Reason
    /// The identifiers of that kind that the product has in this storefront.
    public var available: [String]

    /// Why an identifier is not accepted.
    public enum Reason: Hashable, Sendable, Codable {
        /// The catalogue has no offer of that name at all.
        case unknown
        /// It is an offer of another product (C-49).
        case belongsToProduct(String)
        /// It is an offer of another kind (C-49).
        case isOfKind(OfferType)
        /// The developer disabled it (S0-67, B1-6).
        case disabled
        /// The developer deleted it (B1-6).
        case deleted
        /// It has no price in, or is not meant for, the customer's storefront (C-49).
        case notOffered(in: Territory)
        /// It has not started yet, or is over.
        case outsideItsDates
        /// The product is no auto-renewable subscription, and only those have offers.
        case productHasNoOffers
        /// The App Store does not promote it: the developer does not want that, or the subscription has no approved image
        /// (S4-14, C-99).
        case notPromoted
    }

    package init(offer: String, product: String, reason: Reason, available: [String]) {
        self.offer = offer
        self.product = product
        self.reason = reason
        self.available = available
    }
}

/// The prices that made the store refuse a pay-as-you-go offer (S0-68, B3-2).
public struct OfferPriceDiagnosis: Hashable, Sendable, Codable {
    /// The offer's identifier.
    public var offer: String
    /// What a period costs under the offer.
    public var offerPrice: Amount
    /// What a period costs without it, in this storefront, now.
    public var basePrice: Amount
    /// The storefront.
    public var territory: Territory

    package init(offer: String, offerPrice: Amount, basePrice: Amount, territory: Territory) {
        self.offer = offer
        self.offerPrice = offerPrice
        self.basePrice = basePrice
        self.territory = territory
    }
}
