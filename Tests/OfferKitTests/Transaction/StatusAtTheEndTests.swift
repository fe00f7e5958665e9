import OfferKit
import OfferKitTestHarness
import OfferKitTesting
import Testing

/// Statuses at the end of a subscription.
struct StatusAtTheEndTests {
    private let catalog: Catalog

    init() throws {
        catalog = try Catalog(groups: [
            .group("Plans", [.subscription("pro", level: 1, period: .monthly, price: 9.99)])
        ])
    }

    /// The states that a loop over the device's status updates hears while something happens.
    private func states(
        on device: Device, while body: () throws -> Void
    ) async throws -> [Product.SubscriptionInfo.RenewalState] {
        let updates = device.app.statusUpdates
        let listening = Task {
            var states: [Product.SubscriptionInfo.RenewalState] = []
            for await status in updates { states.append(status.state) }
            return states
        }
        try body()
        await device.store.settled()
        listening.cancel()
        return await listening.value
    }

    @Test("B10-2: a refund is one change of status, to revoked", arguments: [true, false])
    func refund(isRequested: Bool) async throws {
        let store = Store(catalog: catalog)
        let device = store.addCustomer().addDevice()
        let bought = try device.purchase("pro")
        let states = try await states(on: device) {
            if isRequested {
                try device.customer.requestRefund(of: bought.id)
            } else {
                try store.refund(bought.id)
            }
        }
        expectEqual(states, [.revoked])
    }

    @Test("B7-13: who cancels in grace is at the end at once, without a status in between")
    func cancelledInGrace() async throws {
        let store = Store(catalog: catalog, gracePeriod: BillingGracePeriod(.sixteenDays))
        let device = store.addCustomer().addDevice()
        try device.purchase("pro")
        device.customer.paymentMethod = .declining
        try store.advance(by: .months(1))
        let states = try await states(on: device) {
            try device.customer.setAutoRenew(false, inGroup: "Plans")
        }
        expectEqual(states, [.expired])
    }

    @Test("B10-6: relatives hear that the subscription they share is in grace, recovers and ends")
    func relatives() async throws {
        let shared = try Catalog(groups: [
            .group(
                "Plans",
                [.subscription("pro", level: 1, period: .monthly, price: 9.99, isFamilyShareable: true)])
        ])
        let store = Store(catalog: shared, gracePeriod: BillingGracePeriod(.sixteenDays))
        let (buyer, child) = (store.addCustomer(), store.addCustomer())
        try child.joinFamily(of: buyer)
        try buyer.addDevice().purchase("pro")
        let device = child.addDevice()
        let states = try await states(on: device) {
            buyer.paymentMethod = .declining
            try store.advance(by: .months(1))
            buyer.paymentMethod = .working
            try buyer.setAutoRenew(false, inGroup: "Plans")
            try store.advance(by: .months(1))
        }
        // Recovered, then with auto-renew off, then over.
        expectEqual(states, [.inGracePeriod, .subscribed, .subscribed, .expired])
    }

    @Test("a transaction knows where its subscription stands; a product without a group stands nowhere")
    func ofATransaction() async throws {
        let store = Store(try .sample())
        let device = store.addCustomer().addDevice()
        let pro = try device.purchase("com.example.pro.monthly")
        await expectEqual(pro.subscriptionStatus?.state, .subscribed)
        try store.refund(pro.id)
        await expectEqual(pro.subscriptionStatus?.state, .revoked)
        expectNil(await (try device.purchase("com.example.coins.100")).subscriptionStatus)
    }
}
