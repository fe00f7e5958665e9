import OfferKit
import OfferKitCore

extension SubscriptionModel {
    enum Outcome: Equatable {
        case done
        /// Bought, or kept: the number of the transaction within its group, from 0.
        case bought(Int)
        case refused(String)
    }

    /// How a product stands to what the customer has (B5.1, B8).
    private enum Move {
        case same, atOnce, atRenewal, downgrade
    }

    private func move(from current: String, to product: String) -> Move {
        let (old, new) = (ModelShop.product(current), ModelShop.product(product))
        if old.id == new.id { return .same }
        if new.level > old.level { return .downgrade }
        return new.level < old.level || new.period == old.period ? .atOnce : .atRenewal
    }

    // MARK: The three ways to buy

    mutating func buy(_ id: String) -> Outcome {
        if offSale.contains(id) { return .refused("productUnavailable") }
        return take(ModelShop.product(id), nil)
    }

    mutating func buy(_ id: String, promotional offerID: String) -> Outcome {
        let product = ModelShop.product(id)
        if offSale.contains(id) { return .refused("productUnavailable") }
        guard let offer = product.offer(offerID, .promo), !disabledOffers.contains(offerID) else {
            return .refused("invalidOfferIdentifier")
        }
        if case .payAsYouGo = offer.mode, offer.price >= prices[id] ?? 0 { return .refused("invalidOfferPrice") }
        if lives.values.allSatisfy(\.periods.isEmpty) { return .refused("ineligible neverSubscribed") }
        return take(product, offer)
    }

    mutating func buy(_ id: String, winBack offerID: String) -> Outcome {
        let product = ModelShop.product(id)
        if offSale.contains(id) { return .refused("productUnavailable") }
        guard let offer = product.offer(offerID, .winBack), !disabledOffers.contains(offerID) else {
            return .refused("invalidOfferIdentifier")
        }
        let reasons = reasonsAgainstWinBack(offer, product.group)
        if !reasons.isEmpty { return .refused((["ineligible"] + reasons).joined(separator: " ")) }
        return take(product, offer)
    }

    /// A code that can be used without end (B16-2).
    mutating func redeem(_ name: String, of id: String) -> Outcome {
        let product = ModelShop.product(id)
        guard let offer = product.offer(name, .code) else { return .refused("unknownCode") }
        if disabledOffers.contains(name) { return .refused("offerDisabled") }
        if offSale.contains(id) { return .refused("productUnavailable") }
        let life = self[product.group]
        let customer: CustomerClass
        switch state(product.group) {
        case nil: customer = .new
        case .active?, .grace?, .retry?: customer = .existing
        case .expired?, .revoked?: customer = .expired
        }
        var reasons: [String] = []
        if !offer.customers.contains(customer) { reasons.append("wrongCustomerClass") }
        if life.redeemedCodes.contains(name) { reasons.append("alreadyRedeemed") }
        if customer == .existing, move(from: life.current, to: id) == .downgrade { reasons.append("wouldDowngrade") }
        if !reasons.isEmpty { return .refused((["ineligible"] + reasons).joined(separator: " ")) }
        let outcome: Outcome
        if offer.stacks, let introductory = automaticOffer(product) {
            outcome = take(product, introductory, then: offer)
        } else {
            outcome = take(product, offer)
        }
        if case .bought = outcome { self[product.group].redeemedCodes.insert(name) }
        return outcome
    }

    // MARK: What a purchase does (B5.1, C-12)

    /// The introductory offer that comes by itself (B4).
    func automaticOffer(_ product: ModelProduct) -> ModelOffer? {
        isEligibleForIntroductoryOffer(product.group) ? product.introductory : nil
    }

    private mutating func take(_ product: ModelProduct, _ offer: ModelOffer?, then follower: ModelOffer? = nil)
        -> Outcome
    {
        var life = self[product.group]
        let standing = state(product.group)
        switch standing {
        case nil, .expired?, .revoked?:
            let offer = offer ?? automaticOffer(product)
            guard begin(&life, product, offer, isNewStart: true) else { return .refused("paymentFailed") }
            if let follower { (life.queued, life.queuedFollowsRunning) = (follower, true) }
        case .active?:
            switch move(from: life.current, to: product.id) {
            case .same: stay(&life, offer)
            case .atOnce:
                let old = life.periods.count - 1
                let period = life.periods[old]
                guard begin(&life, product, offer, isNewStart: false) else { return .refused("paymentFailed") }
                life.periods[old].isUpgraded = true
                life.periods[old].givenBack = period.price * (period.end - now) / (period.end - period.begin)  // C-23
                upgradeRefunds.append(life.periods[old].givenBack)
            case .atRenewal, .downgrade: plan(&life, product, offer)
            }
        case .grace?, .retry?:
            switch move(from: life.current, to: product.id) {
            case .same:
                let before = life
                stay(&life, offer)
                if due(life).price > 0, isDeclining {
                    life = before
                    return .refused("paymentFailed")
                }
                recover(&life, isRenewal: false)  // C-56
            case .atOnce:
                // The period that is over was not cut short, and nothing was paid for the one that failed.
                guard begin(&life, product, offer, isNewStart: false) else { return .refused("paymentFailed") }
            case .atRenewal, .downgrade: plan(&life, product, offer)
            }
        }
        self[product.group] = life
        return .bought(life.periods.count - 1)
    }

