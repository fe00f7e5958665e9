import Foundation
import LineProtocol
import OfferKit
import OfferKitTestHarness
import Testing
import check_offers

/// The program that checks signed offers.
///
/// Lines and answers of the program that checks signatures.
struct CheckOffersTests {
    /// 1 March 2026, 12:00 UTC.
    static let now = Date(timeIntervalSince1970: 1_772_366_400)
    static let key = "ABC1234567"
    static let nonce = "5f2a9c1e-7b3d-4e8f-9a01-23456789abcd"

    /// A key that nobody else has, and its public half as a file of its own.
    static func keyPair(seed: UInt64) throws -> (signer: OfferSigner, privatePEM: String) {
        let store = Store(catalog: try Catalog(groups: [], products: [.consumable("coins", price: 0.99)]), seed: seed)
        let made = try store.generateKey(named: "Server")
        let pem = try store.downloadKey(made.id)
        return (try OfferSigner(keyIdentifier: key, pem: pem), pem)
    }

    /// A question about an offer of the product `monthly`.
    static func question(_ changes: [String: Any?] = [:]) -> [String: Any] {
        var members: [String: Any] = ["bundleID": "com.example.app", "product": "monthly", "offer": "half3"]
        for (name, value) in changes { members[name] = value }
        return members
    }

    static func line(_ members: [String: Any]) throws -> String {
        String(decoding: try JSONSerialization.data(withJSONObject: members), as: UTF8.self)
    }

    static func answer(to line: String, at clock: Date = now) throws -> [String: Any] {
        var session = CheckSession(clock: { clock })
        let answer = session.answer(to: line)
        return try #require(try JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: Any], "\(answer)")
    }

