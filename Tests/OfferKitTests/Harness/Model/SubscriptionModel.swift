import OfferKit
import OfferKitCore

/// A slow and plain second account of a customer's subscriptions, written from `Documentation/Rules.md` without a look at
/// the store: periods stand in a list, and the clock walks from the end of one to the next.
struct SubscriptionModel {
    /// A transaction of an auto-renewable subscription.
    struct Period: Equatable {
        var product: String
        var begin: Int64
        var end: Int64
        var price: Int64
        var offer: ModelOffer?
        var isRenewal: Bool
        /// Whether the customer had no subscription before it.
        var isNewStart: Bool
        /// Whether a gap of more than 60 days lay before it (B14-1).
        var isAfterLongGap = false
        var isUpgraded = false
        /// What an upgrade gave back.
        var givenBack: Int64 = 0
        var revoked: Revocation?
        var extensionDays = 0
    }

    struct Revocation: Equatable {
        var date: Int64
        /// What this refund gave back.
        var refund: Int64
        var isFull: Bool
    }

    /// A renewal that failed and is tried again.
    struct Failure: Equatable {
        var since: Int64
        var graceEnd: Int64?
        var reason: LapseReason
        var retryEnd: Int64 { since + 60 * ModelCalendar.day }
    }

    struct Lapse: Equatable {
        var date: Int64
        var reason: LapseReason
    }

    /// A rise of the price of the product that the customer has, not charged yet.
    struct Rise: Equatable {
        /// What was paid until then.
        var old: Int64
        var needsConsent: Bool
        var isTold = false
        var isAgreed = false
        var isDeclined = false
    }

    /// The customer's one subscription in a group.
    struct Life: Equatable {
        var periods: [Period] = []
        var renews = false
        /// The product that renews next.
        var next = ""
        var queued: ModelOffer?
        /// A code's offer that was stacked on an introductory one (C-50).
        var queuedFollowsRunning = false
        /// A pay-as-you-go offer of which so many periods are left.
        var running: ModelOffer?
        var left = 0
        /// Where the cycle began, and how many of its periods end with the current one (C-19).
        var anchor: Int64 = 0
        var cycles = 0
        var failure: Failure?
        var lapse: Lapse?
        /// Whether the refund of the current period ended it (C-24).
        var isRevoked = false
        var extensions: [Int64] = []
        var redeemedCodes: Set<String> = []
        var rise: Rise?
        /// A price that the developer preserved for this subscriber (B9-8).
        var keptPrice: Int64?

        /// The rise that the customer was told of, where it is of the product that renews next.
        var knownRise: Rise? { next == current ? rise.flatMap { $0.isTold ? $0 : nil } : nil }
        var current: String { periods.last?.product ?? "" }
        var end: Int64 { periods.last?.end ?? 0 }
    }

    enum State: Int {
        case active = 1, expired, retry, grace, revoked
    }

    let rules: StoreRules
    private(set) var now: Int64
    var grace: BillingGracePeriod?
    var isDeclining = false
    var prices: [String: Int64]
    var offSale: Set<String> = []
    /// Offers that the developer disabled, by their names.
    var disabledOffers: Set<String> = []
    /// When the payment method will begin to fail, and when it will be repaired; nil once that was.
    var plannedFailure: Int64?
    var plannedRepair: Int64?
    var lives: [String: Life]
    /// What upgrades gave back, in their order (C-23).
    var upgradeRefunds: [Int64] = []

    init(rules: StoreRules, start: Int64, grace: BillingGracePeriod?) {
        self.rules = rules
        self.grace = grace
        now = start
        prices = Dictionary(uniqueKeysWithValues: ModelShop.products.map { ($0.id, $0.price) })
        lives = Dictionary(uniqueKeysWithValues: ModelShop.groups.map { ($0, Life()) })
    }

    subscript(group: String) -> Life {
        get { lives[group] ?? Life() }
        set { lives[group] = newValue }
    }

    /// How the subscription stands now; nil for somebody who never had one.
    func state(_ group: String) -> State? {
        let life = self[group]
        if life.periods.isEmpty { return nil }
        if life.isRevoked { return .revoked }
        if life.lapse != nil { return .expired }
        guard let failure = life.failure else { return .active }
        return now < failure.graceEnd ?? failure.since ? .grace : .retry
    }

    // MARK: The clock

