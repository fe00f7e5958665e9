package import Foundation
package import OfferKitCore

extension StoreKitConfiguration {
    /// Something in the file that was not understood, or that breaks a limit of App Store Connect.
    package struct Warning: Hashable, Sendable {
        /// The path, such as `subscriptionGroups[0].subscriptions[1].displayPrice`; empty for the file as a whole.
        package let path: String
        /// The kind of warning.
        package let kind: Kind
        /// The place in the text: the key, or the beginning of its value.
        ///
        /// For something missing, it is the beginning of the part in which it is missing.
        package internal(set) var position = StoreKitConfigurationError.TextPosition(line: 1, column: 1, byteOffset: 0)

        /// The kinds of warnings.
        package enum Kind: Hashable, Sendable {
            /// The version of the file is not stated, or not one that has been seen: read as the newest known.
            case unknownVersion(Version?)
            /// Keys that are not known, in the order of the alphabet, in parts of one sort: passed over.
            case unknownKeys([String], in: Part)
            /// A key near that of a list of products or offers, which is not there: what it holds is left out.
            case misspeltKey(String, meant: String)
            /// Keys that Xcode always writes, and that are not there: ``StoreKitConfiguration`` says which values stand
            /// in for them.
            case missingKeys([String], in: Part)
            /// Keys that stand twice in one object: the last one counts.
            case repeatedKeys([String])
            /// A product of a type that is not known: left out.
            case unknownProductType(String)
            /// A product in the wrong list: left out when it is a subscription without a group, else moved.
            case misplacedProduct(id: String, isSold: Bool)
            /// A product whose identifier stands further up too: left out.
            case duplicateProduct(id: String)
            /// A group whose identifier stands further up too: its subscriptions join the first group.
            case duplicateGroup(id: String)
            /// A subscription that says it belongs to another group than the one it stands in: where it stands counts.
            case otherGroup(stated: String, actual: String)
            /// A price that is a number, not text as Xcode writes it: read all the same.
            case priceIsNumber(String)
            /// An offer whose payment mode is missing or not known: left out.
            case unknownPaymentMode(String?)
            /// An offer whose length is missing or cannot be read: left out.
            case unreadableOfferPeriod(String?)
            /// A pay-as-you-go offer that is not counted in the product's period: the product's period counts.
            case otherPeriod(offer: SubscriptionPeriod, product: SubscriptionPeriod)
            /// An offer for a billing plan that is not simulated: left out.
            case offerForOtherPlan(String)
            /// An introductory offer beside the one that is read: left out.
            case surplusIntroductoryOffer
            /// A billing plan that is not simulated: passed over.
            case otherBillingPlan(String)
            /// A billing plan whose price differs from the product's: the product's counts.
            case otherPlanPrice(Decimal, product: Decimal)
            /// A class of customers that is not known: passed over.
            case unknownCustomerClass(String)
            /// A win-back offer that does not say whether customers are eligible: nobody is.
            case eligibilityNotStated
            /// A priority that is not known: normal.
            case unknownPriority(String)
            /// A storefront the App Store does not have: `USA`.
            case unknownStorefront(String)
            /// A key for promotional offers that cannot be read: the file counts as having none.
            case unreadableOffersKey(OffersKey.Fault)
            /// A broken limit of App Store Connect (B1).
            case limit(CatalogProblem)
            /// A setting of the catalogue that breaks no limit there, but may surprise.
            case catalog(CatalogWarning)
            /// A setting of the test environment that a store does not simulate.
            case settingNotSimulated(String)
            /// A setting of another type or form than in Xcode's files: passed over.
            case unreadableSetting(String)
        }

        /// The kinds of parts in a file.
        package enum Part: String, Hashable, Sendable, CaseIterable {
            /// The file itself.
            case topLevel = "the top level"
            /// A subscription group.
            case group = "groups"
            /// A product that is not an auto-renewable subscription.
            case product = "products"
            /// An auto-renewable subscription.
            case subscription = "subscriptions"
            /// An offer of any kind.
            case offer = "offers"
            /// The settings.
            case settings = "the settings"
        }
    }
}

extension StoreKitConfiguration.Warning: CustomStringConvertible {
    /// One sentence that names the place and says what is wrong, and what was done about it.
    package var description: String { (path.isEmpty ? "" : path + ": ") + kind.description }
}

extension StoreKitConfiguration.Warning.Kind: CustomStringConvertible {
    /// The warning in a sentence, and how the file was read in spite of it.
    package var description: String {
        switch self {
        case .unknownVersion(nil): "the file does not state its version, and is read as the newest known"
        case .unknownVersion(let version?): "version \(version) is not known, and is read as the newest known"
        case .unknownKeys(let keys, let part):
            "unknown keys in \(part.rawValue) are passed over: \(keys.joined(separator: ", "))"
        case .misspeltKey(let key, let meant):
            "what '\(key)' holds is left out: the key is not known, and '\(meant)' is missing"
        case .missingKeys(let keys, let part):
            "keys that Xcode always writes in \(part.rawValue) are missing: \(keys.joined(separator: ", "))"
        case .repeatedKeys(let keys): "keys stand twice in one object, the last counts: \(keys.joined(separator: ", "))"
        case .unknownProductType(let type): "the product is left out, its type '\(type)' is not known"
        case .misplacedProduct(let id, let isSold):
            (isSold ? "" : "the product is left out, ")
                + "'\(id)' stands in the wrong list: auto-renewable subscriptions belong in a group, others outside"
        case .duplicateProduct(let id): "the product is left out, '\(id)' stands further up already"
        case .duplicateGroup(let id): "the group joins the first one of the identifier '\(id)'"
        case .otherGroup(let stated, let actual): "names group '\(stated)', but stands in group '\(actual)'"
        case .priceIsNumber(let number): "the price \(number) should be text: \"\(number)\""
        case .unknownPaymentMode(nil): "the offer is left out, it has no payment mode"
        case .unknownPaymentMode(let mode?): "the offer is left out, its payment mode '\(mode)' is not known"
        case .unreadableOfferPeriod(nil): "the offer is left out, it has no length"
        case .unreadableOfferPeriod(let text?): "the offer is left out, its length '\(text)' cannot be read"
        case .otherPeriod(let offer, let product):
            "a pay-as-you-go offer is counted in the product's period \(product.iso8601), not in \(offer.iso8601)"
        case .offerForOtherPlan(let plan): "the offer is left out, its billing plan '\(plan)' is not simulated"
        case .surplusIntroductoryOffer: "the offer is left out, another introductory offer is read instead"
        case .otherBillingPlan(let plan): "the billing plan '\(plan)' is not simulated"
        case .otherPlanPrice(let plan, let product):
            "the plan's price \(plan.priceText) is passed over for the product's, \(product.priceText)"
        case .unknownCustomerClass(let name): "'\(name)' is no known class of customers"
        case .eligibilityNotStated: "isEligible is missing, so no customer is eligible"
        case .unknownPriority(let text): "the priority '\(text)' is not known, and is taken as normal"
        case .unknownStorefront(let code): "'\(code)' is no storefront of the App Store, USA is taken instead"
        case .unreadableOffersKey(let fault): "the key for promotional offers cannot be read: \(fault)"
        case .limit(let problem): "breaks a limit of App Store Connect: \(problem)"
        case .catalog(let warning): warning.description
        case .settingNotSimulated(let name): "the setting '\(name)' is on, and is not simulated"
        case .unreadableSetting(let name): "the setting '\(name)' cannot be read, and is passed over"
        }
    }
}
