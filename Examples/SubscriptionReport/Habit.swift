import OfferKit

/// What a customer of the example does, and when, in days since the subscription began.
///
/// The shares are made up: put your own in.
struct Habit {
    var storefront: Territory
    var product: String
    /// Redeems an offer code instead of taking the trial.
    var hasCode = false
    /// Turns auto-renew off on that day.
    var cancels: Int?
    /// Takes the offer that is shown to those who cancel.
    var takesRetentionOffer = false
    /// Comes back with the win-back offer on that day.
    var returns: Int?
    /// The payment method fails from that day on.
    var cardFails: Int?
    /// The payment method works again on that day.
    var cardWorks: Int?
    /// Changes to another plan on that day, an upgrade at once and anything else at the next renewal.
    var changes: Int?
    /// The plan that is changed to.
    var nextProduct: String
    /// Wants money back on that day.
    var refunds: Int?
    /// Wants it for the first period that was paid for, and not for the one that runs.
    var refundsFirst = false
    /// Asks for it in the app, which turns auto-renew off, and not the App Store's support.
    var asksInApp = false
    /// The refund is taken back on that day.
    var losesRefund: Int?
    /// Gets a fortnight from the magazine's own support on that day.
    var consoled: Int?
    /// Is a tester, whose purchases are erased on that day.
    var erases: Int?
    /// Buys again on that day after either, without an offer; after an erasure as somebody new.
    var buysAgain: Int?

    /// The habit of the next customer.
    init(_ chance: inout Chance) {
        storefront = Shop.storefronts[chance.index(of: [60, 25, 15])]
        product = [Shop.monthly, Shop.light, Shop.yearly][chance.index(of: [65, 25, 10])]
        nextProduct = Shop.monthly
        hasCode = product == Shop.monthly && chance.isBelow(8)
        switch chance.index(of: [12, 28, 60]) {
        case 0: cancels = chance.number(in: 1...6)
        case 1: cancels = chance.number(in: 20...330)
        default: break
        }
        takesRetentionOffer = cancels != nil && product == Shop.monthly && chance.isBelow(15)
        if let cancels, !takesRetentionOffer, chance.isBelow(12) { returns = cancels + chance.number(in: 70...160) }
        if chance.isBelow(18) {
            let day = chance.number(in: 25...320)
            cardFails = day
            // Most learn of it and repair it within a month, half of them within days.
            if chance.isBelow(80) { cardWorks = day + chance.number(in: chance.isBelow(50) ? 28...33 : 34...62) }
        }
        changePlan(&chance)
        askForMoney(&chance)
        if chance.isBelow(1) { consoled = chance.number(in: 10...300) }
        // One in three hundred.
        if chance.number(below: 300) == 0 {
            let day = chance.number(in: 5...250)
            erases = day
            if chance.isBelow(60) { buysAgain = day + chance.number(in: 1...90) }
        }
    }

    /// From the light plan up to the monthly one, from there down again, or to the yearly one and back.
    private mutating func changePlan(_ chance: inout Chance) {
        switch product {
        case Shop.light:
            if chance.isBelow(20) { changes = chance.number(in: 40...200) }
        case Shop.yearly:
            if chance.isBelow(10) { changes = chance.number(in: 200...360) }
        default:
            nextProduct = chance.isBelow(60) ? Shop.light : Shop.yearly
            if chance.isBelow(10) { changes = chance.number(in: 30...300) }
        }
    }

    private mutating func askForMoney(_ chance: inout Chance) {
        guard chance.isBelow(3) else { return }
        let day = chance.number(in: 8...200)
        refunds = day
        refundsFirst = chance.isBelow(35)
        asksInApp = !refundsFirst && chance.isBelow(50)
        // Some within the period, and some long after.
        if !refundsFirst, chance.isBelow(30) { buysAgain = day + chance.number(in: 1...100) }
        if chance.isBelow(25) { losesRefund = day + chance.number(in: chance.isBelow(70) ? 1...12 : 20...80) }
    }
}

/// Numbers that look random, the same in every run.
struct Chance {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// A number from 0 to below a bound.
    mutating func number(below bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % max(bound, 1)
    }

    mutating func number(in range: ClosedRange<Int>) -> Int { range.lowerBound + number(below: range.count) }

    mutating func isBelow(_ percent: Int) -> Bool { number(below: 100) < percent }

    /// The place that chance falls on, by the weights of the places.
    mutating func index(of weights: [Int]) -> Int {
        var left = number(below: weights.reduce(0, +))
        for (place, weight) in weights.enumerated() {
            if left < weight { return place }
            left -= weight
        }
        return 0
    }
}
