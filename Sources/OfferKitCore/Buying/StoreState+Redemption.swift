/// What to create: how many codes, or which one, and for which offer.
package struct CodeOrder: Hashable, Sendable {
    package var productID: String
    /// The reference name of the offer-code offer (S1-49).
    package var offer: String
    /// The codes themselves: one custom code, or a batch of one-time codes.
    package var texts: [String]
    package var isOneTime: Bool
    /// How often each can be redeemed; 1 for one-time codes.
    package var limit: Int
    package var expires: Instant?

    package init(
        productID: String, offer: String, texts: [String], isOneTime: Bool, limit: Int, expires: Instant?
    ) {
        self.productID = productID
        self.offer = offer
        self.texts = texts
        self.isOneTime = isOneTime
        self.limit = limit
        self.expires = expires
    }
}

extension StoreState {
    /// The most redemptions that one step may create (B1-10, B1-11).
    package static let mostCodesPerStep = 25_000
    /// The longest custom code (B1-11).
    package static let longestCustomCode = 64
    /// How long one-time codes live, in calendar months (S1-53, B1-10).
    package static let codeLifeInMonths: Int64 = 6

    /// Judges the creation of codes (B1-9…11, C-14).
    package func decide(_ order: CodeOrder) -> Decision<CodeRecord, CodeCreationRefusal> {
        do throws(CodeCreationRefusal) {
            let record = try judge(order)
            return Decision([.codesCreated(order.texts, record)], record)
        } catch {
            return Decision(refusal: error)
        }
    }

    private func judge(_ order: CodeOrder) throws(CodeCreationRefusal) -> CodeRecord {
        let name = Shop.OfferName(type: .code, id: order.offer)
        guard let place = shop.place(of: order.productID), shop[place].offer(name) != nil else {
            throw .unknownOffer(order.offer, product: order.productID)
        }
        // Disabled for good (B1-13): nobody could ever redeem them.
        guard shop[place].listing(name)?.isDisabled == false else { throw .offerDisabled(order.offer) }
        if let expires = order.expires, expires < now { throw .expiryIsPast(now: now) }
        let count = order.isOneTime ? order.texts.count : order.limit
        let allowed = 1...StoreState.mostCodesPerStep
        guard allowed ~= count, allowed ~= order.limit else { throw .countNotAllowed(count, allowed: allowed) }
        for text in order.texts {
            guard isWellFormed(text) else { throw .malformedCode(text) }
            guard codes[text] == nil else { throw .duplicateCode(text) }
        }
        let left = max(0, rules.codesPerQuarter - codesCreated[now.quarter, default: 0])
        guard count <= left else { throw .quarterLimitReached(wanted: count, left: left) }
        let latest = now.adding(months: StoreState.codeLifeInMonths)
        if order.isOneTime, let expires = order.expires, expires > latest { throw .expiryTooLate(latest: latest) }
        return CodeRecord(
            product: place, offer: order.offer, limit: order.limit, isOneTime: order.isOneTime,
            expires: order.isOneTime ? order.expires ?? latest : order.expires)
    }

    private func isWellFormed(_ text: String) -> Bool {
        (1...StoreState.longestCustomCode).contains(text.count)
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }

    /// The codes that come with a catalogue: nobody created them in a quarter, so they count against no limit (C-14).
    package func decideGivenCodes(_ orders: [CodeOrder]) -> Decision<Void, Never> {
        let events = orders.compactMap { order -> StoreEvent.Kind? in
            guard let place = shop.place(of: order.productID) else { return nil }
            let record = CodeRecord(
                product: place, offer: order.offer, limit: order.limit, isOneTime: order.isOneTime,
                expires: order.expires, isGiven: true)
            return .codesCreated(order.texts, record)
        }
        return Decision(events, ())
    }

