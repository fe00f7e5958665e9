// The code of Documentation/TestingAGracePeriod.md, compiled and run. A test holds the guide against this file: each block
// of the guide stands between two lines that begin with "// guide:".

import Foundation
import OfferKit
import OfferKitTesting
import Testing

/// Recipes of the guide to grace periods.
struct GracePeriodRecipes {
    private let catalog: Catalog

    init() throws {
        catalog = try #require(myShop)
    }

    @Test("B7-3, B7-8: a renewal that fails within grace, and its repair")
    func grace() async throws {
        // guide: set up
        let store = Store(catalog: catalog, gracePeriod: .sixteenDays)
        let customer = store.addCustomer()
        let device = customer.addDevice()
        try device.purchase("com.example.app.monthly")  // 1 January: the free week
        try store.advance(by: .days(7))  // 8 January: the first month, paid until 8 February
        // guide: end
        // guide: listen
        let changes = device.app.statusUpdates  // listens from here
        let listening = Task {
            var states: [Product.SubscriptionInfo.RenewalState] = []
            for await status in changes { states.append(status.state) }
            return states
        }
        // guide: end
        // guide: fail
        customer.paymentMethod = .declining
        let month = try store.advance(by: .days(31))  // 8 February, the day of the renewal
        #expect(month.failed == 1)
        #expect(month.renewed == 0)
        // guide: end
        // guide: in grace
        let status = try #require(device.subscriptionStatus(inGroup: "Premium"))
        let info = try status.renewalInfo.payloadValue
        #expect(status.state == .inGracePeriod)
        #expect(info.isInBillingRetry)  // true within grace too
        #expect(info.expirationReason == .billingError)
        #expect(info.willAutoRenew)
        #expect(info.renewalDate == store.now)  // the paid month is over …
        #expect(info.gracePeriodExpirationDate == store.now.addingTimeInterval(16 * 86_400))
        #expect(device.currentEntitlements.map(\.productID) == ["com.example.app.monthly"])  // … and service is not
        // guide: end
        // guide: repair in grace
        try store.advance(by: .days(10))
        customer.paymentMethod = .working  // the store tries again at once
        let recovered = try #require(device.subscriptionStatus(inGroup: "Premium"))
        #expect(recovered.state == .subscribed)
        let paid = try recovered.transaction.payloadValue
        #expect(paid.purchaseDate == info.renewalDate)  // the month that began on 8 February
        #expect(try recovered.renewalInfo.payloadValue.gracePeriodExpirationDate == nil)
        // guide: end
        // guide: what was heard
        await store.settled()
        listening.cancel()
        #expect(await listening.value == [.inGracePeriod, .subscribed])
        // guide: end
    }

    @Test("B7-9, B7-11, B7-12: grace that ends, billing retry, and what becomes of it")
    func retry() throws {
        let store = Store(catalog: catalog, gracePeriod: .sixteenDays)
        let customer = store.addCustomer()
        let device = customer.addDevice()
        try device.purchase("com.example.app.monthly")
        try store.advance(by: .days(7))
        customer.paymentMethod = .declining
        try store.advance(by: .days(31))
        // guide: grace ends
        try store.advance(by: .days(16))
        #expect(device.subscriptionStatus(inGroup: "Premium")?.state == .inBillingRetryPeriod)
        #expect(device.currentEntitlements.isEmpty)
        // guide: end
        // guide: repair in retry
        try store.advance(by: .days(4))
        customer.paymentMethod = .working
        let paid = try #require(device.currentEntitlements.first)
        #expect(paid.purchaseDate == store.now)  // a new cycle: 28 February, 28 March …
        // guide: end
        // guide: never
        customer.paymentMethod = .declining
        let quarter = try store.advance(by: .months(3))
        #expect(quarter.failed == 1)
        #expect(quarter.lapsed == 1)  // sixty days after the failure
        let info = try #require(device.subscriptionStatus(inGroup: "Premium")).renewalInfo.payloadValue
        #expect(info.expirationReason == .billingError)
        #expect(!info.willAutoRenew)
        #expect(!info.isInBillingRetry)
        // guide: end
    }

