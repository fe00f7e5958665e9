import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// Compact JWS at a device.
///
/// Offers signed in the newer form, from the developer's server to the device.
struct CompactJWSPurchaseTests {
    private func subscriber() throws -> Shopping {
        let shopping = try Shopping()
        try shopping.device.purchase(Shopping.weekly)
        return shopping
    }

    private func jws(_ shopping: Shopping, _ offer: String = "half3") throws -> String {
        try shopping.store.compactJWS(
            offer: offer, of: Shopping.pro, for: shopping.customer, with: shopping.signer)
    }

    private func buy(_ text: String, _ shopping: Shopping, offer: String = "half3") -> PurchaseRefusal? {
        refusal {
            try shopping.device.purchase(Shopping.pro, offer: .promotionalJWS(offerID: offer, compactJWS: text))
        }
    }

    private func causes(_ refusal: PurchaseRefusal?) -> [SignatureCause] {
        guard case .invalidSignature(let diagnosis) = refusal else { return [] }
        return diagnosis.causes
    }

    @Test("B2-22: StoreKit 2's options are an array of one, and redeem the offer")
    func storeKit2() async throws {
        let shopping = try subscriber()
        let options = Product.PurchaseOption.promotionalOffer("half3", compactJWS: try jws(shopping))
        expectEqual(options.count, 1)
        let result = try await shopping.product(Shopping.pro).purchase(options: Set(options))
        guard case .success(let verified) = result else {
            Issue.record("\(result)")
            return
        }
        try expectEqual(verified.payloadValue.offer?.id, "half3")
        try expectEqual(verified.payloadValue.price, Decimal(string: "4.99"))
    }

    @Test("B2-23, C-10: StoreKit 2's option suppresses the introductory offer, and gives it again")
    func eligibility() async throws {
        let shopping = try Shopping()
        let product = try shopping.product(Shopping.pro)
        func buy(_ isAllowed: Bool) async throws -> Transaction {
            let text = try shopping.store.compactJWS(
                allowingIntroductoryOffer: isAllowed, of: Shopping.pro, for: shopping.customer, with: shopping.signer)
            let result = try await product.purchase(options: [.introductoryOfferEligibility(compactJWS: text)])
            guard case .success(let verified) = result else { throw StoreKitError.unknown }
            return try verified.payloadValue
        }
        let first = try await buy(false)
        expectNil(first.offer)
        expectEqual(first.price, Decimal(string: "9.99"))
        try shopping.customer.setAutoRenew(false, inGroup: Shopping.premium)
        try shopping.store.advance(by: .months(2))
        try expectEqual(shopping.buyOnce().offer?.type, .intro)
        try shopping.store.advance(by: .months(2))
        try await expectEqual(buy(true).offer?.type, .intro)
    }

    @Test("C-8, C-95: two offers, or two decisions, are an error of the caller")
    func conflicts() async throws {
        let shopping = try subscriber()
        let product = try shopping.product(Shopping.pro)
        let decisions = try [true, false].map {
            Product.PurchaseOption.introductoryOfferEligibility(
                compactJWS: try shopping.store.compactJWS(
                    allowingIntroductoryOffer: $0, of: Shopping.pro, for: shopping.customer, with: shopping.signer))
        }
        await #expect(throws: StoreKitError.self) { try await product.purchase(options: Set(decisions)) }
        guard case .conflictingOffers(let names) = shopping.device.lastRefusal else {
            Issue.record("\(String(describing: shopping.device.lastRefusal))")
            return
        }
        expectEqual(names, ["introductoryOfferEligibility", "introductoryOfferEligibility"])
        let offers =
            Product.PurchaseOption.promotionalOffer("half3", compactJWS: try jws(shopping))
            + Product.PurchaseOption.promotionalOffer("freemonth", compactJWS: try jws(shopping, "freemonth"))
        await #expect(throws: StoreKitError.self) { try await product.purchase(options: Set(offers)) }
        expectEqual(shopping.device.lastRefusal, .conflictingOffers(["freemonth", "half3"]))
        let both = Product.PurchaseOption.promotionalOffer("half3", compactJWS: try jws(shopping)) + [decisions[0]]
        guard case .success(let verified) = try await product.purchase(options: Set(both)) else {
            Issue.record("An offer and a decision were refused.")
            return
        }
        try expectEqual(verified.payloadValue.offer?.type, .promo)
    }

