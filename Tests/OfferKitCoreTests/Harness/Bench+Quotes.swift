import OfferKitCore

extension Bench {
    /// Returns the charges of a purchase, as short texts.
    func quote(
        _ product: String, _ offer: PurchaseRequest.Offer = .none, for customer: CustomerID, renewals: Int = 1,
        quantity: Int = 1
    ) throws(PurchaseRefusal) -> [String] {
        let request = PurchaseRequest(
            customer: customer, productID: product, territory: "USA", quantity: quantity, offer: offer)
        return try state.forecast(of: request, renewals: renewals).lines
    }

    func quote(
        _ product: String, promo offer: String, for customer: CustomerID, renewals: Int = 1
    ) throws(PurchaseRefusal) -> [String] {
        try quote(product, .unsigned(offer), for: customer, renewals: renewals)
    }

    func quote(
        code: String, for customer: CustomerID, renewals: Int = 1
    ) throws(CodeRefusal) -> [String] {
        try state.forecast(
            redeeming: code, by: customer, in: "USA", canMakePayments: true, renewals: renewals
        ).lines
    }

    /// Returns the charges of a running subscription, as short texts.
    func upcoming(of customer: CustomerID, in product: String = Sample.pro, renewals: Int = 1) throws -> [String] {
        state.forecast(of: try index(of: customer, to: product), renewals: renewals).lines
    }
}

extension PurchaseRequest.Offer {
    /// Returns a promotional offer for a quote only.
    static func unsigned(_ id: String) -> PurchaseRequest.Offer {
        .promotional(PaymentDiscount(identifier: id, keyIdentifier: nil, nonce: nil, signature: nil, timestamp: nil))
    }
}

extension Forecast {
    /// A line for each refund, charge and end: the day, the end of the period, the product, the amount and the offer.
    var lines: [String] {
        let back = refund.map { "\(day($0.date)) back \($0.amount) of \($0.transaction)" }
        let over = end.map { "\(day($0.date)) end, \($0.reason)" }
        return [back].compactMap { $0 } + charges.map(line) + [over].compactMap { $0 }
    }

    private func line(_ charge: Charge) -> String {
        let record = charge.transaction
        var words = ["\(day(charge.date))"]
        if charge.date != record.purchased { words.append("for \(day(record.purchased))") }
        if let expires = record.expires { words.append("…\(day(expires))") }
        words += [state.shop[record.product].product.id, "\(record.price)"]
        if let terms = record.terms.map({ state.offers[$0] }) {
            words.append("\(terms.type) \(record.offerPeriod)/\(terms.periodCount)")
        }
        return words.joined(separator: " ")
    }
}