    @Test("B7-13: whoever cancels in grace has no service any more")
    func cancel() throws {
        let store = Store(catalog: catalog, gracePeriod: .sixteenDays)
        let customer = store.addCustomer()
        let device = customer.addDevice()
        try device.purchase("com.example.app.monthly")
        try store.advance(by: .days(7))
        customer.paymentMethod = .declining
        try store.advance(by: .days(31))
        // guide: cancel
        try customer.setAutoRenew(false, inGroup: "Premium")
        #expect(device.subscriptionStatus(inGroup: "Premium")?.state == .expired)
        #expect(device.currentEntitlements.isEmpty)
        // guide: end
    }

    @Test("B7-7: a free week that fails to turn into a paid month can be left out of grace")
    func freeTrial() throws {
        // guide: eligibility
        let grace = BillingGracePeriod(.sixteenDays, eligibility: .paidToPaidOnly)
        let store = Store(catalog: catalog, gracePeriod: grace)
        let customer = store.addCustomer()
        let device = customer.addDevice()
        try device.purchase("com.example.app.monthly")
        customer.paymentMethod = .declining
        try store.advance(by: .days(7))
        #expect(device.subscriptionStatus(inGroup: "Premium")?.state == .inBillingRetryPeriod)
        // guide: end
        // guide: later change
        store.gracePeriod = .twentyEightDays  // too late for this renewal (B7-6)
        #expect(device.subscriptionStatus(inGroup: "Premium")?.state == .inBillingRetryPeriod)
        // guide: end
    }

    @Test("the ways in which a charge can be made to fail")
    func failures() throws {
        let store = Store(catalog: catalog)
        let customer = store.addCustomer()
        let device = customer.addDevice()
        try device.purchase("com.example.app.monthly")
        // guide: ways
        customer.failNextCharges(2)  // the next two, then no more
        customer.failCharge(3)  // and the third
        customer.failCharges(from: store.now, until: store.now.addingTimeInterval(20 * 86_400))  // for some time
        customer.failsRiskCheck = true  // the App Store's own doubt, at renewals only
        store.failureRate = FailureRate(share: 0.05, seed: 1, recoversAfterDays: 5)  // everybody's, by chance
        // guide: end
        customer.clearChargeFailures()
        customer.failsRiskCheck = false
        customer.paymentMethod = .working
        store.failureRate = nil
        #expect(try store.advance(by: .days(7)).renewed == 1)
    }

    @Test("the guide's lives, drawn")
    func drawn() throws {
        // guide: draw
        let store = Store(catalog: catalog, gracePeriod: .sixteenDays)
        let device = store.addCustomer().addDevice()
        let script = try Timeline.Script("P·20 !·26 +·10", for: "com.example.app.monthly")
        let life = try script.play(on: device, each: .days(1))
        #expect(life.difference(from: "i·6 R·30 !g9 +·10") == nil)
        // guide: end
        // guide: chart
        print(life.chart(width: 80))
        // guide: end
        #expect(
            life.chart(width: 80) == """
                2026-01-01  2026-01-13  2026-01-25  2026-02-06  2026-02-18
                i······R······························!ggggggggg+··········
                R renewed   ! a charge failed   + recovered   i introductory offer, free
                · service   g grace
                """)
    }

    // S3-54: grace at the sandbox's pace.
    @Test("B19: the same under the sandbox's pace, in minutes")
    func pace() throws {
        // guide: pace
        let store = Store(
            catalog: catalog, pace: .monthlyRenewalEveryFiveMinutes, gracePeriod: .sixteenDays)
        let device = store.addCustomer().addDevice()
        let script = try Timeline.Script("P··· !·5 +··", for: "com.example.app.monthly")
        let life = try script.play(on: device, each: .minutes(1))
        #expect(life.difference(from: "i·· R·4 !g +··") == nil)
        // guide: end
    }
}