    /// Moves the clock; the ends of periods, of grace and of billing retry come first at their instants (C-43).
    mutating func advance(to date: Int64) {
        // A planned change is seen by the charges of its instant (C-88).
        if let start = plannedFailure, start <= date {
            walk(to: start - 1)
            (isDeclining, plannedFailure) = (true, nil)
        }
        if let end = plannedRepair, end <= date {
            walk(to: end - 1)
            (isDeclining, now, plannedRepair) = (false, end, nil)
            // Billing retry that ends now comes before the attempt.
            walk(to: end) { $0.failure != nil }
            tryAgain()
        }
        walk(to: date)
    }

    private mutating func walk(to date: Int64, _ isMeant: (Life) -> Bool = { _ in true }) {
        let start = now
        for group in ModelShop.groups {
            var life = self[group]
            // A notice whose instant has passed does not come any more in this period (C-85).
            var seen = start
            while isMeant(life), let instant = nextInstant(of: life), instant <= date {
                now = max(now, instant)
                if let failure = life.failure {
                    lapse(&life, at: failure.retryEnd, failure.reason)  // B7-12, C-17
                } else {
                    tell(&life, from: seen, until: life.end)
                    renew(&life)
                }
                seen = instant
            }
            if isMeant(life) { tell(&life, from: seen, until: date) }
            self[group] = life
        }
        now = max(now, date)
    }

    /// When a subscription does something by itself.
    private func nextInstant(of life: Life) -> Int64? {
        if life.periods.isEmpty || life.isRevoked || life.lapse != nil { return nil }
        return life.failure?.retryEnd ?? life.end
    }

    /// The notice of a rise: so many days before the first renewal at the standard price (B9-9, C-54, C-85).
    private func tell(_ life: inout Life, from start: Int64, until date: Int64) {
        guard let rise = life.rise, !rise.isTold, life.failure == nil, life.renews else { return }
        guard life.next == life.current, due(life).offer == nil else { return }
        let days: Int64 =
            switch ModelShop.product(life.current).period {
            case .days: 7
            case .months(let months): months < 6 ? 10 : 30
            }
        let notice = life.end - days * ModelCalendar.day
        if start <= notice, notice <= date { life.rise?.isTold = true }
    }

    // MARK: Renewal

    /// The decision at the end of a period (B6).
    private mutating func renew(_ life: inout Life) {
        let (end, product) = (life.end, life.next)
        // Who declined a rise did not only turn auto-renew off (B9-3).
        let wasDeclined = life.knownRise?.isDeclined ?? false
        guard life.renews else {
            return lapse(&life, at: end, wasDeclined ? .didNotConsentToPriceIncrease : .autoRenewDisabled)
        }
        if let rise = life.knownRise, rise.needsConsent, !rise.isAgreed, due(life).offer == nil {
            return lapse(&life, at: end, .didNotConsentToPriceIncrease)
        }
        if offSale.contains(product) {
            if rules.expiresAtOnceWhenRemovedFromSale { return lapse(&life, at: end, .productUnavailable) }
            life.failure = Failure(since: end, graceEnd: nil, reason: .productUnavailable)  // C-17
            return
        }
        let due = due(life)
        if due.price > 0, isDeclining {
            life.failure = Failure(since: end, graceEnd: graceEnd(life), reason: .billingError)
            return
        }
        charge(&life, begin: end, isNewCycle: false, isRenewal: true)
    }

    /// The end of the grace that a failure now would bring (B7-5, B7-7, C-20).
    private func graceEnd(_ life: Life) -> Int64? {
        guard let grace, let period = life.periods.last else { return nil }
        if grace.eligibility == .paidToPaidOnly, period.price == 0 { return nil }
        let days: Int64 =
            switch (grace.duration, ModelShop.product(life.current).period) {
            case (.threeDays, _): 3
            case (_, .week): 6
            case (.sixteenDays, _): 16
            case (.twentyEightDays, _): 28
            }
        return period.end + days * ModelCalendar.day
    }

    /// What the next renewal is charged (B6-7): the queued offer, or the offer that runs, or the customer's price.
    func due(_ life: Life) -> (offer: ModelOffer?, price: Int64) {
        let goesOn = life.left > 0 && life.next == life.current
        if let queued = life.queued, !(life.queuedFollowsRunning && goesOn) { return (queued, queued.price) }
        if goesOn, let running = life.running { return (running, running.price) }
        return (nil, customersPrice(of: life.next, life))
    }