    /// A period that the customer pays for now; false where the charge fails (B3 step 11).
    private mutating func begin(
        _ life: inout Life, _ product: ModelProduct, _ offer: ModelOffer?, isNewStart: Bool
    ) -> Bool {
        let price = offer?.price ?? prices[product.id] ?? 0
        if price > 0, isDeclining { return false }
        add(
            &life,
            Period(
                product: product.id, begin: now, end: now, price: price, offer: offer, isRenewal: false,
                isNewStart: isNewStart), isNewCycle: true)
        return true
    }

    /// The product that the customer has: an offer waits for the renewal (C-16), and a planned change is dropped (C-13, C-57).
    private func stay(_ life: inout Life, _ offer: ModelOffer?) {
        if offer != nil || life.next != life.current {
            (life.queued, life.queuedFollowsRunning) = (offer, false)
        }
        life.next = life.current
        turnOn(&life)
    }

    /// Another product from the next renewal on.
    private func plan(_ life: inout Life, _ product: ModelProduct, _ offer: ModelOffer?) {
        if offer != nil || life.next != product.id {
            (life.queued, life.queuedFollowsRunning) = (offer, false)
        }
        life.next = product.id
        turnOn(&life)
    }

    // MARK: Who is eligible

    func isEligibleForIntroductoryOffer(_ group: String) -> Bool {
        reasonsAgainstIntroductoryOffer(group).isEmpty
    }

    func reasonsAgainstIntroductoryOffer(_ group: String) -> [String] {
        var reasons: [String] = []
        if self[group].periods.contains(where: { $0.offer?.type == .intro }) { reasons.append("usedIntroductoryOffer") }
        switch state(group) {
        case .active?, .grace?, .retry?: reasons.append("currentlySubscribed")
        case nil, .expired?, .revoked?: break
        }
        return reasons
    }

    /// Why the customer may not have a win-back offer (B15.1, C-34, C-52, C-53); the product's sale is not looked at.
    func reasonsAgainstWinBack(_ offer: ModelOffer, _ group: String) -> [String] {
        let life = self[group]
        switch state(group) {
        case nil: return ["neverSubscribedInGroup"]
        case .active?: return ["notLapsed"]
        case .grace?, .retry?: return ["renewalFailed"]
        case .expired?, .revoked?: break
        }
        if now < life.end { return ["notLapsed"] }
        guard let criteria = offer.criteria else { return [] }
        var reasons: [String] = []
        if paidMonths(life) < criteria.minimumPaidMonths { reasons.append("tooFewPaidMonths") }
        if !criteria.monthsSinceLapse.contains(ModelCalendar.wholeMonths(from: life.end, to: now)) {
            reasons.append("lapseOutsideRange")
        }
        if let wait = criteria.monthsBetweenOffers, let last = life.periods.last(where: { $0.offer == offer }),
            ModelCalendar.wholeMonths(from: last.end, to: now) < wait
        {
            reasons.append("redeemedTooRecently")
        }
        return reasons
    }

    /// Whole months of paid service in the latest run of it.
    private func paidMonths(_ life: Life) -> Int {
        /// Stretches of the run, and of the one that the latest refund ended, which counts where nothing followed it.
        var run: [Range<Int64>] = []
        var earlier: [Range<Int64>] = []
        for (number, period) in life.periods.enumerated() {
            if period.isNewStart { run = [] }
            if period.revoked != nil {
                (earlier, run) = (run, [])
                continue
            }
            if period.price == 0 { continue }
            // Days by which a date was put off are no paid service (B10-9).
            let paidEnd = period.end - Int64(period.extensionDays) * ModelCalendar.day
            let end = period.isUpgraded ? min(paidEnd, life.periods[number + 1].begin) : paidEnd
            if let last = run.last, last.upperBound == period.begin {
                run[run.count - 1] = last.lowerBound..<end
            } else {
                run.append(period.begin..<end)
            }
        }
        if life.periods.last?.revoked != nil { run = earlier }
        return run.reduce(0) { $0 + ModelCalendar.wholeMonths(from: $1.lowerBound, to: $1.upperBound) }
    }
}