    /// A question in the original form, signed for a product.
    static func original(for product: String = "monthly", timestamp: Int64, _ changes: [String: Any?] = [:]) throws
        -> String
    {
        let (signer, pem) = try keyPair(seed: 1)
        let request = OfferSignatureRequest(
            bundleID: "com.example.app", productID: product, offerID: "half3", account: .userName("4711"))
        let answer = try signer.sign(request, nonce: try #require(UUID(uuidString: nonce)), timestamp: timestamp)
        let members: [String: Any?] = [
            "keyID": key, "publicKeyPEM": pem, "userName": "4711", "nonce": nonce, "signature": answer.signature,
            "timestamp": timestamp,
        ]
        return try line(question(members.merging(changes) { $1 }))
    }

    /// A question with a compact JWS.
    static func compact(issuedAt: Int64, _ changes: [String: Any?] = [:]) throws -> String {
        let (signer, pem) = try keyPair(seed: 1)
        let request = OfferJWSRequest(
            bundleID: "com.example.app", productID: "monthly", subject: .promotionalOffer("half3"), transactionID: nil)
        let jws = try signer.compactJWS(
            request, nonce: try #require(UUID(uuidString: nonce)),
            issuedAt: Date(timeIntervalSince1970: Double(issuedAt)))
        let members: [String: Any?] = ["keyID": key, "publicKeyPEM": pem, "compactJWS": jws]
        return try line(question(members.merging(changes) { $1 }))
    }

    @Test(
        "every line has an answer: a blank one and one that is no JSON too", arguments: ["", "  \t", "{", "[]", "null"])
    func blank(_ line: String) throws {
        let answer = try Self.answer(to: line)
        expectEqual(answer["verdict"] as? String, "unreadable")
        expectEqual(answer["error"] as? String, "notJSON")
        expectEqual(answer["line"] as? Int, 1)
        expectPrefix(answer["text"] as? String, "Line 1: ")
    }

    @Test("without now the clock is the real one: what was signed just now is good, in either form")
    func defaultClock() throws {
        let seconds = Int64(Self.now.timeIntervalSince1970)
        try expectEqual(Self.answer(to: Self.compact(issuedAt: seconds))["verdict"] as? String, "accepted")
        try expectEqual(Self.answer(to: Self.original(timestamp: seconds * 1_000))["verdict"] as? String, "accepted")
        // A session that is given no clock takes that of the system.
        let (signer, pem) = try Self.keyPair(seed: 1)
        let answer = try signer.signNow(
            OfferSignatureRequest(
                bundleID: "com.example.app", productID: "monthly", offerID: "half3", account: .userName("4711")))
        var session = CheckSession()
        let line = try Self.line(
            Self.question([
                "keyID": Self.key, "publicKeyPEM": pem, "userName": "4711", "signature": answer.signature,
                "nonce": answer.nonce.uuidString.lowercased(), "timestamp": answer.timestamp,
            ]))
        expectEqual(session.answer(to: line), #"{"verdict":"accepted"}"#)
    }

    @Test(
        "without now the original form in another unit of time is refused, and the unit is named",
        arguments: [
            (Int64(1_772_366_400), "timestampInSeconds"), (1_772_366_400_000_000, "timestampInFinerUnit"),
            (1_772_366_400_000_000_000, "timestampInFinerUnit"), (0, "timestampTooOld"),
        ])
    func units(_ timestamp: Int64, _ cause: String) throws {
        let answer = try Self.answer(to: Self.original(timestamp: timestamp))
        expectEqual(answer["verdict"] as? String, "refused")
        expectEqual(answer["causes"] as? [String], [cause])
    }

    @Test("C-65: another product that the line does not tell of is not ruled out")
    func otherProduct() throws {
        let milliseconds = Int64(Self.now.timeIntervalSince1970) * 1_000
        let answer = try Self.answer(to: Self.original(for: "yearly", timestamp: milliseconds))
        let text = try #require(answer["text"] as? String)
        let ruledOut = text.split(separator: "\n").first { $0.hasPrefix("Ruled out") } ?? ""
        #expect(!ruledOut.isEmpty)
        expectLacks(String(ruledOut), "another product")
        #expect(text.contains("not ruled out") && text.contains("another product"))
        // Told of it, the program names it.
        let told = try Self.answer(
            to: Self.original(for: "yearly", timestamp: milliseconds, ["known": ["products": ["yearly": ["half3"]]]]))
        expectEqual(told["causes"] as? [String], ["otherProduct"])
        let detail = try #require((told["details"] as? [[String: Any]])?.first)
        expectEqual(detail["signed"] as? String, "yearly")
        expectEqual(detail["sent"] as? String, "monthly")
    }

    @Test("C-65: another private key than the registered one is named, with the SHA-256 of both")
    func otherPrivateKey() throws {
        let other = try Self.keyPair(seed: 2).privatePEM
        let milliseconds = Int64(Self.now.timeIntervalSince1970) * 1_000
        let answer = try Self.answer(to: Self.original(timestamp: milliseconds, ["publicKeyPEM": other]))
        expectEqual(answer["causes"] as? [String], ["otherPrivateKeyOrText"])
        let detail = try #require((answer["details"] as? [[String: Any]])?.first)
        expectEqual((detail["registered"] as? String)?.count, 64)
        expectEqual(detail["value"] as? String, Self.key)
        // Registered as it should be, the same key is one of the two that can have signed.
        let right = try Self.answer(
            to: Self.original(for: "never seen", timestamp: milliseconds))
        let registered = (right["details"] as? [[String: Any]])?.first?["registered"] as? String
        try expectContains(detail["signers"] as? [String], #require(registered))
        expectContains(answer["text"] as? String, "Another private key")
    }

    /// What becomes of a key on its way through files, variables and languages.
    enum Wrapping: Sendable {
        case escaped, oneLine, body, quoted, marked, path, bytes

        func around(_ pem: String) -> String {
            let escaped = pem.replacingOccurrences(of: "\n", with: "\\n")
            return switch self {
            case .escaped: escaped
            case .oneLine: pem.replacingOccurrences(of: "\n", with: " ")
            case .body: pem.split(separator: "\n").dropFirst().dropLast().joined(separator: "\n")
            case .quoted: "\"\(pem)\""
            case .marked: "\u{FEFF}" + pem
            case .path: "/etc/keys/AuthKey_ABC1234567.p8"
            case .bytes: "b'\(escaped)'"
            }
        }
    }

    @Test(
        "a key in a wrong wrapping is refused, and the wrapping is named",
        arguments: [
            (Wrapping.escaped, "two characters"), (.oneLine, "on one line"), (.body, "the body alone"),
            (.quoted, "quotation marks"), (.marked, "byte order mark"), (.path, "path of a file"),
            (.bytes, "Python prints of bytes"),
        ] as [(Wrapping, String)])
    func wrappings(_ wrapping: Wrapping, _ piece: String) throws {
        let pem = wrapping.around(try Self.keyPair(seed: 1).privatePEM)
        let cases: [(String, [String: Any?])] = [
            ("publicKeyPEM", ["publicKeyPEM": pem]), ("known.keys.OTHER", ["known": ["keys": ["OTHER": pem]]]),
        ]
        for (name, changes) in cases {
            let answer = try Self.answer(to: Self.compact(issuedAt: 1_772_366_400, changes))
            expectEqual(answer["verdict"] as? String, "unreadable")
            expectEqual(answer["error"] as? String, "unreadableKey")
            expectEqual(answer["at"] as? String, name)
            expectContains(answer["text"] as? String, piece, "\(answer)")
        }
        let order: [String: Any] = [
            "privateKeyPEM": pem, "keyID": Self.key, "issuerID": "i", "bundleID": "b", "product": "p",
            "nonce": Self.nonce, "issuedAt": 1,
        ]
        let answer = try Self.answer(to: Self.line(["sign": order]))
        expectEqual(answer["at"] as? String, "sign.privateKeyPEM")
        expectContains(answer["text"] as? String, piece)
    }

    @Test(
        "a member that nobody reads, a doubled one and one of another form are refused with their place",
        arguments: [
            (#"{"bundleID":"b","product":"p","produkt":"x"}"#, "unknownMember", "produkt", "product"),
            (
                #"{"bundleID":"b","product":"p","applicationUsername":""}"#, "unknownMember", "applicationUsername",
                "userName"
            ),
            (#"{"bundleID":"b","product":"p","known":{"nonce":[]}}"#, "unknownMember", "known.nonce", "nonces"),
            (#"{"bundleID":"b","product":"p","product":"q"}"#, "doubledMember", "product", nil),
            (#"{"bundleID":"b"}"#, "missingMember", "product", nil),
            (#"{"bundleID":"b","product":7}"#, "wrongType", "product", nil),
            (#"{"bundleID":"b","product":"p","nonce":"5f2a"}"#, "nonceNotUUID", "nonce", nil),
            (#"{"bundleID":"b","product":"p","timestamp":"+1"}"#, "wrongValue", "timestamp", nil),
            (#"{"bundleID":"b","product":"p","now":"yesterday"}"#, "wrongValue", "now", nil),
            (#"{"bundleID":"b","product":"p","now":1772366400}"#, "wrongValue", "now", nil),
            (
                #"{"bundleID":"b","product":"p","userName":"","token":"5f2a9c1e-7b3d-4e8f-9a01-23456789abcd"}"#,
                "wrongValue", nil, nil
            ),
        ] as [(String, String, String?, String?)])
    func strict(_ line: String, _ error: String, _ place: String?, _ suggestion: String?) throws {
        let answer = try Self.answer(to: line)
        expectEqual(answer["verdict"] as? String, "unreadable")
        expectEqual(answer["error"] as? String, error)
        expectEqual(answer["at"] as? String, place)
        expectEqual(answer["didYouMean"] as? String, suggestion)
    }

    @Test("what is missing is named by the members of a line, and an empty user name counts as there")
    func emptyUserName() throws {
        let line = try Self.original(timestamp: 1_772_366_400_000, ["userName": nil])
        let answer = try Self.answer(to: line)
        expectEqual(answer["error"] as? String, "missingOfferParams")
        expectEqual(answer["causes"] as? [String], ["applicationUsername"])
        expectEqual(answer["members"] as? [String], ["userName", "token"])
        expectContains(answer["text"] as? String, #""userName": """#)
    }

    @Test(
        "the id of a line stands in its answer, whatever JSON it is",
        arguments: ["7", #""a b""#, "12345678901234567890"])
    func id(_ id: String) {
        var session = CheckSession(clock: { Self.now })
        let answer = session.answer(to: #"{"id":\#(id),"bundleID":"b"}"#)
        expectPrefix(answer, #"{"id":\#(id),"#)
    }

    @Test("a signature that is ahead of the store's clock is good where a skew is allowed")
    func skew() throws {
        let ahead: Int64 = 1_772_366_400_596
        let refused = try Self.answer(to: Self.original(timestamp: ahead))
        expectEqual(refused["causes"] as? [String], ["timestampInFuture"])
        let accepted = try Self.answer(to: Self.original(timestamp: ahead, ["allowedClockSkew": 1_000]))
        expectEqual(accepted["verdict"] as? String, "accepted")
    }
}
