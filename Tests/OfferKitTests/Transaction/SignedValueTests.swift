import Foundation
import OfferKit
import OfferKitCrypto
import OfferKitSamples
import OfferKitTestHarness
import Testing

/// Signed values.
struct SignedValueTests {
    /// A JWS's JSON, as any reader sees it.
    private static func object(_ json: Data) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
    }

    @Test("B14: the JWS of a purchase is checked with the store's root and says what the transaction says")
    func purchase() async throws {
        let shopping = try Shopping()
        let result = try await shopping.product(Shopping.pro).purchase()
        guard case .success(let verification) = result else {
            Issue.record("\(result)")
            return
        }
        let transaction = try verification.payloadValue
        let payload = try shopping.store.verifier.transaction(verification.jwsRepresentation)
        expectEqual(payload.transactionID, transaction.id)
        expectEqual(payload.productID, Shopping.pro)
        expectEqual(payload.bundleID, shopping.store.bundleID)
        expectEqual(payload.offerType, .intro)
        expectEqual(payload.price, 0)
        expectEqual(payload, transaction.payload)
        expectEqual(transaction.payload.json, Array(transaction.jsonRepresentation))
        expectEqual(verification.payloadData, transaction.jsonRepresentation)
    }

    // The signed text's middle part, read as JSON by Foundation and not by the library.
    @Test("S3-61, S3-66, S4-39: what was redeemed stands in the JWS, by type, identifier, price, currency and mode")
    func offerFields() throws {
        let life = try Lives()
        func payload(_ transaction: Transaction) throws -> [String: Any] {
            let parts = VerificationResult.verified(transaction).jwsRepresentation.split(separator: ".")
            var text = parts[1].replacing("-", with: "+").replacing("_", with: "/")
            text += String(repeating: "=", count: (4 - text.count % 4) % 4)
            return try Self.object(try #require(Data(base64Encoded: String(text))))
        }
        try life.customer.setAutoRenew(false, inGroup: Lives.group)
        try life.go("2026-02-10")
        let winBack = try payload(try life.device.purchase("pro", offer: .winBack("back")))
        expectEqual(winBack["offerType"] as? Int, 4)
        expectEqual(winBack["offerIdentifier"] as? String, "back")
        expectEqual(winBack["price"] as? Int, 2_990)
        expectEqual(winBack["currency"] as? String, "USD")
        expectEqual(winBack["offerDiscountType"] as? String, "PAY_AS_YOU_GO")
        let shopping = try Shopping()
        try shopping.buyOnce(Shopping.weekly)
        try shopping.store.advance(by: .weeks(1))
        let promotional = try payload(try shopping.buy(promo: "half3"))
        expectEqual(promotional["offerType"] as? Int, 2)
        expectEqual(promotional["offerIdentifier"] as? String, "half3")
        expectEqual(promotional["price"] as? Int, 4_990)
        expectEqual(promotional["currency"] as? String, "USD")
        expectEqual(promotional["offerDiscountType"] as? String, "PAY_AS_YOU_GO")
    }

    @Test("B14: the header names ES256 and a chain of three certificates, the last of which is the store's root")
    func header() throws {
        let shopping = try Shopping()
        let transaction = try shopping.device.purchase(Shopping.coins)
        let verification = VerificationResult.verified(transaction)
        let header = try Self.object(verification.headerData)
        expectEqual(Set(header.keys), ["alg", "x5c"])
        expectEqual(header["alg"] as? String, "ES256")
        let chain = try #require(header["x5c"] as? [String])
        expectEqual(chain.count, 3)
        expectEqual(chain.last, Data(shopping.store.signingChain.root.der).base64EncodedString())
    }

    @Test("the parts are those of the text, and the signature is the leaf's over header and payload")
    func parts() throws {
        let shopping = try Shopping()
        let verification = VerificationResult.verified(try shopping.device.purchase(Shopping.coins))
        let texts = verification.jwsRepresentation.split(separator: ".")
        expectEqual(texts.count, 3)
        expectEqual(verification.signedData, Data("\(texts[0]).\(texts[1])".utf8))
        expectEqual(verification.signatureData.count, 64)
        expectEqual(verification.signature.rawRepresentation, verification.signatureData)
        let der = try ECDSASignature(derRepresentation: Array(verification.signature.derRepresentation))
        expectEqual(Data(der.rawRepresentation), verification.signatureData)
        let leaf = try Certificate(der: shopping.store.signingChain.leaf.der)
        let signature = try ECDSASignature(rawRepresentation: Array(verification.signatureData))
        #expect(leaf.publicKey.isValidSignature(signature, for: Array(verification.signedData)))
    }

    @Test("C-109: signedDate stands from the moment a value is handed out, and reading again gives the same bytes")
    func signedOnce() throws {
        let shopping = try Shopping()
        let bought = try shopping.device.purchase(Shopping.coins)
        try shopping.store.advance(by: .days(3))
        let texts = (0..<3).map { _ in VerificationResult.verified(bought).jwsRepresentation }
        expectEqual(Set(texts).count, 1)
        expectEqual(bought.signedDate, date("2026-01-01T00:00:00Z"))
        let later = try #require(shopping.device.latest(for: Shopping.coins))
        expectEqual(later.signedDate, date("2026-01-04T00:00:00Z"))
        expectEqual(later, bought)
        #expect(later.jsonRepresentation != bought.jsonRepresentation)
    }

    @Test("C-109: reading signatures changes nothing: two stores go on to the same bytes, one read and one not")
    func unread() throws {
        let (read, unread) = (try Shopping(), try Shopping())
        for shopping in [read, unread] {
            let transaction = try shopping.device.purchase(Shopping.pro)
            if shopping.store === read.store { _ = VerificationResult.verified(transaction).jwsRepresentation }
            try shopping.store.advance(by: .months(2))
        }
        try expectEqual(read.store.snapshot(), unread.store.snapshot())
        let texts = [read, unread].map {
            $0.device.transactions.map { VerificationResult.verified($0).jwsRepresentation }
        }
        expectEqual(texts[0], texts[1])
    }

    @Test("a store's certificates come from its seed")
    func seeds() throws {
        let roots = try [1, 1, 2].map { seed in
            Store(try .sample(), seed: seed).signingChain.root.der
        }
        expectEqual(roots[0], roots[1])
        #expect(roots[0] != roots[2])
    }

    @Test("a restored store signs with the same certificates, and the same bytes")
    func restored() throws {
        let shopping = try Shopping()
        try shopping.device.purchase(Shopping.coins)
        let restored = try Store(snapshot: shopping.store.snapshot())
        expectEqual(restored.signingChain, shopping.store.signingChain)
        let device = (try #require(restored.customers.first)).addDevice()
        let values = [shopping.device, device].compactMap { $0.latest(for: Shopping.coins) }
        expectEqual(values.count, 2)
        expectEqual(Set(values.map { VerificationResult.verified($0).jwsRepresentation }).count, 1)
    }

    @Test("the device verification is the hash of the nonce and the device's identifier, both in lower case")
    func deviceVerification() throws {
        let shopping = try Shopping()
        let transaction = try shopping.device.purchase(Shopping.coins)
        let text = "\(transaction.deviceVerificationNonce)\(shopping.device.verificationID)".lowercased()
        expectEqual(Array(transaction.deviceVerification), SHA384.hash(Array(text.utf8)))
        let json = try Self.object(transaction.jsonRepresentation)
        expectEqual(json["deviceVerification"] as? String, transaction.deviceVerification.base64EncodedString())
        expectEqual(
            json["deviceVerificationNonce"] as? String, transaction.deviceVerificationNonce.uuidString.lowercased())
    }

    @Test("C-109: devices of one customer have identifiers of their own, and other nonces tell other values apart")
    func identifiers() throws {
        let shopping = try Shopping()
        let other = shopping.customer.addDevice()
        #expect(other.verificationID != shopping.device.verificationID)
        let transaction = try shopping.device.purchase(Shopping.pro)
        let status = try #require(shopping.device.subscriptionStatus(inGroup: Shopping.premium))
        #expect(status.renewalInfo.deviceVerificationNonce != transaction.deviceVerificationNonce)
        let info = status.renewalInfo.unsafePayloadValue
        expectEqual(info.payload.json, Array(info.jsonRepresentation))
        expectEqual(info.payload.deviceVerification, Array(info.deviceVerification))
        let elsewhere = try #require(other.latest(for: Shopping.pro))
        expectEqual(elsewhere, transaction)
        #expect(elsewhere.deviceVerificationNonce != transaction.deviceVerificationNonce)
    }
}
