import OfferKitCore
import OfferKitServer

extension ConfigurationReader {
    /// The most periods an offer may be written to have, or multiply its length by.
    private static let mostPeriods = 10_000

    /// Reads all offers of a subscription, each with its path.
    mutating func readOffers(
        of subscription: ConfigurationObject, period: SubscriptionPeriod
    ) throws(Failure) -> [(offer: Catalog.Offer, path: String)] {
        var offers: [(Catalog.Offer, String)] = []
        if let object = try readIntroductoryOffer(of: subscription),
            let terms = try readTerms(of: object, period: period, always: [])
        {
            offers.append((.introductory(terms), object.path))
        }
        typealias Read = (inout Self, ConfigurationObject, Catalog.Offer.Terms) throws(Failure) -> Catalog.Offer
        func readAll(_ list: String, always keys: [String], _ read: Read) throws(Failure) {
            for object in try subscription.objects(list) where try isOfPlanSimulated(object) {
                guard let terms = try readTerms(of: object, period: period, always: keys) else { continue }
                offers.append((try read(&self, object, terms), object.path))
            }
        }
        try readAll("adHocOffers", always: ["offerID", "referenceName"]) { _, object, terms throws(Failure) in
            let id = try object.string("offerID") ?? ""
            return .promotional(id, terms, name: try object.string("referenceName"))
        }
        try readAll("codeOffers", always: ["eligibility", "isStackable", "referenceName"]) {
            (reader, object, terms) throws(Failure) in try reader.readCodeOffer(object, terms)
        }
        try readAll("winbackOffers", always: ["offerID", "referenceName"]) {
            (reader, object, terms) throws(Failure) in try reader.readWinBackOffer(object, terms)
        }
        return offers
    }

    /// Reads the introductory offer: the only one up to version 4, the one for the simulated billing plan from version
    /// 5 on.
    private mutating func readIntroductoryOffer(
        of subscription: ConfigurationObject
    ) throws(Failure) -> ConfigurationObject? {
        var candidates: [ConfigurationObject] = []
        for object in try subscription.objects("introductoryOffers") where try isOfPlanSimulated(object) {
            candidates.append(object)
        }
        if let object = try subscription.object("introductoryOffer"), try isOfPlanSimulated(object) {
            // Files of version 5 may hold the same offer in both places.
            if candidates.isEmpty { candidates.append(object) }
        }
        for object in candidates.dropFirst() {
            noteUnknownKeys(of: object, .offer)
            warn(.surplusIntroductoryOffer, at: object.path)
        }
        return candidates.first
    }

    private mutating func readCodeOffer(
        _ object: ConfigurationObject, _ terms: Catalog.Offer.Terms
    ) throws(Failure) -> Catalog.Offer {
        var customers = Set(CustomerClass.allCases)
        if let names = try object.strings("eligibility") {
            customers = []
            for (index, name) in names.enumerated() {
                switch ByteText(name) {
                case "new": customers.insert(.new)
                case "existing": customers.insert(.existing)
                case "expired": customers.insert(.expired)
                default: warn(.unknownCustomerClass(name), at: object.path(to: "eligibility") + "[\(index)]")
                }
            }
        }
        let stacks = try object.boolean("isStackable") ?? false
        return .code(
            try object.string("referenceName") ?? "", terms, for: customers,
            stacking: stacks ? .stacksWithIntroductoryOffer : .replacesIntroductoryOffer)
    }

    private mutating func readWinBackOffer(
        _ object: ConfigurationObject, _ terms: Catalog.Offer.Terms
    ) throws(Failure) -> Catalog.Offer {
        // The file holds no criteria: the switch is all there is (B15-10), and a switch that is not there is off.
        let isEligible = try object.boolean("isEligible")
        if isEligible == nil { warn(.eligibilityNotStated, at: object.path) }
        return .winBack(
            try object.string("offerID") ?? "", terms,
            eligibility: isEligible ?? false ? .everyChurnedCustomer : .nobody, priority: readPriority(of: object),
            name: try object.string("referenceName"))
    }

    /// Reads a priority; no file with one has been seen, so no value of this key is an error.
    private mutating func readPriority(of object: ConfigurationObject) -> WinBackSettings.Priority {
        guard let value = object.value("priority") else { return .normal }
        if case .string(let text) = value {
            switch ByteText(text.lowercased()) {
            case "high": return .high
            case "normal": return .normal
            default: warn(.unknownPriority(text), at: object.path(to: "priority"))
            }
        } else {
            warn(.unknownPriority(Failure.JSONType(value).rawValue), at: object.path(to: "priority"))
        }
        return .normal
    }

    // MARK: - Terms

    private mutating func isOfPlanSimulated(_ object: ConfigurationObject) throws(Failure) -> Bool {
        guard let plan = try object.string("billingPlanType"), !plan.hasBytes(of: ConfigurationReader.planSimulated)
        else {
            return true
        }
        warn(.offerForOtherPlan(plan), at: object.path)
        return false
    }

    /// Reads payment mode, length and price; nil, with a warning, when the mode or the length is not understood.
    private mutating func readTerms(
        of object: ConfigurationObject, period: SubscriptionPeriod, always keys: [String]
    ) throws(Failure) -> Catalog.Offer.Terms? {
        noteUnknownKeys(of: object, .offer)
        noteMissingKeys(of: object, .offer, also: keys)
        let mode = try object.string("paymentMode")
        let count = try object.integer("numberOfPeriods") ?? 1
        guard 1...ConfigurationReader.mostPeriods ~= count else {
            throw object.impossible("numberOfPeriods", String(count), .outOfRange(1, ConfigurationReader.mostPeriods))
        }
        switch mode.map({ ByteText($0) }) {
        case "free":
            return try readLength(of: object, times: count).map { .freeTrial($0) }
        case "payUpFront":
            let price = try readPrice(of: object) ?? [:]
            return try readLength(of: object, times: count).map { .payUpFront(price, $0) }
        case "payAsYouGo":
            let price = try readPrice(of: object) ?? [:]
            if object.value("subscriptionPeriod") != nil {
                guard let length = try readLength(of: object, times: 1) else { return nil }
                if !length.isSameLength(as: period) {
                    warn(.otherPeriod(offer: length, product: period), at: object.path(to: "subscriptionPeriod"))
                }
            }
            return .payAsYouGo(price, periods: count)
        default:
            warn(.unknownPaymentMode(mode), at: object.path(to: "paymentMode"))
            return nil
        }
    }

    /// Reads the whole length of an offer: a free or prepaid period written as several is one long one.
    private mutating func readLength(
        of object: ConfigurationObject, times count: Int
    ) throws(Failure) -> SubscriptionPeriod? {
        let text = try object.string("subscriptionPeriod")
        guard let text, let one = SubscriptionPeriod(iso8601: text) else {
            warn(.unreadableOfferPeriod(text), at: object.path(to: "subscriptionPeriod"))
            return nil
        }
        guard let length = SubscriptionPeriod(value: one.value * count, unit: one.unit) else {
            throw object.impossible(
                "numberOfPeriods", String(count), .outOfRange(1, ConfigurationReader.mostPeriods / one.value))
        }
        return length
    }
}
