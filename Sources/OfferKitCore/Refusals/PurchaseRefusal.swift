/// The store's refusal of a purchase, with all it knows about the reason.
///
/// The names are those of the App Store's own errors. Until the payment sheet, the cases come in the order in which the
/// store checks (B3): an earlier step answers for a later one.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum PurchaseRefusal: Error, StoreRefusal, Hashable, Sendable, Codable {
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
    /// Not refused yet: somebody else has to answer first, and the purchase goes on when they do.
    ///
    /// A parent has to approve it (B3 step 9, B10-8), or the delegate of the original API's queue has to say whether it
    /// goes on in another storefront (C-116).
    case awaitingApproval(AttemptID)
    /// Interrupted: the customer has something to settle with the App Store first. The purchase goes on afterwards.
    case interrupted(AttemptID)
    /// The charge failed (B3 step 11).
    case paymentFailed
    /// The open sheet belongs to another run of the store, or was answered before.
    case sheetAlreadyClosed
    /// The store's journal could not be written, so nothing has happened; the store says why.
    case notRecorded
    /// The store's clock or its numbers are at their end, or there is a mistake in OfferKit and the store is in a state
    /// that it cannot be in; the text says which, and what to do. Nothing has happened.
    case internalFault(String)
}

extension PurchaseRefusal {
    /// The error's name, for programs; ``description`` begins with it.
    public var code: String {
        switch self {
        case .unsupportedSystem: "unsupportedSystem"
        case .purchaseNotAllowed: "purchaseNotAllowed"
        case .productUnavailable: "productUnavailable"
        case .invalidQuantity: "invalidQuantity"
        case .conflictingOffers: "conflictingOffers"
        case .missingOfferParams: "missingOfferParams"
        case .invalidOfferIdentifier: "invalidOfferIdentifier"
        case .invalidSignature: "invalidSignature"
        case .invalidOfferPrice: "invalidOfferPrice"
        case .ineligibleForOffer: "ineligibleForOffer"
        case .cancelled: "cancelled"
        case .declined: "declined"
        case .awaitingApproval: "awaitingApproval"
        case .interrupted: "interrupted"
        case .paymentFailed: "paymentFailed"
        case .sheetAlreadyClosed: "sheetAlreadyClosed"
        case .internalFault: "internalFault"
        case .notRecorded: "notRecorded"
        }
    }
}

extension PurchaseRefusal: CustomStringConvertible {
    /// The error's name, what was wrong, and what to do.
    public var description: String {
        switch self {
        case .unsupportedSystem(let shortfall): "unsupportedSystem: \(shortfall)"
        case .purchaseNotAllowed: "purchaseNotAllowed: this customer may not buy on this device. Allow purchases first."
        case .productUnavailable(let diagnosis): "productUnavailable: \(diagnosis)"
        case .invalidQuantity(let quantity, let allowed):
            "invalidQuantity: the quantity \(quantity) is not allowed for this product; allowed is "
                + (allowed.count == 1 ? "\(allowed.lowerBound)." : "\(allowed.lowerBound) to \(allowed.upperBound).")
        case .conflictingOffers(let offers):
            "conflictingOffers: a purchase takes one offer, and these came together: \(VisibleText.list(offers)). Choose "
                + "one."
        case .missingOfferParams(let parameters): "missingOfferParams: \(PurchaseRefusal.missing(parameters))"
        case .invalidOfferIdentifier(let diagnosis): "invalidOfferIdentifier: \(diagnosis)"
        case .invalidSignature(let diagnosis): "invalidSignature: \(diagnosis)"
        case .invalidOfferPrice(let diagnosis): "invalidOfferPrice: \(diagnosis)"
        case .ineligibleForOffer(let offer, let reasons):
            "ineligibleForOffer: the customer may not have the offer \(VisibleText.quoted(offer)). "
                + reasons.map(\.description).joined(separator: " ")
        case .cancelled:
            "cancelled: the customer closed the payment sheet. A promotional offer has to be signed anew for another try."
        case .declined: "declined: somebody who must approve the purchase said no."
        case .awaitingApproval(let attempt):
            "awaitingApproval: \(attempt) waits until a parent approves or declines it, or the app says whether it goes on in "
                + "another storefront. Nothing was charged yet."
        case .interrupted(let attempt):
            "interrupted: \(attempt) waits until the customer has settled something with the App Store. Nothing was "
                + "charged yet."
        case .paymentFailed:
            "paymentFailed: the charge failed. Repair the payment method; a promotional offer has to be signed anew for "
                + "another try."
        case .sheetAlreadyClosed:
            "sheetAlreadyClosed: this sheet or pending purchase is of another run of the store, or was answered before. Ask for the "
                + "purchase again."
        case .internalFault(let fault): InternalFault.sentence(fault)
        case .notRecorded: NotRecorded.sentence
        }
    }

