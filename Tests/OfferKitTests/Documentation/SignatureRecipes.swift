// The code of Documentation/DebuggingARefusedSignature.md, compiled and run. A test holds the guide against this file: each
// block of the guide stands between two lines that begin with "// guide:".

import Foundation
import OfferKit
import OfferKitTesting
import Testing

/// Recipes of the guide to refused signatures.
struct SignatureRecipes {
    private let catalog: Catalog
    private let pem: String

    init() throws {
        catalog = try #require(myShop)
        let signer = Store(catalog: catalog).makeSigner()
        pem = try signer.publicKeyPEM(for: signer.keyIdentifier)
    }

    @Test("C-65: the store says what is wrong with an answer that was signed elsewhere")
    func answers() throws {
        let pemOfYourPublicKey = pem
        let textOfYourServersAnswer = #"""
            {"keyIdentifier": "ABC1234567", "nonce": "5f2a9c1e-7b3d-4e8f-9a01-23456789abcd", "timestamp": 1772366400,
             "signature": "MEUCIQDAq3SPTRJfUMWTLvnEeEROJBoqCxZgsbwzJZL8QcIY9QIgQzHQzBBKHlnJu3GVVVDhOBBxzGBCU2fVDhxXYfNSOZo="}
            """#
        // guide: ask
        let store = try Store(
            catalog: catalog, bundleID: "com.example.app", startingAt: Date(utc: "2026-03-01 12:00"))
        try store.registerKey("ABC1234567", pem: pemOfYourPublicKey)
        let device = store.addCustomer().addDevice()
        try device.purchase("com.example.app.monthly")  // whoever never subscribed is refused for that

        let answer = try JSONDecoder().decode(OfferSignatureAnswer.self, from: Data(textOfYourServersAnswer.utf8))
        let discount = PaymentDiscount(offer: "half3", answer: answer)
        do {
            try device.purchase("com.example.app.monthly", offer: .promotional(discount), account: .userName("4711"))
        } catch {
            print(error)  // invalidSignature: The timestamp 1772366400 counts seconds …
        }
        // guide: end
        // guide: read
        guard case .invalidSignature(let diagnosis) = device.lastRefusal else { return }
        #expect(diagnosis.causes.first == .timestampInSeconds(1_772_366_400, storeClock: store.now))
        print(diagnosis.expected.joined(separator: " · "))  // what should have been signed
        print(diagnosis.ruledOut, diagnosis.partlyTried)  // what it is not, and what was not tried to the end
        // guide: end
        #expect(diagnosis.expected.count == 7)
    }

    @Test("B2-17…20: the same for a compact JWS")
    func compact() throws {
        let store = try Store(
            catalog: catalog, bundleID: "com.example.app", startingAt: Date(utc: "2026-03-01 12:00"))
        let device = store.addCustomer().addDevice()
        try device.purchase("com.example.app.monthly")
        let textOfYourJWS = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6IkFCQzEyMzQ1NjcifQ.e30.c2lnbmF0dXJl"
        // guide: compact
        do {
            try device.purchase(
                "com.example.app.monthly", offer: .promotionalJWS(offerID: "half3", compactJWS: textOfYourJWS))
        } catch {
            print(error)  // invalidSignature: … The header's alg is "HS256". Expected: "ES256" …
        }
        // guide: end
        #expect(device.lastRefusal?.description.contains("\"HS256\"") == true)
    }
}
