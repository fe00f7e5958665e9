import OfferKitCore
import OfferKitEssentials
import OfferKitServer
import OfferKitTestHarness
import Testing

/// Requests and answers as JSON and as text.
///
/// What app and server send each other (S0-27, S0-51, S1-34, C-62).
struct ExchangeTests {
    private static let nonce = "5f2a9c1e-7b3d-4e8f-9a01-23456789abcd"
    private static let answer = OfferSignatureAnswer(
        keyIdentifier: "ABC1234567", nonce: SampleShop.uuid(nonce), signature: "MEUC", timestamp: 1_560_000_000_000)

    private static func decode<Value: Decodable>(_ json: String, as type: Value.Type) throws -> Value {
        try JSONDecoder().decode(type, from: Data(json.utf8))
    }

    @Test(
        "An answer is read with the sample server's names and with ours, its timestamp as number or text (S1-34)",
        arguments: [
            #"{"key_id":"ABC1234567","nonce":"\#(nonce)","signature":"MEUC","timestamp":"1560000000000"}"#,
            #"{"keyIdentifier":"ABC1234567","nonce":"\#(nonce)","signature":"MEUC","timestamp":1560000000000}"#,
            #"{"keyID":"ABC1234567","nonce":"\#(nonce.uppercased())","signature":"MEUC","timestamp":1560000000000,"x":1}"#,
        ])
    func answers(_ json: String) throws {
        try expectEqual(ExchangeTests.decode(json, as: OfferSignatureAnswer.self), ExchangeTests.answer)
    }

