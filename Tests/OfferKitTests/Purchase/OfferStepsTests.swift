import Foundation
import OfferKit
import OfferKitSamples
import OfferKitTestHarness
import Testing

/// A promotional offer, from its key to its purchase.
struct OfferStepsTests {
    private static let salt = Array("pepper".utf8)

    /// A subscriber to the weekly product, and what identifies them to the app.
    private func subscriber() throws -> (shopping: Shopping, userName: String) {
        let shopping = try Shopping()
        try shopping.device.purchase(Shopping.weekly)
        return (shopping, try CustomerHash.userName("anna@example.com", salt: Self.salt))
    }

    /// The developer's server: reads what the app sends, adds the bundle identifier it knows, and signs.
    private func serve(_ body: String, _ shopping: Shopping) throws -> String {
        var fields = try #require(try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: String])
        fields["bundleID"] = shopping.store.bundleID
        let request = try JSONDecoder().decode(
            OfferSignatureRequest.self, from: JSONEncoder().encode(fields))
        return String(
            decoding: try JSONEncoder().encode(try shopping.store.sign(request, with: shopping.signer)), as: UTF8.self)
    }

    // S0-26: the app asks its server. S0-55, S0-66: with the answer it buys as it buys anything else.
    // S1-26, S1-33: look the offer up, have it signed, make the claim, buy with the offer named.
    @Test("S0-61: the app sends user name, product and offer as JSON, buys with the answer, and has the offer")
    func walk() async throws {
        let (shopping, userName) = try subscriber()
        let product = try #require(try await shopping.device.app.products([Shopping.pro]).first)
        let offer = try #require(product.subscription?.promotionalOffers.first { $0.id == "half3" })
        let answer = try serve(
            #"{"userName":"\#(userName)","product":"\#(product.id)","offer_id":"\#(offer.id ?? "")"}"#, shopping)
        let claim = PaymentDiscount(
            offer: "half3", answer: try JSONDecoder().decode(OfferSignatureAnswer.self, from: Data(answer.utf8)))
        let bought = try shopping.device.purchase(
            product.id, offer: .promotional(claim), account: .userName(userName))
        expectEqual(bought.offer?.type, .promotional)
        expectEqual(bought.offer?.id, "half3")
        expectEqual(bought.price, Decimal(string: "4.99"))
        expectEqual(shopping.device.currentEntitlements, [bought])
    }

    @Test("S0-51, S0-63: the answer holds signature, key, nonce and timestamp, and the claim takes all four unchanged")
    func answer() throws {
        let (shopping, userName) = try subscriber()
        let answer = try serve(
            #"{"userName":"\#(userName)","product":"\#(Shopping.pro)","offer_id":"half3"}"#, shopping)
        let fields = try #require(try JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: Any])
        expectEqual(Set(fields.keys), ["signature", "keyIdentifier", "nonce", "timestamp"])
        let claim = PaymentDiscount(
            offer: "half3", answer: try JSONDecoder().decode(OfferSignatureAnswer.self, from: Data(answer.utf8)))
        expectEqual(claim.identifier, "half3")
        expectEqual(claim.keyIdentifier, shopping.signer.keyIdentifier)
        expectEqual(claim.signature, fields["signature"] as? String)
        expectEqual(claim.nonce?.uuidString.lowercased(), fields["nonce"] as? String)
        // The store's clock stands at 1 January 2026, which is 1,767,225,600 seconds after 1970 (S0-33).
        expectEqual(claim.timestamp, 1_767_225_600_000)
    }

    // S0-20: without a signature nobody redeems.
    @Test("S0-64: what describes an offer is no proof; a claim made of it alone lacks the other parts")
    func description() throws {
        let (shopping, userName) = try subscriber()
        let offer = try #require(try shopping.product(Shopping.pro).subscription?.promotionalOffers.first)
        let claim = PaymentDiscount(
            identifier: offer.id, keyIdentifier: nil, nonce: nil, signature: nil, timestamp: nil)
        let refused = refusal {
            try shopping.device.purchase(Shopping.pro, offer: .promotional(claim), account: .userName(userName))
        }
        expectEqual(refused, .missingOfferParams([.keyIdentifier, .nonce, .timestamp, .signature]))
        // Nor does a purchase that names no offer get one that was signed for it.
        _ = try shopping.claim()
        expectNil(try shopping.device.purchase(Shopping.yearly).offer)
    }

    // S0-21: the payload is sent along, and it must be the one that was signed.
    @Test("S0-65: the purchase needs the product and the user name that were signed", arguments: [true, false])
    func sameUserName(isSame: Bool) throws {
        let (shopping, userName) = try subscriber()
        let claim = try shopping.claim("half3", of: Shopping.pro, for: .userName(userName))
        let other = try CustomerHash.userName("ben@example.com", salt: Self.salt)
        let refused = refusal {
            try shopping.device.purchase(
                Shopping.pro, offer: .promotional(claim), account: .userName(isSame ? userName : other))
        }
        if isSame {
            expectNil(refused)
        } else {
            guard case .invalidSignature = refused else {
                Issue.record("Another user name was taken: \(String(describing: refused))")
                return
            }
        }
    }

    // MARK: - What the app sees of an offer

    // S0-52, S0-56, S1-31: the promotional offers configured for a product come with the product, as a list.
    @Test("S1-31: the offers of a product are picked by their identifiers")
    func discounts() async throws {
        let shopping = try Shopping()
        let products = try await shopping.device.app.products([Shopping.pro, Shopping.weekly, Shopping.coins])
        expectEqual(products.map(\.subscription?.promotionalOffers.count), [3, 0, nil])
        let offers = try #require(products.first?.subscription?.promotionalOffers)
        expectEqual(offers.compactMap(\.id), ["half3", "prepaid6", "freemonth"])
        expectEqual(offers.first { $0.id == "prepaid6" }?.price, Decimal(string: "29.99"))
    }

    // S0-57, S1-32: one model for both; only the identifier is extra. S0-59: the type tells them apart.
    @Test("S0-57, S0-59: introductory and promotional offers are of one model, told apart by their type")
    func oneModel() throws {
        let subscription = try #require(try Shopping().product(Shopping.pro).subscription)
        let introductory = try #require(subscription.introductoryOffer)
        let all: [ProductDiscount] = [introductory] + subscription.promotionalOffers
        expectEqual(all.map(\.type), [.introductory, .promotional, .promotional, .promotional])
        expectEqual(all.map(\.id), [nil, "half3", "prepaid6", "freemonth"])
        expectEqual(all.map(\.paymentMode), [.freeTrial, .payAsYouGo, .payUpFront, .freeTrial])
        expectEqual(all.map(\.period.iso8601), ["P1W", "P1M", "P6M", "P1M"])
    }

    @Test("S1-36: which offer was used is read off the purchase; before the renewal, off what renews")
    func used() throws {
        let shopping = try Shopping()
        try shopping.device.purchase(Shopping.pro)
        expectNil(try shopping.buy(promo: "prepaid6").offer?.id)
        try expectEqual(shopping.renewal().info.offer?.id, "prepaid6")
        try shopping.store.advance(by: .weeks(1))
        expectEqual(shopping.device.transactions.last?.offer?.id, "prepaid6")
    }

    // MARK: - Keys

    @Test("S0-12: an offer alone is not enough: without a registered key no signature is good")
    func withoutKey() throws {
        let store = Store(catalog: try StoreKitConfiguration.sample().catalog)
        expectEqual(store.activeKeyIDs, [])
        let device = store.addCustomer().addDevice()
        try device.purchase(Shopping.weekly)
        let stranger = Store(catalog: try Catalog(groups: []), seed: 7).makeSigner()
        func refused() throws -> PurchaseRefusal? {
            let claim = try store.sign(offer: "half3", of: Shopping.pro, for: .userName("u1"), with: stranger)
            return refusal { try device.purchase(Shopping.pro, offer: .promotional(claim), account: .userName("u1")) }
        }
        guard case .invalidSignature(let diagnosis) = try refused() else {
            Issue.record("A signature by an unknown key was taken.")
            return
        }
        expectEqual(diagnosis.causes.first, .keyUnknown(stranger.keyIdentifier, registered: []))
        try store.registerKeys(of: stranger)
        expectNil(try refused())
    }

    @Test("S0-15: a key stands among the active ones under an identifier of its own, until it is revoked")
    func activeKeyIDs() throws {
        let store = Store(catalog: try Catalog(groups: []))
        let (first, second) = (store.makeSigner().keyIdentifier, store.makeSigner().keyIdentifier)
        #expect(first != second)
        expectEqual(first.count, 10)
        expectEqual(store.activeKeyIDs, [first, second].sorted())
        try store.revokeKey(first)
        expectEqual(store.activeKeyIDs, [second])
    }

    @Test("S0-18: one key serves every app and every offer of the account")
    func oneKeyForAll() throws {
        let signer = try #require(try Shopping().store.configuredSigner)
        for (bundleID, offer) in [("com.example.one", "half3"), ("com.example.two", "freemonth")] {
            let store = Store(try .sample(), bundleID: bundleID)
            try store.registerKeys(of: signer)
            let device = store.addCustomer().addDevice()
            try device.purchase(Shopping.weekly)
            let claim = try store.sign(offer: offer, of: Shopping.pro, for: .userName("u1"), with: signer)
            let bought = try device.purchase(Shopping.pro, offer: .promotional(claim), account: .userName("u1"))
            expectEqual(bought.offer?.id, offer)
            expectEqual(bought.appBundleID, bundleID)
        }
    }

    @Test("S0-23: the public key is enough to check signatures, and cannot make one")
    func publicKey() throws {
        let shopping = try Shopping()
        let pem = try shopping.signer.publicKeyPEM(for: shopping.signer.keyIdentifier)
        #expect(throws: OfferSigningError.self) {
            try OfferSigner(keyIdentifier: shopping.signer.keyIdentifier, pem: pem)
        }
        let store = Store(catalog: try StoreKitConfiguration.sample().catalog)
        try store.registerKey(shopping.signer.keyIdentifier, pem: pem)
        let device = store.addCustomer().addDevice()
        try device.purchase(Shopping.weekly)
        let claim = try store.sign(offer: "half3", of: Shopping.pro, for: .userName("u1"), with: shopping.signer)
        try expectEqual(device.purchase(Shopping.pro, offer: .promotional(claim), account: .userName("u1")).id, 2)
    }
}