    /// Redeems a code: every check of B16-2 in order, then the same effects as a purchase (B5.1).
    ///
    /// It works in every environment, the sandbox included (C-38).
    ///
    /// - Parameters:
    ///   - code: What the customer typed.
    ///   - customer: Who typed it.
    ///   - territory: The storefront of the customer's device.
    ///   - canMakePayments: Whether the device allows purchases.
    ///   - entry: Where it was typed, and what the device there can do.
    /// - Returns: The events and what the redemption came to, or the refusal, which only leaves a note in the log.
    package func decideRedemption(
        of code: String, by customer: CustomerID, in territory: Territory, canMakePayments: Bool,
        entry: CodeEntry = .newest
    ) -> Decision<PurchaseOutcome, CodeRefusal> {
        do throws(CodeRefusal) {
            if let refusal = entry.refusal(of: code, isCustom: self.code(code).map { !$0.isOneTime } ?? false) {
                throw refusal
            }
            guard canMakePayments, self[customer] != nil else { throw .purchaseNotAllowed }
            let (record, offer, terms) = try judgeCode(code, of: customer, on: territory)
            let reasons = eligibility(of: customer, for: offer, on: record.product).reasons
            guard reasons.isEmpty else { throw .ineligible(offer: record.offer, because: reasons) }
            let charged = chargingTerritory(of: customer, for: record.product, on: territory)
            return try carryOut(code, record, offer, terms, for: customer, in: charged)
        } catch {
            // A customer who does not exist has no place in the log.
            let events = self[customer] == nil ? [] : [StoreEvent.Kind.codeRefused(customer, code: code, error)]
            return Decision(events, refusal: error)
        }
    }

    private func judgeCode(
        _ code: String, of customer: CustomerID, on storefront: Territory
    ) throws(CodeRefusal) -> (CodeRecord, Catalog.Offer, CapturedTerms) {
        guard let record = self.code(code) else { throw .unknownCode(code) }
        let territory = chargingTerritory(of: customer, for: record.product, on: storefront)
        guard !record.isDisabled else { throw .codeDisabled(code) }
        if let expires = record.expires, expires < now { throw .expiredCode(code, on: expires) }
        guard record.redeemed < record.limit else {
            throw record.isOneTime ? .usedCode(code) : .limitReached(code, limit: record.limit)
        }
        let name = Shop.OfferName(type: .code, id: record.offer)
        let entry = shop[record.product]
        // An offer that was deleted leaves its codes behind.
        guard let listing = entry.listing(name), let offer = entry.offer(name) else {
            throw .offerDeleted(record.offer)
        }
        for place in [storefront, territory] {
            let rule = OfferAvailability(in: place, at: now)
            let reasons = rule.judge(offer, isDisabled: listing.isDisabled).reasons
            if let refusal = reasons.lazy.compactMap({ CodeRefusal($0, offer: record.offer) }).first { throw refusal }
        }
        guard let subscription = entry.product.subscription,
            let terms = CapturedTerms(offer, of: subscription, in: territory)
        else { throw .notOffered(record.offer, in: territory) }
        let diagnosis =
            unavailability(of: record.product, in: storefront) ?? unavailability(of: record.product, in: territory)
        if let diagnosis { throw .productUnavailable(diagnosis) }
        return (record, offer, terms)
    }

    private func carryOut(
        _ code: String, _ record: CodeRecord, _ offer: Catalog.Offer, _ terms: CapturedTerms,
        for customer: CustomerID, in territory: Territory
    ) throws(CodeRefusal) -> Decision<PurchaseOutcome, CodeRefusal> {
        let group = shop[record.product].group
        let current = group.flatMap { subscription(of: customer, in: $0) }
        let isRunning = current.map { self[$0].isRunning } ?? false
        var first = terms
        var second: CapturedTerms?
        if case .code(let settings) = offer.kind, settings.stacking == .stacksWithIntroductoryOffer, !isRunning,
            let introductory = automaticIntroductoryOffer(for: customer, on: record.product, in: territory)
        {
            (first, second) = (introductory, terms)
        }
        var plan = PurchasePlan(self)
        let attempt = PurchaseAttempt(
            id: AttemptID(rawValue: lastAttempt.rawValue + 1), customer: customer, product: record.product,
            territory: territory, quantity: 1, account: .notSet, offer: first)
        let outcome: PurchaseOutcome
        do throws(PurchaseRefusal) {
            outcome = try plan.carryOut(attempt)
        } catch {
            throw .paymentFailed
        }
        if let second { plan.queue(second, for: record.product, on: current ?? SubscriptionIndex(subscriptions.count)) }
        return Decision(
            [.purchaseConfirmed(attempt.id), .codeRedeemed(customer, code: code)] + plan.events, outcome)
    }
}
