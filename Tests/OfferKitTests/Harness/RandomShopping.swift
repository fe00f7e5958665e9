import Foundation
import OfferKit
import OfferKitCore
import OfferKitSamples

/// Random commands to a store: the same seed and the same answers give the same commands.
struct RandomShopping {
    private var chance: SplitMix64
    private static let products = [
        Shopping.pro, Shopping.yearly, Shopping.weekly, Shopping.coins, Shopping.theme, Shopping.pass, "gone",
    ]

    init(seed: UInt64) {
        chance = SplitMix64(seed: seed)
    }

    /// Makes the store: by the calendar or by a table, and keeping more or less.
    static func store(seed: UInt64) throws -> Store {
        let retentions: [HistoryRetention] = [.everything, .everything, .transactions, .liveOnly]
        // The sample shop is used, with its products shareable by families.
        let text = try String(contentsOf: ConfigurationFiles.sampleShop, encoding: .utf8)
        let shareable = text.replacing("\"familyShareable\" : false", with: "\"familyShareable\" : true")
        return Store(
            try StoreKitConfiguration(data: Data(shareable.utf8)),
            pace: seed % 3 == 0 ? .monthlyRenewalEveryFiveMinutes : .realTime,
            gracePeriod: seed % 2 == 0 ? BillingGracePeriod(.sixteenDays) : nil, seed: seed,
            keeping: retentions[Int(seed % 4)])
    }

    mutating func steps(_ count: Int, on store: Store) {
        for _ in 0..<count { _ = try? step(on: store) }
    }

    mutating func step(on store: Store) throws {
        guard let customer = pick(store.customers) else {
            store.addCustomer()
            return
        }
        switch below(10) {
        case 0...2: try buy(store, customer)
        case 3: try offers(store, customer)
        case 4: try payments(store, customer)
        case 5: try aftercare(store, customer)
        case 6: try configure(store)
        case 7: try family(store, customer)
        default:
            let pace = store.pace == .realTime ? 86_400 : 60
            try store.advance(by: .seconds(below(40 * pace)))
        }
    }

    private mutating func buy(_ store: Store, _ customer: Customer) throws {
        let device = customer.addDevice(storefront: below(8) == 0 ? "JPN" : "USA")
        device.sheetAnswer = [.confirm, .confirm, .confirm, .cancel, .decline][below(5)]
        let product = pick(RandomShopping.products) ?? ""
        let tokens = [0, 1].map { UUID(uuid: (1, 2, 3, 4, 5, 6, 0x40, 8, 0x80, 0, 0, 0, 0, 0, 0, $0)) }
        let account = [AppAccount.notSet, .userName("u\(below(3))"), .token(tokens[below(2)])][below(3)]
        guard below(3) == 0, let signer = store.configuredSigner else {
            try device.purchase(product, quantity: 1 + below(2), account: account)
            return
        }
        var claim = try store.sign(offer: "half3", of: product, for: account, with: signer)
        if below(4) == 0 { claim.signature = "AA" }
        try device.purchase(product, offer: .promotional(claim), account: account)
    }

    private mutating func offers(_ store: Store, _ customer: Customer) throws {
        let device = customer.addDevice()
        let codes = store.log.isEmpty ? [] : store.codes(for: "Spring campaign", of: Shopping.pro)
        switch below(5) {
        case 0: _ = try store.createCodes(1 + below(3), for: "Spring campaign", of: Shopping.pro)
        case 1:
            try store.createCustomCode("C\(below(9))", for: "Spring campaign", of: Shopping.pro, limit: 1 + below(3))
        case 2: try device.purchase(Shopping.pro, offer: .winBack("comeback"))
        default: try device.redeem(code: pick(codes) ?? "C\(below(9))")
        }
    }

    private mutating func payments(_ store: Store, _ customer: Customer) throws {
        switch below(8) {
        case 0, 1: customer.paymentMethod = below(2) == 0 ? .working : .declining
        case 2: customer.failNextCharges(below(3))
        case 3: customer.failCharge(1 + below(5))
        case 4:
            let start = store.now.addingTimeInterval(Double(below(40)) * 86_400)
            customer.failCharges(from: start, until: below(2) == 0 ? start.addingTimeInterval(9e5) : nil)
        case 5: customer.failureRate = FailureRate(share: 0.3, seed: 7, recoversAfterDays: 4)
        case 6: customer.failsRiskCheck = below(2) == 0
        default: try customer.setAutoRenew(below(3) > 0, inGroup: Shopping.premium)
        }
    }

    private mutating func aftercare(_ store: Store, _ customer: Customer) throws {
        let id = UInt64(1 + below(12))
        switch below(6) {
        case 0: try store.refund(id)
        case 1: try store.reverseRefund(of: id)
        case 2: try customer.requestRefund(of: id, answer: [.grant, .decline, .wait][below(3)])
        case 3: try store.declineRefund(of: id)
        case 4: try customer.extendRenewalDate(inGroup: Shopping.premium, byDays: 1 + below(20))
        default: try customer.answerPriceIncrease(below(2) == 0, inGroup: Shopping.premium)
        }
    }

    private mutating func family(_ store: Store, _ customer: Customer) throws {
        switch below(3) {
        case 0: store.addCustomer()
        case 1: try customer.joinFamily(of: pick(store.customers) ?? customer)
        default: try customer.leaveFamily()
        }
    }

    private mutating func configure(_ store: Store) throws {
        let product = pick(RandomShopping.products) ?? ""
        switch below(7) {
        case 0:
            let policies: [PriceIncreasePolicy] = [.automatic, .requiresConsent, .needsNoConsent, .preservesPrice]
            try store.setBasePrice(
                of: product, to: Decimal(Amount(milliunits: Int64(5_000 + below(9_000)))),
                in: below(2) == 0 ? nil : "USA",
                policy: policies[below(4)])
        case 1: try store.setForSale(below(3) > 0, of: product)
        case 2:
            let change = below(2) == 0 ? store.enableOffer : store.disableOffer
            try change("half3", .promo, product)
        case 3: _ = store.makeSigner()
        case 4: try store.revokeKey(pick(store.activeKeyIDs.filter { $0 != store.activeKeyIDs.first }) ?? "")
        case 5: store.gracePeriod = below(2) == 0 ? nil : BillingGracePeriod(.threeDays)
        default: store.failureRate = below(2) == 0 ? nil : FailureRate(share: 0.2, seed: 3)
        }
    }

    private mutating func below(_ bound: Int) -> Int {
        Int(chance.next() % UInt64(bound))
    }

    private mutating func pick<Element>(_ elements: [Element]) -> Element? {
        elements.isEmpty ? nil : elements[below(elements.count)]
    }
}
