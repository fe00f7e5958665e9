import OfferKitCore

/// The offer that a quote is asked for: as with a purchase, except that nothing has to be signed.
public enum QuotedOffer: Hashable, Sendable {
    /// No offer is asked for: the introductory offer applies by itself where the customer is eligible (S1-14).
    case automatic
    /// A promotional offer, by its identifier.
    case promotional(String)
    /// A win-back offer, by its identifier.
    case winBack(String)
}

extension Device {
    /// Returns the charges of a purchase: the one that would be made now, and those that would follow if nothing
    /// changed.
    ///
    /// ```swift
    /// let quote = try device.quote(for: "pro.monthly", renewals: 2)
    /// quote.dueNow                        // 0, in a free trial
    /// quote.charges.map(\.amount)         // [0, 9.99, 9.99]
    /// ```
    ///
    /// For a subscriber the list begins at the next renewal, where an offer on the same product or a downgrade waits
    /// for it (C-16, B8-2); an upgrade is charged now, and ``ChargeQuote/refund`` is what comes back (B8-1).
    ///
    /// The question is judged as the purchase is (B3), but for the signature, of which there is none; and nothing comes
    /// of it: no sheet, no event, no nonce. It costs what is asked, however many subscriptions the store has.
    ///
    /// - Parameters:
    ///   - productID: The product.
    ///   - offer: The offer asked for.
    ///   - quantity: How many; 1 for subscriptions, else 1 to 10.
    ///   - renewals: How many renewals at no offer are listed at least, after all that the offers bring.
    /// - Returns: The charges.
    /// - Throws: ``PurchaseRefusal``, the one that the purchase would be refused with.
    public func quote(
        for productID: String, offer: QuotedOffer = .automatic, quantity: Int = 1, renewals: Int = 3
    ) throws(PurchaseRefusal) -> ChargeQuote {
        let request = request(for: productID, quantity: quantity, offer: PurchaseRequest.Offer(offer))
        return ChargeQuote(try store.state.forecast(of: request, renewals: renewals), in: request.territory, on: self)
    }

    /// Returns the charges of redeeming an offer code: the one that would be made now, and those that would follow if
    /// nothing changed.
    ///
    /// Where the code is stacked, the introductory offer comes first (B5-9).
    ///
    /// - Parameters:
    ///   - code: The code, exactly as it was created; it is not used up.
    ///   - point: Where the customer would type it in.
    ///   - renewals: How many renewals at no offer are listed at least.
    /// - Returns: The charges.
    /// - Throws: ``CodeRefusal``, the one that the redemption would be refused with.
    public func quote(
        redeeming code: String, at point: CodeEntryPoint = .appSheet, renewals: Int = 3
    ) throws(CodeRefusal) -> ChargeQuote {
        let entry = CodeEntry(point, system: system, appRuns: isRunning)
        let territory = storefront
        let forecast = try store.state.forecast(
            redeeming: code, by: customer.id, in: territory, canMakePayments: canMakePayments, entry: entry,
            renewals: renewals)
        return ChargeQuote(forecast, in: territory, on: self)
    }

    /// Returns the charges of the customer's running subscription in a group from now on, if nothing changes.
    ///
    /// A renewal that has failed is listed now: that is when it would be charged if the customer repaired the payment
    /// method. Where auto-renew is off, or a rise of the price is waiting for consent, the list stops and
    /// ``ChargeQuote/end`` says when and why.
    ///
    /// - Parameters:
    ///   - group: The subscription group's identifier or name.
    ///   - renewals: How many renewals at no offer are listed at least.
    /// - Returns: The charges; nil where no subscription of the customer's own runs in the group.
    public func upcomingCharges(inGroup group: String, renewals: Int = 3) -> ChargeQuote? {
        store.noteUnknown(group: group)
        let state = store.state
        guard let index = state.subscription(of: customer.id, inGroupNamed: group), state[index].isRunning else {
            return nil
        }
        let territory = state[index].latest.territory
        return ChargeQuote(state.forecast(of: index, renewals: renewals), in: territory, on: self)
    }
}

extension PurchaseRequest.Offer {
    fileprivate init(_ offer: QuotedOffer) {
        switch offer {
        case .automatic: self = .none
        case .promotional(let id):
            self = .promotional(
                PaymentDiscount(identifier: id, keyIdentifier: nil, nonce: nil, signature: nil, timestamp: nil))
        case .winBack(let id): self = .winBack(id)
        }
    }
}
