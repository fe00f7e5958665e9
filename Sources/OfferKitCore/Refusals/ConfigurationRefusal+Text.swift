extension ConfigurationRefusal: CustomStringConvertible {
    /// The error's name, what was wrong, and what to do.
    public var description: String {
        switch self {
        case .unknownProduct(let product):
            "unknownProduct: the catalogue has no product \(VisibleText.quoted(product))."
        case .unknownOffer(let offer, let product):
            "unknownOffer: the product \(VisibleText.quoted(product)) has no offer \(VisibleText.quoted(offer)) of that "
                + "kind."
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
            "startsTooEarly: a win-back offer starts tomorrow or later, here at \(earliest) or later, and this one "
                + (start.map { "at \($0)." } ?? "at once.") + " Give it a start date."
        case .tooManyIntroductoryOffersToCome(let territory):
            "tooManyIntroductoryOffersToCome: in \(territory) another introductory offer is to come already. Delete that one, "
                + "or wait until it has started."
        case .endIsPast(let end, let now): "endIsPast: the offer would end at \(end), and it is \(now) now."
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
        case .unknownCode(let code): "unknownCode: there is no code \(VisibleText.quoted(code))."
        case .emptyKeyName: "emptyKeyName: a key that the store makes needs a name."
        case .offerStaysDisabled(let offer, let product):
            "offerStaysDisabled: the offer-code offer \(VisibleText.quoted(offer)) of \(VisibleText.quoted(product)) was "
                + "disabled, and cannot be enabled again. Configure another."
        case .unknownTerritory(let territory):
            "unknownTerritory: the App Store has no storefront \(VisibleText.quoted(territory.code)). Use an ISO 3166-1 "
                + "alpha-3 code such as USA."
        case .priceOutOfRange(let price):
            "priceOutOfRange: \(price) is no price; prices lie between 0 and \(Amount.largest)."
        case .noPrice(let product, let territory):
            "noPrice: the product \(VisibleText.quoted(product)) has no price in \(territory). Set one first."
        case .unknownKey(let key):
            "unknownKey: no key \(VisibleText.quoted(key)) is registered. store.keys lists those that are."
        case .duplicateKey(let key):
            "duplicateKey: a key \(VisibleText.quoted(key)) is registered already, and identifiers are not used twice. "
                + "Register this one under its own."
        case .emptyKeyIdentifier:
            "emptyKeyIdentifier: a key needs an identifier. App Store Connect's have ten characters."
        case .keyIdentifierTooLong(let limit):
            "keyIdentifierTooLong: a key's identifier has at most \(limit) bytes. App Store Connect's have ten characters."
        case .unreadableKey(let reason): "unreadableKey: the text is no P-256 key in PEM: \(reason)."
        case .clockCannotGoBack(let now, let asked):
            "clockCannotGoBack: the store's clock stands at \(now) and cannot go back to \(asked)."
        case .advancing:
            "advancing: a call that delivers notifications is moving the clock. Wait until it returns; its handler may do anything"
                + " else with the store."
        case .clockIsFollowing:
            "clockIsFollowing: the store's clock follows another one and is not moved by hand. Move that one, or call "
                + "stopFollowing() first."
        case .noDate: "noDate: the date is no number, so the clock cannot be moved there."
        case .noPriceRisePending(let group):
            "noPriceRisePending: no rise of the price in the group \(VisibleText.quoted(group)) waits for the customer's "
                + "answer. The customer is asked some days before the renewal."
        case .appHandlesNoIntents:
            "appHandlesNoIntents: Streamlined Purchasing can only be turned off for an app whose latest approved binary "
                + "handles purchase intents. Say so first: setAppHandlesPurchaseIntents(true)."
        case .streamlinedPurchasingIsOff:
            "streamlinedPurchasingIsOff: while Streamlined Purchasing is off, the app has to handle purchase intents. Turn it "
                + "on first."
        case .notSubscribed(let group):
            "notSubscribed: the customer has no running subscription in the group \(VisibleText.quoted(group)). "
                + "Buy one first, or see in the store's log when it ended."
        case .notRecorded: NotRecorded.sentence
        }
    }
}

extension KeyDownloadRefusal: CustomStringConvertible {
    /// The error's name, what was wrong, and what to do.
    public var description: String {
        switch self {
        case .unknownKey(let id):
            "unknownKey: no key \(VisibleText.quoted(id)) is registered. store.keys lists those that are."
        case .keyNotGenerated(let id):
            "keyNotGenerated: the key \(VisibleText.quoted(id)) was made elsewhere, and only its public half is known here. "
                + "Its private half is where it was made; store.generateKey(named:) makes one that can be downloaded."
        case .keyAlreadyDownloaded(let id):
            "keyAlreadyDownloaded: the key \(VisibleText.quoted(id)) was downloaded before, which can be done once. Use the "
                + "copy that was made then, or generate another key."
        case .keyRevoked(let id, let date):
            "keyRevoked: the key \(VisibleText.quoted(id)) was revoked at \(date). Generate another one."
        case .notRecorded: NotRecorded.sentence
        }
    }
}
