import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// Codes of offer-code offers that come from a .storekit file.
struct GivenCodesTests {
    private static func store(names: [String]) throws -> Store {
        let offers = names.map {
            #"{ "referenceName": "\#($0)", "paymentMode": "free", "subscriptionPeriod": "P1M" }"#
        }
        let file = """
            { "version": { "major": 4, "minor": 0 }, "subscriptionGroups": [ { "id": "g", "name": "g",
              "subscriptions": [ { "productID": "pro", "type": "RecurringSubscription", "displayPrice": "9.99",
                "groupNumber": 1, "recurringSubscriptionPeriod": "P1M",
                "codeOffers": [ \(offers.joined(separator: ",\n")) ] } ] } ] }
            """
        return Store(try StoreKitConfiguration(data: Data(file.utf8)))
    }

    @Test("Each of ten offers has a code named after it, and each code can be redeemed")
    func ten() throws {
        let names = (0..<10).map { "Offer \($0)" }
        let store = try Self.store(names: names)
        for (number, name) in names.enumerated() {
            expectEqual(store.codes(for: name, of: "pro"), ["Offer\(number)"])
            let device = store.addCustomer().addDevice()
            try expectEqual(device.redeem(code: "Offer\(number)").offer?.id, name)
        }
    }

    @Test("C-14: they count against no quarter, which is the developer's alone")
    func quarter() throws {
        let store = try Self.store(names: (0..<10).map { "Offer \($0)" })
        for step in 0..<6 {
            try store.createCustomCode("MINE\(step)", for: "Offer 1", of: "pro", limit: 25_000)
        }
        #expect(throws: CodeCreationRefusal.quarterLimitReached(wanted: 1, left: 0)) {
            try store.createCustomCode("MORE", for: "Offer 1", of: "pro", limit: 1)
        }
    }

    @Test("Names without letters, and names that differ in other characters only, have codes of their own")
    func names() throws {
        let store = try Self.store(names: ["Spring!", "Spring?", "春", "***"])
        let codes = ["Spring!", "Spring?", "春", "***"].map { store.codes(for: $0, of: "pro") }
        expectEqual(codes, [["Spring"], ["Spring2"], ["CODE"], ["CODE2"]])
    }

    @Test("Thousands of offers of one name have as many codes")
    func many() throws {
        let count = Effort.isFull ? 20_000 : 5_000
        let store = try Self.store(names: Array(repeating: "Same", count: count))
        expectEqual(store.codes(for: "Same", of: "pro").count, count)
    }
}
