import OfferKitCore

extension ConfigurationReader {
    /// Reads the file's version; 0.0 when it states none.
    mutating func readVersion(of root: ConfigurationObject) throws(Failure) -> StoreKitConfiguration.Version {
        guard let object = try root.object("version"), let major = try object.integer("major") else {
            warn(.unknownVersion(nil), at: "version")
            return StoreKitConfiguration.Version(major: 0, minor: 0)
        }
        let version = StoreKitConfiguration.Version(major: major, minor: try object.integer("minor") ?? 0)
        let known = StoreKitConfiguration.Version.oldest.major...StoreKitConfiguration.Version.newest.major
        if !known.contains(major) { warn(.unknownVersion(version), at: "version") }
        return version
    }

    /// Reads all products and groups of the file.
    mutating func readCatalog(of root: ConfigurationObject) throws(Failure) -> Catalog {
        noteUnknownKeys(of: root, .topLevel)
        noteMissingKeys(of: root, .topLevel)
        noteSynchronization(of: root)
        var draft = CatalogDraft()
        try readAll("products", of: root) { (reader, object) throws(Failure) in
            try reader.readProduct(object, in: nil, &draft)
        }
        try readAll("nonRenewingSubscriptions", of: root) { (reader, object) throws(Failure) in
            try reader.readProduct(object, in: nil, standing: "NonRenewingSubscription", &draft)
        }
        try readAll("subscriptionGroups", of: root) { (reader, object) throws(Failure) in
            try reader.readGroup(object, &draft)
        }
        return Catalog(unchecked: draft.groups, draft.products)
    }

    /// Reads each object of a list, as ``attempt(_:)`` does.
    private mutating func readAll(
        _ key: String, of parent: ConfigurationObject,
        _ read: (inout ConfigurationReader, ConfigurationObject) throws(Failure) -> Void
    ) throws(Failure) {
        var objects: [ConfigurationObject] = []
        try attempt { _ throws(Failure) in objects = try parent.objects(key) }
        for object in objects {
            try attempt { reader throws(Failure) in try read(&reader, object) }
        }
    }

    private mutating func readGroup(_ object: ConfigurationObject, _ draft: inout CatalogDraft) throws(Failure) {
        noteUnknownKeys(of: object, .group)
        noteMissingKeys(of: object, .group)
        let name = try object.string("name")
        guard let id = try object.string("id") ?? name else { throw object.missing("id") }
        if draft.groupIndex[ByteText(id)] != nil {
            warn(.duplicateGroup(id: id), at: object.path)
        } else {
            // All that can fail comes first: a group registered but not appended would leave its index to the next one.
            let localizations = try readLocalizations(of: object)
            draft.groupIndex[ByteText(id)] = draft.groups.count
            draft.groups.append(Catalog.Group.group(name ?? id, id: id, localizations: localizations, []))
            notePath(object.path, group: id)
        }
        try readAll("subscriptions", of: object) { (reader, subscription) throws(Failure) in
            try reader.readProduct(subscription, in: id, standing: "RecurringSubscription", &draft)
        }
    }

    private mutating func readProduct(
        _ object: ConfigurationObject, in group: String?, standing defaultType: String? = nil,
        _ draft: inout CatalogDraft
    ) throws(Failure) {
        guard let type = try object.string("type") ?? defaultType else { throw object.missing("type") }
        guard let id = try object.string("productID") else { throw object.missing("productID") }
        let recurring = ByteText(type) == "RecurringSubscription"
        guard recurring || ConfigurationReader.oneTimeTypes[ByteText(type)] != nil else {
            return warn(.unknownProductType(type), at: object.path(to: "type"))
        }
        noteUnknownKeys(of: object, recurring ? .subscription : .product)
        if recurring != (group != nil) { warn(.misplacedProduct(id: id, isSold: !recurring), at: object.path) }
        if recurring, group == nil { return }
        guard draft.productIDs.insert(ByteText(id)).inserted else {
            return warn(.duplicateProduct(id: id), at: object.path)
        }
        notePath(object.path, group: recurring ? group : nil, product: id)
        noteMissingKeys(of: object, recurring ? .subscription : .product)

        var product = Catalog.Product.consumable(id, price: try readPrice(of: object) ?? [:])
        product.referenceName = try object.string("referenceName") ?? id
        product.localizations = try readLocalizations(of: object)
        product.isFamilyShareable = try object.boolean("familyShareable") ?? false
        if recurring, let group, let index = draft.groupIndex[ByteText(group)] {
            if let stated = try object.string("subscriptionGroupID"), !stated.hasBytes(of: group) {
                warn(.otherGroup(stated: stated, actual: group), at: object.path(to: "subscriptionGroupID"))
            }
            try readBillingPlans(of: object, into: &product)
            product.kind = try readSubscription(object, of: id, in: group)
            draft.groups[index].subscriptions.append(product)
        } else {
            product.kind = ConfigurationReader.oneTimeTypes[ByteText(type)] ?? .consumable
            draft.products.append(product)
        }
    }

