/// An offer on a running store: its configuration, and what the store adds to it.
package struct ListedOffer: Hashable, Sendable, Codable {
    /// The kind and the name that tell it from the product's other offers.
    package let name: Shop.OfferName
    /// The offer as it is configured.
    package internal(set) var offer: Catalog.Offer
    /// Whether the developer has disabled it (S0-67, B1-6).
    package internal(set) var isDisabled = false
    /// The number that the store gave a win-back offer, its Apple ID in direct links (S4-12); nil for other kinds.
    package let winBackNumber: UInt64?
}

/// The catalogue on a running store: products by place, with today's prices and what was taken off sale.
package struct Shop: Hashable, Sendable {
    /// A product, its group, and what the developer has changed since the store opened.
    package struct Entry: Hashable, Sendable, Codable {
        /// The product with today's prices, without its offers.
        package internal(set) var product: Catalog.Product
        /// The subscription group; nil for a product outside groups.
        package let group: GroupIndex?
        /// The length of a period; nil where the product is no subscription.
        package let period: SubscriptionPeriod?
        /// Whether the product can be bought.
        package internal(set) var isForSale = true
        /// The present offers, disabled ones too, in the order in which they came.
        package internal(set) var offers: [ListedOffer] = []
        /// The offers that were deleted, whose names are not used again (C-100).
        package internal(set) var deletedOffers: [ListedOffer] = []

        init(product: Catalog.Product, group: GroupIndex?) {
            self.product = product
            self.group = group
            period = product.subscription?.period
            if !product.offers.isEmpty { self.product.changeSubscription { $0.offers = [] } }
        }

        fileprivate mutating func add(_ offer: Catalog.Offer, winBackNumber: UInt64?) {
            offers.append(ListedOffer(name: name(for: offer), offer: offer, winBackNumber: winBackNumber))
        }
    }

    /// The name that tells one offer of a product from another.
    package struct OfferName: Hashable, Sendable, Codable {
        /// The kind of offer.
        package let type: OfferType
        private let name: ByteText

        /// The identifier, the reference name of an offer-code offer, or an introductory offer's number.
        package var id: String { name.text }

        /// The name of an offer of a kind.
        package init(type: OfferType, id: String) {
            self.type = type
            name = ByteText(id)
        }
    }

    /// A group's identifier and names.
    package struct GroupEntry: Hashable, Sendable, Codable {
        /// The group's identifier.
        package let id: String
        /// The group with its names, and without its subscriptions, which stand among the entries.
        package internal(set) var group: Catalog.Group

        init(_ group: Catalog.Group) {
            id = group.id
            self.group = group
            self.group.subscriptions = []
        }
    }

    /// Each entry is shared, not copied: a renewal asks for three numbers of one that is full of texts.
    private var shared: [Boxed<Entry>] = []
    /// Every subscription group, in the order of the catalogue.
    package private(set) var groups: [GroupEntry] = []
    private var places: [ByteText: ProductIndex] = [:]
    /// The number that the latest win-back offer got (S4-12).
    private var lastWinBackNumber = Shop.winBackNumbers.lowerBound - 1
    /// Whether any product has, or ever had, a win-back offer.
    var hasHadWinBackOffers: Bool { lastWinBackNumber >= Shop.winBackNumbers.lowerBound }

    /// A shop that puts the groups and products of a catalogue on sale.
    init(_ groups: [Catalog.Group], _ products: [Catalog.Product]) {
        let count = groups.reduce(products.count) { $0 + $1.subscriptions.count }
        places.reserveCapacity(count)
        shared.reserveCapacity(count)
        for group in groups {
            let index = GroupIndex(self.groups.count)
            self.groups.append(GroupEntry(group))
            for product in group.subscriptions { add(product, to: index) }
        }
        for product in products { add(product, to: nil) }
    }

    /// Every product with its offers, in the order of the catalogue.
    package var entries: [Entry] { shared.map(\.value) }

    /// The catalogue as it is sold now, without the offers that are disabled (C-246).
    package var catalog: Catalog {
        let entries = entries
        func products(in group: GroupIndex?) -> [Catalog.Product] {
            entries.filter { $0.group == group }.map { $0.product(with: $0.activeOffers) }
        }
        return Catalog(
            unchecked: groups.indices.map { place in
                var group = groups[place].group
                group.subscriptions = products(in: GroupIndex(place))
                return group
            }, products(in: nil))
    }

    private mutating func add(_ product: Catalog.Product, to group: GroupIndex?) {
        // A catalogue from a file may name a product twice; the first is meant.
        guard places[ByteText(product.id)] == nil else { return }
        places[ByteText(product.id)] = ProductIndex(shared.count)
        var entry = Entry(product: product, group: group)
        // It may name an offer twice too, and the first is meant: a name leads to one offer.
        var names: Set<OfferName> = []
        for offer in product.offers {
            let name = offer.id.map { OfferName(type: offer.type, id: $0) }
            guard name.map({ names.insert($0).inserted }) ?? true else { continue }
            entry.add(offer, winBackNumber: newWinBackNumber(for: offer))
        }
        shared.append(Boxed(entry))
    }

    /// The place of the product with that identifier, byte for byte (C-64).
    package func place(of id: String) -> ProductIndex? { places[ByteText(id)] }

    /// The product at a place.
    package subscript(place: ProductIndex) -> Entry {
        _read { yield shared[place.index].value }
    }

    /// The length of a product's period; nil where it is no subscription.
    func period(of place: ProductIndex) -> SubscriptionPeriod? { shared[place.index].value.period }

    /// Returns whether a product can be bought.
    func isForSale(_ place: ProductIndex) -> Bool { shared[place.index].value.isForSale }

    /// The base prices of a product.
    func prices(of place: ProductIndex) -> Prices { shared[place.index].value.product.prices }

    /// The base price of a product in a territory; nil where it is not sold there.
    package func basePrice(of place: ProductIndex, in territory: Territory) -> Amount? {
        prices(of: place).price(in: territory)
    }

    /// Returns whether there is such a product.
    package func contains(_ place: ProductIndex) -> Bool { place.index < shared.count }

    /// Returns whether a product is owned for ever once it is bought: a non-consumable.
    package func lasts(_ place: ProductIndex) -> Bool {
        if case .nonConsumable = self[place].product.kind { true } else { false }
    }

    /// Returns whether there is such a product, and it renews.
    package func renews(_ place: ProductIndex) -> Bool {
        contains(place) && self[place].period != nil && self[place].group != nil
    }

    /// Returns whether the App Store asks for consumption information before it decides on a refund (B11).
    ///
    /// It does for consumables and auto-renewable subscriptions.
    func asksForConsumption(of place: ProductIndex) -> Bool {
        switch self[place].product.kind {
        case .consumable, .autoRenewable: true
        case .nonConsumable, .nonRenewable: false
        }
    }

    /// The identifier of a group.
    package func groupID(_ group: GroupIndex) -> String { groups[group.index].id }

    /// The group of that identifier, byte for byte (C-64), which is all that StoreKit's calls know of a group (C-234).
    package func group(id: String) -> GroupIndex? {
        groups.firstIndex { $0.id.hasBytes(of: id) }.map(GroupIndex.init)
    }

    /// The group of that identifier, or else the only one of that reference name (C-234).
    package func group(named id: String) -> GroupIndex? {
        if let place = group(id: id) { return place }
        let named = groups.indices.filter { groups[$0].group.referenceName.hasBytes(of: id) }
        return named.count == 1 ? named.first.map(GroupIndex.init) : nil
    }

    /// An unknown name of a group, with the names of the groups that exist.
    package func unknownGroup(_ name: String) -> UnknownName {
        UnknownName(
            name,
            known: groups.flatMap { [$0.group.referenceName, $0.id] }.reduce(into: []) { names, name in
                if !names.contains(where: { $0.hasBytes(of: name) }) { names.append(name) }
            })
    }

    /// An unknown product identifier, with those that exist.
    package func unknownProduct(_ id: String) -> UnknownName { UnknownName(id, known: entries.map(\.product.id)) }

    // MARK: - Events

    /// Changes a copy of an entry, with all its offers: once for each event, and not where a catalogue is put on sale.
    private mutating func change(_ place: ProductIndex, _ body: (inout Entry) -> Void) {
        var entry = shared[place.index].value
        body(&entry)
        shared[place.index] = Boxed(entry)
    }

    /// Adds an offer to a product, with its name and, for a win-back offer, its number.
    mutating func add(_ offer: Catalog.Offer, to place: ProductIndex) {
        let number = newWinBackNumber(for: offer)
        change(place) { $0.add(offer, winBackNumber: number) }
    }

    /// The next number, for a win-back offer; nil for other kinds.
    private mutating func newWinBackNumber(for offer: Catalog.Offer) -> UInt64? {
        guard offer.type == .winBack else { return nil }
        lastWinBackNumber += 1
        return lastWinBackNumber
    }

    mutating func replace(_ name: OfferName, on place: ProductIndex, with offer: Catalog.Offer) {
        change(place) { $0.replace(name, with: offer) }
    }

    mutating func delete(_ name: OfferName, on place: ProductIndex) {
        change(place) { entry in
            guard let index = entry.index(of: name) else { return }
            entry.deletedOffers.append(entry.offers.remove(at: index))
        }
    }

    mutating func set(_ name: OfferName, on place: ProductIndex, isActive: Bool) {
        change(place) { entry in
            if let index = entry.index(of: name) { entry.offers[index].isDisabled = !isActive }
        }
    }

    mutating func set(isForSale: Bool, _ place: ProductIndex) { change(place) { $0.isForSale = isForSale } }

    mutating func set(_ price: Amount, of place: ProductIndex, in territory: Territory?) {
        change(place) { $0.product.prices.set(price, in: territory) }
    }

    mutating func set(hasApprovedImage: Bool, _ place: ProductIndex) {
        change(place) { $0.product.changeSubscription { $0.hasApprovedImage = hasApprovedImage } }
    }

    // MARK: - Soundness

    func fault() -> String? {
        let numbers = Shop.winBackNumbers
        // No number above the middle is accepted, which leaves room to go on numbering.
        guard numbers.lowerBound - 1...(numbers.lowerBound + numbers.upperBound) / 2 ~= lastWinBackNumber else {
            return "The numbers of win-back offers have ten digits, and no store has given that many."
        }
        var given: Set<UInt64> = []
        for entry in entries {
            for number in (entry.offers + entry.deletedOffers).compactMap(\.winBackNumber)
            where !given.insert(number).inserted {
                return "A win-back offer of product '\(entry.product.id)' has the number \(number), as another one has."
            }
            guard entry.group.map({ $0.index < groups.count }) ?? true,
                entry.period == entry.product.subscription?.period
            else { return "Product '\(entry.product.id)' is not of its group, or has not its period." }
            guard (entry.group == nil) == (entry.period == nil) else {
                return "Product '\(entry.product.id)' is in a group and no subscription, or the other way round."
            }
            guard entry.product.prices.isPossible else {
                return "A price of product '\(entry.product.id)' is out of range."
            }
            guard Set(entry.offers.map(\.name)).count == entry.offers.count else {
                return "Two offers of product '\(entry.product.id)' have one name."
            }
            for listed in entry.offers + entry.deletedOffers {
                guard
                    listed.winBackNumber.map({ Shop.winBackNumbers.lowerBound <= $0 && $0 <= lastWinBackNumber })
                        ?? true
                else {
                    return "A win-back offer of product '\(entry.product.id)' has a number that the store never gave."
                }
                guard entry.period != nil, listed.isPossible else {
                    return
                        "The offer '\(listed.name.id)' of product '\(entry.product.id)' has terms, a name or a win-back number that its kind cannot have, or is on a product without periods."
                }
            }
        }
        return nil
    }
}

