import Foundation
import OfferKit
import OfferKitTestHarness
import OfferKitTesting
import Testing

/// A store that was not told the app's bundle identifier.
struct ForgottenBundleTests {
    /// Buys with an offer that a server signed for its own bundle identifier, and returns why it is refused.
    private func diagnosis(signedFor bundleID: String, product: String) throws -> SignatureDiagnosis {
        let catalog = try Catalog(groups: [
            .group(
                "g",
                [
                    .subscription(
                        product, level: 1, period: .monthly, price: 9.99,
                        offers: [.promotional("half", .payAsYouGo(4.99, periods: 3))])
                ])
        ])
        let store = Store(catalog: catalog)
        let device = store.addCustomer().addDevice()
        try device.purchase(product)
        let account = AppAccount.userName("4bd1c2c3e8a0")
        let signer = store.makeSigner()
        let request = OfferSignatureRequest(
            bundleID: bundleID, productID: product, offerID: "half", account: account)
        let discount = PaymentDiscount(offer: "half", answer: try store.sign(request, with: signer))
        let refusal = #expect(throws: PurchaseRefusal.self) {
            try device.purchase(product, offer: .promotional(discount), account: account)
        }
        guard case .invalidSignature(let diagnosis) = refusal else { throw CancellationError() }
        return diagnosis
    }

    @Test("C-65: products named after the app prove which bundle identifier was signed")
    func namedAfterTheApp() throws {
        let diagnosis = try diagnosis(signedFor: "org.shop.app", product: "org.shop.app.monthly")
        expectEqual(diagnosis.causes, [.signature(.otherBundle(signed: "org.shop.app", sent: "com.example.app"))])
        expectEqual(diagnosis.warnings, [.defaultBundleID("com.example.app")])
    }

    @Test("C-65: a server that signed the identifier of a win-back offer is told so")
    func otherKind() throws {
        let store = Store(try .sample())
        let device = store.addCustomer().addDevice()
        try device.purchase("com.example.pro.monthly")
        let account = AppAccount.userName("4bd1c2c3e8a0")
        let request = OfferSignatureRequest(
            bundleID: store.bundleID, productID: "com.example.pro.monthly", offerID: "comeback", account: account)
        let discount = PaymentDiscount(offer: "half3", answer: try store.sign(request, with: store.makeSigner()))
        #expect(throws: PurchaseRefusal.self) {
            try device.purchase("com.example.pro.monthly", offer: .promotional(discount), account: account)
        }
        guard case .invalidSignature(let diagnosis) = device.lastRefusal else { throw CancellationError() }
        expectEqual(diagnosis.causes, [.signature(.otherOffer(signed: "comeback", sent: "half3"))])
    }

    @Test("C-65: one that cannot be guessed is neither named nor ruled out, and the default is pointed out")
    func unknown() throws {
        let diagnosis = try diagnosis(signedFor: "org.shop.app", product: "monthly")
        guard case .otherPrivateKeyOrText(_, let registered, let signers) = diagnosis.causes.first else {
            throw CancellationError()
        }
        expectEqual(diagnosis.causes.count, 1)
        // It was the registered key, but of another text: none of those that can have signed the expected one.
        expectLacks(signers, registered)
        expectLacks(diagnosis.ruledOut, .otherBundle)
        expectContains(diagnosis.partlyTried, .otherBundle)
        expectEqual(diagnosis.warnings, [.defaultBundleID("com.example.app")])
        expectContains("\(diagnosis)", "pass that as bundleID")
    }
}
