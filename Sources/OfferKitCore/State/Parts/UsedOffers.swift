/// The offers that were redeemed: their terms as they were then (C-45), and the end of each customer's last use of one.
package struct UsedOffers: Hashable, Sendable, Codable {
    /// One customer's last redemption of one code or win-back offer.
    private struct Use: Hashable, Sendable, Codable {
        let product: ProductIndex
        let offer: Shop.OfferName
        var ends: Instant

        /// The offer and its product, of which a customer has one use at most.
        var place: Place { Place(product: product, offer: offer) }
    }

    private struct Place: Hashable {
        let product: ProductIndex
        let offer: Shop.OfferName
    }

    /// The different terms, each once.
    private var terms = Interned<CapturedTerms>()
    private var uses = SideTable<CustomerID, [Use]>()

    /// The offers of a store where none was redeemed.
    init() {}

    /// The terms at a place of the list.
    package subscript(index: TermsIndex) -> CapturedTerms { terms[index.index] }
    /// The number of different terms that were redeemed.
    var termsCount: Int { terms.count }
    func place(of new: CapturedTerms) -> TermsIndex? { terms.place(of: new).map(TermsIndex.init) }

    /// The end of the offer period of the customer's last redemption of a code or win-back offer; nil without one.
    func end(of offer: Shop.OfferName, on product: ProductIndex, for customer: CustomerID) -> Instant? {
        uses[customer]?.first { $0.product == product && $0.offer == offer }?.ends
    }

    // MARK: - Events

    mutating func capture(_ new: CapturedTerms) { terms.append(new) }

    /// Records a customer's last use of an offer.
    ///
    /// Codes count once for each customer and offer (B4-11); win-back offers wait after their end (B15-8).
    mutating func note(_ index: TermsIndex, on product: ProductIndex, by customer: CustomerID, until ends: Instant) {
        let redeemed = terms[index.index]
        guard let id = redeemed.offerID else { return }
        let use = Use(product: product, offer: Shop.OfferName(type: redeemed.type, id: id), ends: ends)
        uses[customer, default: []].removeAll { $0.product == product && $0.offer == use.offer }
        uses[customer, default: []].append(use)
    }

    /// Forgets a customer's redemptions on some products (C-124).
    mutating func forget(of customer: CustomerID, _ isOn: (ProductIndex) -> Bool) {
        uses.change(customer) { $0.removeAll { isOn($0.product) } }
        if uses[customer]?.isEmpty ?? false { uses[customer] = nil }
    }

    // MARK: - Soundness

    func isNew(_ new: CapturedTerms) -> Bool { terms.place(of: new) == nil }

    func fault(_ customers: Customers, _ shop: Shop) -> String? {
        for place in 0..<terms.count where !terms[place].isPossible {
            return "The terms \(place) are those of no offer."
        }
        let captured = Set(
            (0..<terms.count).compactMap { place in
                terms[place].offerID.map { Shop.OfferName(type: terms[place].type, id: $0) }
            })
        let wrong = uses.first(breaking: { customer, uses in
            customers.contains(customer) && Set(uses.map(\.place)).count == uses.count
                && uses.allSatisfy { use in
                    shop.contains(use.product) && shop[use.product].group != nil && captured.contains(use.offer)
                        && use.ends <= .endOfClock
                }
        })
        return wrong.map {
            "The redemptions of \($0.key) name an offer twice, one that was not redeemed, a product without offers or a date that cannot be, or there is no such customer."
        }
    }
}