extension ListedOffer {
    /// Whether the name is the offer's own, win-back offers alone have a number, and the terms can be redeemed.
    fileprivate var isPossible: Bool {
        let isOwn = offer.id.map { $0.hasBytes(of: name.id) } ?? (offer.type == .intro)
        return offer.terms.isPossible && name.type == offer.type && isOwn
            && (winBackNumber == nil) == (offer.type != .winBack)
    }
}

/// The saved form: products as they were put on sale and as they are sold now; their places follow from it.
extension Shop: Codable {
    private enum CodingKeys: String, CodingKey {
        case shared = "entries"
        case groups, lastWinBackNumber
    }

    /// Reads groups and products, and finds their places.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        groups = try container.decode([GroupEntry].self, forKey: .groups)
        // Version 14 saved each group's subscriptions once more.
        for place in groups.indices { groups[place].group.subscriptions = [] }
        shared = try container.decode([Boxed<Entry>].self, forKey: .shared)
        lastWinBackNumber = try container.decode(UInt64.self, forKey: .lastWinBackNumber)
        for (place, entry) in shared.enumerated() {
            let id = ByteText(entry.value.product.id)
            guard places.updateValue(ProductIndex(place), forKey: id) == nil else {
                throw DecodingError.dataCorruptedError(
                    forKey: .shared, in: container,
                    debugDescription: "Entry \(place) is product '\(id)', as an earlier one is.")
            }
        }
    }
}

extension Shop.Entry {
    /// An unknown name of an offer, with those of its kind that exist.
    package func unknownOffer(_ name: String, _ type: OfferType) -> UnknownName {
        UnknownName(name, known: offers.map(\.name).filter { $0.type == type }.map(\.id))
    }
}