    @Test("C-3: a request serves once, whatever became of it, and 24 hours from its iat")
    func once() throws {
        let shopping = try subscriber()
        let text = try jws(shopping)
        shopping.device.sheetAnswer = .cancel
        expectEqual(buy(text, shopping), .cancelled)
        shopping.device.sheetAnswer = .confirm
        guard case .nonceSpent = causes(buy(text, shopping)).first else {
            Issue.record("A spent request was taken.")
            return
        }
        let (late, tooLate) = (try jws(shopping), try jws(shopping))
        try shopping.store.advance(by: .milliseconds(86_400_000))
        expectNil(buy(late, shopping))
        try shopping.store.advance(by: .milliseconds(1))
        guard case .timestampTooOld = causes(buy(tooLate, shopping)).first else {
            Issue.record("A request of yesterday was taken.")
            return
        }
    }

    @Test("C-39: a revoked key ends its requests; the developer's other key goes on")
    func revocation() throws {
        let shopping = try subscriber()
        let spare = shopping.store.makeSigner()
        let old = try jws(shopping)
        try shopping.store.revokeKey(shopping.signer.keyIdentifier)
        expectEqual(causes(buy(old, shopping)), [.keyRevoked(shopping.signer.keyIdentifier, on: shopping.store.now)])
        let young = try shopping.store.compactJWS(
            offer: "half3", of: Shopping.pro, for: shopping.customer, with: spare)
        expectNil(buy(young, shopping))
    }

    @Test("B2-20: a request for another customer, product or offer is named as that")
    func others() throws {
        let shopping = try subscriber()
        let stranger = shopping.store.addCustomer()
        let theirs = try shopping.store.compactJWS(
            offer: "half3", of: Shopping.pro, for: stranger, with: shopping.signer)
        expectEqual(
            causes(buy(theirs, shopping)), [.signature(.jws(.otherCustomersTransaction(stranger.appTransactionID)))])
        expectEqual(
            causes(buy(try jws(shopping, "freemonth"), shopping)),
            [.signature(.otherOffer(signed: "freemonth", sent: "half3"))])
        let decision = try shopping.store.compactJWS(
            allowingIntroductoryOffer: true, of: Shopping.pro, for: shopping.customer, with: shopping.signer)
        expectEqual(
            causes(buy(decision, shopping)),
            [
                .signature(
                    .jws(.otherAudience(signed: "introductory-offer-eligibility", expected: "promotional-offer")))
            ])
    }

    @Test("the two forms in one another's place are named")
    func swapped() throws {
        let shopping = try subscriber()
        let original = try shopping.claim()
        expectEqual(causes(buy(try #require(original.signature), shopping)), [.signature(.jws(.originalSignature))])
        var claim = original
        claim.signature = try jws(shopping)
        let refused = refusal {
            try shopping.device.purchase(Shopping.pro, offer: .promotional(claim), account: .userName("u1"))
        }
        expectEqual(causes(refused), [.signature(.compactJWS)])
    }

    @Test("S0-72: an empty text or identifier is a missing part")
    func missing() async throws {
        let shopping = try subscriber()
        expectEqual(buy("", shopping, offer: ""), .missingOfferParams([.identifier, .compactJWS]))
        let product = try shopping.product(Shopping.pro)
        await #expect(throws: Product.PurchaseError.missingOfferParameters) {
            try await product.purchase(options: [.introductoryOfferEligibility(compactJWS: "")])
        }
        #expect(
            "\(PurchaseRefusal.missingOfferParams([.compactJWS]))" == """
                missingOfferParams: this part of the promotional offer is absent or empty: compactJWS. Hand over the \
                whole text of the JWS that the server answered.
                """)
    }

    @Test("a held sheet keeps the decision while the app sleeps, and through a snapshot of the store")
    func snapshot() throws {
        let shopping = try Shopping()
        let text = try shopping.store.compactJWS(
            allowingIntroductoryOffer: false, of: Shopping.pro, for: shopping.customer, with: shopping.signer)
        shopping.device.sheetAnswer = .askToBuy
        guard
            case .awaitingApproval(let attempt) = refusal({
                try shopping.device.purchase(Shopping.pro, introductoryEligibility: text)
            })
        else {
            Issue.record("The purchase does not wait.")
            return
        }
        let restored = try Store(snapshot: shopping.store.snapshot())
        try restored.approve(attempt)
        let customer = try #require(restored.customers.first)
        expectEqual(customer.addDevice().transactions.map(\.offer), [nil])
    }
}
