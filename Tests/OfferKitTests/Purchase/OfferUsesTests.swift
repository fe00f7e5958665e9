import Foundation
import OfferKit
import OfferKitSamples
import OfferKitTestHarness
import Testing

/// What offers are used for.
struct OfferUsesTests {
    // S3-26: kept with a promotional offer that the developer chose for this subscriber.
    @Test("S0-4: auto-renew turned off is told at once, and three months at half price follow the period")
    func cancelledAndSaved() async throws {
        let shopping = try Shopping()
        try shopping.buyOnce(Shopping.pro)
        let told = listen(shopping.device.app.statusUpdates)
        try shopping.customer.setAutoRenew(true, inGroup: Shopping.premium)
        try shopping.customer.setAutoRenew(false, inGroup: Shopping.premium)
        let last = try #require(await heard(told, in: shopping.store).last)
        #expect(try !last.renewalInfo.payloadValue.willAutoRenew)
        try shopping.buy(promo: "half3")
        try shopping.store.advance(to: date("2026-05-01T00:00:00Z"))
        // The free week ends on 8 January.
        expectEqual(
            shopping.device.transactions.map(\.price), [0, 4.99, 4.99, 4.99, 9.99].map { Decimal(string: "\($0)") })
        expectEqual(shopping.device.transactions.map(\.offer?.id), [nil, "half3", "half3", "half3", nil])
    }

    // The free month begins at once, and the half price waits for its end: 9 January and 9 February.
    @Test("S0-123: a free month and then half the price, for today only: tomorrow the same signatures are too old")
    func todayOnly() throws {
        for (hours, isGood) in [(24, true), (25, false)] {
            let shopping = try Shopping()
            try shopping.buyOnce(Shopping.weekly)
            try shopping.store.advance(to: date("2026-01-08T00:00:00Z"))
            let claims = try ["freemonth", "half3"].map { try shopping.claim($0) }
            try shopping.store.advance(by: .hours(hours))
            for claim in claims {
                let refused = refusal {
                    try shopping.device.purchase(Shopping.pro, offer: .promotional(claim), account: .userName("u1"))
                }
                expectEqual(refused == nil, isGood, "\(claim.identifier) after \(hours) hours")
            }
            try shopping.store.advance(to: date("2026-02-10T00:00:00Z"))
            let prices = shopping.device.transactions.map { Amount($0.price ?? -1) }
            expectEqual(prices, isGood ? [1.99, 0, 4.99] : [1.99])
        }
    }

    @Test("S0-124: a downgrade chosen on 1 April shows as what renews, and an offer can change the customer's mind")
    func downgradeSeen() throws {
        let shopping = try Shopping(at: "2026-03-10T00:00:00Z")
        try shopping.device.purchase(Shopping.pro)
        try shopping.store.advance(to: date("2026-04-01T00:00:00Z"))
        try expectEqual(shopping.renewal().info.autoRenewPreference, Shopping.pro)
        try shopping.device.purchase(Shopping.weekly)
        try expectEqual(shopping.renewal().info.autoRenewPreference, Shopping.weekly)
        try expectEqual(shopping.renewal().info.currentProductID, Shopping.pro)
        try shopping.buy(promo: "half3")
        try expectEqual(shopping.renewal().info.autoRenewPreference, Shopping.pro)
        try shopping.store.advance(to: date("2026-04-17T00:00:00Z"))
        expectEqual(shopping.device.transactions.last?.productID, Shopping.pro)
        expectEqual(shopping.device.transactions.last?.price, Decimal(string: "4.99"))
    }

    // MARK: - Who decides

    // S1-9, S1-14: nothing has to be asked for, and what was not configured is not given.
    @Test("S1-8: the App Store gives an introductory offer by itself; who wants none sells a product without one")
    func storeDecides() throws {
        let offers = try [Shopping.pro, Shopping.weekly].map { try Shopping().device.purchase($0) }
        expectEqual(offers.map(\.offer?.type), [.introductory, nil])
        expectEqual(offers.map(\.price), [0, Decimal(string: "1.99")])
        // Once used, no purchase brings it back.
        let shopping = try Shopping()
        try shopping.buyOnce()
        try shopping.store.advance(by: .months(2))
        expectNil(try shopping.device.purchase(Shopping.pro).offer)
    }

