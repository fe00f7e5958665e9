import Foundation
import OfferKit
import OfferKitReports
import OfferKitTestHarness
import Testing

/// TestFlight.
struct TestFlightTests {
    private static func store(_ pace: Pace = .testFlight) throws -> Store {
        let catalog = try Catalog(groups: [
            .group("Plans", [.subscription("month", level: 1, period: .monthly, price: 9.99)])
        ])
        return Store(catalog: catalog, environment: .sandbox, pace: pace)
    }

    // Bought on 1 January, renewed daily six times, over on the 8th.
    @Test("S2-32, B19-2, C-247: a payment method that declines is never asked")
    func chargesNothing() throws {
        let store = try TestFlightTests.store()
        let customer = store.addCustomer()
        customer.paymentMethod = .declining
        let device = customer.addDevice()
        try expectEqual(device.purchase("month").price, Decimal(string: "9.99"))
        try store.advance(by: .days(10))
        expectEqual(device.transactions.count, 7)
        try expectEqual(device.transactions.last?.expirationDate, Date(utc: "2026-01-08"))
        #expect(!store.log.contains { if case .paymentUpdateAsked = $0.event { true } else { false } })
        #expect(!store.log.contains { if case .renewalFailed = $0.event { true } else { false } })
    }

    @Test("C-247: reports count no money of it, charged or given back")
    func reports() throws {
        let store = try TestFlightTests.store()
        let device = store.addCustomer().addDevice()
        let first = try device.purchase("month")
        try store.advance(by: .days(2))
        try store.refund(first.id)
        let prices = store.reportLog.events.compactMap(\.price)
        expectEqual(prices.count, 4)
        #expect(prices.allSatisfy { $0 == 0 })
    }

    // A day of TestFlight, then five minutes of the sandbox.
    @Test("C-247: where the pace changes, the next charge counts again")
    func paceChanges() throws {
        let store = try TestFlightTests.store()
        let customer = store.addCustomer()
        customer.paymentMethod = .declining
        let device = customer.addDevice()
        try device.purchase("month")
        store.pace = .sandbox()
        try store.advance(by: .days(1))
        expectEqual(device.subscriptionStatus(inGroup: "Plans")?.state, .inBillingRetryPeriod)
        #expect(throws: PurchaseRefusal.paymentFailed) {
            let other = store.addCustomer()
            other.paymentMethod = .declining
            try other.addDevice().purchase("month")
        }
    }
}
