extension CodeRefusal {
    /// The error's name, for programs; ``description`` begins with it.
    public var code: String {
        switch self {
        case .unsupportedSystem: "unsupportedSystem"
        case .appNotRunning: "appNotRunning"
        case .customCodeInForm: "customCodeInForm"
        case .notInProduction: "notInProduction"
        case .unknownCode: "unknownCode"
        case .codeDisabled: "codeDisabled"
        case .expiredCode: "expiredCode"
        case .usedCode: "usedCode"
        case .limitReached: "limitReached"
        case .offerDisabled: "offerDisabled"
        case .offerDeleted: "offerDeleted"
        case .offerNotRunning: "offerNotRunning"
        case .notOffered: "notOffered"
        case .productUnavailable: "productUnavailable"
        case .ineligible: "ineligible"
        case .purchaseNotAllowed: "purchaseNotAllowed"
        case .paymentFailed: "paymentFailed"
        case .internalFault: "internalFault"
        case .notRecorded: "notRecorded"
        }
    }
}

extension CodeRefusal: CustomStringConvertible {
    /// The error's name, what was wrong, and what to do.
    public var description: String {
        switch self {
        case .unsupportedSystem(let shortfall): PurchaseRefusal.unsupportedSystem(shortfall).description
        case .appNotRunning:
            "appNotRunning: the sheet for codes is the app's, and the app does not run on this device. Install and launch it, or "
                + "redeem the code in the App Store or by its link."
        case .customCodeInForm(let code):
            "customCodeInForm: \(VisibleText.quoted(code)) is a custom code, and the App Store's form takes one-time codes "
                + "only. Redeem it by its link or in the app."
        case .notInProduction:
            "notInProduction: by this store's rules a code can be tried with a live app only, and its environment is not production. "
                + "Give the store another environment, or set StoreRules.redeemsCodesOutsideProduction."
        case .unknownCode(let code):
            "unknownCode: there is no code \(VisibleText.quoted(code.name)). Codes are compared letter by letter."
                + (code.advice.isEmpty ? "" : " \(code.advice)")
        case .codeDisabled(let code): "codeDisabled: \(VisibleText.quoted(code)) was deactivated. Take another code."
        case .expiredCode(let code, let end):
            "expiredCode: \(VisibleText.quoted(code)) could be redeemed until \(end.utcText). Take another code."
        case .usedCode(let code):
            "usedCode: \(VisibleText.quoted(code)) can be redeemed once, and was. Take another code."
        case .limitReached(let code, let limit):
            "limitReached: \(VisibleText.quoted(code)) has been redeemed \(limit) times, as often as it can be. Take another code."
        case .offerDisabled(let offer):
            "offerDisabled: the offer \(VisibleText.quoted(offer)) behind the code was disabled. Take a code of another offer."
        case .offerDeleted(let offer):
            "offerDeleted: the offer \(VisibleText.quoted(offer)) behind the code was deleted. Take a code of another offer."
        case .offerNotRunning(let offer, let start, let end):
            "offerNotRunning: the offer \(VisibleText.quoted(offer)) behind the code is outside its dates. "
                + Ineligibility.outsideItsDates(from: start, until: end).description
        case .notOffered(let offer, let territory):
            "notOffered: the offer \(VisibleText.quoted(offer)) is not offered in the storefront \(territory)."
        case .productUnavailable(let diagnosis): PurchaseRefusal.productUnavailable(diagnosis).description
        case .ineligible(let offer, let reasons):
            "ineligible: the customer may not have the offer \(VisibleText.quoted(offer)). "
                + reasons.map(\.description).joined(separator: " ")
        case .purchaseNotAllowed: PurchaseRefusal.purchaseNotAllowed.description
        case .paymentFailed: "paymentFailed: the charge failed. The code was not used up."
        case .internalFault(let fault): InternalFault.sentence(fault)
        case .notRecorded: NotRecorded.sentence
        }
    }
}

extension CodeCreationRefusal: CustomStringConvertible {
    /// The error's name, what was wrong, and what to do.
    public var description: String {
        switch self {
        case .unknownProduct(let product): ConfigurationRefusal.unknownProduct(product).description
        case .unknownOffer(let offer, let product):
            "unknownOffer: the product \(VisibleText.quoted(product)) has no offer-code offer \(VisibleText.quoted(offer.name)). "
                + offer.advice
        case .malformedCode(let code):
            "malformedCode: \(VisibleText.quoted(code)) is no custom code: 1 to 64 letters and digits, nothing else."
        case .duplicateCode(let code): "duplicateCode: \(VisibleText.quoted(code)) exists already. Choose another."
        case .countNotAllowed(let count, let allowed):
            "countNotAllowed: \(count) is not allowed; one step creates \(allowed.lowerBound) to \(allowed.upperBound)."
        case .quarterLimitReached(let wanted, let left):
            "quarterLimitReached: \(wanted) more redemptions are wanted and \(left) are left in this calendar quarter. "
                + "StoreRules.codesPerQuarter sets the limit."
        case .offerDisabled(let offer):
            "offerDisabled: the offer \(VisibleText.quoted(offer)) was disabled, which is for good, so nobody could redeem its "
                + "codes. Create another offer."
        case .expiryIsPast(let now):
            "expiryIsPast: the codes' last moment is before the store's clock, \(now.utcText). Choose a later one."
        case .noDate: "noDate: the codes' last moment is no number. Give a date, or none."
        case .expiryTooLate(let latest):
            "expiryTooLate: one-time codes live six months at most, here until \(latest.utcText)."
        case .notRecorded: NotRecorded.sentence
        }
    }
}