    @Test("S1-38: whoever was subscribed may have every offer that the developer's server signs, and no other")
    func serverDecides() throws {
        let shopping = try Shopping()
        try shopping.device.purchase(Shopping.weekly)
        let other = shopping.store.addCustomer().addDevice()
        try other.purchase(Shopping.weekly)
        // Signed for one of two customers who are alike.
        let claim = try shopping.claim("freemonth", for: .userName("first"))
        let refused = refusal {
            try other.purchase(Shopping.pro, offer: .promotional(claim), account: .userName("second"))
        }
        guard case .invalidSignature = refused else {
            Issue.record("An offer for somebody else was taken.")
            return
        }
        let mine = try shopping.claim("freemonth", for: .userName("first"))
        try expectEqual(
            shopping.device.purchase(Shopping.pro, offer: .promotional(mine), account: .userName("first")).price, 0)
    }

    // MARK: - Where offers work

    @Test(
        "S1-54, C-38: codes work in every environment, the sandbox too",
        arguments: [StoreEnvironment.production, .sandbox, .xcode], [StoreRules.documents, .today])
    func codesInSandbox(environment: StoreEnvironment, preset: StoreRules) throws {
        let store = Store(try .sample(), rules: preset, environment: environment)
        let device = store.addCustomer().addDevice()
        let code = try store.createCodes(1, for: "Spring campaign", of: Shopping.pro)[0]
        try expectEqual(device.redeem(code: code).environment, environment)
        try expectEqual(
            device.subscriptionStatus(inGroup: Shopping.premium)?.renewalInfo.payloadValue.offer?.type, .code)
    }

    @Test("S1-54, C-38: by the switch codes work in production alone")
    func codesInProductionOnly() throws {
        var rules = StoreRules.documents
        rules.redeemsCodesOutsideProduction = false
        for environment in [StoreEnvironment.production, .sandbox, .xcode] {
            let store = Store(try .sample(), rules: rules, environment: environment)
            let device = store.addCustomer().addDevice()
            let code = try store.createCodes(1, for: "Spring campaign", of: Shopping.pro)[0]
            if environment == .production {
                try device.redeem(code: code)
                expectEqual(device.transactions.count, 1)
            } else {
                #expect(throws: CodeRefusal.notInProduction) { try device.redeem(code: code) }
                #expect(device.transactions.isEmpty)
            }
        }
    }

    @Test("C-2, S0-65, S0-71: by the switch a signature over another letter case of the user name is refused")
    func exactUserName() throws {
        var exact = StoreRules.documents
        exact.acceptsLowercasedUserName = false
        for (rules, accepts) in [(StoreRules.documents, true), (.today, true), (exact, false)] {
            let shopping = try Shopping(rules: rules)
            try shopping.device.purchase(Shopping.weekly)
            let claim = try shopping.claim(for: .userName("anna"))
            let refused = refusal {
                try shopping.device.purchase(Shopping.pro, offer: .promotional(claim), account: .userName("Anna"))
            }
            expectEqual(refused == nil, accepts)
            guard !accepts, case .invalidSignature? = refused else { continue }
            expectContains("\(try #require(refused))", "anna")
        }
    }

    // S3-54: and so is grace.
    @Test("S3-47: every state of billing retry can be tried in the sandbox, in minutes", arguments: [true, false])
    func retryInSandbox(isRepaired: Bool) throws {
        let life = try Lives(
            environment: .sandbox, pace: .monthlyRenewalEveryFiveMinutes, grace: BillingGracePeriod(.sixteenDays))
        life.customer.paymentMethod = .declining
        // Grace lasts two and a half minutes, billing retry ten.
        var states: [Product.SubscriptionInfo.RenewalState] = []
        for time in ["09:04:59", "09:05:00", "09:07:30", "09:14:59"] {
            try life.store.advance(to: date("2026-01-10T\(time)Z"))
            states.append(try life.status().state)
        }
        expectEqual(states, [.subscribed, .inGracePeriod, .inBillingRetryPeriod, .inBillingRetryPeriod])
        if isRepaired { life.customer.paymentMethod = .working }
        try life.store.advance(to: date("2026-01-10T09:15:00Z"))
        try expectEqual(life.status().state, isRepaired ? .subscribed : .expired)
    }
}