    /// A price that was preserved, or that a rise not told of has not reached, is never more than the product's (C-198, C-85).
    func customersPrice(of product: String, _ life: Life) -> Int64 {
        let price = prices[product] ?? 0
        if product != life.current { return price }
        if let kept = life.keptPrice { return min(kept, price) }
        if let rise = life.rise, !rise.isTold { return min(rise.old, price) }
        return price
    }

    /// The next period at what is due, with no question asked.
    mutating func charge(_ life: inout Life, begin: Int64, isNewCycle: Bool, isRenewal: Bool) {
        let due = due(life)
        let goesOn = due.offer != nil && due.offer == life.running && life.left > 0 && due.offer != life.queued
        let follower = life.queuedFollowsRunning && goesOn ? life.queued : nil
        let left = goesOn ? life.left - 1 : nil
        add(
            &life,
            Period(
                product: life.next, begin: begin, end: begin, price: due.price, offer: due.offer, isRenewal: isRenewal,
                isNewStart: false), isNewCycle: isNewCycle)
        if let left { life.left = left }
        if due.offer == nil, life.rise?.isTold ?? false { life.rise = nil }  // It applies.
        if let follower { (life.queued, life.queuedFollowsRunning) = (follower, true) }
    }

    /// Puts a period at the end of the list and works out its end (C-19, C-51).
    mutating func add(_ life: inout Life, _ period: Period, isNewCycle: Bool) {
        var period = period
        let length = ModelShop.product(period.product).period
        if let last = life.periods.last {
            // Without service from a refund on, whatever becomes of the refund later (C-194).
            let end = last.revoked.map { min($0.date, last.end) } ?? last.end
            period.isAfterLongGap = period.begin - end > 60 * ModelCalendar.day  // B14-1, C-28
            if last.product != period.product { (life.rise, life.keptPrice) = (nil, nil) }
        }
        if isNewCycle || life.periods.isEmpty || ModelShop.product(life.current).period != length {
            (life.anchor, life.cycles) = (period.begin, 0)
        }
        var own = length
        life.running = nil
        life.left = 0
        switch period.offer?.mode {
        case .payAsYouGo(let periods)?:
            life.running = period.offer
            life.left = periods - 1
        case .free?, .payUpFront?: own = period.offer?.length ?? length
        case nil: break
        }
        if own == length {
            life.cycles += 1
            period.end = adding(length, times: life.cycles, to: life.anchor)
        } else {
            period.end = adding(own, times: 1, to: period.begin)
            (life.anchor, life.cycles) = (period.end, 0)
        }
        life.periods.append(period)
        (life.next, life.queued, life.queuedFollowsRunning) = (period.product, nil, false)
        (life.renews, life.failure, life.lapse, life.isRevoked) = (true, nil, nil, false)
    }

    private func adding(_ length: ModelLength, times count: Int, to date: Int64) -> Int64 {
        ModelCalendar.adding(length, times: count, to: date, offset: rules.calendarOffset.length)
    }

    // MARK: The end, and recovery

    mutating func lapse(_ life: inout Life, at date: Int64, _ reason: LapseReason) {
        life.lapse = Lapse(date: date, reason: reason)
        forgetPlans(&life)
    }

    /// Nothing renews, and what was planned for a renewal is gone (C-13 d, C-24), a price of the customer's own too (C-54).
    mutating func forgetPlans(_ life: inout Life) {
        (life.renews, life.next, life.failure, life.rise, life.keptPrice) = (false, life.current, nil, nil, nil)
        (life.queued, life.queuedFollowsRunning, life.running, life.left) = (nil, false, nil, 0)
    }

    /// A failed renewal is made good now (C-18, C-89).
    mutating func recover(_ life: inout Life, isRenewal: Bool) {
        guard let failure = life.failure else { return }
        let before = life
        if now < failure.graceEnd ?? failure.since {
            charge(&life, begin: life.end, isNewCycle: false, isRenewal: isRenewal)
            if life.end > now { return }
            life = before
        }
        charge(&life, begin: now, isNewCycle: true, isRenewal: isRenewal)
    }

    /// An attempt on every renewal that failed (B7-14), or on those of a product that is back on sale (C-17, C-195).
    mutating func tryAgain(after product: String? = nil) {
        for group in ModelShop.groups {
            var life = self[group]
            if life.failure == nil || product.map({ $0 != life.next }) ?? false || offSale.contains(life.next) {
                continue
            }
            if due(life).price > 0, isDeclining {
                life.failure?.reason = .billingError
            } else {
                recover(&life, isRenewal: true)
            }
            self[group] = life
        }
    }
}
