// The code of Documentation/TestingALife.md, compiled and run. A test holds the guide against this file: each block of the
// guide stands between two lines that begin with "// guide:".

import Foundation
import OfferKit
import OfferKitTesting
import Testing

/// Recipes of the guide to a subscriber's life.
struct LifeRecipes {
    /// The catalogue of the guide: two levels of one group.
    private func plans() throws -> Store {
        // guide: catalogue
        let plans = try Catalog(groups: [
            .group(
                "Plans",
                [
                    .subscription("gold.monthly", level: 1, period: .monthly, price: 9.99),
                    .subscription("silver.monthly", level: 2, period: .monthly, price: 4.99),
                ])
        ])
        let store = Store(catalog: plans)
        // guide: end
        return store
    }

    @Test("B8-1, B8-2: up at once, down at the renewal")
    func changes() throws {
        let store = try plans()
        // guide: changes
        let device = store.addCustomer().addDevice()
        let silver = try device.purchase("silver.monthly")
        try store.advance(by: .days(10))
        let gold = try device.purchase("gold.monthly")  // an upgrade: at once, with a refund of what was not used
        #expect(gold.purchaseDate == store.now)
        #expect(device.transactions.first { $0.id == silver.id }?.isUpgraded == true)

        let kept = try device.purchase("silver.monthly")  // a downgrade: the call returns what the customer has
        #expect(kept.id == gold.id)
        let info = try #require(device.subscriptionStatus(inGroup: "Plans")).renewalInfo.payloadValue
        #expect(info.autoRenewPreference == "silver.monthly")
        #expect(info.renewalPrice == Decimal(string: "4.99"))
        try store.advance(by: .months(1))
        #expect(device.currentEntitlements.map(\.productID) == ["silver.monthly"])
        // guide: end
    }

    @Test("B9-3: a rise that needs consent")
    func rise() throws {
        let store = try plans()
        // guide: rise
        let customer = store.addCustomer()
        let device = customer.addDevice()
        try device.purchase("gold.monthly")  // 1 January
        try store.setBasePrice(of: "gold.monthly", to: 19.99, policy: .requiresConsent)
        try store.advance(by: .days(21))  // 22 January: the customer is asked, ten days ahead
        let asked = try #require(device.subscriptionStatus(inGroup: "Plans")).renewalInfo.payloadValue
        #expect(asked.priceIncreaseStatus == .pending)
        try customer.answerPriceIncrease(true, inGroup: "Plans")  // without a yes, it ends on 1 February
        try store.advance(by: .days(10))
        #expect(device.currentEntitlements.first?.price == Decimal(string: "19.99"))
        // guide: end
    }

    @Test("B10-1, B10-4: refunds")
    func refunds() throws {
        let store = try plans()
        // guide: refund
        let customer = store.addCustomer()
        let device = customer.addDevice()
        let bought = try device.purchase("gold.monthly")
        try customer.requestRefund(of: bought.id)  // as from the app; store.refund(_:) is the App Store's own doing
        #expect(device.subscriptionStatus(inGroup: "Plans")?.state == .revoked)
        #expect(device.transactions.first?.revocationDate == store.now)
        #expect(device.currentEntitlements.isEmpty)
        // guide: end
    }

    @Test("B10-8: Ask to Buy")
    func askToBuy() async throws {
        let store = try plans()
        // guide: ask
        let device = store.addCustomer().addDevice()
        device.sheetAnswer = .askToBuy
        let updates = device.app.updates  // listens from here
        let product = try #require(device.product("gold.monthly"))
        guard case .pending = try await product.purchase() else { throw Unexpected() }

        let pending = try #require(store.pendingPurchases.first)
        try pending.approve()  // or pending.decline()
        for await update in updates {
            let transaction = try update.payloadValue
            #expect(transaction.productID == "gold.monthly")
            await transaction.finish()
            break
        }
        #expect(device.unfinished.isEmpty)
        // guide: end
    }

    @Test("B10-6: a family shares a subscription whose product may be shared")
    func family() throws {
        // guide: family
        let catalog = try Catalog(groups: [
            .group(
                "Plans",
                [
                    .subscription(
                        "family.monthly", level: 1, period: .monthly, price: 14.99, isFamilyShareable: true)
                ])
        ])
        let store = Store(catalog: catalog)
        let (organizer, member) = (store.addCustomer(), store.addCustomer())
        try member.joinFamily(of: organizer)
        let tablet = member.addDevice()
        try organizer.addDevice().purchase("family.monthly")
        let shared = try #require(tablet.currentEntitlements.first)
        #expect(shared.ownershipType == .familyShared)

        try member.leaveFamily()
        #expect(tablet.currentEntitlements.isEmpty)
        #expect(tablet.subscriptionStatus(inGroup: "Plans")?.state == .revoked)
        // guide: end
    }

    @Test("B15-15: what happened while the app did not run")
    func relaunch() async throws {
        let store = try plans()
        // guide: relaunch
        let customer = store.addCustomer()
        let (phone, tablet) = (customer.addDevice(), customer.addDevice())
        phone.terminate()
        try tablet.purchase("gold.monthly")
        try store.advance(by: .months(1))
        phone.launch()
        var heard: [UInt64] = []
        for await update in phone.app.updates {  // what is not finished comes once, the oldest first
            heard.append(try update.payloadValue.id)
            if heard.count == 2 { break }
        }
        #expect(heard == [1, 2])
        // guide: end
    }

    @Test("a purchase whose answer is lost")
    func lostAnswer() async throws {
        let store = try plans()
        // guide: network
        let device = store.addCustomer().addDevice()
        let product = try #require(device.product("gold.monthly"))
        device.setSimulatedError(.lost(goesThrough: true), forAPI: .purchaseAnswer, next: 1)
        await #expect(throws: StoreKitError.self) { try await product.purchase() }
        #expect(device.unfinished.map(\.productID) == ["gold.monthly"])  // bought all the same
        // guide: end
    }

    private struct Unexpected: Error {}
}
