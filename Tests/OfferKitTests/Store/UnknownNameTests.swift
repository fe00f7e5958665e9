import OfferKit
import OfferKitCore
import OfferKitTesting
import Testing

@Suite("Names that a store does not know", .store())
struct UnknownNameTests {
    private static let monthly = "com.example.pro.monthly"

    // The sample shop's group has the identifier 21000001 and the reference name "Pro".
    @Test("C-234: a group goes by its name, too")
    func groups() throws {
        let device = try #require(Device.current)
        try device.purchase(Self.monthly)
        let name = try #require(Store.current?.groups.first { $0.id == "21000001" }?.referenceName)
        #expect(name != "21000001")
        #expect(device.subscriptionStatus(inGroup: name)?.state == .subscribed)
        try device.customer.setAutoRenew(false, inGroup: name)
        #expect(device.renewalInfo(inGroup: "21000001")?.willAutoRenew == false)
    }

    @Test("C-234: an identifier comes before a name that reads the same")
    func identifiersFirst() throws {
        let catalog = try Catalog(groups: [
            .group("second", id: "first", [.subscription("a", level: 1, period: .monthly, price: 1)]),
            .group("first", id: "second", [.subscription("b", level: 1, period: .monthly, price: 1)]),
        ])
        let device = Store(catalog: catalog).addCustomer().addDevice()
        try device.purchase("a")
        #expect(device.subscriptionStatus(inGroup: "first")?.state == .subscribed)
        #expect(device.subscriptionStatus(inGroup: "second") == nil)
    }

    @Test("C-234: StoreKit's calls know identifiers alone")
    func storeKit() async throws {
        let device = try #require(Device.current)
        try device.purchase(Self.monthly)
        let name = try #require(Store.current?.groups.first { $0.id == "21000001" }?.referenceName)
        #expect(try await device.app.subscriptionStatuses(inGroup: name).isEmpty)
        #expect(try await device.app.subscriptionStatuses(inGroup: "21000001").count == 1)
        #expect(await Product.SubscriptionInfo.isEligibleForIntroOffer(for: name))
        #expect(await !Product.SubscriptionInfo.isEligibleForIntroOffer(for: "21000001"))
        #expect(Store.current?.takeUnknownNames() == [name])
    }

    @Test("C-234: an unknown name is answered with the nearest and with what there is")
    func advice() throws {
        let store = try #require(Store.current)
        let customer = store.addCustomer()
        let group = #expect(throws: SubscriptionRefusal.unknownGroup("21000010")) {
            try customer.setAutoRenew(false, inGroup: "21000010")
        }
        #expect(group?.description.contains("Did you mean \"21000001\"?") == true)
        let product = #expect(throws: ConfigurationRefusal.unknownProduct("com.example.pro.montly")) {
            try store.setForSale(false, of: "com.example.pro.montly")
        }
        #expect(product?.description.contains("Did you mean \"com.example.pro.monthly\"?") == true)
        #expect(throws: ConfigurationRefusal.unknownProduct("com.example.pro.montly")) {
            try store.isForSale("com.example.pro.montly")
        }
        let offer = #expect(throws: ConfigurationRefusal.unknownOffer("half", product: Self.monthly)) {
            try store.disableOffer("half", .promo, of: Self.monthly)
        }
        #expect(offer?.description.contains("\"half3\"") == true)
        let key = #expect(throws: KeyRefusal.unknownKey("ABC")) { try store.revokeKey("ABC") }
        let known = try #require(store.keys.first).id
        #expect(key?.description.hasSuffix("is registered. There is only \"\(known)\".") == true)
    }
}
