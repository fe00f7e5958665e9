public import OfferKitEssentials

/// A refusal to change the store's configuration.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum ConfigurationRefusal: Error, StoreRefusal, Hashable, Sendable {
    /// The catalogue has no such product.
    case unknownProduct(UnknownName)
    /// The product has no offer of that kind and name.
    case unknownOffer(UnknownName, product: String)
    /// The product is no auto-renewable subscription, and only those have offers.
    case productHasNoOffers(String)
    /// The offer was deleted; a new one needs another name (C-100).
    case offerWasDeleted(String, product: String)
    /// The name is, or was, that of another offer, which may be disabled or deleted; names are never used twice (B1-16,
    /// C-100).
    case offerNameTaken(String, by: OfferType, of: String)
    /// The offer would break these limits of App Store Connect (B1).
    case breaksLimits([CatalogProblem])
    /// A win-back offer starts tomorrow at the earliest; nil where it was to start at once (B1-17).
    case startsTooEarly(Date?, earliest: Date)
    /// A storefront has one introductory offer to come at most, besides the one that runs (B1-7).
    case tooManyIntroductoryOffersToCome(in: Territory)
    /// The end is past.
    case endIsPast(Date, now: Date)
    /// These fields of the offer cannot be changed, or no longer (B1-21, C-100).
    case fieldsAreLocked([OfferField], offer: String, product: String)
    /// An offer-code offer cannot be changed once it was created (B1-13).
    case codeOfferIsFixed(String, product: String)
    /// A win-back offer that runs and is promoted stays promoted until it is deleted (B1-19).
    case offerStaysPromoted(String, product: String)
    /// The image is needed by a win-back offer that is promoted (S4-14).
    case imageIsInUse(by: String, product: String)
    /// An offer-code offer that was disabled stays disabled (B1-13).
    case offerStaysDisabled(String, product: String)
    /// There is no such code.
    case unknownCode(UnknownName)
    /// No territory of the App Store has that code.
    case unknownTerritory(Territory)
    /// A price below zero, above one thousand million units, or with more than three decimal places.
    case priceOutOfRange(Decimal)
    /// Streamlined Purchasing is turned off only if the latest approved binary handles purchase intents (S4-20).
    case appHandlesNoIntents
    /// While Streamlined Purchasing is off, the app has to handle purchase intents (S4-18).
    case streamlinedPurchasingIsOff
    /// The store's journal could not be written, so nothing has happened; the store says why.
    case notRecorded
}

/// A part of an offer's configuration.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum OfferField: String, Hashable, Sendable, CaseIterable {
    /// The kind: introductory, promotional, offer code or win-back.
    case kind
    /// The identifier; for an offer-code offer the reference name.
    case identifier
    /// The name for the developer's eyes.
    case referenceName
    /// The payment mode: free, paid as you go, or up front.
    case paymentMode
    /// The length, or the number of periods.
    case duration
    /// The prices.
    case price
    /// The territories it is meant for.
    case territories
    /// The first instant it can be redeemed.
    case startDate
    /// The last instant it can be redeemed.
    case endDate
    /// The customers an offer-code offer is for, and what it does to introductory offers.
    case codeSettings
    /// The churned customers who may redeem a win-back offer.
    case eligibility
    /// A win-back offer's rank.
    case priority
    /// Whether the App Store promotes a win-back offer.
    case promotion
}

extension ConfigurationRefusal: CustomStringConvertible {
    /// The error's name, what was wrong, and what to do.
    public var description: String {
        switch self {
        case .unknownProduct(let product):
            "unknownProduct: the catalogue has no product \(VisibleText.quoted(product.name)). \(product.advice)"
        case .unknownOffer(let offer, let product):
            "unknownOffer: the product \(VisibleText.quoted(product)) has no offer \(VisibleText.quoted(offer.name)) of that "
                + "kind. \(offer.advice)"
        case .productHasNoOffers(let product):
            "productHasNoOffers: \(VisibleText.quoted(product)) is no auto-renewable subscription, and only those have offers."
        case .offerWasDeleted(let offer, let product):
            "offerWasDeleted: the offer \(VisibleText.quoted(offer)) of \(VisibleText.quoted(product)) was deleted. Create "
                + "another, under another name."
        case .offerNameTaken(let offer, let type, let product):
            "offerNameTaken: \(VisibleText.quoted(offer)) is, or was, an offer of \(VisibleText.quoted(product)) "
                + "(\(type.debugDescription)), and no name is used twice, not even a deleted offer's. Choose another."
        case .breaksLimits(let problems):
            "breaksLimits: " + problems.map(\.description).joined(separator: "; ") + "."
        case .startsTooEarly(let start, let earliest):
            "startsTooEarly: a win-back offer starts tomorrow or later, here at \(earliest.utcText) or later, and this one "
                + (start.map { "at \($0.utcText)." } ?? "at once.") + " Give it a start date."
        case .tooManyIntroductoryOffersToCome(let territory):
            "tooManyIntroductoryOffersToCome: in \(territory) another introductory offer is to come already. Delete that one, "
                + "or wait until it has started."
        case .endIsPast(let end, let now):
            "endIsPast: the offer would end at \(end.utcText), and it is \(now.utcText) now. Take a later end."
        case .fieldsAreLocked(let fields, let offer, let product):
            "fieldsAreLocked: of the offer \(VisibleText.quoted(offer)) of \(VisibleText.quoted(product)), these cannot be "
                + "changed, or no longer: " + fields.map(\.rawValue).joined(separator: ", ") + ". Create another offer."
        case .codeOfferIsFixed(let offer, let product):
            "codeOfferIsFixed: the offer-code offer \(VisibleText.quoted(offer)) of \(VisibleText.quoted(product)) cannot be "
                + "changed. Disable it and create another."
        case .offerStaysPromoted(let offer, let product):
            "offerStaysPromoted: the win-back offer \(VisibleText.quoted(offer)) of \(VisibleText.quoted(product)) runs and is "
                + "promoted, which ends only when it is deleted."
        case .imageIsInUse(let offer, let product):
            "imageIsInUse: the win-back offer \(VisibleText.quoted(offer)) of \(VisibleText.quoted(product)) is promoted, which "
                + "needs the image. Delete the offer first."
        case .unknownCode(let code): CodeRefusal.unknownCode(code).description
        case .offerStaysDisabled(let offer, let product):
            "offerStaysDisabled: the offer-code offer \(VisibleText.quoted(offer)) of \(VisibleText.quoted(product)) was "
                + "disabled, and cannot be enabled again. Configure another."
        case .unknownTerritory(let territory):
            "unknownTerritory: the App Store has no storefront \(VisibleText.quoted(territory.code)). \(territory.advice)"
        case .priceOutOfRange(let price):
            "priceOutOfRange: \(price.priceText) is no price; prices lie between 0 and \(Amount.largest), and have three decimal "
                + "places at most."
        case .appHandlesNoIntents:
            "appHandlesNoIntents: Streamlined Purchasing can only be turned off for an app whose latest approved binary "
                + "handles purchase intents. Say so first: setAppHandlesPurchaseIntents(true)."
        case .streamlinedPurchasingIsOff:
            "streamlinedPurchasingIsOff: while Streamlined Purchasing is off, the app has to handle purchase intents. Turn it "
                + "on first."
        case .notRecorded: NotRecorded.sentence
        }
    }
}
