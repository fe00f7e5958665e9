import OfferKitEssentials

extension StoreState {
    /// Redeems a code: every check of B16-2 in order, then the same effects as a purchase (B5.1).
    ///
    /// It works in every environment, the sandbox included, unless the rules say otherwise (C-38).
    ///
    /// - Parameters:
    ///   - code: The text that the customer typed.
    ///   - customer: The customer who typed it.
    ///   - territory: The storefront of the customer's device.
    ///   - canMakePayments: Whether the device allows purchases.
    ///   - entry: The place where it was typed, and the abilities of the device there.
    /// - Returns: The events and the outcome of the redemption, or the refusal, which only leaves a note in the log.
    package func decideRedemption(
        of code: String, by customer: CustomerID, in territory: Territory, canMakePayments: Bool,
        entry: CodeEntry = .newest
    ) -> Decision<PurchaseOutcome, CodeRefusal> {
        do throws(CodeRefusal) {
            if let refusal = entry.refusal(of: code, isCustom: codes[code].map { !$0.isOneTime } ?? false) {
                throw refusal
            }
            guard setup.environment == .production || setup.rules.redeemsCodesOutsideProduction else {
                throw .notInProduction
            }
            guard canMakePayments, customers.contains(customer) else { throw .purchaseNotAllowed }
            let record = try codes.redeemable(code, at: now)
            let charged = chargingTerritory(of: customer, for: record.product, on: territory)
            let (offer, terms) = try shop.findOffer(of: record, on: territory, chargedIn: charged, at: now)
            guard let reasons = eligibility(of: customer, for: offer, on: record.product)?.reasons else {
                throw .internalFault(InternalFault.offerWithoutPeriods.rawValue)
            }
            guard reasons.isEmpty else { throw .ineligible(offer: record.offer, because: reasons) }
            return try carryOut(code, record, offer, terms, for: customer, in: charged)
        } catch {
            // A customer who does not exist has no place in the log.
            guard customers.contains(customer) else { return Decision(refusal: error) }
            return Decision([.codeRefused(by: customer, code: code.beginning, refusal: error.noted)], refusal: error)
        }
    }

    private func carryOut(
        _ code: String, _ record: CodeRecord, _ offer: Catalog.Offer, _ terms: CapturedTerms,
        for customer: CustomerID, in territory: Territory
    ) throws(CodeRefusal) -> Decision<PurchaseOutcome, CodeRefusal> {
        let current = subscription(of: customer, forProduct: record.product)
        let isRunning = current.map { self[$0].isRunning } ?? false
        var introductory: CapturedTerms?
        if case .code(let settings) = offer.kind, settings.stacking == .stacksWithIntroductoryOffer, !isRunning {
            introductory = introductoryOffer(for: customer, on: record.product, in: territory)
        }
        let attempt = PurchaseAttempt(
            id: desk.nextAttempt, customer: customer, product: record.product,
            territory: territory, quantity: 1, account: .notSet, terms: introductory ?? terms)
        var plan = PurchasePlan()
        do throws(PurchaseRefusal) {
            let outcome = try plan.carryOut(attempt, in: self, redeeming: code)
            if introductory != nil {
                let index = current ?? SubscriptionIndex(ledger.subscriptionCount)
                try plan.queue(terms, after: outcome.transaction, on: index, self)
            }
            return Decision(plan.events, outcome)
        } catch {
            throw CodeRefusal(error)
        }
    }
}

extension CodeBook {
    /// The code of that text, which must be active, in time and not used up (B16-2).
    fileprivate func redeemable(_ text: String, at now: Instant) throws(CodeRefusal) -> CodeRecord {
        guard let record = self[text] else { throw .unknownCode(unknownCode(text.beginning)) }
        guard !record.isDisabled else { throw .codeDisabled(text) }
        if let expires = record.expires, expires < now { throw .expiredCode(text, on: Date(expires)) }
        guard record.redeemed < record.limit else {
            throw record.isOneTime ? .usedCode(text) : .limitReached(text, limit: record.limit)
        }
        return record
    }
}

extension Shop {
    /// The offer of a code with its terms, which must be offered and sold on the device and where it will be charged
    /// (B16-2).
    fileprivate func findOffer(
        of code: CodeRecord, on storefront: Territory, chargedIn territory: Territory, at now: Instant
    ) throws(CodeRefusal) -> (Catalog.Offer, CapturedTerms) {
        // An offer that was deleted leaves its codes behind.
        guard let listed = self[code.product].listed(OfferName(type: .code, id: code.offer)) else {
            throw .offerDeleted(code.offer)
        }
        for place in [storefront, territory] {
            let rule = OfferAvailability(territory: place, instant: now)
            let reasons = rule.judge(listed.offer, isDisabled: listed.isDisabled).reasons
            if let refusal = reasons.lazy.compactMap({ CodeRefusal($0, offer: code.offer) }).first { throw refusal }
        }
        guard let subscription = self[code.product].product.subscription,
            let terms = CapturedTerms(listed.offer, of: subscription, in: territory)
        else { throw .notOffered(code.offer, in: territory) }
        if let diagnosis = unavailability(of: code.product, in: storefront)
            ?? unavailability(of: code.product, in: territory)
        {
            throw .productUnavailable(diagnosis)
        }
        return (listed.offer, terms)
    }
}
