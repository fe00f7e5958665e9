import OfferKitCore
import OfferKitReports
import OfferKitTestHarness
import Testing

/// The names of a log.
struct ReportNamesTests {
    @Test("a name keeps its place, and the same text in another table has a place of its own")
    func placesStay() {
        var names = ReportNames()
        let monthly = ReportNames.Product(id: "pro", .autoRenewable, group: "Pro", level: 1, period: .monthly)
        expectEqual(names.place(of: monthly), 0)
        expectEqual(names.place(of: ReportNames.Product(id: "coins", .consumable)), 1)
        expectEqual(names.place(of: monthly), 0)
        expectEqual(names.place(ofReason: "billingError"), 0)
        expectEqual(names.place(of: ReportNames.Storefront("USA", currency: "USD")), 0)
        expectEqual(names.products, [monthly, ReportNames.Product(id: "coins", .consumable)])
    }
}
