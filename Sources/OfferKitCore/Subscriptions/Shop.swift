/// The catalogue on a running store: products by place, with today's prices and what was taken off sale.
package struct Shop: Hashable, Sendable {
    /// A product, its group, and what the developer has changed since the store opened.
    package struct Entry: Hashable, Sendable, Codable {
        package var product: Catalog.Product
        package let group: GroupIndex?
        package var isForSale = true
        /// The offers the developer disabled (S0-67, B1-6).
        package var disabledOffers: Set<OfferName> = []
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
        entries.append(Entry(product: product, group: group))
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

    package func groupID(_ group: GroupIndex) -> String {
        groups[group.index].id
    }
}

extension Shop: Codable {
    private enum CodingKeys: CodingKey {
        case entries, groups
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        groups = try container.decode([GroupEntry].self, forKey: .groups)
        entries = try container.decode([Entry].self, forKey: .entries)
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
    }
}

extension Shop.Entry {
    /// The base price in a territory; nil when the product is not sold there.
    package func basePrice(in territory: Territory) -> Amount? {
        product.prices.amount(in: territory)
    }

    /// The product's offer of that kind and name, disabled or not.
    package func offer(_ name: Shop.OfferName) -> Catalog.Offer? {
        product.subscription?.offers.first {
            $0.type == name.type && $0.id?.utf8.elementsEqual(name.id.utf8) ?? false
        }
    }

    /// The product's offers of one kind that can be asked for in a territory now.
    package func available(_ type: OfferType, in territory: Territory, at now: Instant) -> [Catalog.Offer] {
        (product.subscription?.offers ?? []).filter { offer in
            guard offer.type == type, offer.isOffered(in: territory), offer.isRunning(at: now) else { return false }
            return offer.id.map { !disabledOffers.contains(Shop.OfferName(type: type, id: $0)) } ?? true
        }
    }
}