    private static func missing(_ parameters: [OfferParameter]) -> String {
        let names = parameters.map(\.rawValue).joined(separator: ", ")
        let one = parameters.count == 1
        var text =
            "\(one ? "this part" : "these parts") of the promotional offer \(one ? "is" : "are") absent or empty: \(names)."
        if parameters.contains(.applicationUsername) {
            text +=
                " The user name is forgotten most often: hand over what was signed, as account: of device.purchase, as the "
                + "appAccountToken option of product.purchase, or as applicationUsername of a payment before it joins the "
                + "queue."
        }
        if parameters.contains(.compactJWS) {
            text += " Hand over the whole text of the JWS that the server answered."
        }
        if !Set(parameters).isSubset(of: [.applicationUsername, .compactJWS]) {
            text += " Copy every field of the server's answer into the payment discount."
        }
        return text
    }
}

extension ProductDiagnosis: CustomStringConvertible {
    /// The fault of the product, and what to do instead.
    public var description: String {
        switch self {
        case .unknown(let product, let known):
            "the catalogue has no product \(VisibleText.quoted(product)). \(UnknownName(product, known: known).advice)"
        case .notSold(_, let territory) where territory.storefrontID == nil:
            "the App Store has no storefront \(VisibleText.quoted(territory.code)), so nothing is sold there. "
                + territory.advice
        case .notSold(let product, let territory):
            "\(VisibleText.quoted(product)) has no price in the storefront \(territory). Give it one, or move the customer."
        case .removedFromSale(let product):
            "\(VisibleText.quoted(product)) was removed from sale. Put it back on sale first."
        }
    }
}

extension OfferIdentifierDiagnosis: CustomStringConvertible {
    /// The fault of the identifier, and the identifiers that there are.
    public var description: String {
        let (offer, product) = (VisibleText.quoted(offer), VisibleText.quoted(product))
        let sentence =
            switch reason {
            case .unknown where self.offer.isEmpty:
                "\(product) has no offer of that kind without an identifier, which only an introductory offer may lack."
            case .unknown:
                "the catalogue has no offer \(offer)."
                    + (Spelling.nearest(to: self.offer, among: available).map {
                        " Did you mean \(VisibleText.quoted($0))?"
                    } ?? "")
            case .belongsToProduct(let owner):
                "\(offer) is an offer of the product \(VisibleText.quoted(owner)), not of \(product)."
            case .isOfKind(let type): "\(offer) is an offer of another kind: \(type.debugDescription)."
            case .disabled: "\(offer) was disabled. Enable it again, or sign another offer."
            case .deleted: "\(offer) was deleted. Its identifier is not used again; sign another offer."
            case .notOffered(let territory): "\(offer) is not offered in the storefront \(territory)."
            case .outsideItsDates: "\(offer) has not started yet, or is over."
            case .productHasNoOffers: "\(product) is no auto-renewable subscription, and only those have offers."
            case .notPromoted:
                "the App Store does not promote \(offer), so nobody finds it there. Promote it, which takes an approved image of "
                    + "\(product); or send its link."
            }
        if [.productHasNoOffers, .notPromoted].contains(reason) { return sentence }
        return "\(sentence) Offers of that kind for \(product) here: \(VisibleText.list(available))."
    }
}

extension OfferPriceDiagnosis: CustomStringConvertible {
    /// Both prices, and what to do.
    public var description: String {
        let currency = territory.currency.map { " \($0)" } ?? ""
        return
            "the offer \(VisibleText.quoted(offer)) costs \(offerPrice.priceText)\(currency) a period in \(territory), and the "
            + "product itself \(basePrice.priceText)\(currency). A pay-as-you-go offer must cost less than the product does now: was "
            + "the base price lowered after the offer was set up? Lower the offer's price, or raise the product's."
    }
}
