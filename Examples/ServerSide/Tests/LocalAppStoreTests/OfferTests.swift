import Foundation
import LocalAppStore
import OfferKit
import Testing

@Suite("Offers that a backend signs")
struct OfferTests {
    private static let monthly = "com.example.pro.monthly"

    /// Signs as a backend does: with the key that was answered, and the system's clock.
    private static func signed(_ bench: Bench, ageInHours: Double = 0) async throws -> JSONValue {
        let store = try await bench.get(Bench.store)
        let key = store["offerKey"]
        let signer = try OfferSigner(
            keyIdentifier: key?["keyID"]?.text ?? "", pem: key?["privateKeyPEM"]?.text ?? "")
        let products = store["products"]?.list ?? []
        let offers = products.first { $0["id"]?.text == monthly }?["offers"]?.list ?? []
        let offer = try #require(offers.first { $0["kind"]?.text == "promotional" }?["id"]?.text)
        let time = Date().addingTimeInterval(-ageInHours * 3_600).timeIntervalSince1970
        let answer = try signer.sign(
            OfferSignatureRequest(
                bundleID: Store.defaultBundleID, productID: monthly, offerID: offer, account: .userName("u1")),
            nonce: UUID(), timestamp: Int64(time * 1_000))
        return [
            "product": .text(monthly), "userName": "u1",
            "offer": [
                "kind": "promotional", "id": .text(offer), "keyID": .text(answer.keyIdentifier),
                "nonce": .text(answer.nonce.uuidString), "signature": .text(answer.signature),
                "timestamp": .whole(answer.timestamp),
            ],
        ]
    }

    @Test("A signature of now is good by the real clock, however far the store's was moved; an old one is not")
    func real() async throws {
        try await Bench.run { bench in
            _ = try await bench.post("customers")
            _ = try await bench.post("customers/0/purchases", ["product": .text(OfferTests.monthly)])
            _ = try await bench.post("clock/advance", ["months": 7])
            let fresh = try await bench.ask("POST", "customers/0/purchases", OfferTests.signed(bench))
            #expect(fresh.status == 200, "\(fresh.text)")
            let old = try await bench.ask("POST", "customers/0/purchases", OfferTests.signed(bench, ageInHours: 25))
            #expect(old.status == 409 && old.code == "invalidSignature")
            #expect(old.json["error"]?["details"]?["causes"]?[0]?["cause"]?.text == "timestampTooOld")
        }
    }

    @Test("By the store's clock a signature of now is old after a month")
    func store() async throws {
        var configuration = LocalAppStore.Configuration()
        configuration.options.signatureClock = .store
        try await Bench.run(configuration) { bench in
            _ = try await bench.post("customers")
            _ = try await bench.post("customers/0/purchases", ["product": .text(OfferTests.monthly)])
            _ = try await bench.post("clock/advance", ["months": 1])
            let answer = try await bench.ask("POST", "customers/0/purchases", OfferTests.signed(bench))
            #expect(answer.code == "invalidSignature")
        }
    }

    @Test("The server signs itself, in every form, and what it signs is taken")
    func signs() async throws {
        for clock in [StoreOptions.SignatureClock.real, .store] {
            var configuration = LocalAppStore.Configuration()
            configuration.options.signatureClock = clock
            try await Bench.run(configuration) { bench in
                _ = try await bench.post("customers")
                _ = try await bench.post("customers/0/purchases", ["product": .text(OfferTests.monthly)])
                _ = try await bench.post("clock/advance", ["months": 1])
                let id = try await OfferTests.signed(bench)["offer"]?["id"] ?? .null
                for kind in ["promotional", "promotionalJWS"] {
                    let offer = try await bench.post(
                        "offer-signatures",
                        [
                            "kind": .text(kind), "product": .text(OfferTests.monthly), "offer": id, "userName": "u1",
                            "customer": 0,
                        ])
                    let bought = try await bench.ask(
                        "POST", "customers/0/purchases",
                        ["product": .text(OfferTests.monthly), "userName": "u1", "offer": offer["offer"] ?? .null])
                    #expect(bought.status == 200, "\(kind): \(bought.text)")
                }
            }
        }
    }

    @Test("A changed signature is refused with its causes, and parts that are missing are named")
    func refused() async throws {
        try await Bench.run { bench in
            _ = try await bench.post("customers")
            _ = try await bench.post("customers/0/purchases", ["product": .text(OfferTests.monthly)])
            var sent = try await OfferTests.signed(bench).object ?? [:]
            sent["userName"] = "somebody else"
            let answer = try await bench.ask("POST", "customers/0/purchases", .object(sent))
            #expect(answer.code == "invalidSignature")
            #expect(answer.json["error"]?["details"]?["causes"]?.list?.isEmpty == false)
            sent["offer"] = ["kind": "promotional", "id": "x"]
            let missing = try await bench.ask("POST", "customers/0/purchases", .object(sent))
            #expect(missing.code == "missingOfferParams", "\(missing.text)")
        }
    }
}
