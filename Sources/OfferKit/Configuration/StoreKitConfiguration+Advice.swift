import OfferKitCore

// The names of warnings and errors, for programs, and the advice about them.

extension StoreKitConfiguration.Warning.Kind {
    /// Whether the warning means that a product, an offer or a value is left out.
    ///
    /// False for offers of a billing plan that is not simulated: nothing is wrong with the file.
    var leavesOut: Bool {
        switch self {
        case .misspeltKey, .unknownProductType, .misplacedProduct(_, isSold: false), .duplicateProduct,
            .unknownPaymentMode, .unreadableOfferPeriod, .surplusIntroductoryOffer:
            true
        default: false
        }
    }

    /// The name of the case.
    var name: String {
        switch self {
        case .unknownVersion: "unknownVersion"
        case .unknownKeys: "unknownKeys"
        case .misspeltKey: "misspeltKey"
        case .missingKeys: "missingKeys"
        case .repeatedKeys: "repeatedKeys"
        case .unknownProductType: "unknownProductType"
        case .misplacedProduct: "misplacedProduct"
        case .duplicateProduct: "duplicateProduct"
        case .duplicateGroup: "duplicateGroup"
        case .otherGroup: "otherGroup"
        case .priceIsNumber: "priceIsNumber"
        case .unknownPaymentMode: "unknownPaymentMode"
        case .unreadableOfferPeriod: "unreadableOfferPeriod"
        case .otherPeriod: "otherPeriod"
        case .offerForOtherPlan: "offerForOtherPlan"
        case .surplusIntroductoryOffer: "surplusIntroductoryOffer"
        case .otherBillingPlan: "otherBillingPlan"
        case .otherPlanPrice: "otherPlanPrice"
        case .unknownCustomerClass: "unknownCustomerClass"
        case .eligibilityNotStated: "eligibilityNotStated"
        case .unknownPriority: "unknownPriority"
        case .unknownStorefront: "unknownStorefront"
        case .unreadableOffersKey: "unreadableOffersKey"
        case .limit: "limit"
        case .catalog: "catalog"
        case .settingNotSimulated: "settingNotSimulated"
        case .unreadableSetting: "unreadableSetting"
        }
    }

    /// The advice on what to do about the warning.
    var advice: String {
        switch self {
        case .unknownVersion(nil): "Write the version that Xcode wrote, such as { \"major\" : 4, \"minor\" : 0 }."
        case .unknownVersion:
            "Versions 1 to 5 have been seen. Look whether all products and offers are sold as you mean."
        case .unknownKeys: "Look whether a key is misspelt. Nothing is to be done about one that a newer Xcode writes."
        case .misspeltKey(_, let meant): "Write \(meant), in this spelling."
        case .missingKeys(_, .subscription):
            "Let Xcode write the subscription, or copy the keys from one that it wrote. Authors report that Xcode leaves "
                + "subscriptions out that lack some of them; OfferKit's page on StoreKitConfiguration says what stands in."
        case .missingKeys:
            "Let Xcode write the file; OfferKit's page on StoreKitConfiguration says what stands in for the keys."
        case .repeatedKeys: "Delete one of the two."
        case .unknownProductType:
            "Write Consumable, NonConsumable, NonRenewingSubscription or RecurringSubscription, in this spelling."
        case .misplacedProduct:
            "Move it: a RecurringSubscription into a group's subscriptions, anything else into products."
        case .duplicateProduct: "Give the product an identifier of its own, or delete it."
        case .duplicateGroup: "Give the group an identifier of its own, or move its subscriptions into the first."
        case .otherGroup: "Write the identifier of the group that the subscription stands in."
        case .priceIsNumber: "Put the price in quotation marks, as Xcode does."
        case .unknownPaymentMode: "Write free, payAsYouGo or payUpFront, in this spelling."
        case .unreadableOfferPeriod: "Write one number and one unit: P3D, P1W, P1M or P1Y."
        case .otherPeriod: "Write the product's period, and in numberOfPeriods for how many of them the offer lasts."
        case .offerForOtherPlan, .otherBillingPlan:
            "Nothing is wrong with the file. Only plans that are paid for each whole period are simulated."
        case .surplusIntroductoryOffer:
            "Delete one of the offers: a subscription has one introductory offer for each billing plan."
        case .otherPlanPrice: "Write the same price in both places."
        case .unknownCustomerClass: "Write new, existing or expired."
        case .eligibilityNotStated: "Write \"isEligible\" : true, so that everybody who churned may have the offer."
        case .unknownPriority: "Write high or normal."
        case .unknownStorefront(let code): Territory(unchecked: code).advice
        case .unreadableOffersKey: "Let Xcode make the key anew, in the settings of the file."
        case .limit: "Change it, or App Store Connect will not take the product as it is here."
        case .catalog: "Look whether that is meant."
        case .settingNotSimulated: "Switch it off, or test what it does in Xcode."
        case .unreadableSetting: "Set it anew in Xcode's editor of the file."
        }
    }
}

extension StoreKitConfigurationError {
    /// The name of the case.
    var name: String {
        switch self {
        case .unreadable: "unreadable"
        case .empty: "empty"
        case .tooLarge: "tooLarge"
        case .propertyList: "propertyList"
        case .tooDeep: "tooDeep"
        case .nameTooLong: "nameTooLong"
        case .notJSON: "notJSON"
        case .wrongType: "wrongType"
        case .missing: "missing"
        case .impossibleValue: "impossibleValue"
        }
    }

    /// The advice on what to do about the error.
    var advice: String {
        switch self {
        case .unreadable: "Look at its path and its permissions."
        case .empty: "Make the file in Xcode, by File, New, StoreKit Configuration File."
        case .tooLarge, .tooDeep, .nameTooLong: "Look whether it is a .storekit file at all: Xcode writes none like it."
        case .propertyList: "Or name the right file: this one may be a scheme or a list of settings."
        case .notJSON(.unexpectedCharacter, _):
            "Look for a comma too many or too few, or a text without quotation marks."
        case .notJSON(.notUTF8, _): "Save the file as UTF-8."
        case .notJSON: "Put it right there, or take the file as Xcode wrote it last."
        case .wrongType: "Write the value in the form that Xcode writes."
        case .missing: "Write the key: nothing can stand in for it."
        case .impossibleValue: "Write such a value."
        }
    }
}

extension StoreKitConfiguration {
    /// Returns whether a text is a property list, in XML or binary.
    static func isPropertyList(_ bytes: [UInt8]) -> Bool {
        let start = bytes.prefix(256).drop { $0 <= 0x20 || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }
        return ["<?xml", "<!DOCTYPE plist", "<plist", "bplist"].contains { start.starts(with: $0.utf8) }
    }
}
