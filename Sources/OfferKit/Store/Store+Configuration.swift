public import OfferKitCore

extension Store {
    /// Changes a product's base price: in one territory, or everywhere, which replaces the prices of single territories.
    ///
    /// Subscribers pay a lower price from their next renewal on (B9-8). A rise reaches them as the policy says, after they
    /// were told: 7 days before the renewal of a weekly product, 30 before that of six months or a year, else 10 (B9-9).
    /// Where a renewal is nearer than that, it is still at the old price.
    ///
    /// - Parameters:
    ///   - productID: The product.
    ///   - price: The new base price.
    ///   - territory: Where; nil for everywhere.
    ///   - policy: What a rise means for those who are subscribed.
    /// - Throws: ``ConfigurationRefusal`` for an unknown product or territory, or a price that no catalogue may hold.
    public func setBasePrice(
        of productID: String, to price: Amount, in territory: Territory? = nil, policy: PriceRisePolicy = .automatic
    ) throws(ConfigurationRefusal) {
        try perform { $0.decideBasePrice(of: productID, price, in: territory, policy: policy) }
    }

    /// Puts a product on sale or takes it off.
    ///
    /// - Parameters:
    ///   - productID: The product.
    ///   - isForSale: Whether it can be bought.
    /// - Throws: ``ConfigurationRefusal/unknownProduct(_:)``.
    public func setSale(of productID: String, isForSale: Bool) throws(ConfigurationRefusal) {
        try perform { $0.decideSale(of: productID, isForSale: isForSale) }
    }
}
