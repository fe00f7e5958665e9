import OfferKitCore

/// The terms in a log, each with a place: product, offer and storefront together.
///
/// Folds count by these places; the names are looked up once, for new terms.
struct TermsBook: Sendable {
    /// A place in the book.
    typealias Place = Int32

    /// Terms as events give them: the places of their names, -1 for no offer.
    struct Key: Hashable, Sendable {
        let product: Int32
        let offer: Int32
        let storefront: Int32
    }

    /// Terms with the values that folds compare.
    struct Entry: Sendable {
        let key: Key
        /// The product's level of service; nil where it has none.
        let level: Int?
        /// The place of the first terms with the same currency.
        let currency: Place
        /// Whether there is an offer.
        var hasOffer: Bool { key.offer >= 0 }
    }

    /// The terms by their places.
    private(set) var entries: [Entry] = []
    /// The names of the terms.
    private(set) var names: [ReportTerms] = []
    private var places: [Key: Place] = [:]
    /// The first terms of each currency.
    private var currencies: [ByteText: Place] = [:]

    /// Returns the place of an event's terms.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - guess: The place where they are likely to be; any number is allowed.
    ///   - names: The names of the log.
    /// - Returns: The place; nil where the event names no product or storefront, or one that has no name.
    @inline(__always)
    mutating func place(of event: ReportEvent, guess: Place, _ names: ReportNames) -> Place? {
        guard let product = event.product, let storefront = event.storefront else { return nil }
        // An event keeps places as numbers of this size.
        let key = Key(
            product: Int32(truncatingIfNeeded: product), offer: Int32(truncatingIfNeeded: event.offer ?? -1),
            storefront: Int32(truncatingIfNeeded: storefront))
        if guess >= 0, Int(guess) < entries.count, entries[Int(guess)].key == key { return guess }
        return find(key, names)
    }

    @inline(never)
    private mutating func find(_ key: Key, _ names: ReportNames) -> Place? {
        if let place = places[key] { return place }
        let (product, offer, storefront) = (Int(key.product), Int(key.offer), Int(key.storefront))
        guard names.products.indices.contains(product), names.storefronts.indices.contains(storefront),
            offer < 0 || names.offers.indices.contains(offer)
        else { return nil }
        let place = Place(truncatingIfNeeded: entries.count)
        let terms = ReportTerms(
            product: names.products[product].id, offer: offer < 0 ? nil : names.offers[offer],
            storefront: names.storefronts[storefront])
        let code = ByteText(terms.storefront.currency)
        let currency = currencies[code] ?? place
        currencies[code] = currency
        entries.append(Entry(key: key, level: names.products[product].level, currency: currency))
        self.names.append(terms)
        places[key] = place
        return place
    }

    /// Returns whether money under two terms is in the same currency.
    func haveSameCurrency(_ a: Place, _ b: Place) -> Bool {
        a == b || entries[Int(a)].currency == entries[Int(b)].currency
    }

    /// Returns the change of plan from one period's terms to the next (C-173).
    func change(from old: Place, to new: Place) -> Transition.PlanChange {
        let (old, new) = (entries[Int(old)], entries[Int(new)])
        if old.key.product == new.key.product { return .none }
        guard let before = old.level, let after = new.level, before != after else { return .crossgrade }
        return after < before ? .upgrade : .downgrade
    }
}

/// The reasons for which subscriptions end, in the words of the event format, each with a place.
struct ReasonBook: Sendable {
    /// The words by place.
    private(set) var words = NameTable(["unknown", "refunded", ReportEvent.erasedReason])
    /// The places and causes by the places in the log's names; nil for reasons not looked up yet.
    private var known: [(place: Int32, cause: Transition.Cause)?] = []

    /// The place of a refund, and of an erasure.
    static let refunded: Int32 = 1
    static let erased: Int32 = 2

    /// Returns the place and the cause of a reason; those of `unknown` for nil, and for one without a name.
    mutating func look(up reason: Int?, _ log: ReportNames) -> (place: Int32, cause: Transition.Cause) {
        guard let reason, log.reasons.indices.contains(reason) else { return (0, .other) }
        if reason < known.count, let found = known[reason] { return found }
        let word = log.reasons[reason]
        let place = Int32(truncatingIfNeeded: words.place(of: word))
        let found = (place, place == ReasonBook.refunded ? .refund : Transition.Cause(word))
        while known.count <= reason { known.append(nil) }
        known[reason] = found
        return found
    }
}

extension Transition.Cause {
    /// The cause for a reason's word (C-174); an unknown word is neither voluntary nor involuntary.
    init(_ word: String) {
        switch LapseReason.all.first(where: { $0.word == word })?.churn {
        case .voluntary: self = .voluntary
        case .involuntary: self = .involuntary
        case nil: self = .other
        }
    }
}
