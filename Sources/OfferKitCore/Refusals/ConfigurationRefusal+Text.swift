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
            "endIsPast: the offer would end at \(end.utcText), and it is \(now.utcText) now."
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
