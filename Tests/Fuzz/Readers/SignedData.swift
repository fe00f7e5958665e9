import Foundation
import OfferKit
import OfferKitCore
import OfferKitCrypto
import OfferKitServer

extension Reader {
    /// The JSON that the store signs, with a check of writing it again.
    static let payload = Reader(name: "payload", weight: 50, form: .json) {
        let world = try World.shared.get()
        let names =
            TransactionPayload.Member.allCases.map(\.rawValue) + RenewalInfoPayload.Member.allCases.map(\.rawValue)
            + AppTransactionPayload.Member.allCases.map(\.rawValue)
            + NotificationPayload.Member.allCases.map(\.rawValue)
        let words = names + ["P1M", "P1Y", "Sandbox", "Production", "USA", "USD", "PURCHASED", "FREE_TRIAL"]
        return Subject(seeds: try world.payloads(), dictionary: words) { input in
            try readAgain(TransactionPayload.self, input)
            try readAgain(RenewalInfoPayload.self, input)
            try readAgain(AppTransactionPayload.self, input)
            try readAgain(NotificationPayload.self, input)
        }
    }

    private static func readAgain<Payload: SignedPayload>(_ type: Payload.Type, _ input: [UInt8]) throws {
        func payload(_ json: [UInt8]) -> Payload? {
            reading { () throws(PayloadError) in try Payload(PayloadFields<Payload.Member>(json: json)) }
        }
        guard let read = payload(input) else { return }
        try expect(payload(read.json(without: nil)) == read, "a \(type) is another one when it was written")
    }

    /// Signed data of the store.
    static let jws = Reader(name: "jws", weight: 10, form: .jws) {
        let world = try World.shared.get()
        let chain = world.store.signingChain
        let verifiers = [
            world.store.verifier,
            SignedDataVerifier(root: chain.root, bundleID: world.store.bundleID, environment: .sandbox),
        ]
        let seeds = try world.signedTexts().map { Array($0.utf8) }
        let mend = { (input: [UInt8]) -> [UInt8] in
            let parts = input.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            guard parts.count > 1, let payload = try? Base64.url.decode(ascii: Array(parts[1])) else { return input }
            return Array(chain.jws(of: payload).utf8)
        }
        let words = ["alg", "ES256", "none", "x5c", "kid", "typ", "Bearer ", "."]
        return Subject(seeds: seeds, dictionary: words, mend: mend) { input in
            let text = input.text
            let parts = reading { () throws(JWSFormatError) in try ParsedJWS(text) }
            // Signing the same payload again gives the same text, so only a text that the chain signed equals it.
            let genuine = parts.map { chain.jws(of: $0.payload) }
            for verifier in verifiers {
                let believed = [
                    reading { () throws(SignedDataRefusal) in try verifier.transaction(text) } != nil,
                    reading { () throws(SignedDataRefusal) in try verifier.renewalInfo(text) } != nil,
                    reading { () throws(SignedDataRefusal) in try verifier.appTransaction(text) } != nil,
                    reading { () throws(SignedDataRefusal) in try verifier.notification(text) } != nil,
                ]
                try expect(!believed.contains(true) || genuine == text, "a JWS that was changed is believed")
            }
        }
    }

