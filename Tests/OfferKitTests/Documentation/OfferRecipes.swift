// The code of Documentation/TestingOffers.md, compiled and run. A test holds the guide against this file: each block of the
// guide stands between two lines that begin with "// guide:".

import Foundation
import OfferKit
import OfferKitTesting
import Testing

/// Recipes of the guide to offers.
struct OfferRecipes {
    private let catalog: Catalog

    init() throws {
        catalog = try #require(myShop)
    }

    @Test("B4: who may have which offer")
    func eligibility() throws {
        // guide: eligibility
        let store = Store(catalog: catalog)
        let device = store.addCustomer().addDevice()
        let product = "com.example.app.monthly"
        for answer in try device.eligibilities(of: product) { print(answer) }

        try device.purchase(product)
        let answer = try device.eligibility(forOffer: nil, .intro, of: product)
        #expect(
            answer.reasons == [.usedIntroductoryOffer(group: "Premium"), .currentlySubscribed(group: "Premium")])
        #expect(answer.eligibleFrom == nil)  // time alone does not bring it back
        // guide: end
    }

    @Test("S1-3…5, B5.2: what is charged when, in words and by date")
    func terms() throws {
        let store = Store(catalog: catalog)
        let device = store.addCustomer().addDevice()
        // guide: terms
        let product = try #require(device.product("com.example.app.monthly"))
        let trial = try #require(product.subscription?.introductoryOffer)
        #expect(product.terms(of: trial)?.text == "1 week free, then $9.99 a month")

        let quote = try device.quote(for: product.id, renewals: 2)
        #expect(quote.dueNow == 0)
        #expect(quote.charges.map(\.date) == [1, 8, 39].map { store.now.addingTimeInterval(($0 - 1) * 86_400) })
        print(quote)
        // guide: end
    }

    @Test("B2-19, B2-23: requests signed as compact JWS")
    func compactJWS() async throws {
        let store = Store(catalog: catalog)
        let customer = store.addCustomer()
        let device = customer.addDevice()
        let signer = store.makeSigner()
        try device.purchase("com.example.app.monthly")
        // guide: jws
        let product = try #require(device.product("com.example.app.monthly"))
        let jws = try store.compactJWS(offer: "half3", of: product.id, for: customer, with: signer)
        let options = Product.PurchaseOption.promotionalOffer("half3", compactJWS: jws)
        _ = try await product.purchase(options: Set(options))
        // guide: end
        let status = try #require(device.subscriptionStatus(inGroup: "Premium"))
        #expect(try status.renewalInfo.payloadValue.offer?.id == "half3")
    }

    @Test("B1-4, B1-6, S0-16: offers and keys on a running store")
    func configuration() throws {
        let store = Store(catalog: catalog)
        let device = store.addCustomer().addDevice()
        let product = "com.example.app.monthly"
        try device.purchase(product)
        // guide: configuration
        try store.createOffer(.promotional("summer", .freeTrial(.monthly)), of: product)
        let key = try store.generateKey(named: "Server")
        let signer = try OfferSigner(keyIdentifier: key.id, pem: store.downloadKey(key.id))
        let account = AppAccount.userName("9c1185a5c5e9fc54")

        let discount = try store.sign(offer: "summer", of: product, for: account, with: signer)
        try device.purchase(product, offer: .promotional(discount), account: account)

        try store.deleteOffer("summer", .promo, of: product)  // what was redeemed keeps its terms (C-45)
        let late = try store.sign(offer: "summer", of: product, for: account, with: signer)
        #expect(throws: PurchaseRefusal.self) {
            try device.purchase(product, offer: .promotional(late), account: account)
        }
        #expect(throws: KeyRefusal.self) { try store.downloadKey(key.id) }
        // guide: end
        let status = try #require(device.subscriptionStatus(inGroup: "Premium"))
        #expect(try status.renewalInfo.payloadValue.offer?.id == "summer")
    }

    @Test("B16: codes")
    func codes() throws {
        let store = Store(catalog: catalog)
        // guide: codes
        let code = try store.createCodes(1, for: "Spring", of: "com.example.app.monthly")[0]
        let phone = store.addCustomer().addDevice(app: .notInstalled)
        try phone.redeem(code: code, at: .appStore)  // before the app was ever there (S1-51)
        phone.launch()
        #expect(phone.currentEntitlements.first?.offer?.type == .code)
        #expect(throws: CodeRefusal.usedCode(code)) { try phone.redeem(code: code) }
        // guide: end
    }

    @Test("C-2, C-17: rules of a store")
    func rules() throws {
        // guide: rules
        var rules = StoreRules.today
        rules.acceptsLowercasedUserName = false  // a signature over "anna" is not one for "Anna" (C-2)
        let strict = Store(catalog: catalog, rules: rules)
        // guide: end
        #expect(strict.rules.expiresAtOnceWhenRemovedFromSale)
        #expect(!strict.rules.acceptsLowercasedUserName)
    }

    @Test("S1-40, B3-9: old systems")
    func systems() throws {
        let store = Store(catalog: catalog)
        let customer = store.addCustomer()
        // guide: systems
        let old = customer.addDevice(system: .iOS(12, 1))
        #expect(try #require(old.product("com.example.app.monthly")?.subscription).promotionalOffers.isEmpty)
        // guide: end
    }
}