    @Test(
        "A field that is missing, null or malformed is named (C-62)",
        arguments: [
            (#"{"nonce":"\#(nonce)","signature":"MEUC","timestamp":1}"#, OfferExchangeError.missing(.keyIdentifier)),
            (#"{"key_id":null,"nonce":"\#(nonce)","signature":"MEUC","timestamp":1}"#, .missing(.keyIdentifier)),
            (
                #"{"key_id":7,"nonce":"\#(nonce)","signature":"MEUC","timestamp":1}"#,
                .malformed(.keyIdentifier, "no text")
            ),
            (#"{"key_id":"K","signature":"MEUC","timestamp":1}"#, .missing(.nonce)),
            (#"{"key_id":"K","nonce":"5f2a9c1e","signature":"MEUC","timestamp":1}"#, .malformed(.nonce, "5f2a9c1e")),
            (#"{"key_id":"K","nonce":"","signature":"MEUC","timestamp":1}"#, .malformed(.nonce, "")),
            (#"{"key_id":"K","nonce":"\#(nonce)","timestamp":1}"#, .missing(.signature)),
            (#"{"key_id":"K","nonce":"\#(nonce)","signature":"MEUC"}"#, .missing(.timestamp)),
            (#"{"key_id":"K","nonce":"\#(nonce)","signature":"MEUC","timestamp":null}"#, .missing(.timestamp)),
            (#"{"key_id":"K","nonce":"\#(nonce)","signature":"MEUC","timestamp":"+1"}"#, .malformed(.timestamp, "+1")),
            (#"{"key_id":"K","nonce":"\#(nonce)","signature":"MEUC","timestamp":"01"}"#, .malformed(.timestamp, "01")),
            (#"{"key_id":"K","nonce":"\#(nonce)","signature":"MEUC","timestamp":" 1"}"#, .malformed(.timestamp, " 1")),
            (
                #"{"key_id":"K","nonce":"\#(nonce)","signature":"MEUC","timestamp":"1.5"}"#,
                .malformed(.timestamp, "1.5")
            ),
            (#"{"key_id":"K","nonce":"\#(nonce)","signature":"MEUC","timestamp":""}"#, .malformed(.timestamp, "")),
            (
                #"{"key_id":"K","nonce":"\#(nonce)","signature":"MEUC","timestamp":"99999999999999999999"}"#,
                .malformed(.timestamp, "99999999999999999999")
            ),
            (
                #"{"key_id":"K","nonce":"\#(nonce)","signature":"MEUC","timestamp":-1}"#,
                .malformed(.timestamp, "no whole number of milliseconds")
            ),
            (
                #"{"key_id":"K","nonce":"\#(nonce)","signature":"MEUC","timestamp":1.5}"#,
                .malformed(.timestamp, "no whole number of milliseconds")
            ),
            (
                #"{"key_id":"K","nonce":"\#(nonce)","signature":"MEUC","timestamp":[]}"#,
                .malformed(.timestamp, "no whole number of milliseconds")
            ),
        ])
    func faults(_ json: String, _ error: OfferExchangeError) {
        #expect(throws: error) { try ExchangeTests.decode(json, as: OfferSignatureAnswer.self) }
    }

    @Test("What is no object at the top is said to be none", arguments: ["[]", "null", "7", #""text""#, "[{}]"])
    func noObject(_ json: String) {
        #expect(throws: OfferExchangeError.noObject) {
            try ExchangeTests.decode(json, as: OfferSignatureAnswer.self)
        }
        #expect(throws: OfferExchangeError.noObject) {
            try ExchangeTests.decode(json, as: OfferSignatureRequest.self)
        }
    }

    @Test(
        "Every error has its description for localizedDescription too",
        arguments: [
            OfferExchangeError.noObject, OfferExchangeError.missing(.nonce), OfferExchangeError.malformed(.nonce, "x"),
            OfferSigningError.negativeTimestamp(-1), OfferSigningError.unknownKey("A", held: []),
            CustomerHashError.emptySalt, CustomerHashError.emptyName,
        ] as [any LocalizedError])
    func localized(_ error: any LocalizedError) {
        expectEqual(error.errorDescription, "\(error)")
        expectSuffix(error.errorDescription, ".")
    }

    @Test("Requests and answers survive encoding and decoding")
    func roundTrips() throws {
        let token = AppAccount.token(SampleShop.uuid(SampleShop.token))
        for account in [AppAccount.notSet, .userName(""), .userName("Änna"), token] {
            let request = OfferSignatureRequest(bundleID: "b", productID: "p", offerID: "o", account: account)
            let data = try JSONEncoder().encode(request)
            try expectEqual(JSONDecoder().decode(OfferSignatureRequest.self, from: data), request)
        }
        let data = try JSONEncoder().encode(ExchangeTests.answer)
        try expectEqual(JSONDecoder().decode(OfferSignatureAnswer.self, from: data), ExchangeTests.answer)
    }

    // S0-27: bundle identifier, product, offer and user name.
    @Test("A request is read with the sample's names; user name and token together are refused (S1-34)")
    func requests() throws {
        let request = try ExchangeTests.decode(
            #"{"bundleID":"b","product":"p","offer_id":"o"}"#, as: OfferSignatureRequest.self)
        expectEqual(request, OfferSignatureRequest(bundleID: "b", productID: "p", offerID: "o", account: .notSet))
        let four = try ExchangeTests.decode(
            #"{"bundleID":"b","productID":"p","offerID":"o","userName":"u"}"#, as: OfferSignatureRequest.self)
        expectEqual(four, OfferSignatureRequest(bundleID: "b", productID: "p", offerID: "o", account: .userName("u")))
        #expect(throws: OfferExchangeError.malformed(.accountToken, "sent together with a user name")) {
            try ExchangeTests.decode(
                #"{"bundleID":"b","productID":"p","offerID":"o","userName":"u","accountToken":"\#(ExchangeTests.nonce)"}"#,
                as: OfferSignatureRequest.self)
        }
        #expect(throws: OfferExchangeError.malformed(.accountToken, "x")) {
            try ExchangeTests.decode(
                #"{"bundleID":"b","productID":"p","offerID":"o","accountToken":"x"}"#, as: OfferSignatureRequest.self)
        }
    }

    /// Every part of an answer in turn absent, empty, and good: 3^5 claims.
    @Test("Absent parts stay absent, empty texts stay empty, empty numbers are absent (S0-72)")
    func everyCombination() throws {
        let choices: [String?] = [nil, "", "x"]
        for offer in choices {
            for key in choices {
                for signature in choices {
                    for nonce in [nil, "", ExchangeTests.nonce] {
                        for timestamp in [nil, "", "1560000000000"] {
                            let discount = try PaymentDiscount(
                                offer: offer, keyIdentifier: key, nonce: nonce, signature: signature,
                                timestamp: timestamp)
                            expectEqual(discount.identifier, offer)
                            expectEqual(discount.keyIdentifier, key)
                            expectEqual(discount.signature, signature)
                            expectEqual(discount.nonce == nil, (nonce ?? "").isEmpty)
                            expectEqual(discount.timestamp, timestamp.flatMap { Int64($0) })
                        }
                    }
                }
            }
        }
    }

    @Test("The same from a dictionary, under any of the three names of the key")
    func dictionary() throws {
        for name in ["keyIdentifier", "keyID", "key_id"] {
            let fields = [
                name: "ABC1234567", "nonce": ExchangeTests.nonce, "signature": "MEUC", "timestamp": "1560000000000",
            ]
            let discount = try PaymentDiscount(offer: "half3", fields: fields)
            expectEqual(discount, PaymentDiscount(offer: "half3", answer: ExchangeTests.answer))
        }
        #expect(throws: OfferExchangeError.malformed(.nonce, "nonce")) {
            try PaymentDiscount(offer: nil, fields: ["nonce": "nonce"])
        }
        #expect(throws: OfferExchangeError.malformed(.timestamp, "-1")) {
            try PaymentDiscount(offer: nil, fields: ["timestamp": "-1"])
        }
    }

    @Test("However an answer's JSON is cut off or damaged, it is decoded or refused, and a good one is unchanged")
    func damagedJSON() throws {
        let json =
            #"{"key_id":"ABC1234567","nonce":"\#(ExchangeTests.nonce)","signature":"MEUC","timestamp":"1560000000000"}"#
        let bytes = Array(json.utf8)
        for end in 0..<bytes.count {
            #expect(throws: (any Error).self) {
                try JSONDecoder().decode(OfferSignatureAnswer.self, from: Data(bytes[..<end]))
            }
        }
        var random = SplitMix64(seed: 62)
        for _ in 0..<2_000 {
            var damaged = bytes
            let position = Int.random(in: 0..<bytes.count, using: &random)
            damaged[position] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            guard let answer = try? JSONDecoder().decode(OfferSignatureAnswer.self, from: Data(damaged)) else {
                continue
            }
            // What is read anyway differs in the one field that was hit, but for a letter's case in the nonce.
            let fields = [
                answer.keyIdentifier != ExchangeTests.answer.keyIdentifier, answer.nonce != ExchangeTests.answer.nonce,
                answer.signature != ExchangeTests.answer.signature, answer.timestamp != ExchangeTests.answer.timestamp,
            ]
            #expect(fields.count { $0 } <= 1)
        }
    }
}
