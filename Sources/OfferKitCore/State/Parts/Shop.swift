/// The catalogue on a running store: products by place, with today's prices and what was taken off sale.
package struct Shop: Hashable, Sendable {
    /// A product, its group, and what the developer has changed since the store opened.
    package struct Entry: Hashable, Sendable, Codable {
        package var product: Catalog.Product
        package let group: GroupIndex?
        package var isForSale = true
        /// What the store keeps of each of the product's offers, in the order of the offers.
        package internal(set) var listings: [Listing] = []
        /// The offers that were deleted, whose names are not used again (C-100).
        package internal(set) var deletedOffers: [OfferName: Catalog.Offer] = [:]

        init(product: Catalog.Product, group: GroupIndex?) {
            self.product = product
            self.group = group
        }
    }

    /// What tells one offer of a product from another.
    package struct OfferName: Hashable, Sendable, Codable {
        package let type: OfferType
        package let id: String

        package init(type: OfferType, id: String) {
            self.type = type
            self.id = id
        }
    }

    /// A group's identifier and names.
    package struct GroupEntry: Hashable, Sendable, Codable {
        package let id: String
        package let group: Catalog.Group
    }

    package private(set) var entries: [Entry] = []
    package private(set) var groups: [GroupEntry] = []
    private var places: [String: ProductIndex] = [:]
    /// The number that the latest win-back offer got (S4-12).
    package private(set) var lastWinBackNumber = Shop.winBackNumbers.lowerBound - 1

    package init(_ catalog: Catalog) {
        for group in catalog.groups {
            let index = GroupIndex(groups.count)
            groups.append(GroupEntry(id: group.id, group: group))
            for product in group.subscriptions { add(product, to: index) }
        }
        for product in catalog.products { add(product, to: nil) }
    }

    private mutating func add(_ product: Catalog.Product, to group: GroupIndex?) {
        // A catalogue from a file may name a product twice; the first is meant.
        guard places[product.id] == nil else { return }
        places[product.id] = ProductIndex(entries.count)
        var entry = Entry(product: product, group: group)
        for offer in product.subscription?.offers ?? [] { entry.listings.append(listing(of: offer, in: entry)) }
        entries.append(entry)
    }

    /// What the store keeps of an offer that joins a product's; a win-back offer gets its number with it.
    private mutating func listing(of offer: Catalog.Offer, in entry: Entry) -> Listing {
        guard offer.type == .winBack else { return Listing(name: entry.name(for: offer)) }
        lastWinBackNumber += 1
        return Listing(name: entry.name(for: offer), winBackNumber: lastWinBackNumber)
    }

    /// The place of the product with that identifier.
    ///
    /// Identifiers are compared byte by byte (C-64); a dictionary of texts alone would take two spellings of one letter
    /// for the same.
    package func place(of id: String) -> ProductIndex? {
        places[id].flatMap { self[$0].product.id.utf8.elementsEqual(id.utf8) ? $0 : nil }
    }

    package subscript(place: ProductIndex) -> Entry {
        // Yielded, not copied: a renewal asks for three numbers of an entry full of texts.
        _read { yield entries[place.index] }
    }

    package mutating func change(_ place: ProductIndex, _ body: (inout Entry) -> Void) {
        body(&entries[place.index])
    }

    /// Adds an offer to a product's, and gives it its name and number.
    mutating func add(_ offer: Catalog.Offer, to place: ProductIndex) {
        let listing = listing(of: offer, in: entries[place.index])
        entries[place.index].product.changeSubscription { $0.offers.append(offer) }
        entries[place.index].listings.append(listing)
    }

    package func groupID(_ group: GroupIndex) -> String {
        groups[group.index].id
    }
}

extension Shop: Codable {
    private enum CodingKeys: CodingKey {
        case entries, groups, lastWinBackNumber
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        groups = try container.decode([GroupEntry].self, forKey: .groups)
        entries = try container.decode([Entry].self, forKey: .entries)
        lastWinBackNumber = try container.decode(UInt64.self, forKey: .lastWinBackNumber)
        for (place, entry) in entries.enumerated() { places[entry.product.id] = ProductIndex(place) }
        guard places.count == entries.count else {
            throw DecodingError.dataCorruptedError(
                forKey: .entries, in: container, debugDescription: "Two products have one identifier.")
        }
    }

    /// What was put on sale and how it is sold now; places follow from it.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(groups, forKey: .groups)
        try container.encode(entries, forKey: .entries)
        try container.encode(lastWinBackNumber, forKey: .lastWinBackNumber)
    }
}