    private static let oneTimeTypes: [ByteText: Catalog.Product.Kind] = [
        "Consumable": .consumable, "NonConsumable": .nonConsumable, "NonRenewingSubscription": .nonRenewable,
    ]

    private mutating func readSubscription(
        _ object: ConfigurationObject, of product: String, in group: String
    ) throws(Failure) -> Catalog.Product.Kind {
        guard let period = try object.period("recurringSubscriptionPeriod") else {
            throw object.missing("recurringSubscriptionPeriod")
        }
        let level = try object.integer("groupNumber") ?? 1
        let offers = try readOffers(of: object, period: period)
        for (offer, path) in offers {
            notePath(path, group: group, product: product, offer: offer.id ?? "introductory")
        }
        return Catalog.Product.subscription(
            product, level: level, period: period, price: [:], offers: offers.map(\.offer)
        ).kind
    }

    /// Reads the billing plan with one payment for each period, whose price stands in where the product has none.
    ///
    /// Other plans are not simulated.
    private mutating func readBillingPlans(
        of object: ConfigurationObject, into product: inout Catalog.Product
    ) throws(Failure) {
        for plan in try object.objects("billingPlans") where try plan.boolean("isEnabled") ?? true {
            let type = try plan.string("billingPlanType") ?? ConfigurationReader.planSimulated
            guard type.hasBytes(of: ConfigurationReader.planSimulated) else {
                warn(.otherBillingPlan(type), at: plan.path)
                continue
            }
            guard let price = try readPrice(of: plan)?.everywhere else { continue }
            if let base = product.prices.everywhere, base != price {
                warn(.otherPlanPrice(price, product: base), at: plan.path(to: "displayPrice"))
            } else {
                product.prices = .everywhere(price)
            }
        }
    }

    /// The only billing plan simulated: customers pay for each period as a whole.
    static let planSimulated = "BILLED_UPFRONT"

    private func readLocalizations(of object: ConfigurationObject) throws(Failure) -> [Catalog.Localization] {
        try object.objects("localizations").map { text throws(Failure) in
            Catalog.Localization(
                locale: try text.string("locale") ?? "en_US", displayName: try text.string("displayName") ?? "",
                description: try text.string("description") ?? "")
        }
    }

    /// Reads the price in the key `displayPrice`; nil when it is missing, or empty because nobody has filled it in.
    mutating func readPrice(of object: ConfigurationObject) throws(Failure) -> Prices? {
        let key = "displayPrice"
        let text: String
        switch object.value(key) {
        case nil: return nil
        case .string(let string):
            if string.isEmpty { return nil }
            text = string
        case .number(let number):
            text = number
            warn(.priceIsNumber(number), at: object.path(to: key))
        case let value?: throw object.wrongType(key, .string, value)
        }
        let amount = Amount(decimal: text)
        // A number with more digits than an amount can hold is a price, too, but too high.
        let isTooLong = text.count > 15 && text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        guard amount != nil || isTooLong else { throw object.impossible(key, text, .notAPrice) }
        guard let amount, Amount.zero...Amount.largest ~= amount else {
            throw object.impossible(key, text, .outOfRange(0, Int(Amount.largest.milliunits / 1_000)))
        }
        return Prices(common: amount)
    }
}

/// The part of the catalogue that has been read so far.
struct CatalogDraft {
    var groups: [Catalog.Group] = []
    var groupIndex: [ByteText: Int] = [:]
    var products: [Catalog.Product] = []
    var productIDs: Set<ByteText> = []
}