    /// Tokens of requests to the App Store Server API.
    static let token = Reader(name: "token", weight: 30, form: .jws) {
        let key = try Keys.privateKey
        let now = Date(millisecondsSince1970: instant)
        let signer = try AppStoreServerTokenSigner(
            keyID: "ABC1234567", issuerID: "issuer", bundleID: "com.example.app", pem: key.pemRepresentation(.pkcs8))
        let authorizer = try AppStoreServerAuthorizer(
            keys: [AppStoreServerKey(id: "ABC1234567", issuerID: "issuer", pem: key.publicKey.pemRepresentation)],
            bundleID: "com.example.app")
        let scheme = "Bearer "
        let token = try signer.authorization(at: now).dropFirst(scheme.count)
        let signed = { (input: [UInt8]) -> [UInt8] in
            let stop = UInt8(ascii: ".")
            let parts = input.split(separator: stop, omittingEmptySubsequences: false)
            let text = Array(parts.prefix(2).joined(separator: [stop]))
            return text + [stop] + Base64.url.encodeToBytes(key.signature(for: text).rawRepresentation)
        }
        let words = ["alg", "ES256", "kid", "typ", "JWT", "crit", "iss", "iat", "exp", "aud", "bid", "ABC1234567"]
        return Subject(seeds: [Array(token.utf8)], dictionary: words, mend: signed) { input in
            let text = input.text
            let request = AppStoreServerRequest(path: "/", headers: ["authorization": scheme + text])
            let first: Void? = reading { () throws(AppStoreServerTokenRefusal) in
                try authorizer.judge(token: text, at: now)
            }
            let second: Void? = reading { () throws(AppStoreServerTokenRefusal) in
                try authorizer.judge(request, at: now)
            }
            try expect((first == nil) == (second == nil), "a token is judged in two ways")
            // Bytes are compared: a text that is no UTF-8 was repaired.
            try expect(first == nil || Array(text.utf8) == signed(input), "a token that was changed is taken")
        }
    }

    private static let instant: Int64 = 1_772_366_400_000

    /// The requests and answers of app and server about an offer, and the signature in them.
    static let exchange = Reader(name: "exchange", weight: 40, form: .json) {
        let key = try Keys.privateKey
        let signer = try OfferSigner(keyIdentifier: "ABC1234567", pem: key.pemRepresentation(.pkcs8))
        let accounts = [AppAccount.userName("User-4711"), .token(World.nonce), .notSet]
        let seeds = try accounts.map { account in
            let request = OfferSignatureRequest(
                bundleID: "com.example.app", productID: World.monthly, offerID: "half3", account: account)
            let answer = try signer.sign(request, nonce: World.nonce, timestamp: instant)
            // One document serves for both: each reader ignores the other's members.
            let halves = [try JSONEncoder.sorted.encode(request), try JSONEncoder.sorted.encode(answer)].map {
                Array($0)
            }
            return halves[0].dropLast() + [UInt8(ascii: ",")] + halves[1].dropFirst()
        }
        let words = [
            "bundleID", "product", "productID", "offer_id", "offerID", "userName", "accountToken", "key_id", "keyID",
            "keyIdentifier", "nonce", "signature", "timestamp", "\u{2063}", "00000000-0000-0000-0000-000000000000",
        ]
        return Subject(seeds: seeds.map { Array($0) }, dictionary: words) { input in
            guard hasShortNames(input) else { return }
            let request = try sameWritten(OfferSignatureRequest.self, input)
            let answer = try sameWritten(OfferSignatureAnswer.self, input)
            guard let request, let answer, signer.verifies(answer, for: request) else { return }
            var accounts = [request.account == .notSet ? AppAccount.userName("") : request.account]
            // C-30 and its neighbours: a user name is accepted in small letters too.
            if case .userName(let name) = request.account { accounts.append(.userName(name.lowercased())) }
            let isGenuine = accounts.contains { account in
                var asked = request
                asked.account = account
                let signed = try? signer.sign(asked, nonce: answer.nonce, timestamp: answer.timestamp)
                return signed?.signature == answer.signature
            }
            try expect(isGenuine, "a signature that was changed is believed")
        }
    }

    /// Returns whether every name in a document is short enough for this library's own reader.
    ///
    /// Foundation's decoder hashes all names, which takes the square of the marks in them, and is not under test here.
    static func hasShortNames(_ input: [UInt8]) -> Bool {
        JSONSpans(input).values.allSatisfy { ($0.name?.count ?? 0) <= JSONReader.longestName }
    }

    /// Returns a decoder's value of an input, which must survive writing; nil where it refuses.
    private static func sameWritten<Value: Codable & Equatable>(_ type: Value.Type, _ input: [UInt8]) throws -> Value? {
        guard let read = reading({ try JSONDecoder().decode(type, from: Data(input)) }) else { return nil }
        let written = try JSONEncoder.sorted.encode(read)
        let again = reading { try JSONDecoder().decode(type, from: written) }
        try expect(again == read, "\(type) is another one when it was written")
        return read
    }
}

extension JSONEncoder {
    /// The encoder that gives the same bytes for a value in every process.
    static var sorted: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}
