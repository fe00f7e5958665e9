import Foundation
import OfferKit
import OfferKitCore

/// What somebody does to a store and to the model alike, with transactions by their numbers within their group.
enum ModelCommand: Equatable {
    case buy(String)
    case buyPromotional(String, offer: String)
    case buyWinBack(String, offer: String)
    case redeem(String, of: String)
    case autoRenew(Bool, String)
    case paymentsWork(Bool)
    case grace(BillingGracePeriod?)
    case refund(Int, String)
    case requestRefund(Int, String)
    case reverseRefund(Int, String)
    case extend(days: Int, String)
    case price(String, Int64, PriceIncreasePolicy)
    case answerRise(Bool, String)
    case sale(String, Bool)
    case disableOffer(OfferType, String, of: String)
    /// Charges fail from so many days on, and until so many.
    case failCharges(from: Int, until: Int)
    case wait(days: Int)
    case waitMonths(Int)
    /// To what falls due next in a group, or so many milliseconds beside it.
    case waitForNext(String, offset: Int64)
}

/// A sequence of commands and the store that they are for, as a seed has them.
struct ModelSequence {
    var start: Int64
    var rules: StoreRules
    var grace: BillingGracePeriod?
    var commands: [ModelCommand] = []
    /// Whether every offer's eligibility is asked for at the end, which takes the store longer than all the rest.
    var asksWhy: Bool

    init(seed: UInt64) {
        var chance = Chance(source: SplitMix64(seed: seed))
        // Ends of months, a leap day, the last millisecond of a year, and days like any other.
        let starts: [Int64] = [
            1_769_853_600_000, 1_801_389_600_000, 1_835_479_800_000, 1_788_134_400_000, 1_830_297_599_999,
            1_767_225_600_000,
            1_772_323_200_000, 1_793_404_800_000,
        ]
        start = chance.of(2) == 0 ? chance.pick(starts) : 1_767_225_600_000 + Int64(chance.of(1_000_000)) * 100_000
        rules = seed % 2 == 0 ? .documents : .today
        rules.outreach = .none
        rules.calendarOffset = chance.pick([.zero, .zero, .zero, .hours(8), .hours(-5)])
        rules.expiresAtOnceWhenRemovedFromSale = chance.of(4) == 0
        grace = chance.grace()
        asksWhy = seed % 8 < 2
        let group = chance.of(5) == 0 ? "Extra" : "Plans"
        // Most commands are about a few products of one group, so that they meet.
        let all = ModelShop.products.filter { $0.group == group }
        chance.favourites = (0..<3).map { _ in chance.pick(all) }
        // Some lives are about one product, whose price changes more than once, or whose renewals fail for one reason and
        // another.
        chance.isAboutPrices = chance.of(6) == 0
        chance.isAboutFailures = !chance.isAboutPrices && chance.of(10) == 0
        commands = [.buy(chance.product(group))]
        if chance.isAboutPrices || chance.isAboutFailures, case .buy(let bought) = commands[0] {
            chance.favourites = [ModelShop.product(bought)]
        }
        // The sequences of every run are shorter than those that only a long one has.
        for _ in 0..<(4 + chance.of(seed < 2000 ? 5 : 14)) {
            commands.append(chance.command(chance.of(12) > 0 ? group : chance.pick(ModelShop.groups)))
        }
    }

    /// What a seed says next.
    private struct Chance {
        var source: SplitMix64
        var favourites: [ModelProduct] = []
        var isAboutPrices = false
        var isAboutFailures = false

        mutating func of(_ bound: Int) -> Int { Int(source.next() % UInt64(bound)) }

        mutating func pick<Element>(_ elements: [Element]) -> Element { elements[of(elements.count)] }

        private mutating func products(_ group: String) -> [ModelProduct] {
            let near = of(6) > 0 ? favourites.filter { $0.group == group } : []
            return near.isEmpty ? ModelShop.products.filter { $0.group == group } : near
        }

        mutating func product(_ group: String) -> String { pick(products(group)).id }

        mutating func grace() -> BillingGracePeriod? {
            of(3) == 0
                ? nil
                : BillingGracePeriod(
                    pick([.threeDays, .sixteenDays, .twentyEightDays]),
                    eligibility: of(3) == 0 ? .paidToPaidOnly : .allRenewals)
        }

        mutating func offer(_ type: OfferType, _ group: String) -> (product: String, offer: String)? {
            let all = products(group).flatMap { product in
                product.offers.filter { $0.type == type }.map { (product.id, $0.id ?? "") }
            }
            return all.isEmpty ? nil : pick(all)
        }

        private mutating func price(_ group: String) -> ModelCommand {
            let product = ModelShop.product(product(group))
            let share = pick([60, 90, 110, 140, 200] as [Int64])
            return .price(
                product.id, product.price * share / 100, pick([.requiresConsent, .needsNoConsent, .preservesPrice]))
        }

        mutating func command(_ group: String) -> ModelCommand {
            if isAboutPrices, of(2) == 0 {
                switch of(10) {
                case 0..<4: return price(group)
                case 4: return .answerRise(of(2) == 0, group)
                case 5: return .autoRenew(of(2) == 0, group)
                // To the notice of a rise, and past it.
                default: return .waitForNext(group, offset: pick([0, 0, -7, -10, -30]) * 86_400_000)
                }
            }
            if isAboutFailures, of(2) == 0 {
                switch of(4) {
                case 0: return .paymentsWork(of(3) == 0)
                case 1: return .sale(product(group), of(2) == 0)
                default: return .waitForNext(group, offset: pick([0, 0, -86_400_000, 86_400_000]))
                }
            }
            switch of(100) {
            case 0..<13: return .buy(product(group))
            case 13..<23:
                guard let (product, offer) = offer(.promo, group) else { return .wait(days: 3) }
                return .buyPromotional(of(20) == 0 ? self.product(group) : product, offer: offer)
            case 23..<26:
                guard let (product, offer) = offer(.winBack, group) else { return .waitMonths(3) }
                return .buyWinBack(product, offer: offer)
            case 26..<32:
                guard let (product, offer) = offer(.code, group) else { return .waitMonths(1) }
                return .redeem(offer, of: product)
            case 32..<40: return .autoRenew(of(5) < 2, group)
            case 40..<50: return .paymentsWork(of(5) < 2)
            case 50..<52: return .grace(grace())
            case 52..<55: return .refund(of(4), group)
            case 55..<57: return .requestRefund(of(4), group)
            case 57..<59: return .reverseRefund(of(4), group)
            case 59..<62: return .extend(days: 1 + of(90), group)
            case 62..<65: return price(group)
            case 65..<67: return .answerRise(of(2) == 0, group)
            case 67..<69: return .sale(product(group), of(2) == 0)
            case 69..<70:
                let type = pick([OfferType.promo, .code, .winBack])
                guard let (product, offer) = offer(type, group) else { return .wait(days: 1) }
                return .disableOffer(type, offer, of: product)
            case 70..<73:
                let start = of(45)
                return .failCharges(from: start, until: start + 1 + of(70))
            case 73..<81: return .wait(days: of(40))
            case 81..<85: return .waitMonths(1 + of(5))
            default: return .waitForNext(group, offset: pick([0, 0, -1, 1, -86_400_000, 3_600_000]))
            }
        }
    }
}
