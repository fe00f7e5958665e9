/// Subscribers who do not simply pay the base price, and rises without consent (B9).
package struct PriceRises: Hashable, Sendable, Codable {
    private var terms = SideTable<SubscriptionIndex, PriceTerms>()
    /// The instant at which each product's price last rose without consent (B9-2).
    private var silent = SideTable<ProductIndex, Instant>()

    /// The rises of a store where everybody pays the base price.
    init() {}

    /// Whether everybody pays the base price.
    var isEmpty: Bool { terms.isEmpty }

    /// The price terms of a subscriber; nil where the price is simply the base price.
    package subscript(index: SubscriptionIndex) -> PriceTerms? { terms[index] }
    func lastSilentRise(of product: ProductIndex) -> Instant? { silent[product] }

    // MARK: - Events

    mutating func set(_ new: PriceTerms?, of index: SubscriptionIndex) {
        if new != nil || !terms.isEmpty { terms[index] = new }
    }

    /// Sets the stage of a subscriber's rise, where one is on its way.
    mutating func set(_ stage: PriceRise.Stage, of index: SubscriptionIndex) {
        guard case .rising(var rise) = terms[index] else { return }
        rise.stage = stage
        terms[index] = .rising(rise)
    }

    mutating func useSilentRise(of product: ProductIndex, at instant: Instant) { silent[product] = instant }

    // MARK: - Soundness

    func fault(_ ledger: Ledger, _ shop: Shop, until now: Instant) -> String? {
        let wrong = terms.first(breaking: { ledger.contains($0) && $1.amount >= .zero })
        if let wrong {
            return "The price of subscription \(wrong.key.rawValue) is below zero, or there is no such subscription."
        }
        let stray = silent.first(breaking: { product, _ in shop.contains(product) })
        if let stray { return "A price rose of product \(stray.key.rawValue), which does not exist." }
        let late = silent.first(breaking: { _, rose in rose <= now })
        return late.map { "The price of product \($0.key.rawValue) rose silently after the store's clock." }
    }
}

extension PriceTerms {
    fileprivate var amount: Amount {
        switch self {
        case .preserved(let amount): amount
        case .rising(let rise): rise.from
        }
    }
}
