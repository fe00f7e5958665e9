import OfferKit

/// The actions of a customer of the example, by days since the subscription began.
///
/// The shares are invented: replace them with your own.
struct Habit {
    var storefront: Territory
    var product: String
    /// Whether the customer redeems an offer code instead of taking the trial.
    var hasCode = false
    /// The day when auto-renew is turned off.
    var cancels: Int?
    /// Whether the customer takes the offer that is shown to those who cancel.
    var takesRetentionOffer = false
    /// The day when the customer comes back with the win-back offer.
    var returns: Int?
    /// The day from which the payment method fails.
    var cardFails: Int?
    /// The day when the payment method works again.
    var cardWorks: Int?
    /// The day of a change to another plan, an upgrade at once and any other at the next renewal.
    var changes: Int?
    /// The plan after the change.
    var nextProduct: String
    /// The day when the customer asks for a refund.
    var refunds: Int?
    /// Whether the refund is for the first paid period, and not for the current one.
    var refundsFirst = false
    /// Whether the customer asks in the app, which turns auto-renew off, and not the App Store's support.
    var asksInApp = false
    /// The day when the refund is reversed.
    var losesRefund: Int?
    /// The day when the magazine's own support extends the period by a fortnight.
    var consoled: Int?
    /// The day when the purchases of a tester are erased.
    var erases: Int?
    /// The day of a new purchase after a refund or an erasure, without an offer; after an erasure as a new customer.
    var buysAgain: Int?

    /// Makes the habit of the next customer.
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
            // Most learn of the failure and repair it within a month, half of them within days.
            if chance.isBelow(80) { cardWorks = day + chance.number(in: chance.isBelow(50) ? 28...33 : 34...62) }
        }
        changePlan(&chance)
        askForMoney(&chance)
        if chance.isBelow(1) { consoled = chance.number(in: 10...300) }
        // One customer in three hundred is a tester.
        if chance.number(below: 300) == 0 {
            let day = chance.number(in: 5...250)
            erases = day
            if chance.isBelow(60) { buysAgain = day + chance.number(in: 1...90) }
        }
    }

    /// Changes from the light plan up to the monthly one, from there down again, or to the yearly one and back.
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
        // Some buy again within the period, and some long after.
        if !refundsFirst, chance.isBelow(30) { buysAgain = day + chance.number(in: 1...100) }
        if chance.isBelow(25) { losesRefund = day + chance.number(in: chance.isBelow(70) ? 1...12 : 20...80) }
    }
}

/// A source of numbers that look random, the same in every run.
struct Chance {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// Returns a number from 0 to below a bound.
    mutating func number(below bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % max(bound, 1)
    }

    mutating func number(in range: ClosedRange<Int>) -> Int { range.lowerBound + number(below: range.count) }

    mutating func isBelow(_ percent: Int) -> Bool { number(below: 100) < percent }

    /// Returns a random place, by the weights of the places.
    mutating func index(of weights: [Int]) -> Int {
        var left = number(below: weights.reduce(0, +))
        for (place, weight) in weights.enumerated() {
            if left < weight { return place }
            left -= weight
        }
        return 0
    }
}
