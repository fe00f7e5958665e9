import Foundation
import OfferKit
import OfferKitCore
import OfferKitTestHarness
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
        expectEqual(device.subscriptionStatus(inGroup: name)?.state, .subscribed)
        try device.customer.setAutoRenew(false, inGroup: name)
        expectEqual(device.renewalInfo(inGroup: "21000001")?.willAutoRenew, false)
    }

    @Test("C-234: an identifier comes before a name that reads the same")
    func identifiersFirst() throws {
        let catalog = try Catalog(groups: [
            .group("second", id: "first", [.subscription("a", level: 1, period: .monthly, price: 1)]),
            .group("first", id: "second", [.subscription("b", level: 1, period: .monthly, price: 1)]),
        ])
        let device = Store(catalog: catalog).addCustomer().addDevice()
        try device.purchase("a")
        expectEqual(device.subscriptionStatus(inGroup: "first")?.state, .subscribed)
        expectNil(device.subscriptionStatus(inGroup: "second"))
    }

    @Test("C-234: StoreKit's calls know identifiers alone")
    func storeKit() async throws {
        let device = try #require(Device.current)
        try device.purchase(Self.monthly)
        let name = try #require(Store.current?.groups.first { $0.id == "21000001" }?.referenceName)
        #expect(try await device.app.subscriptionStatuses(inGroup: name).isEmpty)
        try await expectEqual(device.app.subscriptionStatuses(inGroup: "21000001").count, 1)
        #expect(await Product.SubscriptionInfo.isEligibleForIntroOffer(for: name))
        #expect(await !Product.SubscriptionInfo.isEligibleForIntroOffer(for: "21000001"))
        expectEqual(Store.current?.takeUnknownNames(), [name])
    }

    @Test("C-234: an unknown name is answered with the nearest and with what there is")
    func advice() throws {
        let store = try #require(Store.current)
        let customer = store.addCustomer()
        let group = #expect(throws: SubscriptionRefusal.unknownGroup("21000010")) {
            try customer.setAutoRenew(false, inGroup: "21000010")
        }
        expectContains(group?.description, "Did you mean \"21000001\"?")
        let product = #expect(throws: ConfigurationRefusal.unknownProduct("com.example.pro.montly")) {
            try store.setForSale(false, of: "com.example.pro.montly")
        }
        expectContains(product?.description, "Did you mean \"com.example.pro.monthly\"?")
        #expect(throws: ConfigurationRefusal.unknownProduct("com.example.pro.montly")) {
            try store.isForSale("com.example.pro.montly")
        }
        let offer = #expect(throws: ConfigurationRefusal.unknownOffer("half", product: Self.monthly)) {
            try store.disableOffer("half", .promo, of: Self.monthly)
        }
        expectContains(offer?.description, "\"half3\"")
        let key = #expect(throws: KeyRefusal.unknownKey("ABC")) { try store.revokeKey("ABC") }
        let known = try #require(store.keys.first).id
        expectSuffix(key?.description, "is registered. There is only \"\(known)\".")
    }

    @Test("C-234: an unknown code is answered with the nearest and with a few of those that there are")
    func codes() throws {
        let (store, device) = (try #require(Store.current), try #require(Device.current))
        let bare = Store(catalog: try Catalog(products: [.consumable("coins", price: 1)]))
        let none = #expect(throws: CodeRefusal.unknownCode("SPRING")) { try bare.redemptionLink(for: "SPRING") }
        expectSuffix(none?.description, "Codes are compared letter by letter. There is none.")
        let offer = "Spring campaign"
        let made = try store.createCodes(2_500, for: offer, of: Self.monthly).sorted()
        try store.createCustomCode("SPRING2026", for: offer, of: Self.monthly, limit: 10)
        // The last of them in order, with two letters swapped and in lower case, as somebody may type it.
        let last = try #require(made.last)
        let typed = String(last.dropLast(2) + last.suffix(2).reversed()).lowercased()
        let refused = [
            #expect(throws: CodeRefusal.unknownCode(UnknownName(typed))) { try device.redeem(code: typed) },
            #expect(throws: CodeRefusal.unknownCode(UnknownName(typed))) { try store.redemptionLink(for: typed) },
        ]
        for code in refused {
            let text = try #require(code).description
            expectContains(text, "Did you mean \"\(last)\"? There are \"\(last)\"")
            expectSuffix(text, " and \(store.state.codes.count - 12) more.")
            expectEqual(text.components(separatedBy: "\", \"").count, 12, "\(text)")
        }
        let custom = #expect(throws: ConfigurationRefusal.unknownCode("SPRNG-2026")) {
            try store.deactivateCodes([last, "SPRNG-2026"])
        }
        expectContains(custom?.description, "Did you mean \"SPRING2026\"?")
        // The log has no room for them, and a snapshot reads as one of an earlier version.
        guard case .codeRefused(_, typed, .unknownCode(let noted))? = store.log.last?.event else {
            Issue.record("\(String(describing: store.log.last))")
            return
        }
        #expect(noted.known == [] && "\(CodeRefusal.unknownCode(noted))".hasSuffix("letter by letter."))
        expectEqual(String(decoding: try JSONEncoder().encode([noted]), as: UTF8.self), "[\"\(typed)\"]")
    }

    @Test("C-234: an unknown name is read as it was written, with what there was")
    func coding() throws {
        for name in [UnknownName("a"), UnknownName("a", known: ["b", "c"]), UnknownName("x", known: [])] {
            let read = try JSONDecoder().decode([UnknownName].self, from: JSONEncoder().encode([name]))
            #expect(read == [name] && read.first?.known == name.known && read.first?.advice == name.advice)
        }
        let many = UnknownName("1", candidates: (10..<40).map { "\($0)" }, of: 5_000)
        let read = try JSONDecoder().decode(UnknownName.self, from: JSONEncoder().encode(many))
        #expect(read.advice == many.advice && many.advice.hasSuffix("\"20\", \"21\" and 4988 more."), "\(many.advice)")
        let earlier = try JSONDecoder().decode(UnknownName.self, from: Data(#"{"name":"a","known":["b"]}"#.utf8))
        expectEqual(earlier.advice, "There is only \"b\".")
        let impossible = Data("{\"name\":\"a\",\"known\":[\"b\"],\"count\":\(Int.min)}".utf8)
        try expectEqual(JSONDecoder().decode(UnknownName.self, from: impossible).advice, earlier.advice)
    }

    @Test("C-234: an unknown transaction is answered with the numbers that there are")
    func transactions() throws {
        let (store, device) = (try #require(Store.current), try #require(Device.current))
        let none = #expect(throws: RefundRefusal.unknownTransaction(5)) { try store.refund(5) }
        expectContains(none?.description, "This store has no transaction yet.")
        let first = try device.purchase("com.example.coins.100").id
        let last = try device.purchase("com.example.coins.100").id
        let (wrong, range) = (last + 1, "This store has had 2 transactions, \(first) to \(last). ")
        let token = try #require(UUID(uuidString: "5f2a9c1e-7b3d-4e8f-9a01-23456789abcd"))
        let refused: [(any Error)?] = [
            #expect(throws: RefundRefusal.unknownTransaction(wrong)) { try store.refund(wrong) },
            #expect(throws: AccountTokenRefusal.unknownTransaction(wrong)) {
                try store.setAppAccountToken(token, of: wrong)
            },
            #expect(throws: NotificationRefusal.unknownTransaction(wrong)) {
                try store.makeSyntheticNotification(.refund, of: wrong)
            },
        ]
        for refusal in refused { expectContains("\(try #require(refusal))", range) }
        #expect(refused.allSatisfy { !"\(String(describing: $0))".contains("another customer's") })
        let other = #expect(throws: RefundRefusal.unknownTransaction(first)) {
            try store.addCustomer().requestRefund(of: first)
        }
        expectContains(other?.description, range + "That one is not kept")
        // What became of it is not theirs to know.
        try store.refund(first)
        #expect(throws: RefundRefusal.unknownTransaction(first)) { try store.addCustomer().requestRefund(of: first) }
    }

    @Test("C-234: a name by itself claims nothing about what there is")
    func alone() {
        let name: UnknownName = "x"
        expectEqual(name.advice, "")
        expectLacks(CodeRefusal.unknownCode("x").description, "There is none")
    }

    @Test("C-234: an account of another store is named as such, unknown notifications and links with what there is")
    func others() throws {
        let (store, device) = (try #require(Store.current), try #require(Device.current))
        let stranger = Store(try .sample()).addCustomer()
        let known = "This store has had \(store.customers.count == 1 ? "only one customer, 0" : "")"
        let family = #expect(throws: FamilyRefusal.unknownCustomer(stranger.id)) {
            try device.customer.joinFamily(of: stranger)
        }
        let account = #expect(throws: SignInRefusal.unknownCustomer(stranger.id)) { try device.signIn(stranger) }
        for text in ["\(try #require(family))", "\(try #require(account))"] {
            #expect(text.contains(known + ". That one is another store's.") && text.contains("store.addCustomer()"))
        }
        let id = try #require(UUID(uuidString: "00000000-0000-4000-8000-000000000001"))
        func resend() -> String {
            let refusal = #expect(throws: NotificationRefusal.unknownNotification(id)) {
                try store.resendNotification(id)
            }
            return "\(String(describing: refusal))"
        }
        expectContains(resend(), "is kept, nor any other. ")
        store.setKeepsNotifications(true)
        try device.purchase(Self.monthly)
        expectContains(resend(), "is kept; store.notifications has 1. ")
        let real = try store.winBackLink(for: "comeback", of: Self.monthly)
        let link = try #require(URL(string: real.absoluteString.replacing("/win-back/", with: "/win-back/0")))
        let number = real.lastPathComponent
        let refused = #expect(throws: LinkRefusal.unknownWinBackOffer(number: UnknownName("0" + number))) {
            try device.open(link)
        }
        expectContains(refused?.description, "There is only \"\(number)\".")
        let page = try #require(URL(string: "https://apps.apple.com/winback/1"))
        let nowhere = #expect(throws: LinkRefusal.unknownLink(page)) { try device.open(page) }
        expectContains(nowhere?.description, "https://apps.apple.com/win-back/")
    }

    @Test(
        "C-234: an unknown territory is answered with the nearest",
        arguments: [("US", "USA"), ("uk", "GBR"), ("usa", "USA"), ("DEUT", "DEU"), ("ch", "CHE"), ("nowhere", nil)])
    func territories(code: String, nearest: String?) throws {
        let store = try #require(Store.current)
        let territory = Territory(stringLiteral: code)
        let meant = nearest.map { "Did you mean \"\($0)\"?" }
        let price = #expect(throws: ConfigurationRefusal.unknownTerritory(territory)) {
            try store.setBasePrice(of: Self.monthly, to: 1, in: territory)
        }
        let dates = #expect(throws: MassExtensionRefusal.unknownStorefront(territory)) {
            try store.extendRenewalDates(of: Self.monthly, byDays: 1, in: [territory], requestIdentifier: "a")
        }
        let sale = #expect(throws: PurchaseRefusal.self) { () throws in
            try store.addCustomer().addDevice(storefront: territory).purchase("com.example.coins.100")
        }
        for text in ["\(try #require(price))", "\(try #require(dates))", "\(try #require(sale))"] {
            #expect(meant.map(text.contains) ?? !text.contains("Did you mean"), "\(text)")
            expectContains(text, "one of the 175 codes of Territory.all")
        }
        let fault = "\(CatalogProblem.Fault.unknownTerritory(territory))"
        let end = nearest.map { "; did you mean '\($0)'?" } ?? "; write three capital letters such as USA"
        expectSuffix(fault, end)
    }
}
