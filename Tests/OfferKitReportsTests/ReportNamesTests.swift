import OfferKitCore
import OfferKitReports
import Testing

@Suite("The names of a log")
struct ReportNamesTests {
    @Test("a name keeps its place, and the same text in another table has a place of its own")
    func placesStay() {
        var names = ReportNames()
        let monthly = ReportNames.Product(id: "pro", .autoRenewable, group: "Pro", level: 1, period: .monthly)
        #expect(names.place(of: monthly) == 0)
        #expect(names.place(of: ReportNames.Product(id: "coins", .consumable)) == 1)
        #expect(names.place(of: monthly) == 0)
        #expect(names.place(ofReason: "billingError") == 0)
        #expect(names.place(of: ReportNames.Storefront("USA", currency: "USD")) == 0)
        #expect(names.products == [monthly, ReportNames.Product(id: "coins", .consumable)])
    }
}
