import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// The clock that judges signatures.
struct SignatureClockTests {
    /// A subscriber, and a claim that a server signed by its own clock.
    private func signed(at date: Date) throws -> (shopping: Shopping, claim: PaymentDiscount, jws: String) {
        let shopping = try Shopping()
        try shopping.device.purchase(Shopping.weekly)
        let (store, signer) = (shopping.store, shopping.store.makeSigner())
        let milliseconds = Int64(date.timeIntervalSince1970 * 1_000)
        let nonce = try #require(UUID(uuidString: "6ba7b810-9dad-41d1-80b4-00c04fd430c8"))
        let answer = try signer.sign(
            OfferSignatureRequest(
                bundleID: store.bundleID, productID: Shopping.pro, offerID: "freemonth", account: .userName("u1")),
            nonce: nonce, timestamp: milliseconds)
        let other = try #require(UUID(uuidString: "6ba7b811-9dad-41d1-80b4-00c04fd430c8"))
        let jws = try signer.compactJWS(
            .promotionalOffer("freemonth", of: Shopping.pro, bundleID: store.bundleID), nonce: other,
            issuedAt: Date(timeIntervalSince1970: Double(milliseconds / 1_000)))
        return (shopping, PaymentDiscount(offer: "freemonth", answer: answer), jws)
    }

    private func causes(_ shopping: Shopping, _ offer: PurchaseOffer) -> [SignatureCause] {
        let refused = refusal {
            try shopping.device.purchase(Shopping.pro, offer: offer, account: .userName("u1"))
        }
        guard case .invalidSignature(let diagnosis) = refused else { return [] }
        return diagnosis.causes
    }

    @Test("C-250: what a server signs far ahead of the store's clock is good by the clock that was set, in both forms")
    func ahead() throws {
        let now = Date(timeIntervalSince1970: 4_000_000_000)
        let (shopping, claim, jws) = try signed(at: now)
        let store = shopping.store.now
        expectEqual(causes(shopping, .promotional(claim)), [.timestampInFuture(now, storeClock: store)])
        let (fresh, again, _) = try signed(at: now)
        fresh.device.signatureClock = now
        expectEqual(causes(fresh, .promotional(again)), [])
        shopping.device.signatureClock = now
        expectEqual(causes(shopping, .promotionalJWS(offerID: "freemonth", compactJWS: jws)), [])
    }

    @Test("C-250: a product's own purchase goes by the same clock")
    func product() async throws {
        let now = Date(timeIntervalSince1970: 4_000_000_000)
        let (shopping, _, jws) = try signed(at: now)
        shopping.device.signatureClock = now
        let options = Product.PurchaseOption.promotionalOffer("freemonth", compactJWS: jws)
        guard case .success = try await shopping.product(Shopping.pro).purchase(options: Set(options)) else {
            Issue.record("It was not bought.")
            return
        }
    }

    @Test("C-250: by the clock that was set 24 hours are allowed, and not a millisecond more")
    func stale() throws {
        let signedOn = Date(timeIntervalSince1970: 4_000_000_000)
        let day: TimeInterval = 86_400
        let (good, claim, _) = try signed(at: signedOn)
        good.device.signatureClock = signedOn.addingTimeInterval(day)
        expectEqual(causes(good, .promotional(claim)), [])
        let (late, same, _) = try signed(at: signedOn)
        let clock = signedOn.addingTimeInterval(day + 0.001)
        late.device.signatureClock = clock
        expectEqual(causes(late, .promotional(same)), [.timestampTooOld(signedOn, storeClock: clock)])
        late.device.signatureClock = nil
        expectNil(late.device.signatureClock)
    }
}
